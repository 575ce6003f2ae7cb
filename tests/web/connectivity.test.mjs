// Connectivity, solved positions, broken rules, and trouble that can be seen before the end.

import assert from "node:assert/strict";
import test from "node:test";

import {
  applyCross,
  connectivity,
  groupMembers,
  isSolved,
  newState,
  solve,
  stateOf,
  trouble,
  violations,
} from "../../hashi_fast/web/hashi_core.js";
import { APART, board, ORDINARY, played, PLUS, SQUARE, THREE, TWO } from "./boards.mjs";

const solution = solve(ORDINARY).solutions[0];

test("without bridges every island is a group of its own", () => {
  const { groups, count, connected } = connectivity(ORDINARY, newState(ORDINARY));
  assert.deepEqual([...groups], ORDINARY.islands.map(({ id }) => id));
  assert.deepEqual([count, connected], [ORDINARY.islands.length, false]);
});

test("a solution connects all islands", () => {
  const { groups, count, connected } = connectivity(ORDINARY, { edgeCounts: solution });
  assert.ok(groups.every((least) => least === 0));
  assert.deepEqual([count, connected], [1, true]);
});

test("groups are named by their least island", () => {
  const pairs = APART.edges.filter(({ orient }) => orient === "h").map(({ id }) => [id, 1]);
  const { groups } = connectivity(APART, played(APART, pairs));
  assert.deepEqual([...groups], [0, 0, 2, 2]);
  assert.deepEqual(groupMembers(groups), [[0, 1], [2, 3]]);
});

test("solved means exact totals and one group", () => {
  assert.ok(isSolved(ORDINARY, stateOf(ORDINARY, { edgeCounts: solution })));
  const less = solution.slice();
  less[less.findIndex((count) => count === 2)] = 1;
  assert.equal(isSolved(ORDINARY, stateOf(ORDINARY, { edgeCounts: less })), false);
  const pairs = stateOf(SQUARE, { edgeCounts: [2, 0, 0, 2] });
  assert.equal(pairs.unmet, 0);
  assert.equal(isSolved(SQUARE, pairs), false, "all numbers fit, but the islands are in two groups");
});

test("solved also means no crossing and no forbidden loop", () => {
  const ring = board(".2./2.2/.2.");
  assert.equal(played(ring, ring.edges.map(({ id }) => [id, 2]), { strict: false }).solved, false);
  const free = board("2.2/.../2.2", { loops: false });
  assert.equal(stateOf(free, { edgeCounts: [1, 1, 1, 1] }).solved, false);
  assert.ok(stateOf(SQUARE, { edgeCounts: [1, 1, 1, 1] }).solved);
});

test("a lone island is solved if it needs no bridge", () => {
  assert.ok(newState(board("0")).solved);
  assert.ok(newState(board("?")).solved);
  assert.equal(newState(board("1")).solved, false);
});

test("broken rules are listed in words", () => {
  const rules = (topology, edgeCounts) => {
    return violations(topology, stateOf(topology, { edgeCounts })).map(({ message }) => message);
  };
  assert.deepEqual(rules(TWO, [2]), []);
  assert.deepEqual(rules(TWO, [1]), [
    "island at row 2, column 2: 1 bridge; expected 2",
    "island at row 2, column 4: 1 bridge; expected 2",
  ]);
  assert.equal(
    rules(PLUS, [1, 1])[0],
    "bridge from row 2, column 1 to row 2, column 3: crosses the bridge from row 1, column 2 to row 3, column 2",
  );
  assert.deepEqual(rules(SQUARE, [2, 0, 0, 2]), [
    "island at row 3, column 1 and 1 more: not connected to the other islands; expected one group",
  ]);
  assert.deepEqual(rules(board("2.2/.../2.2", { loops: false }), [1, 1, 1, 1]), [
    "island at row 1, column 1 and 3 more: connected in a loop; expected no loops",
  ]);
});

test("an empty board is no trouble, though its islands are not connected yet", () => {
  assert.deepEqual(trouble(ORDINARY, newState(ORDINARY)), { over: [], starved: [], closed: [], disconnected: true });
});

test("a solution is no trouble at all", () => {
  const state = stateOf(ORDINARY, { edgeCounts: solution });
  assert.deepEqual(trouble(ORDINARY, state), { over: [], starved: [], closed: [], disconnected: false });
});

test("no position on the way to the solution is in trouble", () => {
  const counts = new Uint8Array(solution.length);
  for (const { id } of ORDINARY.edges) {
    counts[id] = solution[id];
    const { over, starved, closed } = trouble(ORDINARY, stateOf(ORDINARY, { edgeCounts: counts }));
    assert.deepEqual([over, starved, closed], [[], [], []]);
  }
});

test("islands with too many bridges are over", () => {
  assert.deepEqual(trouble(THREE, stateOf(THREE, { edgeCounts: [2, 0] })).over, [0]);
});

test("islands that cannot get enough any more are starved", () => {
  assert.deepEqual(trouble(PLUS, played(PLUS, [[0, 1]])).starved.length, 2, "a bridge blocks their only way");
  assert.deepEqual(trouble(board("2.1"), newState(board("2.1"))).starved, [0], "the neighbour takes only one");
  const full = board("1.2.2");
  assert.deepEqual(trouble(full, played(full, [[1, 2]])).starved, [0]);
  const unknown = board(".?./1.1/.?.");
  const across = unknown.edges.find(({ orient }) => orient === "h").id;
  assert.deepEqual(trouble(unknown, played(unknown, [[across, 1]])).starved, [0, 3]);
});

test("the player's crosses count as closed ways", () => {
  assert.deepEqual(trouble(TWO, applyCross(TWO, newState(TWO), 0, true).state2).starved, [0, 1]);
});

test("a forbidden loop closes a way, too", () => {
  const open = board("2.2/.../2.2", { loops: false });
  assert.deepEqual(trouble(open, played(open, [[0, 1], [1, 1], [2, 1]])).starved, [2, 3]);
});

test("an island that is cut off by itself is starved, not a closed group", () => {
  const blocked = board(".1./1.1/.1.");
  assert.deepEqual(trouble(blocked, played(blocked, [[0, 1]])).closed.map((group) => group.length), [2]);
});

test("crossings are listed from left to right", () => {
  const steps = board("...1./.1.../1...1/.1.1.");
  const every = stateOf(steps, { edgeCounts: steps.edges.map(() => 1) });
  const crossings = violations(steps, every).filter(({ rule }) => rule === "crossing");
  assert.deepEqual(crossings.map(({ islands }) => steps.islands[islands[2]].c), [1, 3]);
});

test("groups from which no bridge can lead away are closed", () => {
  assert.deepEqual(trouble(SQUARE, played(SQUARE, [[0, 2]])).closed, [[0, 1]]);
  assert.deepEqual(trouble(SQUARE, played(SQUARE, [[0, 1]])).closed, []);
  assert.deepEqual(trouble(SQUARE, stateOf(SQUARE, { edgeCounts: [1, 1, 1, 1] })).closed, [], "all islands are in it");
});
