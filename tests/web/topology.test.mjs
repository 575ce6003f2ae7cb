// Topology: edges join nearest visible neighbours, crossings are known, and arrow keys find their way.

import assert from "node:assert/strict";
import test from "node:test";

import {
  buildTopology,
  DOWN,
  edgeBetween,
  islandAt,
  LEFT,
  navigate,
  otherEnd,
  RIGHT,
  UP,
} from "../../hashi_fast/web/hashi_core.js";
import { ANGLE, board, ORDINARY, PLUS, SQUARE, THREE, TWO } from "./boards.mjs";

test("two islands in a row make one horizontal edge", () => {
  assert.equal(TWO.islands.length, 2);
  assert.deepEqual(TWO.edges, [{ id: 0, a: 0, b: 1, orient: "h", r0: 1, c0: 1, r1: 1, c1: 3, crosses: [] }]);
});

test("three in a row make two edges, none of them over the middle island", () => {
  assert.deepEqual(THREE.edges.map(({ a, b }) => [a, b]), [[0, 1], [1, 2]]);
});

test("edges that cross are known from both sides", () => {
  const across = PLUS.edges.find(({ orient }) => orient === "h");
  const down = PLUS.edges.find(({ orient }) => orient === "v");
  assert.deepEqual([across.crosses, down.crosses], [[down.id], [across.id]]);
});

test("edges that meet at an island, or end before the other, do not cross", () => {
  const drawings = ["1.1/.../1..", "2.2/.../2.2", "1.1.1/...../..1..", "..1/1.1/..1", "1..1/..../.1../..../.1.."];
  for (const drawing of drawings) {
    assert.ok(board(drawing).edges.every(({ crosses }) => crosses.length === 0), drawing);
  }
});

test("one edge may cross many, and its list is in ascending order", () => {
  const many = board(".1.1.1./1.....1/.1.1.1.");
  const across = many.edges.find(({ orient, r0 }) => orient === "h" && r0 === 1);
  assert.equal(across.crosses.length, 3);
  assert.deepEqual(across.crosses, [...across.crosses].sort((one, other) => one - other));
  assert.ok(across.crosses.every((id) => many.edges[id].orient === "v" && many.edges[id].crosses.includes(across.id)));
});

test("the list is in ascending order even where the edges begin in different rows", () => {
  const steps = board("...1./.1.../1...1/.1.1.");
  const across = steps.edges.find(({ crosses }) => crosses.length === 2);
  assert.deepEqual(across.crosses.map((id) => steps.edges[id].c0), [3, 1]);
});

test("neighbouring islands have an edge that nothing can cross", () => {
  const close = board("11/11");
  assert.equal(close.edges.length, 4);
  assert.ok(close.edges.every(({ crosses }) => crosses.length === 0));
});

test("the four slots of an island are its edges up, right, down and left", () => {
  const { islands, edges } = board(".1./1.1/.1.".replace("1.1", "141"));
  const centre = islands[2];
  assert.deepEqual([UP, RIGHT, DOWN, LEFT].map((slot) => otherEnd(edges[centre.slots[slot]], 2)), [0, 3, 4, 1]);
  assert.deepEqual(islands[0].slots.filter((edge) => edge >= 0).length, 1);
});

test("every edge is in the slots of both its islands, and ends are upper or left first", () => {
  for (const { id, a, b, orient, r0, c0, r1, c1 } of ORDINARY.edges) {
    assert.ok(a < b);
    assert.ok(orient === "h" ? r0 === r1 && c0 < c1 : c0 === c1 && r0 < r1);
    assert.equal(ORDINARY.islands[a].slots[orient === "h" ? RIGHT : DOWN], id);
    assert.equal(ORDINARY.islands[b].slots[orient === "h" ? LEFT : UP], id);
    assert.deepEqual([ORDINARY.islands[a].r, ORDINARY.islands[a].c], [r0, c0]);
    assert.deepEqual([ORDINARY.islands[b].r, ORDINARY.islands[b].c], [r1, c1]);
  }
});

test("islands may be given in any order; the puzzle is left alone", () => {
  const islands = [{ r: 1, c: 3, target: 2 }, { r: 1, c: 1, target: 2 }];
  const { edges } = buildTopology({ w: 5, h: 3, islands });
  assert.deepEqual(edges, TWO.edges);
  assert.equal(islands[0].c, 3);
});

test("rules are 2 bridges with loops unless given", () => {
  assert.deepEqual([TWO.maxBridges, TWO.loops], [2, true]);
  const other = board("1.1", { maxBridges: 4, loops: false });
  assert.deepEqual([other.maxBridges, other.loops], [4, false]);
});

test("islands are found by their cells", () => {
  for (const { id, r, c } of ORDINARY.islands) assert.equal(islandAt(ORDINARY, r, c), id);
  assert.equal(islandAt(TWO, 1, 2), -1);
  assert.equal(islandAt(TWO, 9, 9), -1);
});

test("an edge is found by its islands, or it is said why there is none", () => {
  assert.deepEqual(edgeBetween(THREE, 1, 0), { edge: 0, reason: "" });
  const none = (topology, a, b) => edgeBetween(topology, a, b).reason;
  assert.equal(none(THREE, 0, 0), "the island at row 1, column 1 is both ends; a bridge joins two islands");
  assert.equal(
    none(THREE, 2, 0),
    "the island at row 1, column 1 and the island at row 1, column 5 are not nearest neighbours:"
      + " another island stands between them",
  );
  assert.equal(
    none(ANGLE, 2, 1),
    "the island at row 1, column 3 and the island at row 3, column 1 are not in the same row or column",
  );
});

test("arrow keys go to the neighbour in that direction", () => {
  assert.deepEqual([UP, RIGHT, DOWN, LEFT].map((direction) => navigate(SQUARE, 0, direction)), [-1, 1, 2, -1]);
  assert.deepEqual([UP, RIGHT, DOWN, LEFT].map((direction) => navigate(SQUARE, 3, direction)), [1, -1, -1, 2]);
});

test("where there is no neighbour, arrow keys go to the nearest island that way", () => {
  const stairs = board("1..../..1../....1");
  assert.equal(navigate(stairs, 0, RIGHT), 1);
  assert.equal(navigate(stairs, 0, DOWN), 1);
  assert.equal(navigate(stairs, 2, LEFT), 1);
  assert.equal(navigate(stairs, 2, UP), 1);
  assert.equal(navigate(stairs, 0, LEFT), -1);
});

test("of islands that way, steps aside count double", () => {
  const two = board("1...../....1./....../..1...");
  assert.equal(navigate(two, 0, RIGHT), 1, "one aside and four ahead, not three aside and two ahead");
});

test("every island can be reached by arrow keys", () => {
  const reached = new Set([0]);
  for (const island of reached) {
    for (const direction of [UP, RIGHT, DOWN, LEFT]) {
      const next = navigate(ORDINARY, island, direction);
      if (next >= 0) reached.add(next);
    }
  }
  assert.equal(reached.size, ORDINARY.islands.length);
});
