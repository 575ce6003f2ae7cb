// Counts and marks written as one digit each, as in "0120": solutions, and the positions of saves.

import { PuzzleError, shown } from "#core/errors.js";

/**
 * Returns the numbers of a text of `length` digits from 0 to `most`; throws PuzzleError.
 * @param {unknown} text
 * @returns {Uint8Array}
 */
export function parseDigits(text, length, most, place) {
  if (typeof text !== "string" || text.length !== length || !new RegExp(`^[0-${most}]*$`).test(text)) {
    throw new PuzzleError(`${place}: expected ${length} digits 0..${most}, found ${shown(text)}`);
  }
  return Uint8Array.from(text, Number);
}

/**
 * Returns the counts of a solution: one digit per edge, in the order of the topology; throws PuzzleError.
 * @param {import("#core/topology.js").Topology} topology
 * @param {string} text
 * @returns {Uint8Array}
 */
export function parseSolution({ edges, maxBridges }, text) {
  return parseDigits(text, edges.length, maxBridges, "solution");
}
