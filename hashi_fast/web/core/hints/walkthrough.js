// Walkthroughs that Python has put into the page: the steps from the empty board to the solution.
//
// An item is a flat list [edge, count, edge, count, ...] where the ladder finds the step by itself, in the position in
// which exactly the bridges of all earlier items are placed; or an object with the words of a harder step. Counts are
// how many bridges there will be in all.

import { nextStep } from "#core/hints/ladder.js";
import { islandAt } from "#core/topology.js";

/**
 * @typedef {number[] | {technique: string, where: string, why: string, what: string, islands: [number, number][],
 *   bridges: [number, number][], rests: number[]}} Item
 *   rests: the edges with bridges that the words speak of
 */

/**
 * Returns the first step that a position lacks, in words, or null. `pale` are the edges with bridges that it does not
 * rest on.
 * @param {import("#core/topology.js").Topology} topology
 * @param {ArrayLike<number>} counts
 * @param {Item[]} items
 */
export function firstMissing(topology, counts, items) {
  const before = new Uint8Array(topology.edges.length);
  for (const item of items) {
    const bridges = bridgesOf(item);
    const missing = bridges.filter(([edge, count]) => counts[edge] < count);
    if (missing.length) {
      const { rests, ...step } = inIds(topology, item, before);
      const taken = topology.edges.map(({ id }) => id).filter((edge) => counts[edge]);
      return { ...step, bridges: missing, pale: taken.filter((edge) => !rests.includes(edge)) };
    }
    for (const [edge, count] of bridges) before[edge] = count;
  }
  return null;
}

/**
 * Returns all steps of a walkthrough in words, with islands and edges by id, for a replay.
 * @param {Item[]} items
 * @returns {{technique: string, where: string, why: string, what: string, islands: number[],
 *   bridges: [number, number][]}[]}
 */
export function walkthroughSteps(topology, items) {
  const before = new Uint8Array(topology.edges.length);
  return items.map((item) => {
    const { rests, ...step } = inIds(topology, item, before);
    for (const [edge, count] of step.bridges) before[edge] = count;
    return step;
  });
}

function bridgesOf(item) {
  if (!Array.isArray(item)) return item.bridges;
  return Array.from({ length: item.length / 2 }, (_, i) => [item[2 * i], item[2 * i + 1]]);
}

/** Returns an item as a step, given the bridges placed before it. */
function inIds(topology, item, before) {
  const bridges = bridgesOf(item);
  if (Array.isArray(item)) {
    // The ladder finds the same step that Python found. If it should ever not, the bridges are right all the same.
    const found = nextStep(topology, before) ?? { technique: "", where: "", why: "", what: "", islands: [] };
    return { ...found, bridges, rests: topology.edges.map(({ id }) => id).filter((edge) => before[edge]) };
  }
  const { technique, where, why, what, rests } = item;
  const islands = item.islands.map(([r, c]) => islandAt(topology, r, c));
  return { technique, where, why, what, islands, bridges, rests };
}
