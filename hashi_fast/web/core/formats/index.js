// Reading and writing puzzles as text. A reader is chosen by how the text begins, in Python's order.

import { PuzzleError, shown } from "#core/errors.js";
import { detectJson, dumpsJson, dumpsTask, loadsJson } from "#core/formats/json.js";
import { detectPuzzlink, dumpsPuzzlink, loadsPuzzlink } from "#core/formats/puzzlink.js";
import { detectTatham, dumpsTatham, loadsTatham } from "#core/formats/tatham.js";

const READERS = [
  { format: "json", detect: detectJson, loads: loadsJson },
  { format: "puzzlink", detect: detectPuzzlink, loads: loadsPuzzlink },
  { format: "tatham", detect: detectTatham, loads: loadsTatham },
];
const WRITERS = { json: dumpsJson, task: dumpsTask, tatham: dumpsTatham, puzzlink: dumpsPuzzlink };

/**
 * Returns the puzzle in a text and the name of its format. A task as one word, like 3x1:2a2, is read as tatham.
 * @param {string} text
 * @returns {{puzzle: import("#core/puzzle.js").Puzzle, format: string}}
 */
export function loadsPuzzle(text) {
  // Some editors put a mark before UTF-8. Puzzles are pasted with blanks around them.
  const plain = text.replace(/^\ufeff/, "").trim();
  const reader = READERS.find(({ detect }) => detect(plain));
  if (!reader) {
    const formats = READERS.map(({ format }) => format).join(", ");
    throw new PuzzleError(`character 1: expected a puzzle as ${formats}, found ${shown(plain)}`);
  }
  return { puzzle: reader.loads(plain), format: reader.format };
}

/**
 * Returns a puzzle as text, or throws an error that says why the format cannot hold it.
 * @param {import("#core/puzzle.js").Puzzle} puzzle
 * @param {"json" | "task" | "tatham" | "puzzlink"} format
 */
export function dumpsPuzzle(puzzle, format) {
  const write = Object.hasOwn(WRITERS, format) ? WRITERS[format] : null;
  if (write) return write(puzzle);
  throw new PuzzleError(`unknown format ${shown(format)}; expected one of ${Object.keys(WRITERS).join(", ")}`);
}
