// Hints: one board per technique, mistakes, wrong crosses, walkthroughs, and what is said where nothing helps. That the
// words are Python's is shown by the shared vectors.

import assert from "node:assert/strict";
import test from "node:test";

import {
  applyCross,
  buildTopology,
  hint,
  loadsPuzzle,
  newState,
  solve,
  stateOf,
  walkthroughSteps,
} from "../../hashi_fast/web/hashi_core.js";
import { board, ORDINARY, played, snapshot, SQUARE, TWO } from "./boards.mjs";

function topologyOf(text) {
  return buildTopology(loadsPuzzle(text).puzzle);
}

/** Follows hints from the empty board; returns them all, the last one included, which is no step. */
function follow(topology, known = {}) {
  let state = newState(topology);
  const hints = [];
  for (;;) {
    const one = hint(topology, state, known);
    hints.push(one);
    if (one.kind !== "step") return hints;
    assert.ok(one.bridges.some(([edge, count]) => count > state.edgeCounts[edge]), "a step places something");
    const edgeCounts = state.edgeCounts.slice();
    for (const [edge, count] of one.bridges) edgeCounts[edge] = count;
    state = stateOf(topology, { edgeCounts });
  }
}

const BOARDS = {
  "full island": board("2.4.2"),
  "one each way": topologyOf("5x3:2a3a2e2c3"),
  "limited directions": topologyOf("5x3:1a2a3e2c2"),
  "limited neighbours": topologyOf("3x5:3a3c2e2a2"),
  "forbidden pair": topologyOf("3x3:2a2c2a2"),
  "no way out": topologyOf("7x5:1c2a1g2a5a2k3c2"),
  "group isolation": topologyOf("7x3:b2a3a1g2a4a2b"),
  "no loop": board("3.2/.../3.2", { loops: false }),
  "only way out": topologyOf("6x9:a2a3i2k3a3h3b3a3f2d2"),
};

for (const [technique, topology] of Object.entries(BOARDS)) {
  test(`hints alone solve a board that needs "${technique}"`, () => {
    const hints = follow(topology, { solution: solve(topology).solutions[0] });
    assert.equal(hints.at(-1).kind, "solved");
    assert.ok(hints.some((one) => one.technique === technique));
    assert.ok(hints.every((one) => one.technique !== "search"));
  });
}

test("a hint has three strengths: where to look, why, and what to place", () => {
  const { kind, technique, where, why, what, islands, bridges, text } = hint(TWO, newState(TWO));
  assert.deepEqual([kind, technique], ["step", "full island"]);
  assert.equal(where, "Look at the 2 at row 2, column 2.");
  const one = "The 2 at row 2, column 2 has only one neighbour.";
  assert.equal(why, `${one} Both bridges it needs must go to the 2 on the right.`);
  assert.equal(what, "Place two bridges from the 2 at row 2, column 2 to the 2 at row 2, column 4.");
  assert.deepEqual([islands, bridges], [[0, 1], [[0, 2]]]);
  assert.deepEqual(text, [where, why, `${why}\n${what}`]);
});

test("a hint starts from the player's own position", () => {
  const one = hint(TWO, played(TWO, [[0, 1]]));
  assert.equal(one.what, "Place one more bridge from the 2 at row 2, column 2 to the 2 at row 2, column 4.");
});

test("a solved puzzle is said to be solved", () => {
  const { kind, text } = hint(TWO, played(TWO, [[0, 2]]), { solution: [2] });
  assert.equal(kind, "solved");
  assert.equal(text[2], "Every island has its bridges, and all islands are connected.");
});

test("hints do not change the state", () => {
  const state = played(ORDINARY, [[0, 1]]);
  const before = snapshot(state);
  hint(ORDINARY, state, { solution: solve(ORDINARY).solutions[0] });
  hint(ORDINARY, state);
  assert.deepEqual(state, before);
});

const THREES = board("3.3/.../3.3");

test("a bridge that the solution does not have is a mistake", () => {
  for (const known of [{ solution: [1, 1, 1, 1] }, {}]) {
    const { kind, technique, wrong, where, what, islands } = hint(SQUARE, played(SQUARE, [[0, 2]]), known);
    assert.deepEqual([kind, technique, wrong, islands], ["wrong", null, [[0, 2]], [0, 1]]);
    const bridges = "the two bridges between the 2 at row 1, column 1 and the 2 at row 1, column 3";
    assert.equal(where, `There is a mistake: look at ${bridges}.`);
    assert.equal(what, `Remove one of ${bridges}.`);
  }
});

test("bridges that exceed a target or cross are mistakes that can be seen", () => {
  const over = hint(board("1.1"), played(board("1.1"), [[0, 2]], { strict: false }), { solution: [1] });
  assert.equal(over.why, "The 1 at row 1, column 1 has two bridges, which is too many.");
  const several = board("?.?.?/...../?.?.?", { maxBridges: 1 });
  assert.equal(hint(several, newState(several)).kind, "stuck");
});

