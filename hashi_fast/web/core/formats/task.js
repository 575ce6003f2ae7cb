// task, a compact string in row-major order: a digit 1..8 is an island, a letter a..z a run of 1..26 empty cells.
//
// The string does not include the size. It is written as {"w": 3, "h": 1, "task": "2a2"}. As one word, 3x1:2a2, it is
// also a tatham game ID with the same meaning, and is read as one.

import { PuzzleError, shown } from "#core/errors.js";
import { decodeRuns, encodeRuns } from "#core/formats/runs.js";
import { checkRules } from "#core/formats/limits.js";
import { boardSize, named, puzzleWith, required } from "#core/puzzle.js";

const SIGNS = {
  letters: "abcdefghijklmnopqrstuvwxyz",
  clue: /[1-8]/y,
  target: Number,
  expected: "a digit 1..8 or a letter a..z",
};

/** Returns the puzzle of a parsed JSON object with a `task`. */
export function puzzleFromTask(fields) {
  const text = required(fields, "task", "task");
  if (typeof text !== "string") {
    throw new PuzzleError(`task, key 'task': expected a string, found ${shown(text)}`);
  }
  const sides = [required(fields, "w", "task"), required(fields, "h", "task")];
  const [w, h] = named("task", () => boardSize(...sides));
  return puzzleWith(fields, decodeRuns(SIGNS, text, 0, "task, key 'task'", w, h), "task");
}

/** Returns the task string of a puzzle, or throws for a target other than 1..8. */
export function taskOf(puzzle) {
  checkRules("task", puzzle, { maxBridges: [1, 2, 3, 4], noLoops: true, targets: [1, 8] });
  return encodeRuns(SIGNS, puzzle, String);
}
