// Formats: every one of them there and back, and what pasted text may look like. More is in the shared vectors.

import assert from "node:assert/strict";
import test from "node:test";

import { dumpsPuzzle, loadsPuzzle, parsePuzzle, PuzzleError } from "../../hashi_fast/web/hashi_core.js";

const SMALL = parsePuzzle({ w: 3, h: 1, task: "2a2" });

function read(text) {
  return loadsPuzzle(text).puzzle;
}

test("the same board from every format", () => {
  const texts = {
    "3x1:2a2": "tatham",
    "3x1m2:2a2": "tatham",
    "https://puzz.link/p?hashi/3/1/2g2": "puzzlink",
    "http://pzv.jp/p.html?hashi/3/1/2g2": "puzzlink",
    '{"w": 3, "h": 1, "task": "2a2"}': "json",
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 2}, {"r": 0, "c": 2, "target": 2}]}': "json",
  };
  for (const [text, format] of Object.entries(texts)) {
    assert.deepEqual(loadsPuzzle(text), { puzzle: SMALL, format }, text);
    assert.deepEqual(loadsPuzzle(`\n  ${text} \n`).puzzle, SMALL, "blanks around it do not matter");
  }
});

test("of a list, a pack or a file with one puzzle per line, the first is read", () => {
  const one = dumpsPuzzle(SMALL, "json");
  const other = dumpsPuzzle(read("4x1:1b1"), "json");
  const packs = [`{"easy": [${one}], "hard": [${other}]}`, `{"easy": [], "hard": [${one}]}`];
  for (const text of [`[${one}, ${other}]`, `${one}\n${other}\n`, ...packs]) {
    assert.deepEqual(read(text), SMALL, text);
  }
});

test("rules and ids come along in json", () => {
  const islands = [{ r: 0, c: 0, target: null }, { r: 0, c: 2, target: 4 }];
  const fields = { id: "x", w: 3, h: 1, max_bridges: 4, loops: false, islands };
  const puzzle = parsePuzzle(fields);
  assert.deepEqual([puzzle.id, puzzle.maxBridges, puzzle.loops], ["x", 4, false]);
  assert.deepEqual(JSON.parse(dumpsPuzzle(puzzle, "json")), fields);
});

test("writers use the canonical forms", () => {
  const puzzle = read("30x1:2zb2");
  assert.equal(dumpsPuzzle(SMALL, "task"), '{"w":3,"h":1,"task":"2a2"}');
  assert.equal(dumpsPuzzle(SMALL, "tatham"), "3x1m2:2a2");
  assert.equal(dumpsPuzzle(SMALL, "puzzlink"), "https://puzz.link/p?hashi/3/1/2g2");
  assert.equal(dumpsPuzzle(puzzle, "puzzlink"), "https://puzz.link/p?hashi/30/1/2zn2");
});

test("a format that cannot hold a board says why", () => {
  const refused = (fields, format) => {
    const pair = [{ r: 0, c: 0, target: 2 }, { r: 0, c: 2, target: 2 }];
    try {
      return dumpsPuzzle(parsePuzzle({ w: 3, h: 1, islands: pair, ...fields }), format);
    } catch (error) {
      return error.message;
    }
  };
  const unknown = [{ r: 0, c: 0, target: null }, { r: 0, c: 2, target: 2 }];
  const close = [{ r: 0, c: 0, target: 1 }, { r: 0, c: 1, target: 1 }];
  assert.equal(refused({ max_bridges: 3 }, "puzzlink"), "puzzlink cannot write max_bridges=3: only 2");
  assert.match(refused({ loops: false }, "puzzlink"), /^puzzlink cannot write loops=False: it has no sign/);
  assert.match(refused({ islands: unknown }, "tatham"), /the island at row 1, column 1 with an unknown clue/);
  assert.match(refused({ islands: unknown }, "task"), /with an unknown clue: only targets 1..8/);
  assert.match(refused({ islands: close }, "tatham"), /Tatham's program rejects islands side by side/);
  assert.match(refused({}, "has"), /unknown format 'has'; expected one of json, task, tatham, puzzlink/);
  assert.match(refused({}, "constructor"), /unknown format/);
});

test("text that is no puzzle is refused with a PuzzleError, whatever it is", () => {
  const texts = [
    "", " ", "hello", "{", "[", "[]", "[[]]", "{}", "[5]", "null", "5", '{"easy": []}', '{"easy": [5]}', '{"w": 1}',
    "3x1:", ":", "#", "x", "3x1m:2a2", "hashi/", "https://", "https://puzz.link/p?hashi/9999999999/1/", "\u0000",
    "😀", "3x1:😀", '{"__proto__": {"w": 3}}', "9".repeat(5000), "[".repeat(5000),
  ];
  const isShort = (error) => error instanceof PuzzleError && error.message.length < 400;
  for (const text of texts) assert.throws(() => loadsPuzzle(text), isShort, text.slice(0, 40));
});

test("fields that are no puzzle are refused with a PuzzleError", () => {
  const boards = [{ w: 3 }, { w: 3, h: 1, islands: null }, { w: 3, h: 1, islands: [null] }];
  for (const fields of [null, undefined, 5, "x", [], {}, ...boards]) {
    assert.throws(() => parsePuzzle(fields), PuzzleError);
  }
});

test("a board may have sides of up to 10,000 cells", () => {
  assert.equal(read("hashi/10000/10000/1").w, 10_000);
  assert.throws(() => read("hashi/10001/1/1"), /width must be a whole number from 1 to 10,000, not 10001/);
});
