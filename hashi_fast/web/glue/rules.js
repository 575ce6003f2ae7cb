/** The rules of a puzzle in words. */

/** Return the rules in which a puzzle differs from the usual ones. */
export function variantsOf({ islands, maxBridges, loops }) {
  return [
    maxBridges !== 2 && `Up to ${maxBridges} bridge${maxBridges > 1 ? "s" : ""} between two islands.`,
    !loops && "Bridges must not form a loop.",
    islands.some(({ target }) => target === null) && "A ? stands for any number.",
  ].filter(Boolean);
}

/** What to say about boards that do not have exactly one solution, by their status. */
export const NOTES = {
  multiple: "This board has several solutions, so hints that rest on the one solution are not possible.",
  none: "This board has no solution.",
  unknown: "It took too long to find out whether this board has exactly one solution.",
};

/** Return all rules of a puzzle. */
export function rulesOf(puzzle) {
  const most = puzzle.maxBridges;
  return [
    "Connect the islands with bridges, so that every island has as many as its number says.",
    `Bridges run straight, from one island to the next in its row or column, at most ${most} side by side.`,
    "Bridges do not cross each other.",
    "In the end, every island can be reached from every other one.",
    ...variantsOf({ ...puzzle, maxBridges: 2 }),
  ];
}
