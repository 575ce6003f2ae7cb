// Every broken rule of a position, in the words and the order of Python's checker.
//
//     crossing     a bridge crosses no other bridge
//     sum          the bridges of an island add up to its target, or to at least 1 if the target is unknown
//     connected    all islands are connected
//     loop         if loops are forbidden, bridges form none (several bridges of one pair are not a loop)
//
// Bridges lie on edges here, so the other rules of the checker cannot be broken.

import { connectivity, groupMembers } from "#core/connectivity.js";
import { cellInWords, islandInWords } from "#core/puzzle.js";
import { isMet } from "#core/state.js";
import { otherEnd } from "#core/topology.js";

/**
 * @typedef {{rule: "crossing" | "sum" | "connected" | "loop", islands: number[], message: string}} Violation
 *   islands: crossing: the ends of both bridges; sum: the island; connected: the group that is cut off; loop: the loop
 */

/**
 * Returns every broken rule; none means that the puzzle is solved.
 * @param {import("#core/topology.js").Topology} topology
 * @param {import("#core/state.js").State} state
 * @returns {Violation[]}
 */
export function violations(topology, state) {
  return [
    ...crossings(topology, state),
    ...sums(topology, state),
    ...separateGroups(topology, state),
    ...(topology.loops ? [] : loops(topology, state)),
  ];
}

function bridgeInWords({ r0, c0, r1, c1 }) {
  return `bridge from ${cellInWords(r0, c0)} to ${cellInWords(r1, c1)}`;
}

function islandName(topology, island) {
  const { r, c } = topology.islands[island];
  return islandInWords(r, c);
}

function crossings(topology, { edgeCounts }) {
  const found = [];
  for (const edge of topology.edges) {
    if (edge.orient !== "h" || !edgeCounts[edge.id]) continue;
    const crossed = edge.crosses.filter((id) => edgeCounts[id]).map((id) => topology.edges[id]);
    for (const other of crossed.sort((one, two) => one.c0 - two.c0)) {
      const message = `${bridgeInWords(edge)}: crosses the ${bridgeInWords(other)}`;
      found.push({ rule: "crossing", islands: [edge.a, edge.b, other.a, other.b], message });
    }
  }
  return found;
}

function sums(topology, { islandTotals }) {
  const wrong = topology.islands.filter(({ id }) => !isMet(topology, islandTotals, id));
  return wrong.map(({ id, target }) => {
    const total = islandTotals[id];
    const expected = target ?? "at least 1";
    const message = `${islandName(topology, id)}: ${total} bridge${total === 1 ? "" : "s"}; expected ${expected}`;
    return { rule: "sum", islands: [id], message };
  });
}

/** Returns every group of connected islands except the largest, to which the others should be connected. */
function separateGroups(topology, state) {
  const groups = groupMembers(connectivity(topology, state).groups);
  const largest = groups.reduce((best, group) => (group.length > best.length ? group : best));
  return groups.filter((group) => group !== largest).map((group) => {
    const rest = group.length > 1 ? ` and ${group.length - 1} more` : "";
    const name = islandName(topology, group[0]);
    const message = `${name}${rest}: not connected to the other islands; expected one group`;
    return { rule: "connected", islands: group, message };
  });
}

function loops(topology, state) {
  return blocks(topology, state).map((block) => {
    const islands = block.sort((one, other) => one - other);
    const name = islandName(topology, islands[0]);
    const message = `${name} and ${islands.length - 1} more: connected in a loop; expected no loops`;
    return { rule: "loop", islands, message };
  });
}

/**
 * Returns the blocks of three or more islands: sets in which any two islands lie on a common loop. Depth-first search
 * with Tarjan's low points, without recursion; neighbours are visited in Python's order.
 */
function blocks(topology, { edgeCounts }) {
  const n = topology.islands.length;
  const joined = topology.islands.map(({ id, slots }) => {
    const used = slots.filter((edge) => edge >= 0 && edgeCounts[edge]).sort((one, other) => one - other);
    return used.map((edge) => otherEnd(topology.edges[edge], id));
  });
  const [order, low] = [new Int32Array(n), new Int32Array(n)];
  const found = [];
  let clock = 0;
  for (let root = 0; root < n; root++) {
    if (order[root]) continue;
    order[root] = low[root] = ++clock;
    const path = [{ island: root, tried: 0 }];
    const waiting = [root];
    while (path.length) {
      const at = path.at(-1);
      if (at.tried < joined[at.island].length) {
        const other = joined[at.island][at.tried++];
        if (order[other]) {
          low[at.island] = Math.min(low[at.island], order[other]);
        } else {
          order[other] = low[other] = ++clock;
          path.push({ island: other, tried: 0 });
          waiting.push(other);
        }
        continue;
      }
      path.pop();
      if (!path.length) continue;
      const before = path.at(-1).island;
      if (low[at.island] < order[before]) {
        low[before] = Math.min(low[before], low[at.island]);
        continue;
      }
      // Nothing reached from here leads back above `before`: these islands and `before` are a block.
      const block = [before];
      while (block.at(-1) !== at.island) block.push(waiting.pop());
      if (block.length > 2) found.push(block);
    }
  }
  return found;
}
