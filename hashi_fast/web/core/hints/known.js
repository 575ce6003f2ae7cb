// What is known about a board at some moment, and which islands hang together there.

import { targetOf } from "#core/hints/layout.js";

/**
 * @typedef {{layout: import("#core/hints/layout.js").Layout, least: ArrayLike<number>, most: ArrayLike<number>,
 *   caps: ArrayLike<number>}} Known
 *   least, most: the bounds of the number of bridges on each edge; caps: like `most`, but ignoring what the islands at
 *   both ends still need
 */

/** Returns how many bridges an island has. */
export function has({ layout, least }, island) {
  return layout.ways[island].reduce((sum, way) => sum + least[way.edge], 0);
}

/** Returns how many bridges an island still needs, or null if its number is unknown. */
export function needOf(known, island) {
  const target = targetOf(known.layout, island);
  return target === null ? null : target - has(known, island);
}

/** Returns how many more bridges an edge can take. */
export function room({ least, most }, edge) {
  return most[edge] - least[edge];
}

/** Returns the ways of an island that can take more bridges. */
export function openWays(known, island) {
  return known.layout.ways[island].filter((way) => room(known, way.edge));
}

/** Returns the islands that bridges connect to this one, itself included, in ascending order. */
export function groupOf(known, island) {
  return walk(known.layout, island, known.least).sort((one, other) => one - other);
}

/** Returns the islands that could still be connected to this one, itself first, without using one edge. */
export function reach(known, island, without) {
  return walk(known.layout, island, known.most, without);
}

function walk({ ways }, start, along, without = -1) {
  const met = new Set([start]);
  // The set also yields islands that are added during the loop.
  for (const island of met) {
    for (const way of ways[island]) {
      if (along[way.edge] && way.edge !== without) met.add(way.island);
    }
  }
  return [...met];
}
