// Saves: a game comes back exactly, and what is not a game of this puzzle is refused with a reason.

import assert from "node:assert/strict";
import test from "node:test";

import {
  applyCross,
  applyEdgeChange,
  applyLock,
  buildTopology,
  decodeGame,
  encodeGame,
  loadsPuzzle,
  newHistory,
  newState,
  parseSolution,
  puzzleKey,
  record,
  redo,
  undo,
} from "../../hashi_fast/web/hashi_core.js";
import { board, ORDINARY, SQUARE, TWO } from "./boards.mjs";

/** The same islands as in ORDINARY, but for one number. */
const OTHER = buildTopology(loadsPuzzle("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a1").puzzle);

/** A game with bridges, marks, something undone and a checkpoint. */
function game(topology = ORDINARY) {
  let [state, history] = [newState(topology), newHistory()];
  const done = ({ state2, diff }, label) => {
    if (diff) [state, history] = [state2, record(history, { label, diffs: [diff] })];
  };
  done(applyEdgeChange(topology, state, 0, 1), "bridge");
  done(applyEdgeChange(topology, state, 1, 2), "bridge");
  done(applyCross(topology, state, 3, true), "cross");
  done(applyLock(topology, state, 5, true), "lock");
  done(applyEdgeChange(topology, state, 0, 0), "remove");
  const checkpoints = [{ name: "here <b>", edgeCounts: state.edgeCounts, crosses: state.crosses, locks: state.locks }];
  for (let i = 0; i < 2; i++) ({ state2: state, history2: history } = undo(topology, state, history));
  return { state, history, checkpoints, time: 61_000.5 };
}

test("a game comes back from JSON exactly as it was", () => {
  const before = game();
  const after = decodeGame(ORDINARY, JSON.stringify(encodeGame(ORDINARY, before)));
  assert.deepEqual(after, before);
  const again = redo(ORDINARY, after.state, after.history);
  assert.deepEqual(again.state2, redo(ORDINARY, before.state, before.history).state2);
});

test("a save may also be given as an object", () => {
  assert.deepEqual(decodeGame(ORDINARY, encodeGame(ORDINARY, game())), game());
});

test("a new game needs no history", () => {
  const save = encodeGame(TWO, { state: newState(TWO), history: newHistory() });
  assert.deepEqual(decodeGame(TWO, save), { state: newState(TWO), history: newHistory(), checkpoints: [], time: 0 });
});

test("all rules can be saved", () => {
  const boards = [["4.4", { maxBridges: 4 }], ["?.?", { maxBridges: 1 }], ["2.2/.../2.2", { loops: false }]];
  for (const [drawing, rules] of boards) {
    const topology = board(drawing, rules);
    const { state2, diff } = applyEdgeChange(topology, newState(topology), 0, rules.maxBridges ?? 2);
    const history = record(newHistory(), { label: "", diffs: [diff] });
    const one = { state: state2, history, checkpoints: [], time: 1 };
    assert.deepEqual(decodeGame(topology, encodeGame(topology, one)), one);
  }
});

