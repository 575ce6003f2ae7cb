// The solver: its propagation, all solutions up to a limit, budgets, and every rule.

import assert from "node:assert/strict";
import test from "node:test";

import { narrow, newDomains, propagate, takeBack } from "../../hashi_fast/web/core/domains.js";
import { solve, stateOf } from "../../hashi_fast/web/hashi_core.js";
import { board, ORDINARY, PLUS, randomNumbers, SQUARE } from "./boards.mjs";

function bounds(d) {
  return d.arrays.crosses.map((_, e) => [d.lo[e], d.hi[e]]);
}

test("an island that needs all that is possible forces the most", () => {
  const d = newDomains(board("2.4.2"));
  assert.ok(propagate(d));
  assert.deepEqual(bounds(d), [[2, 2], [2, 2]]);
});

test("an island that has all it needs forces the least", () => {
  const d = newDomains(board("1.2.?/...../..1.?"));
  narrow(d, 0, 1, 1);
  narrow(d, 2, 1, 1);
  assert.ok(propagate(d));
  assert.deepEqual([d.lo[1], d.hi[1]], [0, 0], "the 2 is full");
  const dead = newDomains(board("1.2.?/...../..1.."));
  narrow(dead, 0, 1, 1);
  narrow(dead, 2, 1, 1);
  assert.equal(propagate(dead), false, "so an unknown clue that sees nothing else gets no bridge");
});

test("what the other ways cannot take is forced", () => {
  const d = newDomains(board("3.3/.../3.3"));
  assert.ok(propagate(d));
  assert.ok(bounds(d).every(([lo, hi]) => lo === 1 && hi === 2));
});

test("a first bridge closes what it crosses", () => {
  const cross = board(".3./3.3/.3.");
  const across = cross.edges.find(({ orient }) => orient === "h").id;
  const d = newDomains(cross);
  narrow(d, across, 1, 2);
  assert.deepEqual([d.lo[1 - across], d.hi[1 - across]], [0, 0]);
});

test("islands that only a crossing could serve are a contradiction", () => {
  const d = newDomains(PLUS);
  narrow(d, 0, 1, 1);
  assert.equal(propagate(d), false);
});

test("changes can be taken back exactly", () => {
  const d = newDomains(ORDINARY);
  assert.ok(propagate(d));
  const [lo, hi, need, slack, mark] = [d.lo.slice(), d.hi.slice(), d.need.slice(), d.slack.slice(), d.trail.length];
  const open = lo.findIndex((least, e) => least < hi[e]);
  if (open >= 0) narrow(d, open, lo[open] + 1, hi[open]);
  propagate(d);
  takeBack(d, mark);
  assert.deepEqual([d.lo, d.hi, d.need, d.slack], [lo, hi, need, slack]);
  assert.ok(d.queued.every((queued) => queued === 0));
});

/** Returns all solutions by trying all counts. */
function bruteForce(topology) {
  const found = [];
  const counts = new Uint8Array(topology.edges.length);
  const tryEdge = (edge) => {
    if (edge === counts.length) {
      if (stateOf(topology, { edgeCounts: counts }).solved) found.push(counts.join(""));
      return;
    }
    for (counts[edge] = 0; counts[edge] <= topology.maxBridges; counts[edge]++) tryEdge(edge + 1);
    counts[edge] = 0;
  };
  tryEdge(0);
  return found;
}

function all(topology, options) {
  const { status, solutions } = solve(topology, { solutionLimit: Infinity, ...options });
  assert.equal(status, "done");
  return solutions.map((counts) => counts.join("")).sort();
}

test("finds exactly the solutions that trying everything finds, for all rules", () => {
  const random = randomNumbers(5);
  let several = 0;
  for (let i = 0; i < 400; i++) {
    const cells = Array.from({ length: 9 }, () => (random() < 0.6 ? "????122334"[Math.floor(random() * 10)] : "."));
    const drawing = [0, 3, 6].map((at) => cells.slice(at, at + 3).join("")).join("/");
    if (!/[1-4?]/.test(drawing)) continue;
    const topology = board(drawing, { maxBridges: 1 + Math.floor(random() * 2), loops: random() < 0.7 });
    if (topology.edges.length > 7) continue; // trying everything takes too long
    const expected = bruteForce(topology).sort();
    assert.deepEqual(all(topology), expected, drawing);
    several += expected.length > 1;
  }
  assert.ok(several > 10, `${several} boards with several solutions`);
});

test("three and four bridges per pair", () => {
  for (const maxBridges of [3, 4]) {
    const topology = board("?.?/.../?.?", { maxBridges });
    assert.deepEqual(all(topology), bruteForce(topology).sort());
  }
});

test("only solutions with at least given bridges are found", () => {
  const topology = board("3.3/.../3.3");
  assert.equal(all(topology).length, 2);
  for (const one of all(topology)) {
    const least = Uint8Array.from(one, Number);
    assert.deepEqual(all(topology, { least }), [one]);
  }
  assert.deepEqual(all(SQUARE, { least: [2, 0, 0, 0] }), []);
  assert.deepEqual(all(SQUARE, { least: [3, 0, 0, 0] }), []);
});

test("stops at the wanted number of solutions", () => {
  const many = board("???/???/???");
  for (const solutionLimit of [1, 2, 5]) assert.equal(solve(many, { solutionLimit }).solutions.length, solutionLimit);
  assert.equal(solve(many).solutions.length, 2);
});

test("a puzzle with one solution, with none, with several", () => {
  const count = (drawing) => solve(board(drawing)).solutions.length;
  assert.deepEqual(["2.2", "1.2", "3.3/.../3.3", "1.1/.../1.1", "0", "1", "?"].map(count), [1, 0, 2, 0, 1, 0, 1]);
});

test("running out of nodes is a status, not an answer", () => {
  const unknown = board("?????/?????/?????/?????/?????");
  const { status, nodes, solutions } = solve(unknown, { solutionLimit: Infinity, nodeLimit: 500 });
  assert.deepEqual([status, nodes], ["budget", 500]);
  assert.ok(solutions.length > 0);
  for (const edgeCounts of solutions) assert.ok(stateOf(unknown, { edgeCounts }).solved);
  assert.equal(solve(unknown, { nodeLimit: 1 }).status, "budget");
  assert.equal(solve(board("2.2"), { nodeLimit: 1 }).status, "done");
});
