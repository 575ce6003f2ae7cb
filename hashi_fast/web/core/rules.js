// Moves: which are legal, why the others are not, and the state after them.
//
// Refusals are in the words of Python's Game. Crosses and locks are marks of the player; Python has none.

import { connectivity } from "#core/connectivity.js";
import { islandInWords } from "#core/puzzle.js";
import { withDiffs } from "#core/state.js";

/**
 * @typedef {{state2: import("#core/state.js").State, ok: boolean, reason: string,
 *   diff: import("#core/state.js").Diff | null}} Outcome
 *   diff: null if nothing changed
 */

/**
 * Gives an edge this many bridges. A strict game refuses bridges that would exceed a target, cross another bridge or
 * close a forbidden loop; a free one only counts outside 0..maxBridges. Removing bridges is always legal, except at a
 * locked island.
 * @param {import("#core/topology.js").Topology} topology
 * @param {import("#core/state.js").State} state
 * @returns {Outcome}
 */
export function applyEdgeChange(topology, state, edgeId, nextCount, { strict = true } = {}) {
  const prev = state.edgeCounts[edgeId];
  const reason = refusal(topology, state, edgeId, nextCount, strict);
  return outcome(topology, state, reason, { kind: "edge", id: edgeId, prev, next: nextCount });
}

/**
 * Returns the next legal count of an edge, forwards (step 1) or backwards (step -1) through 0, 1, ..., maxBridges and
 * round; or the present count and why no other is legal.
 * @returns {{count: number, reason: string}}
 */
export function nextCount(topology, state, edgeId, step = 1, { strict = true } = {}) {
  const before = state.edgeCounts[edgeId];
  const choices = topology.maxBridges + 1;
  for (let i = 1; i < choices; i++) {
    const count = (before + i * step + choices * i) % choices;
    if (!refusal(topology, state, edgeId, count, strict)) return { count, reason: "" };
  }
  // From a count above 0, the count 0 is legal unless an island is locked.
  return { count: before, reason: refusal(topology, state, edgeId, before ? 0 : 1, strict) };
}

/**
 * Marks an empty edge with "no bridge here", or takes the mark away.
 * @param {boolean} on
 * @returns {Outcome}
 */
export function applyCross(topology, state, edgeId, on) {
  const prev = state.crosses[edgeId];
  let reason = "";
  if (prev !== Number(on)) reason = lockRefusal(topology, state, edgeId);
  if (!reason && on && state.edgeCounts[edgeId]) {
    reason = `there are bridges between ${pair(topology, edgeId)}; only an empty way can be crossed out`;
  }
  return outcome(topology, state, reason, { kind: "cross", id: edgeId, prev, next: Number(on) });
}

/**
 * Locks an island, so that its bridges and crosses cannot change, or unlocks it.
 * @param {boolean} on
 * @returns {Outcome}
 */
export function applyLock(topology, state, islandId, on) {
  return outcome(topology, state, "", { kind: "lock", id: islandId, prev: state.locks[islandId], next: Number(on) });
}

function outcome(topology, state, reason, diff) {
  if (reason) return { state2: state, ok: false, reason, diff: null };
  if (diff.prev === diff.next) return { state2: state, ok: true, reason: "", diff: null };
  return { state2: withDiffs(topology, state, [diff]), ok: true, reason: "", diff };
}

/** Returns why an edge must not have this count, or "" if it may. */
export function refusal(topology, state, edgeId, count, strict = true) {
  const before = state.edgeCounts[edgeId];
  if (!Number.isInteger(count) || count < 0 || count > topology.maxBridges) {
    return `${pair(topology, edgeId)} can have 0 to ${topology.maxBridges} bridges, not ${count}`;
  }
  if (count === before) return "";
  const locked = lockRefusal(topology, state, edgeId);
  if (locked || count < before) return locked;
  if (state.crosses[edgeId]) return `the way between ${pair(topology, edgeId)} is crossed out`;
  return strict ? ruleRefusal(topology, state, edgeId, count) : "";
}

/** Returns the rule that more bridges on an edge would break. */
function ruleRefusal(topology, state, edgeId, count) {
  const { a, b, crosses } = topology.edges[edgeId];
  const before = state.edgeCounts[edgeId];
  for (const island of [a, b]) {
    const { target } = topology.islands[island];
    const total = state.islandTotals[island] - before + count;
    if (target !== null && total > target) {
      return `${islandName(topology, island)} would have ${total} bridges, more than its target of ${target}`;
    }
  }
  if (before) return "";
  const crossed = crosses.find((other) => state.edgeCounts[other]);
  if (crossed !== undefined) {
    const other = pair(topology, crossed);
    return `a bridge between ${pair(topology, edgeId)} would cross the bridge between ${other}`;
  }
  if (!topology.loops) {
    const { groups } = connectivity(topology, state);
    if (groups[a] === groups[b]) {
      return `${pair(topology, edgeId)} are already connected: another bridge would close a loop`;
    }
  }
  return "";
}

function lockRefusal(topology, state, edgeId) {
  const { a, b } = topology.edges[edgeId];
  const locked = [a, b].find((island) => state.locks[island]);
  return locked === undefined ? "" : `${islandName(topology, locked)} is locked`;
}

function pair(topology, edgeId) {
  const { a, b } = topology.edges[edgeId];
  return `${islandName(topology, a)} and ${islandName(topology, b)}`;
}

function islandName(topology, island) {
  const { r, c } = topology.islands[island];
  return `the ${islandInWords(r, c)}`;
}
