// A deduction: what a person has worked out about a board so far, starting from the bridges on it.
//
// All steps of the easiest technique that has any make a round: they are found in the same state, then applied
// together. A direction never takes more than either of its islands still needs; that is seen without a step, so `tidy`
// enforces it after each round. Where it takes a look at what the neighbour already has, the easiest techniques go by
// `cap`: what the printed numbers and the steps so far leave to an edge.

import { newDomains } from "#core/domains.js";

/**
 * @typedef {{domains: import("#core/domains.js").Domains, cap: Int8Array, raised: number[], completed: number,
 *   steps: object[], round: number}} Deduction
 *   raised: the edges that got bridges, in order, first ones as edge << 1 | 1; completed: how much of it the first rung
 *   has looked at; steps: of the current round
 */

/**
 * Returns the deduction that starts with these bridges; null if they contradict each other at once.
 * @param {import("#core/topology.js").Topology} topology
 * @param {ArrayLike<number>} counts
 * @returns {Deduction | null}
 */
export function startDeduction(topology, counts) {
  const domains = newDomains(topology);
  const t = { domains, cap: domains.hi.slice(), raised: [], completed: 0, steps: [], round: 0 };
  if (domains.slack.some((slack) => slack < 0)) return null;
  for (let e = 0; e < counts.length; e++) {
    if (!counts[e]) continue;
    if (counts[e] > domains.hi[e]) return null;
    setBounds(t, e, counts[e], domains.hi[e]);
    if (!tidyEnds(t, e)) return null;
  }
  return t;
}

/** Adds a step to the round, unless it concludes nothing new. */
export function addStep(t, island, edge, conclusions, islands = []) {
  const { lo, hi } = t.domains;
  const news = conclusions.filter(({ edge: e, least, most }) => least > lo[e] || most < hi[e]);
  if (news.length) t.steps.push({ technique: "", round: t.round, island, edge, islands, conclusions: news });
}

/** Ends the round: applies what its steps conclude. False: they contradict each other or the clues. */
export function applyRound(t) {
  const { lo, hi } = t.domains;
  const bounds = new Map(); // several steps may conclude something about the same edge
  for (const { conclusions } of t.steps) {
    for (const { edge, least, most } of conclusions) {
      const known = bounds.get(edge) ?? { least: lo[edge], most: hi[edge] };
      bounds.set(edge, { least: Math.max(known.least, least), most: Math.min(known.most, most) });
    }
  }
  for (const [edge, { least, most }] of bounds) {
    if (least > most) return false;
    if (most < hi[edge]) t.cap[edge] = most;
    setBounds(t, edge, least, most);
  }
  t.steps = [];
  t.round++;
  return [...bounds.keys()].every((edge) => tidyEnds(t, edge));
}

function setBounds({ domains, raised }, e, least, most) {
  const { arrays, lo, hi, need, slack } = domains;
  const [rise, fall] = [least - lo[e], hi[e] - most];
  if (rise) raised.push((e << 1) | Number(lo[e] === 0));
  lo[e] = least;
  hi[e] = most;
  for (const island of [arrays.a[e], arrays.b[e]]) {
    need[island] -= rise;
    slack[island] -= fall;
  }
}

function tidyEnds(t, e) {
  return tidy(t, t.domains.arrays.a[e]) && tidy(t, t.domains.arrays.b[e]);
}

/**
 * Lets no direction take more than the island still needs. False: it has too many bridges or cannot get enough. A
 * finished island is left alone: closing its directions is a step.
 */
function tidy(t, i) {
  const { arrays, lo, hi, need, slack } = t.domains;
  if (need[i] < 0 || slack[i] < 0) return false;
  if (need[i] === 0 || need[i] >= arrays.most) return true;
  for (let at = 4 * i; at < 4 * i + 4; at++) {
    const e = arrays.slotEdge[at];
    if (e < 0 || hi[e] - lo[e] <= need[i]) continue;
    setBounds(t, e, lo[e], lo[e] + need[i]);
    if (slack[arrays.slotIsland[at]] < 0) return false;
  }
  return true;
}
