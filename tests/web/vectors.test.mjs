// The shared vectors: what Python says about boards, moves, positions and texts, and JavaScript must say, too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { TECHNIQUES } from "../../hashi_fast/web/core/hints/techniques.js";
import {
  applyEdgeChange,
  buildTopology,
  connectivity,
  dumpsPuzzle,
  groupMembers,
  hint,
  islandTotals,
  isSolved,
  loadsPuzzle,
  newState,
  nextCount,
  parsePuzzle,
  parseSolution,
  solve,
  stateOf,
  violations,
} from "../../hashi_fast/web/hashi_core.js";

function cases(name) {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8"));
}

function topologyOf({ board }) {
  return buildTopology(parsePuzzle(board));
}

test("edges, their order, crossings and the number of solutions are Python's", () => {
  for (const one of cases("topology")) {
    const topology = topologyOf(one);
    assert.deepEqual(topology.edges.map(({ a, b, orient }) => [a, b, Number(orient === "v")]), one.edges);
    assert.deepEqual(topology.edges.map(({ crosses }) => crosses), one.crossings);
    const { status, solutions } = solve(topology);
    assert.equal(status, "done");
    assert.equal(solutions.length, one.count, JSON.stringify(one.board));
    for (const edgeCounts of solutions) assert.ok(stateOf(topology, { edgeCounts }).solved);
  }
});

test("moves end as in Python's Game: counts, reasons, totals, groups, broken rules, solved", () => {
  for (const one of cases("moves")) {
    const topology = topologyOf(one);
    const { strict } = one;
    let state = newState(topology);
    const outcomes = one.moves.map(([edge, what]) => {
      let [count, reason] = [what, ""];
      if (typeof what === "string") {
        ({ count, reason } = nextCount(topology, state, edge, what === "next" ? 1 : -1, { strict }));
      }
      const done = applyEdgeChange(topology, state, edge, count, { strict });
      state = done.state2;
      return [state.edgeCounts[edge], reason || done.reason || null];
    });
    assert.deepEqual(outcomes, one.outcomes);
    assert.equal(state.edgeCounts.join(""), one.counts);
    assert.deepEqual([...state.islandTotals], one.totals);
    assert.deepEqual([...islandTotals(topology, state)], one.totals);
    assert.deepEqual(groupMembers(connectivity(topology, state).groups), one.groups);
    assert.deepEqual(violations(topology, state).map(({ rule, message }) => [rule, message]), one.violations);
    assert.equal(state.solved, one.solved);
    assert.equal(isSolved(topology, state), one.solved);
  }
});

test("hints are Python's, word for word, wherever it uses techniques that the page has", () => {
  let compared = 0;
  for (const one of cases("hints")) {
    const topology = topologyOf(one);
    const solution = parseSolution(topology, one.solution);
    for (const { counts, kind, technique, words, islands, bridges } of one.positions) {
      const edgeCounts = parseSolution(topology, counts);
      const found = hint(topology, stateOf(topology, { edgeCounts }), { solution });
      const place = `${JSON.stringify(one.board)} ${counts}`;
      assert.equal(found.kind, kind, place);
      if (kind === "wrong") {
        // Python may give a longer reason.
        assert.deepEqual([found.where, found.what, found.wrong], [words[0], words[2], bridges], place);
      } else if (words) {
        const [where, why, what] = words;
        assert.equal(found.technique, technique, place);
        assert.deepEqual([found.where, found.why, found.what], words, place);
        assert.deepEqual(found.text, [where, why, what ? `${why}\n${what}` : why], place);
        assert.deepEqual([found.islands, found.bridges], [islands, bridges], place);
        compared += kind === "step";
      } else {
        // Without a walkthrough, all that is left is a bridge of the solution.
        assert.equal(found.technique, "search", place);
      }
    }
  }
  assert.ok(compared >= 1000, `${compared} positions`);
});

test("the ladder begins with Python's techniques, in its order and with its weights", () => {
  const ladder = cases("techniques");
  assert.deepEqual(TECHNIQUES.map(({ name, weight }, rung) => ({ name, weight, rung })), ladder);
});

test("texts are read as Python reads them, or refused in its words", () => {
  for (const { text, board, error } of cases("reading")) {
    if (board) assert.deepEqual(JSON.parse(dumpsPuzzle(loadsPuzzle(text).puzzle, "json")), board, text);
    else assert.throws(() => loadsPuzzle(text), { name: "PuzzleError", message: error }, text);
  }
});

test("boards are written as Python writes them, or it is said why a format cannot hold them", () => {
  for (const { board, texts } of cases("writing")) {
    const puzzle = parsePuzzle(board);
    for (const [format, { text, error }] of Object.entries(texts)) {
      if (error) {
        assert.throws(() => dumpsPuzzle(puzzle, format), { name: "PuzzleError", message: error });
        continue;
      }
      const written = dumpsPuzzle(puzzle, format);
      assert.deepEqual(typeof text === "string" ? written : JSON.parse(written), text);
      const { id, ...again } = loadsPuzzle(written).puzzle;
      assert.deepEqual(again, puzzle);
    }
  }
});
