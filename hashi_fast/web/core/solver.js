// The solver: finds solutions one after the other, up to a limit.
//
// Depth-first search over the domains. At every node sums, crossings and connectivity are applied until nothing
// follows. The next edge is one of the island with the fewest values left for its weight; an island weighs more the
// more contradictions were found at it.

import { isSettled, narrow, newDomains, propagate, takeBack } from "#core/domains.js";
import { isCut, joinGroups, walkBoard } from "#core/groups.js";

const NODE_LIMIT = 20_000;

/**
 * Finds up to `solutionLimit` solutions. Status "done": these are all, or as many as wanted. "budget": the search
 * stopped after `nodeLimit` nodes, so there may be more. `least` gives the fewest bridges of each edge.
 * @param {import("#core/topology.js").Topology} topology
 * @param {{solutionLimit?: number, nodeLimit?: number, least?: ArrayLike<number>}} options
 * @returns {{status: "done" | "budget", solutions: Uint8Array[], nodes: number}}
 */
export function solve(topology, { solutionLimit = 2, nodeLimit = NODE_LIMIT, least = [] } = {}) {
  const d = newDomains(topology);
  const weight = new Int32Array(d.arrays.n).fill(1);
  const solutions = [];
  const choices = []; // decisions whose second half has not been tried: [size of the trail, edge, the least count]
  let nodes = 1;
  let refuted = !requireLeast(d, least) || !settle(d);
  for (;;) {
    if (refuted) {
      weight[d.culprit]++;
      const choice = choices.pop();
      if (!choice) return { status: "done", solutions, nodes };
      if (nodes++ >= nodeLimit) return { status: "budget", solutions, nodes: nodeLimit };
      takeBack(d, choice[0]);
      narrow(d, choice[1], 0, choice[2]);
      refuted = !settle(d);
      continue;
    }
    const e = chooseEdge(d, weight);
    if (e < 0) {
      solutions.push(Uint8Array.from(d.lo));
      if (solutions.length >= solutionLimit) return { status: "done", solutions, nodes };
      refuted = true;
      continue;
    }
    if (nodes++ >= nodeLimit) return { status: "budget", solutions, nodes: nodeLimit };
    choices.push([d.trail.length, e, d.lo[e]]);
    narrow(d, e, d.lo[e] + 1, d.hi[e]);
    refuted = !settle(d);
  }
}

function requireLeast(d, least) {
  for (let e = 0; e < least.length; e++) {
    if (least[e] > d.hi[e]) return false;
    narrow(d, e, least[e], d.hi[e]);
  }
  return true;
}

/** Returns an open edge of the island with the least freedom for its weight; -1 if all edges are decided. */
function chooseEdge(d, weight) {
  const { n, slotEdge } = d.arrays;
  let [best, bestFreedom, bestWeight] = [-1, 1, 0];
  for (let i = 0; i < n; i++) {
    const freedom = d.need[i] + d.slack[i];
    if (weight[i] * bestFreedom > bestWeight * freedom && !isSettled(d, i)) {
      [best, bestFreedom, bestWeight] = [i, freedom, weight[i]];
    }
  }
  if (best < 0) return -1;
  return slotEdge.subarray(4 * best, 4 * best + 4).find((e) => e >= 0 && d.lo[e] < d.hi[e]);
}

/** Applies sums, crossings and connectivity until none of them concludes anything. False: contradiction. */
function settle(d) {
  for (;;) {
    if (!propagate(d)) return false;
    const groups = joinGroups(d);
    if (!groups || hasClosedGroup(d, groups)) return false;
    const before = d.trail.length;
    strikeIsolating(d, groups);
    if (d.trail.length > before) continue;
    if (groups.count > 1 && !forceCuts(d)) return false;
    if (d.trail.length === before) return true;
  }
}

/** Whether a group can never grow again. `forceCuts` would notice, too, but not say where: that halves the nodes. */
function hasClosedGroup(d, groups) {
  if (groups.count === 1) return false;
  const closed = groups.root.findIndex((root) => groups.need[root] === 0);
  if (closed >= 0) d.culprit = closed;
  return closed >= 0;
}

/**
 * Strikes the largest count of an edge whose ends are the only open islands of their groups and need the same: that
 * many bridges would close their groups. Where loops are forbidden, closes empty edges inside a group.
 */
function strikeIsolating(d, { root, size, need, count }) {
  const { n, m, a, b, loops } = d.arrays;
  if (count === 1 && loops) return;
  for (let e = 0; e < m; e++) {
    if (d.lo[e] === d.hi[e]) continue;
    const [one, other] = [root[a[e]], root[b[e]]];
    if (one === other && !loops && d.lo[e] === 0) {
      narrow(d, e, 0, 0);
      continue;
    }
    const left = d.need[a[e]];
    const [open, islands] = one === other ? [need[one], size[one]] : [need[one] + need[other], size[one] + size[other]];
    if (d.need[b[e]] !== left || open !== 2 * left || islands === n || d.hi[e] - d.lo[e] < left) continue;
    narrow(d, e, 0, d.hi[e] - 1);
  }
}

/** Gives a bridge to every edge without which the board would fall apart. False: it has fallen apart. */
function forceCuts(d) {
  const walk = walkBoard(d.arrays, d.hi);
  if (walk.pieces > 1) {
    d.culprit = 0;
    return false;
  }
  for (let i = 1; i < d.arrays.n; i++) {
    if (!isCut(walk, i)) continue;
    const e = d.arrays.slotEdge[4 * i + walk.came[i]];
    if (!d.hi[e]) return false; // another cut crosses it
    narrow(d, e, 1, d.hi[e]);
  }
  return true;
}