test("what is not a save of this puzzle is refused", () => {
  const save = () => encodeGame(ORDINARY, game());
  const wrong = {
    "not JSON": "{",
    "nothing": "null",
    "a list": [],
    "a number": "5",
    "another version": { ...save(), save: 2 },
    "no version": { ...save(), save: undefined },
    "a puzzle of the same shape": encodeGame(OTHER, game(OTHER)),
    "another puzzle": encodeGame(SQUARE, { state: newState(SQUARE), history: newHistory() }),
    "too few counts": { ...save(), counts: "01" },
    "a count too high": { ...save(), counts: save().counts.replace(/.$/, "3") },
    "counts that are no text": { ...save(), counts: [0, 1] },
    "a letter": { ...save(), crosses: save().crosses.replace(/.$/, "x") },
    "locks missing": { ...save(), locks: undefined },
    "a cross on bridges": { ...save(), crosses: "1".repeat(ORDINARY.edges.length), undo: [], redo: [] },
    "no time": { ...save(), time: null },
    "a time before the start": { ...save(), time: -1 },
    "no undo": { ...save(), undo: undefined },
    "redo that is no list": { ...save(), redo: {} },
    "an action without label": { ...save(), redo: [[[0, 0, 0, 1]]] },
    "an action that is no list": { ...save(), redo: ["x"] },
    "a change of the wrong length": { ...save(), redo: [["x", [0, 0, 0]]] },
    "a change of unknown kind": { ...save(), redo: [["x", [3, 0, 0, 1]]] },
    "a kind that is a name": { ...save(), redo: [["x", ["length", 0, 0, 1]]] },
    "a change of no number": { ...save(), redo: [["x", [0, 0, 0, "1"]]] },
    "an edge that is not there": { ...save(), redo: [["x", [0, 999, 0, 1]]] },
    "an edge before the first": { ...save(), redo: [["x", [0, -1, 0, 1]]] },
    "a count that the rules do not allow": { ...save(), redo: [["x", [0, 2, 0, 3]]] },
    "history that does not lead here": { ...save(), undo: [["x", [0, 2, 0, 1]]] },
    "redo that does not start here": { ...save(), redo: [["x", [0, 2, 1, 2]]] },
    "no checkpoints": { ...save(), checkpoints: null },
    "a checkpoint without name": { ...save(), checkpoints: [{ ...save() }] },
    "a checkpoint that is cut short": { ...save(), checkpoints: [{ ...save().checkpoints[0], locks: "" }] },
    "a name without end": { ...save(), checkpoints: [{ ...save().checkpoints[0], name: "x".repeat(1000) }] },
  };
  for (const [what, value] of Object.entries(wrong)) {
    assert.throws(() => decodeGame(ORDINARY, value), { name: "PuzzleError", message: /^save/ }, what);
  }
});

test("a save cut short anywhere is refused, never half read", () => {
  const text = JSON.stringify(encodeGame(ORDINARY, game()));
  for (let end = 0; end < text.length; end += 3) {
    assert.throws(() => decodeGame(ORDINARY, text.slice(0, end)), { name: "PuzzleError" });
  }
});

test("a save with any one character changed is refused or still a game", () => {
  const text = JSON.stringify(encodeGame(ORDINARY, game()));
  for (let at = 0; at < text.length; at++) {
    const changed = `${text.slice(0, at)}7${text.slice(at + 1)}`;
    try {
      const { state, history, time } = decodeGame(ORDINARY, changed);
      assert.ok(time >= 0 && state.edgeCounts.every((count) => count <= 2));
      for (let back = { state2: state, history2: history }; back; back = undo(ORDINARY, back.state2, back.history2)) {
        assert.ok(back.state2.edgeCounts.every((count) => count <= 2));
      }
    } catch (error) {
      assert.equal(error.name, "PuzzleError", changed);
    }
  }
});

test("the same board has the same key, whatever its id", () => {
  const { puzzle } = loadsPuzzle("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2");
  assert.equal(puzzleKey(puzzle), puzzleKey({ ...puzzle, id: "other" }));
  assert.equal(puzzleKey(puzzle), puzzleKey(buildTopology(puzzle)));
  assert.equal(puzzleKey(puzzle), "0eg37xavmwzl3", "games are stored under keys, so they must never change");
});

test("other boards and other rules have other keys", () => {
  const keys = new Set();
  for (const rules of [{}, { maxBridges: 1 }, { maxBridges: 3 }, { loops: false }]) {
    for (const drawing of ["1.1", "1.2", "2.1", "?.1", "1.1.", ".1.1", "1.1/...", "1./../1.", "11"]) {
      keys.add(puzzleKey(board(drawing, rules)));
    }
  }
  assert.equal(keys.size, 36);
  for (const key of keys) assert.match(key, /^[0-9a-z]{13}$/);
});

test("a solution is one digit per edge", () => {
  assert.deepEqual([...parseSolution(SQUARE, "1201")], [1, 2, 0, 1]);
  for (const text of ["", "120", "12011", "1203", "12x1", null, [1, 2, 0, 1]]) {
    assert.throws(() => parseSolution(SQUARE, text), { name: "PuzzleError", message: /expected 4 digits 0..2/ });
  }
});
