// History: undo and redo over any number of actions, reset, checkpoints, and the way back to the last right position.

import assert from "node:assert/strict";
import test from "node:test";

import {
  applyCross,
  applyEdgeChange,
  applyLock,
  changeTo,
  matches,
  newHistory,
  newState,
  record,
  redo,
  solve,
  stateOf,
  undo,
  undoToRight,
} from "../../hashi_fast/web/hashi_core.js";
import { board, ORDINARY, randomNumbers, snapshot, THREE } from "./boards.mjs";

const solution = solve(ORDINARY).solutions[0];

/** Plays random moves and marks; returns every position on the way. */
function randomGame(topology, seed, actions) {
  const random = randomNumbers(seed);
  const pick = (n) => Math.floor(random() * n);
  let [state, history] = [newState(topology), newHistory()];
  const states = [state];
  while (states.length <= actions) {
    const edge = pick(topology.edges.length);
    const kind = random();
    let done;
    if (kind < 0.7) done = applyEdgeChange(topology, state, edge, pick(topology.maxBridges + 1));
    else if (kind < 0.85) done = applyCross(topology, state, edge, random() < 0.6);
    else if (kind < 0.98) done = applyLock(topology, state, pick(topology.islands.length), random() < 0.3);
    let action = done?.diff ? { label: "move", diffs: [done.diff] } : null;
    if (!done) {
      const { state2, action: reset } = changeTo(topology, state, {}, "reset");
      done = { state2 };
      action = reset;
    }
    if (!action) continue;
    state = done.state2;
    history = record(history, action);
    states.push(state);
  }
  return { history, states };
}

test("undoing everything and redoing it passes through the same positions", () => {
  for (const topology of [ORDINARY, board("?3?/3?3/?3?", { maxBridges: 4 }), board("2.2/.../2.2", { loops: false })]) {
    const { history, states } = randomGame(topology, 7, 500);
    let at = { state2: states.at(-1), history2: history };
    for (let i = states.length - 2; i >= 0; i--) {
      at = undo(topology, at.state2, at.history2);
      assert.deepEqual(at.state2, states[i]);
    }
    assert.equal(undo(topology, at.state2, at.history2), null);
    for (let i = 1; i < states.length; i++) {
      at = redo(topology, at.state2, at.history2);
      assert.deepEqual(at.state2, states[i]);
    }
    assert.equal(redo(topology, at.state2, at.history2), null);
    assert.deepEqual(at.history2, history);
  }
});

test("a new action clears what could be redone", () => {
  const { history, states } = randomGame(ORDINARY, 3, 5);
  const back = undo(ORDINARY, states.at(-1), history);
  assert.equal(back.history2.redo.length, 1);
  assert.deepEqual(record(back.history2, back.action).redo, []);
});

test("histories are not changed in place", () => {
  const { history, states } = randomGame(ORDINARY, 4, 6);
  const before = snapshot(history);
  const back = undo(ORDINARY, states.at(-1), history);
  redo(ORDINARY, back.state2, back.history2);
  record(history, back.action);
  assert.deepEqual(history, before);
});

test("a reset is one action that can be undone", () => {
  const { history, states } = randomGame(ORDINARY, 5, 40);
  const full = states.findLast(({ edgeCounts, crosses }) => edgeCounts.some(Boolean) && crosses.some(Boolean));
  const { state2, action } = changeTo(ORDINARY, full, {}, "reset");
  assert.deepEqual(state2, newState(ORDINARY));
  assert.equal(action.label, "reset");
  assert.deepEqual(undo(ORDINARY, state2, record(history, action)).state2, full);
});

test("an action that changes the same edge twice is taken back from its end", () => {
  const [one, two] = [0, 1].map((prev) => ({ kind: "edge", id: 0, prev, next: prev + 1 }));
  const action = { label: "drag", diffs: [one, two] };
  const after = stateOf(ORDINARY, { edgeCounts: [2, ...new Uint8Array(ORDINARY.edges.length - 1)] });
  const back = undo(ORDINARY, after, record(newHistory(), action));
  assert.deepEqual(back.state2, newState(ORDINARY));
  assert.deepEqual(redo(ORDINARY, back.state2, back.history2).state2, after);
});

test("a reset of an empty board is no action", () => {
  assert.equal(changeTo(THREE, newState(THREE)).action, null);
});

test("a checkpoint is a position to go back to, in one action", () => {
  const { states } = randomGame(ORDINARY, 6, 60);
  const [checkpoint, now] = [states[20], states[60]];
  const { state2, action } = changeTo(ORDINARY, now, checkpoint, "checkpoint");
  assert.deepEqual(state2, checkpoint);
  assert.deepEqual(undo(ORDINARY, state2, record(newHistory(), action)).state2, now);
});

test("a position matches the solution if it can still become it", () => {
  const with_ = (edge, count) => {
    const edgeCounts = new Uint8Array(solution.length);
    edgeCounts[edge] = count;
    return stateOf(ORDINARY, { edgeCounts });
  };
  const [none, one, two] = [0, 1, 2].map((count) => solution.indexOf(count));
  assert.ok(matches(ORDINARY, newState(ORDINARY), solution));
  assert.ok(matches(ORDINARY, stateOf(ORDINARY, { edgeCounts: solution }), solution));
  assert.ok(matches(ORDINARY, with_(two, 1), solution));
  assert.equal(matches(ORDINARY, with_(one, 2), solution), false);
  assert.equal(matches(ORDINARY, with_(none, 1), solution), false);
  const crossed = (edge) => applyCross(ORDINARY, newState(ORDINARY), edge, true).state2;
  assert.ok(matches(ORDINARY, crossed(none), solution));
  assert.equal(matches(ORDINARY, crossed(one), solution), false);
});

test("undo to where it was right goes back to the last position that matches, and can be redone", () => {
  let [state, history] = [newState(ORDINARY), newHistory()];
  const play = (edge, count) => {
    const { state2, diff } = applyEdgeChange(ORDINARY, state, edge, count, { strict: false });
    [state, history] = [state2, record(history, { label: "", diffs: [diff] })];
  };
  const [none, one, two] = [0, 1, 2].map((count) => solution.indexOf(count));
  play(two, 2);
  play(one, 1);
  const right = state;
  play(none, 1);
  play(solution.lastIndexOf(2), 1);
  const back = undoToRight(ORDINARY, state, history, solution);
  assert.equal(back.undone, 2);
  assert.deepEqual(back.state2, right);
  assert.equal(back.history2.redo.length, 2);
  const once = redo(ORDINARY, back.state2, back.history2);
  assert.deepEqual(redo(ORDINARY, once.state2, once.history2).state2, state);
  assert.equal(undoToRight(ORDINARY, right, history, solution).undone, 0);
});

test("undo to where it was right is null if it never was", () => {
  const none = solution.indexOf(0);
  const edgeCounts = new Uint8Array(solution.length);
  edgeCounts[none] = 1;
  assert.equal(undoToRight(ORDINARY, stateOf(ORDINARY, { edgeCounts }), newHistory(), solution), null);
});
