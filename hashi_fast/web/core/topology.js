// Islands, edges and crossings of a board: what never changes while a puzzle is played.
//
// An edge joins two islands that see each other along a row or column. Edges are in the order of (a, b), a < b: for
// each island first the edge to the right, then the one down. Python has the same order, so solutions can be exchanged
// as one count per edge.

import { islandInWords } from "#core/puzzle.js";

/**
 * @typedef {{id: number, r: number, c: number, target: number | null, slots: number[]}} TopologyIsland
 *   slots: the edges [up, right, down, left], -1 where there is none
 * @typedef {{id: number, a: number, b: number, orient: "h" | "v", r0: number, c0: number, r1: number, c1: number,
 *   crosses: number[]}} Edge
 *   a is the upper or left island, at (r0, c0); crosses: the edges that cannot have bridges together with this one
 * @typedef {{w: number, h: number, maxBridges: number, loops: boolean, islands: TopologyIsland[], edges: Edge[]}}
 *   Topology
 */

export const [UP, RIGHT, DOWN, LEFT] = [0, 1, 2, 3];

/**
 * Returns the islands, edges and crossings of a puzzle. `maxBridges` and `loops` may be absent (2 and true).
 * @param {import("#core/puzzle.js").Puzzle} puzzle
 * @returns {Topology}
 */
export function buildTopology({ w, h, islands, maxBridges = 2, loops = true }) {
  const ordered = [...islands].sort((one, other) => one.r - other.r || one.c - other.c);
  const placed = ordered.map(({ r, c, target }, id) => ({ id, r, c, target, slots: [-1, -1, -1, -1] }));
  const edges = [];
  const below = nearestBelow(placed);
  for (const island of placed) {
    const right = placed[island.id + 1];
    if (right && right.r === island.r) addEdge(edges, island, right, "h");
    if (below[island.id] >= 0) addEdge(edges, island, placed[below[island.id]], "v");
  }
  listCrossings(placed, edges);
  return { w, h, maxBridges, loops, islands: placed, edges };
}

/** Returns, for each island, the next one in its column, or -1. */
function nearestBelow(islands) {
  const below = new Int32Array(islands.length).fill(-1);
  const last = new Map();
  for (const { id, c } of islands) {
    if (last.has(c)) below[last.get(c)] = id;
    last.set(c, id);
  }
  return below;
}

function addEdge(edges, one, other, orient) {
  const id = edges.length;
  edges.push({ id, a: one.id, b: other.id, orient, r0: one.r, c0: one.c, r1: other.r, c1: other.c, crosses: [] });
  one.slots[orient === "h" ? RIGHT : DOWN] = id;
  other.slots[orient === "h" ? LEFT : UP] = id;
}

/** Finds all crossings in one sweep over the rows that knows, per column, which vertical edge runs through. */
function listCrossings(islands, edges) {
  const running = new Map();
  for (const { c, slots } of islands) {
    if (slots[RIGHT] >= 0) {
      const edge = edges[slots[RIGHT]];
      for (let column = c + 1; column < edge.c1; column++) {
        const other = running.get(column);
        if (!other) continue;
        edge.crosses.push(other.id);
        other.crosses.push(edge.id);
      }
      edge.crosses.sort((one, other) => one - other);
    }
    if (slots[DOWN] >= 0) running.set(c, edges[slots[DOWN]]);
    else running.delete(c);
  }
}

/** Returns the island at the other end of an edge. */
export function otherEnd(edge, island) {
  return edge.a === island ? edge.b : edge.a;
}

/** Returns the id of the island on a cell, or -1. */
export function islandAt(topology, r, c) {
  const { islands } = topology;
  let [low, high] = [0, islands.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (islands[middle].r < r || (islands[middle].r === r && islands[middle].c < c)) low = middle + 1;
    else high = middle;
  }
  return low < islands.length && islands[low].r === r && islands[low].c === c ? low : -1;
}

/**
 * Returns the edge between two islands, or -1 and why there is none.
 * @returns {{edge: number, reason: string}}
 */
export function edgeBetween(topology, one, other) {
  const [a, b] = [topology.islands[Math.min(one, other)], topology.islands[Math.max(one, other)]];
  const edge = a.slots.find((id) => id >= 0 && otherEnd(topology.edges[id], a.id) === b.id);
  if (edge !== undefined) return { edge, reason: "" };
  const name = ({ r, c }) => `the ${islandInWords(r, c)}`;
  if (a === b) return { edge: -1, reason: `${name(a)} is both ends; a bridge joins two islands` };
  const pair = `${name(a)} and ${name(b)}`;
  if (a.r !== b.r && a.c !== b.c) return { edge: -1, reason: `${pair} are not in the same row or column` };
  return { edge: -1, reason: `${pair} are not nearest neighbours: another island stands between them` };
}

/**
 * Returns the island that an arrow key leads to, or -1: the neighbour in that direction, else the island there that is
 * nearest, where steps aside count double.
 * @param {number} direction UP, RIGHT, DOWN or LEFT
 */
export function navigate(topology, from, direction) {
  const here = topology.islands[from];
  const slot = here.slots[direction];
  if (slot >= 0) return otherEnd(topology.edges[slot], from);
  const sign = direction === UP || direction === LEFT ? -1 : 1;
  let [best, nearest] = [-1, Infinity];
  for (const { id, r, c } of topology.islands) {
    const [down, right] = [r - here.r, c - here.c];
    const [ahead, aside] = direction === UP || direction === DOWN ? [down * sign, right] : [right * sign, down];
    const distance = ahead + 2 * Math.abs(aside);
    if (ahead > 0 && distance < nearest) [best, nearest] = [id, distance];
  }
  return best;
}
