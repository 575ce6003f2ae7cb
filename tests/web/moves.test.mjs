// Moves: which are legal, what the others are refused for, and that totals follow.

import assert from "node:assert/strict";
import test from "node:test";

import {
  applyCross,
  applyEdgeChange,
  applyLock,
  isSolved,
  islandTotals,
  newState,
  nextCount,
  stateOf,
} from "../../hashi_fast/web/hashi_core.js";
import { ANGLE, APART, board, ORDINARY, played, PLUS, randomNumbers, snapshot, SQUARE, THREE, TWO } from "./boards.mjs";

test("a double bridge gives both islands two and solves the pair", () => {
  const { ok, state2, diff } = applyEdgeChange(TWO, newState(TWO), 0, 2, { strict: true });
  assert.ok(ok);
  assert.deepEqual(diff, { kind: "edge", id: 0, prev: 0, next: 2 });
  assert.deepEqual([...state2.islandTotals], [2, 2]);
  assert.ok(state2.solved && isSolved(TWO, state2));
});

test("a count may go down again", () => {
  const { ok, state2 } = applyEdgeChange(TWO, played(TWO, [[0, 2]]), 0, 1);
  assert.ok(ok);
  assert.deepEqual([...state2.islandTotals], [1, 1]);
  assert.equal(state2.solved, false);
});

test("a strict game refuses bridges beyond a target", () => {
  const one = played(ANGLE, [[0, 1]]);
  const refused = applyEdgeChange(ANGLE, one, 1, 1, { strict: true });
  assert.deepEqual([refused.ok, refused.diff], [false, null]);
  assert.equal(refused.reason, "the island at row 1, column 1 would have 2 bridges, more than its target of 1");
  assert.equal(refused.state2, one);
  assert.equal(applyEdgeChange(ANGLE, newState(ANGLE), 0, 2).ok, false);
});

test("a free game allows them, and crossings, but no count beyond the rules", () => {
  const free = { strict: false };
  assert.ok(applyEdgeChange(ANGLE, newState(ANGLE), 0, 2, free).ok);
  const crossed = played(PLUS, [[0, 1], [1, 1]], free);
  assert.deepEqual([...crossed.edgeCounts], [1, 1]);
  assert.equal(applyEdgeChange(PLUS, crossed, 0, 3, free).ok, false);
});

test("a strict game refuses bridges that would cross another", () => {
  const across = PLUS.edges.find(({ orient }) => orient === "h").id;
  const down = 1 - across;
  const refused = applyEdgeChange(PLUS, played(PLUS, [[across, 1]]), down, 1);
  assert.equal(
    refused.reason,
    "a bridge between the island at row 1, column 2 and the island at row 3, column 2 would cross the bridge between"
      + " the island at row 2, column 1 and the island at row 2, column 3",
  );
  assert.ok(applyEdgeChange(PLUS, played(PLUS, [[across, 1]]), across, 0).ok);
});

test("counts outside 0..maxBridges are refused for every rule", () => {
  for (const maxBridges of [1, 2, 3, 4]) {
    const pair = board("4.4", { maxBridges });
    const state = newState(pair);
    for (let count = 0; count <= maxBridges; count++) assert.ok(applyEdgeChange(pair, state, 0, count).ok);
    for (const count of [-1, maxBridges + 1, 1.5, NaN, undefined, "1"]) {
      const { ok, reason, state2 } = applyEdgeChange(pair, state, 0, count, { strict: false });
      assert.equal(ok, false);
      assert.ok(reason.endsWith(`can have 0 to ${maxBridges} bridges, not ${count}`), reason);
      assert.equal(state2, state);
    }
  }
});

test("where loops are forbidden, a strict game refuses to close one", () => {
  const open = board("2.2/.../2.2", { loops: false });
  const three = played(open, [[0, 1], [1, 1], [2, 1]]);
  assert.equal(
    applyEdgeChange(open, three, 3, 1).reason,
    "the island at row 3, column 1 and the island at row 3, column 3 are already connected:"
      + " another bridge would close a loop",
  );
  assert.ok(applyEdgeChange(SQUARE, played(SQUARE, [[0, 1], [1, 1], [2, 1]]), 3, 1).state2.solved);
  const double = board("2.4.2", { loops: false });
  assert.ok(played(double, [[0, 1], [1, 2], [0, 2]]).solved, "several bridges of one pair are no loop");
});

test("an unknown clue takes any number of bridges", () => {
  const unknown = board("?.4.?", { maxBridges: 3 });
  assert.ok(played(unknown, [[0, 1], [1, 3]]).solved);
  assert.ok(played(unknown, [[0, 3], [1, 1]]).solved);
  assert.equal(played(unknown, [[0, 3]]).solved, false);
});

test("nothing changes its arguments", () => {
  const state = played(ORDINARY, [[0, 1]]);
  const before = snapshot(state);
  applyEdgeChange(ORDINARY, state, 1, 1);
  applyEdgeChange(ORDINARY, state, 0, 0);
  applyCross(ORDINARY, state, 2, true);
  applyLock(ORDINARY, state, 0, true);
  nextCount(ORDINARY, state, 0, -1);
  assert.deepEqual(state, before);
});

