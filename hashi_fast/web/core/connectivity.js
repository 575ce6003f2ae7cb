// Which islands bridges connect.

import { otherEnd } from "#core/topology.js";

/**
 * Returns the groups of islands that bridges connect: for each island the least island of its group.
 * @param {import("#core/topology.js").Topology} topology
 * @param {{edgeCounts: ArrayLike<number>}} state
 * @returns {{groups: Int32Array, count: number, connected: boolean}}
 */
export function connectivity(topology, { edgeCounts }) {
  const { islands, edges } = topology;
  const groups = new Int32Array(islands.length).fill(-1);
  const waiting = [];
  let count = 0;
  for (let least = 0; least < islands.length; least++) {
    if (groups[least] >= 0) continue;
    count++;
    groups[least] = least;
    waiting.push(least);
    while (waiting.length) {
      const island = waiting.pop();
      for (const edge of islands[island].slots) {
        if (edge < 0 || !edgeCounts[edge]) continue;
        const other = otherEnd(edges[edge], island);
        if (groups[other] < 0) {
          groups[other] = least;
          waiting.push(other);
        }
      }
    }
  }
  return { groups, count, connected: count === 1 };
}

/**
 * Returns the islands of each group, least island first.
 * @param {Int32Array} groups as `connectivity` returns them
 * @returns {number[][]}
 */
export function groupMembers(groups) {
  const members = new Map();
  groups.forEach((least, island) => {
    if (!members.has(least)) members.set(least, []);
    members.get(least).push(island);
  });
  return [...members.values()];
}
