// json, the canonical format: {"id": "easy-001", "w": 10, "h": 10, "islands": [{"r": 0, "c": 2, "target": 3}, ...]}.
//
// `target` is null for an unknown clue. `max_bridges` and `loops` are left out if they are 2 and true. An object with
// `task` instead of `islands` can also be read (see task.js). Of a list, and of a pack by level, the first is read.

import { PuzzleError, shown } from "#core/errors.js";
import { puzzleFromTask, taskOf } from "#core/formats/task.js";
import { puzzleFromIslands } from "#core/puzzle.js";

const LEVELS = ["easy", "medium", "hard", "expert", "extreme"];

/**
 * Returns the puzzle of a parsed JSON object; messages start with `place`.
 * @param {unknown} fields
 * @returns {import("#core/puzzle.js").Puzzle}
 */
export function parsePuzzle(fields, place = "json") {
  if (fields === null || typeof fields !== "object" || Array.isArray(fields)) {
    throw new PuzzleError(`${place}: expected an object with 'w', 'h' and 'islands', found ${shown(fields)}`);
  }
  if (!Object.hasOwn(fields, "task")) return puzzleFromIslands(fields, place);
  if (Object.hasOwn(fields, "islands")) {
    throw new PuzzleError(`${place}: expected either the key 'islands' or the key 'task', found both`);
  }
  return puzzleFromTask(fields);
}

/** Whether a text starts like JSON. */
export function detectJson(text) {
  return /^[ \t\n\r]*[{[]/.test(text);
}

/** Returns the puzzle in a JSON text. */
export function loadsJson(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The first line alone may be a puzzle: a file with one per line.
    const first = text.trim().split("\n", 1)[0];
    if (first !== text.trim() && first.trim().endsWith("}")) return loadsJson(first);
    throw new PuzzleError(`json: ${error.message}`);
  }
  return parsePuzzle(firstOf(value));
}

function firstOf(value) {
  if (Array.isArray(value)) return value.length ? value[0] : value;
  const level = LEVELS.find((name) => Array.isArray(value[name]) && value[name].length);
  return level ? value[level][0] : value;
}

/** Returns a puzzle as JSON on one line. */
export function dumpsJson(puzzle) {
  return JSON.stringify({ ...header(puzzle), islands: puzzle.islands });
}

/** Returns a puzzle as JSON with a `task`, or throws for a target other than 1..8. */
export function dumpsTask(puzzle) {
  return JSON.stringify({ ...header(puzzle), task: taskOf(puzzle) });
}

function header({ id, w, h, maxBridges, loops }) {
  const fields = id === undefined ? { w, h } : { id, w, h };
  if (maxBridges !== 2) fields.max_bridges = maxBridges;
  if (!loops) fields.loops = false;
  return fields;
}