test("a move changes the totals of the two islands of its edge only", () => {
  const state = played(ORDINARY, [[0, 1]]);
  for (const { id, a, b } of ORDINARY.edges) {
    const { state2, ok } = applyEdgeChange(ORDINARY, state, id, 2);
    if (!ok) continue;
    state2.islandTotals.forEach((total, island) => {
      const more = island === a || island === b ? 2 - state.edgeCounts[id] : 0;
      assert.equal(total, state.islandTotals[island] + more);
    });
  }
});

test("totals and the solved state are always what a new count says", () => {
  const random = randomNumbers(1);
  const others = [board("?3?/3?3/?3?", { maxBridges: 4 }), board("2.2/.../2.2", { loops: false })];
  for (const topology of [ORDINARY, SQUARE, ...others]) {
    let state = newState(topology);
    for (let i = 0; i < 400; i++) {
      const edge = Math.floor(random() * topology.edges.length);
      const count = Math.floor(random() * (topology.maxBridges + 1));
      state = applyEdgeChange(topology, state, edge, count, { strict: random() < 0.7 }).state2;
      assert.deepEqual(state.islandTotals, islandTotals(topology, state));
      assert.deepEqual(state, stateOf(topology, state));
    }
  }
});

test("a move to the present count is legal and changes nothing", () => {
  const state = played(TWO, [[0, 1]]);
  assert.deepEqual(applyEdgeChange(TWO, state, 0, 1), { state2: state, ok: true, reason: "", diff: null });
});

test("cycling passes through legal counts only, both ways", () => {
  const cycle = (topology, state, edge, step, times) => {
    const counts = [];
    for (let i = 0; i < times; i++) {
      const { count } = nextCount(topology, state, edge, step);
      state = applyEdgeChange(topology, state, edge, count).state2;
      counts.push(count);
    }
    return counts;
  };
  assert.deepEqual(cycle(TWO, newState(TWO), 0, 1, 4), [1, 2, 0, 1]);
  assert.deepEqual(cycle(TWO, newState(TWO), 0, -1, 4), [2, 1, 0, 2]);
  assert.deepEqual(cycle(THREE, newState(THREE), 0, 1, 3), [1, 0, 1]);
  assert.deepEqual(cycle(THREE, newState(THREE), 0, -1, 3), [1, 0, 1]);
  const four = board("4.4", { maxBridges: 4 });
  assert.deepEqual(cycle(four, newState(four), 0, 1, 6), [1, 2, 3, 4, 0, 1]);
});

test("where no other count is legal, cycling stays and says why", () => {
  const full = played(ANGLE, [[0, 1]]);
  const { count, reason } = nextCount(ANGLE, full, 1);
  assert.equal(count, 0);
  assert.match(reason, /more than its target of 1/);
  assert.deepEqual(nextCount(ANGLE, full, 1, 1, { strict: false }), { count: 1, reason: "" });
});

test("a cross needs an empty edge and keeps bridges away, in a free game, too", () => {
  const { state2, diff } = applyCross(TWO, newState(TWO), 0, true);
  assert.deepEqual(diff, { kind: "cross", id: 0, prev: 0, next: 1 });
  for (const strict of [true, false]) {
    const refused = applyEdgeChange(TWO, state2, 0, 1, { strict });
    assert.equal(
      refused.reason,
      "the way between the island at row 2, column 2 and the island at row 2, column 4 is crossed out",
    );
    assert.equal(nextCount(TWO, state2, 0, 1, { strict }).reason, refused.reason);
  }
  assert.ok(applyEdgeChange(TWO, applyCross(TWO, state2, 0, false).state2, 0, 1).ok);
  assert.equal(
    applyCross(TWO, played(TWO, [[0, 1]]), 0, true).reason,
    "there are bridges between the island at row 2, column 2 and the island at row 2, column 4;"
      + " only an empty way can be crossed out",
  );
  assert.equal(applyCross(TWO, state2, 0, true).diff, null);
});

test("a locked island keeps its bridges and crosses", () => {
  const one = played(THREE, [[0, 1]]);
  const { state2, diff } = applyLock(THREE, one, 0, true);
  assert.deepEqual(diff, { kind: "lock", id: 0, prev: 0, next: 1 });
  const reason = "the island at row 1, column 1 is locked";
  assert.equal(applyEdgeChange(THREE, state2, 0, 0).reason, reason);
  assert.deepEqual(nextCount(THREE, state2, 0), { count: 1, reason });
  assert.equal(applyCross(THREE, applyLock(THREE, newState(THREE), 0, true).state2, 0, true).reason, reason);
  assert.ok(applyEdgeChange(THREE, state2, 1, 1).ok, "edges of other islands can change");
  assert.ok(applyEdgeChange(THREE, applyLock(THREE, state2, 0, false).state2, 0, 0).ok);
  assert.equal(applyLock(THREE, state2, 0, true).diff, null);
});

test("neighbouring islands are joined like any others", () => {
  const close = board("121");
  assert.ok(played(close, [[0, 1], [1, 1]]).solved);
});

test("two pairs with all their bridges are not solved", () => {
  const pairs = APART.edges.filter(({ orient }) => orient === "h");
  assert.equal(played(APART, pairs.map(({ id }) => [id, 1])).solved, false);
});
