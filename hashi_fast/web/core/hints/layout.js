// The fixed part of a puzzle as sentences need it: which islands see each other, and what they are called.

import { cellInWords } from "#core/puzzle.js";

/**
 * A way is an edge as seen from one of its islands: the island at the other end, on which side that is, and how one
 * goes there.
 * @typedef {{edge: number, island: number, side: string, towards: string}} Way
 * @typedef {{topology: import("#core/topology.js").Topology, ways: Way[][]}} Layout
 *   ways: of each island, ordered by the island at the other end
 */

const BEFORE = { h: ["on the left", "to the left"], v: ["above", "up"] };
const BEHIND = { h: ["on the right", "to the right"], v: ["below", "down"] };

const known = new WeakMap(); // a topology never changes, so its layout is made once

/**
 * @param {import("#core/topology.js").Topology} topology
 * @returns {Layout}
 */
export function layoutOf(topology) {
  if (!known.has(topology)) known.set(topology, makeLayout(topology));
  return known.get(topology);
}

function makeLayout(topology) {
  const ways = topology.islands.map(() => []);
  for (const { id, a, b, orient } of topology.edges) {
    ways[a].push(way(id, b, BEHIND[orient]));
    ways[b].push(way(id, a, BEFORE[orient]));
  }
  for (const those of ways) those.sort((one, other) => one.island - other.island);
  return { topology, ways };
}

function way(edge, island, [side, towards]) {
  return { edge, island, side, towards };
}

/** Returns the target of an island, null if it is unknown. */
export function targetOf({ topology }, island) {
  return topology.islands[island].target;
}

/** Returns the two islands of an edge. */
export function endsOf({ topology }, edge) {
  const { a, b } = topology.edges[edge];
  return [a, b];
}

/** Returns the most bridges that the rules and the numbers at both ends allow on an edge. */
export function capacity(layout, edge) {
  const most = layout.topology.maxBridges;
  return Math.min(most, ...endsOf(layout, edge).map((island) => targetOf(layout, island) ?? most));
}

/** Returns the ways that lead from these islands to others. */
export function leaving({ ways }, islands) {
  const inside = new Set(islands);
  const ordered = [...inside].sort((one, other) => one - other);
  return ordered.flatMap((island) => ways[island].filter((those) => !inside.has(those.island)));
}

/** Returns what an island is called: its number, or "?". */
export function numberOf(layout, island) {
  return String(targetOf(layout, island) ?? "?");
}

/** Returns the full name of an island, as in "the 5 at row 3, column 7". */
export function nameOf(layout, island) {
  const { r, c } = layout.topology.islands[island];
  return `the ${numberOf(layout, island)} at ${cellInWords(r, c)}`;
}
