// What a format cannot hold, in words.

import { PuzzleError } from "#core/errors.js";
import { islandInWords } from "#core/puzzle.js";

/**
 * Throws for the first feature of a puzzle that a format cannot express.
 * @param {string} name of the format
 * @param {import("#core/puzzle.js").Puzzle} puzzle
 * @param {{maxBridges?: number[], noLoops?: boolean, unknown?: boolean, targets?: [number, number]}} holds
 *   targets: the least and the most
 */
export function checkRules(name, puzzle, { maxBridges = [2], noLoops = false, unknown = false, targets = [0, 16] }) {
  if (!maxBridges.includes(puzzle.maxBridges)) {
    throw new PuzzleError(`${name} cannot write max_bridges=${puzzle.maxBridges}: only ${maxBridges[0]}`);
  }
  if (!puzzle.loops && !noLoops) {
    throw new PuzzleError(`${name} cannot write loops=False: it has no sign for forbidden loops`);
  }
  const [least, most] = targets;
  for (const { r, c, target } of puzzle.islands) {
    let feature = "";
    if (target === null && !unknown) feature = "an unknown clue";
    else if (target !== null && (target < least || target > most)) feature = `the target ${target}`;
    if (feature) {
      const only = `only targets ${least}..${most}`;
      throw new PuzzleError(`${name} cannot write the ${islandInWords(r, c)} with ${feature}: ${only}`);
    }
  }
}
