// Trouble: what can be seen to be wrong with a position by the rules alone, without knowing the solution.

import { connectivity, groupMembers } from "#core/connectivity.js";

/**
 * Returns what is wrong with a position.
 * @param {import("#core/topology.js").Topology} topology
 * @param {import("#core/state.js").State} state
 * @returns {{over: number[], starved: number[], closed: number[][], disconnected: boolean}}
 *   over: islands with too many bridges; starved: islands that cannot get enough any more; closed: groups of connected
 *   islands from which no bridge can lead to the others; disconnected: whether bridges leave some islands apart
 */
export function trouble(topology, state) {
  const { groups, connected } = connectivity(topology, state);
  const room = roomOf(topology, state, groups);
  const [over, starved] = [[], []];
  for (const { id, target, slots } of topology.islands) {
    const total = state.islandTotals[id];
    const more = slots.reduce((sum, edge) => sum + (edge < 0 ? 0 : room[edge]), 0);
    if (target !== null && total > target) over.push(id);
    else if (total + more < (target ?? Number(topology.islands.length > 1))) starved.push(id);
  }
  return { over, starved, closed: connected ? [] : closedGroups(topology, groups, room), disconnected: !connected };
}

/** Returns how many more bridges each edge can take, given its islands, its crossings and the player's crosses. */
function roomOf(topology, state, groups) {
  const left = topology.islands.map(({ id, target }) => {
    return target === null ? topology.maxBridges : Math.max(0, target - state.islandTotals[id]);
  });
  return Uint8Array.from(topology.edges, ({ id, a, b, crosses }) => {
    const count = state.edgeCounts[id];
    if (!count) {
      if (state.crosses[id] || crosses.some((other) => state.edgeCounts[other])) return 0;
      if (!topology.loops && groups[a] === groups[b]) return 0;
    }
    return Math.min(topology.maxBridges - count, left[a], left[b]);
  });
}

function closedGroups(topology, groups, room) {
  const open = new Set();
  for (const { id, a, b } of topology.edges) {
    if (room[id] && groups[a] !== groups[b]) open.add(groups[a]).add(groups[b]);
  }
  return groupMembers(groups).filter((group) => group.length > 1 && !open.has(group[0]));
}
