// Boards in one word: row-major, signs for clues and letters for runs of empty cells (task, tatham, puzzlink).

import { PuzzleError, characterAt, expectedFound, shown } from "#core/errors.js";
import { MAX_ISLANDS } from "#core/puzzle.js";

/**
 * The signs of one format. `letters` stand for runs of 1, 2, ... empty cells. `clue` is a sticky pattern for the sign
 * of one clue, and `target` its meaning. `expected` lists the signs for messages.
 * @typedef {{letters: string, clue: RegExp, target: (sign: string) => number | null, expected: string}} Alphabet
 */

/**
 * Returns the islands of a board whose cells are `text` from `start` on, with clues up to `most`. Unless `exact`, cells
 * missing at the end are empty.
 * @param {Alphabet} alphabet
 * @returns {import("#core/puzzle.js").Island[]}
 */
export function decodeRuns(alphabet, text, start, place, w, h, { most = 8, exact = true } = {}) {
  const area = w * h;
  const islands = [];
  let cell = 0;
  for (let at = start; at < text.length;) {
    const run = alphabet.letters.indexOf(text[at]) + 1;
    if (run) {
      if (cell + run > area) throw tooLong(text[at], run, characterAt(place, at), area - cell);
      cell += run;
      at++;
      continue;
    }
    const here = characterAt(place, at);
    alphabet.clue.lastIndex = at;
    const sign = alphabet.clue.exec(text)?.[0];
    if (!sign) throw expectedFound(here, alphabet.expected, String.fromCodePoint(text.codePointAt(at)));
    if (cell === area) throw tooLong(sign, 1, here, 0);
    if (islands.length === MAX_ISLANDS) {
      throw new PuzzleError(`${here}: expected at most ${MAX_ISLANDS.toLocaleString("en-US")} islands`);
    }
    const target = alphabet.target(sign);
    if (target !== null && target > most) {
      throw expectedFound(here, `a clue of at most ${most}`, sign);
    }
    islands.push({ r: Math.floor(cell / w), c: cell % w, target });
    cell++;
    at += sign.length;
  }
  if (exact && cell < area) {
    const end = characterAt(place, text.length);
    throw new PuzzleError(`${end}: expected ${area} cells, found the end after ${cell}`);
  }
  return islands;
}

function tooLong(sign, cells, here, left) {
  const expected = left ? `at most ${left} more cell${left > 1 ? "s" : ""}` : "the end";
  const found = `${shown(sign)} (${cells} cell${cells > 1 ? "s" : ""})`;
  return new PuzzleError(`${here}: expected ${expected}, found ${found}`);
}

/**
 * Returns the cells of a puzzle; `sign` returns the text of a target.
 * @param {Alphabet} alphabet
 * @param {(target: number | null) => string} sign
 */
export function encodeRuns(alphabet, { w, h, islands }, sign) {
  let text = "";
  let position = 0;
  for (const { r, c, target } of islands) {
    const cell = r * w + c;
    text += emptyCells(alphabet, cell - position) + sign(target);
    position = cell + 1;
  }
  return text + emptyCells(alphabet, w * h - position);
}

function emptyCells({ letters }, cells) {
  const rest = cells % letters.length;
  return letters.at(-1).repeat(Math.floor(cells / letters.length)) + (rest ? letters[rest - 1] : "");
}
