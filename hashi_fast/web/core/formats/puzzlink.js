// puzzlink, the URL of a puzzle on puzz.link and similar sites: https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3.
//
// The name of the puzzle is followed by columns, rows and the cells in row-major order. A clue is a hexadecimal digit,
// or `-` and two of them; `.` is an unknown clue; `g` to `z` are runs of 1 to 20 empty cells. Cells missing at the end
// are empty. The rules are two bridges per pair and loops allowed; the format cannot express others.

import { characterAt, expectedFound } from "#core/errors.js";
import { checkRules } from "#core/formats/limits.js";
import { decodeRuns, encodeRuns } from "#core/formats/runs.js";
import { boardSize, makePuzzle, named } from "#core/puzzle.js";

const START = /^(?:https?:\/\/|[A-Za-z0-9.-]{1,80}\/p(?:\.html)?\?|(?:hashi|hashikake|bridges)(?:_edit|_play)?\/)/;
const HOST = /(?:(?:https?:\/\/)?[A-Za-z0-9.:/_-]{1,200}\?)?/y;
const HEAD = /(?:hashi|hashikake|bridges)(?:_edit|_play)?\/(?:v:[^/\s]{0,80}\/)?/y;
const SIZE = /([0-9]{1,9})\/([0-9]{1,9})(?:\/|$)/y;
const SIGNS = {
  letters: "ghijklmnopqrstuvwxyz",
  clue: /[0-9a-f.]|-[0-9a-f]{2}/y,
  target: (sign) => (sign === "." ? null : Number.parseInt(sign.replace("-", ""), 16)),
  expected: "a hexadecimal digit, '.', '-' and two digits, or a letter g..z",
};

/** Whether a text starts like a URL, with or without its host. */
export function detectPuzzlink(text) {
  return START.test(text);
}

/** Returns the puzzle of a URL. */
export function loadsPuzzlink(text) {
  const start = matchAt(HOST, text, 0)[0].length;
  const head = matchAt(HEAD, text, start);
  if (!head) {
    const found = text.slice(start, start + 40);
    throw expectedFound(characterAt("puzzlink", start), "the puzzle 'hashi' and '/'", found);
  }
  const at = start + head[0].length;
  const size = matchAt(SIZE, text, at);
  const here = characterAt("puzzlink", at);
  if (!size) throw expectedFound(here, "columns and rows like '5/5/'", text.slice(at, at + 40));
  const [w, h] = named(here, () => boardSize(Number(size[1]), Number(size[2])));
  const islands = decodeRuns(SIGNS, text, at + size[0].length, "puzzlink", w, h, { exact: false });
  return named("puzzlink", () => makePuzzle({ w, h, islands }));
}

function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns a puzzle as a URL, or throws for rules other than the usual ones. */
export function dumpsPuzzlink(puzzle) {
  checkRules("puzzlink", puzzle, { unknown: true });
  const cells = encodeRuns(SIGNS, puzzle, (target) => (target === null ? "." : target.toString(16)));
  return `https://puzz.link/p?hashi/${puzzle.w}/${puzzle.h}/${cells}`;
}
