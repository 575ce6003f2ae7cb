// Domains: how many bridges each edge may still carry, lo..hi, with a trail that takes every change back.
//
//     need  = target - sum of lo   how many bridges an island still has to get
//     slack = sum of hi - target   how many possible bridges it can still lose
//
// An unknown clue behaves like "at least 1": its slack is sum of hi - 1, and its need is so high that it never limits
// anything. Unlike the values of the rest of the core, domains change in place: they are the solver's workbench.

import { UNKNOWN, arraysOf } from "#core/arrays.js";

const UNKNOWN_NEED = 112; // above any real need (16), even after losing 16

/**
 * @typedef {{arrays: import("#core/arrays.js").Arrays, lo: Int8Array, hi: Int8Array, need: Int16Array,
 *   slack: Int16Array, queue: number[], queued: Uint8Array, trail: number[], culprit: number}} Domains
 *   trail: edge << 8 | rise of lo << 4 | fall of hi; culprit: after a contradiction, an island involved
 */

/**
 * Returns full domains, up to the lesser target of each edge, with every island queued for `propagate`.
 * @param {import("#core/topology.js").Topology} topology
 * @returns {Domains}
 */
export function newDomains(topology) {
  const arrays = arraysOf(topology);
  const { n, m, a, b, most, target } = arrays;
  const need = Int16Array.from(target, (clue) => (clue === UNKNOWN ? UNKNOWN_NEED : clue));
  // A lone island needs no bridge; any other needs at least one.
  const slack = Int16Array.from(target, (clue) => (clue === UNKNOWN ? -(n > 1) : -clue));
  const hi = Int8Array.from({ length: m }, (_, e) => Math.min(most, need[a[e]], need[b[e]]));
  for (let e = 0; e < m; e++) {
    slack[a[e]] += hi[e];
    slack[b[e]] += hi[e];
  }
  const queue = Array.from({ length: n }, (_, i) => i);
  const queued = new Uint8Array(n).fill(1);
  return { arrays, lo: new Int8Array(m), hi, need, slack, queue, queued, trail: [], culprit: 0 };
}

/** Whether the number of bridges is known on every edge of an island. */
export function isSettled({ arrays, lo, hi }, i) {
  for (let at = 4 * i; at < 4 * i + 4; at++) {
    const e = arrays.slotEdge[at];
    if (e >= 0 && lo[e] !== hi[e]) return false;
  }
  return true;
}

/** Narrows an edge to least..most, within its bounds, closes what its first bridge crosses, and queues islands. */
export function narrow(d, e, least, most) {
  const rise = Math.max(0, least - d.lo[e]);
  const fall = Math.max(0, d.hi[e] - most);
  if (!rise && !fall) return;
  const first = rise > 0 && d.lo[e] === 0;
  shift(d, e, rise, fall);
  d.trail.push((e << 8) | (rise << 4) | fall);
  enqueue(d, d.arrays.a[e]);
  enqueue(d, d.arrays.b[e]);
  // What it crosses has no bridge: a first bridge there would have closed this edge.
  if (first) for (const f of d.arrays.crosses[e]) narrow(d, f, 0, 0);
}

function shift({ arrays, lo, hi, need, slack }, e, rise, fall) {
  const [a, b] = [arrays.a[e], arrays.b[e]];
  lo[e] += rise;
  hi[e] -= fall;
  need[a] -= rise;
  need[b] -= rise;
  slack[a] -= fall;
  slack[b] -= fall;
}

function enqueue({ queue, queued }, i) {
  if (queued[i]) return;
  queued[i] = 1;
  queue.push(i);
}

/**
 * Applies sums and crossings until nothing changes. False: contradiction, at `culprit`.
 * No edge can get more than `need` on top of lo, or lose more than `slack` from hi.
 * @param {Domains} d
 */
export function propagate(d) {
  const { arrays, lo, hi, need, slack, queue, queued } = d;
  for (let head = 0; head < queue.length; head++) {
    const i = queue[head];
    queued[i] = 0;
    const [most, least] = [need[i], slack[i]];
    if (most < 0 || least < 0) {
      d.culprit = i;
      queue.splice(0, head + 1);
      return false;
    }
    for (let at = 4 * i; at < 4 * i + 4; at++) {
      const e = arrays.slotEdge[at];
      if (e >= 0 && lo[e] < hi[e]) narrow(d, e, hi[e] - least, lo[e] + most);
    }
  }
  queue.length = 0;
  return true;
}

/** Takes back all changes except the first `mark`. */
export function takeBack(d, mark) {
  for (const i of d.queue) d.queued[i] = 0;
  d.queue.length = 0;
  while (d.trail.length > mark) {
    const entry = d.trail.pop();
    shift(d, entry >> 8, -((entry >> 4) & 15), -(entry & 15));
  }
}
