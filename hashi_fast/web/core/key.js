// A short key for the content of a puzzle: the same board has the same key, whatever its id.

/**
 * Returns the key, 13 digits and small letters. Saves are stored under it, so it must never change.
 * @param {{w: number, h: number, islands: {r: number, c: number, target: number | null}[], maxBridges: number,
 *   loops: boolean}} puzzle or its topology
 */
export function puzzleKey({ w, h, islands, maxBridges, loops }) {
  const clues = islands.map(({ r, c, target }) => `${r},${c},${target ?? "?"}`).join(";");
  const text = `${w}x${h}m${maxBridges}${loops ? "" : "L"}:${clues}`;
  return (hash(text, 0x811c9dc5) * 0x100000000n + hash(text, 0x9e3779b9)).toString(36).padStart(13, "0");
}

/** FNV-1a over the characters, from a seed, with a final mix so that all bits depend on all characters. */
function hash(text, seed) {
  let h = seed;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return BigInt((h ^ (h >>> 16)) >>> 0);
}
