// tatham, the game ID of Bridges in Simon Tatham's puzzle collection: 7x7m2:3c3a3g4b3a4b4b2j3c3a2a1a1a2.
//
// The parameters come before the colon: the size (`7` is `7x7`), then, optional and in this order, `i` and `e` with a
// percentage, `m` with the most bridges per pair, `L` if loops are forbidden, and `d` with a difficulty. `i`, `e` and
// `d` are settings of that program's generator and are ignored. Clues from 10 on are `A` to `G`. The format has no
// unknown clues. That program rejects islands on neighbouring cells, so they are read but not written.

import { PuzzleError, characterAt, expectedFound } from "#core/errors.js";
import { checkRules } from "#core/formats/limits.js";
import { decodeRuns, encodeRuns } from "#core/formats/runs.js";
import { boardSize, cellInWords, islandInWords, makePuzzle, named } from "#core/puzzle.js";
import { buildTopology } from "#core/topology.js";

const START = /^[0-9]{1,9}(?:x[0-9]{1,9})?[iemLd0-9]{0,60}[:#]/;
const PARAMETERS = /^(\d{1,9})(?:x(\d{1,9}))?(?:i\d{1,9})?(?:e\d{1,9})?(?:m(\d{1,9}))?(L?)(?:d\d{1,9})?/d;
const CLUES = "0123456789ABCDEFG";
const SIGNS = {
  letters: "abcdefghijklmnopqrstuvwxyz",
  clue: /[1-9A-G]/y,
  target: (sign) => CLUES.indexOf(sign),
  expected: "a digit 1..9, a letter A..G or a letter a..z",
};

/** Whether a text starts like a game ID. */
export function detectTatham(text) {
  return START.test(text);
}

/** Returns the puzzle of a game ID. */
export function loadsTatham(text) {
  const head = PARAMETERS.exec(text);
  const start = characterAt("tatham", 0);
  if (!head) throw expectedFound(start, "a size and cells like '3x1m2:2a2'", text);
  const end = head[0].length;
  const here = characterAt("tatham", end);
  if (text[end] === "#") {
    const seed = "found '#' and a seed, which only Tatham's own generator understands";
    throw new PuzzleError(`${here}: expected ':' and the cells, ${seed}`);
  }
  if (text[end] !== ":") {
    throw expectedFound(here, "parameters like 'm2' or ':'", text.slice(end, end + 1));
  }
  const [w, h] = named(start, () => boardSize(Number(head[1]), Number(head[2] ?? head[1])));
  const maxBridges = Number(head[3] ?? 2);
  if (maxBridges < 1 || maxBridges > 4) {
    throw expectedFound(characterAt("tatham", head.indices[3][0]), "1..4 bridges per pair", maxBridges);
  }
  const islands = decodeRuns(SIGNS, text, end + 1, "tatham", w, h, { most: 4 * maxBridges });
  return named("tatham", () => makePuzzle({ w, h, islands, maxBridges, loops: !head[4] }));
}

/** Returns a puzzle as a game ID, or throws if the format cannot express it. */
export function dumpsTatham(puzzle) {
  checkRules("tatham", puzzle, { maxBridges: [1, 2, 3, 4], noLoops: true, targets: [1, 16] });
  checkNeighbours(puzzle);
  const cells = encodeRuns(SIGNS, puzzle, (target) => CLUES[target]);
  return `${puzzle.w}x${puzzle.h}m${puzzle.maxBridges}${puzzle.loops ? "" : "L"}:${cells}`;
}

function checkNeighbours(puzzle) {
  for (const { r0, c0, r1, c1 } of buildTopology(puzzle).edges) {
    if (r1 - r0 + c1 - c0 === 1) {
      const pair = `the ${islandInWords(r0, c0)} and its neighbour at ${cellInWords(r1, c1)}`;
      throw new PuzzleError(`tatham cannot write ${pair}: Tatham's program rejects islands side by side`);
    }
  }
}
