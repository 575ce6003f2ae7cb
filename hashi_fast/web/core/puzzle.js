// Puzzle: the plain value that everything else starts from. It is checked once, here.
//
// An island stands on a cell (row r, column c), both counted from 0, and has a target: the number of bridges that must
// end on it, or null for an unknown clue. Islands are in row-major order; their place in that order is their id.

import { PuzzleError, shown } from "#core/errors.js";

/**
 * @typedef {{r: number, c: number, target: number | null}} Island
 * @typedef {{id?: string | number, w: number, h: number, islands: Island[], maxBridges: number, loops: boolean}} Puzzle
 */

export const MAX_SIDE = 10_000;
export const MAX_BRIDGES = 4;
export const MAX_ISLANDS = 1_000_000;

/** @returns {string} the name of a cell in sentences: people number rows and columns from 1. */
export function cellInWords(r, c) {
  return `row ${shown(r + 1)}, column ${shown(c + 1)}`;
}

/** @returns {string} the name of an island in sentences. */
export function islandInWords(r, c) {
  return `island at ${cellInWords(r, c)}`;
}

/**
 * Returns the size of a board, or throws.
 * @returns {[number, number]}
 */
export function boardSize(w, h) {
  return [wholeFrom("width", w, 1, MAX_SIDE), wholeFrom("height", h, 1, MAX_SIDE)];
}

/**
 * Returns a puzzle after all checks. `islands` may be in any order.
 * @param {{w: unknown, h: unknown, islands: Island[], maxBridges?: unknown, loops?: unknown, id?: unknown}} fields
 * @returns {Puzzle}
 */
export function makePuzzle({ w, h, islands, maxBridges = 2, loops = true, id = null }) {
  boardSize(w, h);
  wholeFrom("max_bridges", maxBridges, 1, MAX_BRIDGES);
  if (typeof loops !== "boolean") throw new PuzzleError(`loops must be True or False, not ${shown(loops)}`);
  const checked = checkedIslands(islands, w, h, 4 * maxBridges);
  const puzzle = { w, h, islands: checked, maxBridges, loops };
  if (id === null) return puzzle;
  if (typeof id !== "string" && !Number.isInteger(id)) {
    throw new PuzzleError(`id must be a string, a whole number or None, not ${shown(id)}`);
  }
  return { id, ...puzzle };
}

function wholeFrom(name, value, least, most) {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const words = `a whole number from ${least} to ${most.toLocaleString("en-US")}`;
  throw new PuzzleError(`${name} must be ${words}, not ${shown(value)}`);
}

function checkedIslands(islands, w, h, most) {
  const byCell = new Map();
  let zero = null;
  for (const { r, c, target } of islands) {
    checkWhole(`islands[${byCell.size}]: row`, r, "a whole number");
    checkWhole(`islands[${byCell.size}]: column`, c, "a whole number");
    const place = islandInWords(r, c);
    if (target !== null) checkWhole(`${place}: target`, target, "a whole number or None");
    if (r < 0 || r >= h || c < 0 || c >= w) {
      const expected = `expected rows 1..${h}, columns 1..${w}`;
      throw new PuzzleError(`${place} (counted from 1): outside the board; ${expected}`);
    }
    if (target !== null && (target < 0 || target > most)) {
      throw new PuzzleError(`${place}: target ${shown(target)}; expected 1..${most} or None`);
    }
    if (target === 0) zero = place;
    const cell = r * w + c;
    if (byCell.has(cell)) throw new PuzzleError(`${place}: given twice; expected at most one island per cell`);
    byCell.set(cell, { r, c, target });
  }
  if (byCell.size === 0) throw new PuzzleError("no islands; expected at least one");
  if (zero !== null && byCell.size > 1) {
    throw new PuzzleError(`${zero}: target 0; expected 1..${most} or None if there are other islands`);
  }
  return [...byCell.entries()].sort(([a], [b]) => a - b).map(([, island]) => island);
}

function checkWhole(name, value, words) {
  if (!Number.isSafeInteger(value)) throw new PuzzleError(`${name} must be ${words}, not ${shown(value)}`);
}

/**
 * Returns the puzzle of a parsed JSON object with `w`, `h` and `islands`; messages start with `place`.
 * Objects with a `task` are read by `parsePuzzle` of formats/json.js.
 * @param {object} fields
 * @returns {Puzzle}
 */
export function puzzleFromIslands(fields, place) {
  const entries = required(fields, "islands", place);
  if (!Array.isArray(entries)) {
    throw new PuzzleError(`${place}, islands: expected a list of objects, found ${shown(entries)}`);
  }
  if (entries.length > MAX_ISLANDS) {
    const [most, found] = [MAX_ISLANDS, entries.length].map((n) => n.toLocaleString("en-US"));
    throw new PuzzleError(`${place}, islands: expected at most ${most}, found ${found}`);
  }
  const wrong = entries.findIndex((entry) => !isIsland(entry));
  if (wrong >= 0) {
    const found = shown(entries[wrong]);
    throw new PuzzleError(
      `${place}, islands[${wrong}]: expected an object with 'r', 'c' and 'target', found ${found}`,
    );
  }
  return puzzleWith(fields, entries, place);
}

/** Returns the puzzle with these islands and the size, rules and id in `fields`. */
export function puzzleWith(fields, islands, place) {
  const [w, h] = [required(fields, "w", place), required(fields, "h", place)];
  const given = (key, otherwise) => (Object.hasOwn(fields, key) ? fields[key] : otherwise);
  const rules = { maxBridges: given("max_bridges", 2), loops: given("loops", true), id: given("id", null) };
  return named(place, () => makePuzzle({ w, h, islands, ...rules }));
}

/** Runs `make` and puts the place before the message of what it throws. */
export function named(place, make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof PuzzleError) throw new PuzzleError(`${place}: ${error.message}`);
    throw error;
  }
}

/** Returns the value of a key, or throws if it is missing. */
export function required(fields, key, place) {
  if (Object.hasOwn(fields, key)) return fields[key];
  throw new PuzzleError(`${place}: expected the key '${key}', found ${shown(Object.keys(fields))}`);
}

function isIsland(entry) {
  return entry !== null && typeof entry === "object" && ["r", "c", "target"].every((key) => Object.hasOwn(entry, key));
}
