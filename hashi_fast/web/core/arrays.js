// A topology as flat arrays, for the solver and the ladder of hints, which visit every edge many times.
//
// Every island has four slots, in Python's order, which the ladder depends on: 0 right, 1 left, 2 down, 3 up. The slot
// at the other end of an edge is always slot ^ 1.

import { DOWN, LEFT, RIGHT, UP, otherEnd } from "#core/topology.js";

const SLOTS = [RIGHT, LEFT, DOWN, UP];
export const UNKNOWN = -1;

/**
 * @typedef {{n: number, m: number, most: number, loops: boolean, target: Int8Array, slotEdge: Int32Array,
 *   slotIsland: Int32Array, a: Int32Array, b: Int32Array, down: Uint8Array, crosses: number[][]}} Arrays
 *   n islands, m edges; target: UNKNOWN if there is no clue; slotEdge, slotIsland: at 4 * island + slot, -1 if none;
 *   a, b: the ends of each edge; down: 1 for a vertical edge
 */

const known = new WeakMap(); // a topology never changes, so its arrays are made once

/**
 * @param {import("#core/topology.js").Topology} topology
 * @returns {Arrays}
 */
export function arraysOf(topology) {
  if (!known.has(topology)) known.set(topology, makeArrays(topology));
  return known.get(topology);
}

function makeArrays({ islands, edges, maxBridges, loops }) {
  const [n, m] = [islands.length, edges.length];
  const slotEdge = new Int32Array(4 * n).fill(-1);
  const slotIsland = new Int32Array(4 * n).fill(-1);
  for (const { id, slots } of islands) {
    SLOTS.forEach((direction, slot) => {
      const edge = slots[direction];
      if (edge < 0) return;
      slotEdge[4 * id + slot] = edge;
      slotIsland[4 * id + slot] = otherEnd(edges[edge], id);
    });
  }
  return {
    n,
    m,
    most: maxBridges,
    loops,
    target: Int8Array.from(islands, ({ target }) => target ?? UNKNOWN),
    slotEdge,
    slotIsland,
    a: Int32Array.from(edges, ({ a }) => a),
    b: Int32Array.from(edges, ({ b }) => b),
    down: Uint8Array.from(edges, ({ orient }) => Number(orient === "v")),
    crosses: edges.map(({ crosses }) => crosses),
  };
}