test("without a known solution, conflicting bridges are found by the solver", () => {
  const state = stateOf(THREES, { edgeCounts: [2, 2, 0, 0] });
  const { kind, wrong, what } = hint(THREES, state);
  assert.equal(kind, "wrong");
  assert.deepEqual(wrong, [[0, 2], [1, 2]]);
  assert.match(what, /^Remove at least one of these: /);
});

test("a cross where the solution has bridges is a mistake", () => {
  const { state2 } = applyCross(SQUARE, newState(SQUARE), 1, true);
  const { kind, wrong, where, why, what, islands } = hint(SQUARE, state2, { solution: [1, 1, 1, 1] });
  const pair = "the 2 at row 1, column 1 and the 2 at row 3, column 1";
  assert.deepEqual([kind, wrong, islands], ["wrong", [[1, 0]], [0, 2]]);
  assert.equal(where, `There is a mistake: look at the cross between ${pair}.`);
  assert.equal(why, `The way between ${pair} is crossed out, but the solution has a bridge there.`);
  assert.equal(what, `Remove the cross between ${pair}.`);
});

test("a right cross is no mistake", () => {
  const solution = solve(ORDINARY).solutions[0];
  const { state2 } = applyCross(ORDINARY, newState(ORDINARY), solution.indexOf(0), true);
  assert.equal(hint(ORDINARY, state2, { solution }).kind, "step");
});

test("a puzzle without solution is said to have none", () => {
  assert.equal(hint(board("1.2"), newState(board("1.2"))).kind, "unsolvable");
});

test("where several solutions are left, a hint says so", () => {
  const { kind, text } = hint(THREES, stateOf(THREES, { edgeCounts: [1, 1, 1, 1] }));
  assert.equal(kind, "stuck");
  assert.equal(text[1], "No simple step is left, and from here there are several solutions.");
});

// A ring of islands that no technique of the page can open: an assumption runs round it and comes back.
const RING = topologyOf("7x5:1c2a3g2m3a2a2a3");
const RING_SOLUTION = solve(RING).solutions[0];

/** The position in which the page's techniques find no more. */
function stuckPosition() {
  let state = newState(RING);
  for (;;) {
    const one = hint(RING, state, { solution: RING_SOLUTION });
    if (one.technique === "search") return state;
    const edgeCounts = state.edgeCounts.slice();
    for (const [edge, count] of one.bridges) edgeCounts[edge] = count;
    state = stateOf(RING, { edgeCounts });
  }
}

test("where no technique helps and there is no walkthrough, a bridge of the solution is named", () => {
  const { kind, technique, why, bridges } = hint(RING, stuckPosition(), { solution: RING_SOLUTION });
  assert.deepEqual([kind, technique], ["step", "search"]);
  assert.match(why, /^No simple step is left\. But trying all possibilities shows that there (is|are) /);
  assert.ok(bridges.every(([edge, count]) => RING_SOLUTION[edge] === count));
  assert.deepEqual(hint(RING, stuckPosition()).bridges, bridges, "the solver finds it, if it is not known");
});

test("where no technique helps, the walkthrough does; bridges that it does not rest on are pale", () => {
  const state = stuckPosition();
  const placed = RING.edges.map(({ id }) => id).filter((edge) => state.edgeCounts[edge]);
  const missing = RING.edges.map(({ id }) => id).filter((edge) => state.edgeCounts[edge] < RING_SOLUTION[edge]);
  const words = { technique: "contradiction", where: "There.", why: "Because.", what: "Do it.", islands: [[0, 0]] };
  const before = placed.flatMap((edge) => [edge, state.edgeCounts[edge]]);
  const bridges = missing.map((edge) => [edge, RING_SOLUTION[edge]]);
  const walkthrough = [before, { ...words, bridges, rests: placed.slice(0, 1) }];
  const found = hint(RING, state, { solution: RING_SOLUTION, walkthrough });
  assert.equal(found.technique, "contradiction");
  assert.deepEqual(found.text, ["There.", "Because.", "Because.\nDo it."]);
  assert.deepEqual([found.islands, found.bridges, found.pale], [[0], bridges, placed.slice(1)]);
});

test("the words of a walkthrough's easy steps come from the ladder", () => {
  const hints = follow(ORDINARY, { solution: solve(ORDINARY).solutions[0] }).slice(0, -1);
  const steps = walkthroughSteps(ORDINARY, hints.map(({ bridges }) => bridges.flat()));
  const words = ({ where, why, what, bridges }) => ({ where, why, what, bridges });
  assert.deepEqual(steps.map(words), hints.map(words));
});
