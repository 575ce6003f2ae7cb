// State: the bridges and marks that a player has placed, with running totals. States are never changed in place.
//
// A diff is one change: {kind: "edge" | "cross" | "lock", id, prev, next}. `withDiffs` is the one place that applies
// them, so play, undo and redo cannot disagree.

import { connectivity } from "#core/connectivity.js";

/**
 * @typedef {{edgeCounts: Uint8Array, crosses: Uint8Array, locks: Uint8Array, islandTotals: Uint8Array,
 *   unmet: number, solved: boolean}} State
 *   crosses: per edge, 1 = "no bridge here"; locks: per island; unmet: islands that do not have their bridges
 * @typedef {{kind: "edge" | "cross" | "lock", id: number, prev: number, next: number}} Diff
 */

/** The array of a state that each kind of diff changes. */
export const ARRAY_OF = { edge: "edgeCounts", cross: "crosses", lock: "locks" };

/**
 * Returns the state without bridges and marks.
 * @param {import("#core/topology.js").Topology} topology
 * @returns {State}
 */
export function newState(topology) {
  const [islands, edges] = [topology.islands.length, topology.edges.length];
  return completed(topology, {
    edgeCounts: new Uint8Array(edges),
    crosses: new Uint8Array(edges),
    locks: new Uint8Array(islands),
  });
}

/**
 * Returns a state with these bridges and marks; what is absent is empty.
 * @param {{edgeCounts?: ArrayLike<number>, crosses?: ArrayLike<number>, locks?: ArrayLike<number>}} position
 * @returns {State}
 */
export function stateOf(topology, position) {
  const empty = newState(topology);
  const parts = Object.values(ARRAY_OF).map((name) => [name, Uint8Array.from(position[name] ?? empty[name])]);
  return completed(topology, Object.fromEntries(parts));
}

function completed(topology, parts) {
  const islandTotals = totalsOf(topology, parts.edgeCounts);
  let unmet = 0;
  for (let island = 0; island < islandTotals.length; island++) unmet += !isMet(topology, islandTotals, island);
  const state = { ...parts, islandTotals, unmet, solved: false };
  state.solved = isSolved(topology, state);
  return state;
}

/**
 * Returns the state after some diffs, made in order, or taken back in reverse order.
 * @param {Diff[]} diffs
 * @returns {State}
 */
export function withDiffs(topology, state, diffs, { back = false } = {}) {
  const state2 = { ...state };
  let counted = false;
  for (const { kind, id, prev, next } of back ? [...diffs].reverse() : diffs) {
    const name = ARRAY_OF[kind];
    if (state2[name] === state[name]) state2[name] = state[name].slice();
    state2[name][id] = back ? prev : next;
    if (kind === "edge") {
      if (!counted) state2.islandTotals = state.islandTotals.slice();
      counted = true;
      const { a, b } = topology.edges[id];
      const more = back ? prev - next : next - prev;
      for (const island of [a, b]) {
        state2.unmet += isMet(topology, state2.islandTotals, island);
        state2.islandTotals[island] += more;
        state2.unmet -= isMet(topology, state2.islandTotals, island);
      }
    }
  }
  if (counted) state2.solved = isSolved(topology, state2);
  return state2;
}

/** Whether an island has its bridges: as many as its target, or any number if that is unknown. */
export function isMet(topology, islandTotals, island) {
  const { target } = topology.islands[island];
  if (target !== null) return islandTotals[island] === target;
  return islandTotals[island] > 0 || islandTotals.length === 1;
}

/** Returns how many bridges end on each island, counted anew. */
export function islandTotals(topology, state) {
  return totalsOf(topology, state.edgeCounts);
}

function totalsOf(topology, edgeCounts) {
  const totals = new Uint8Array(topology.islands.length);
  for (const { id, a, b } of topology.edges) {
    totals[a] += edgeCounts[id];
    totals[b] += edgeCounts[id];
  }
  return totals;
}

/**
 * Whether every rule holds: sums, crossings, one group, and no loop where loops are forbidden.
 * @param {State} state
 */
export function isSolved(topology, state) {
  // The sums are kept up to date and nearly always answer first.
  if (state.unmet > 0 || !connectivity(topology, state).connected) return false;
  let used = 0;
  for (const { id, crosses } of topology.edges) {
    if (!state.edgeCounts[id]) continue;
    used++;
    if (crosses.some((other) => state.edgeCounts[other])) return false;
  }
  // Connected islands have no loop if and only if there is one edge less than islands.
  return topology.loops || used === topology.islands.length - 1;
}
