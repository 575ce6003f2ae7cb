// The rungs of the ladder that the page knows, with Python's names and weights, and how each is told.
//
// Python has harder rungs after these. Where they would be needed, hints come from the walkthrough that Python
// embedded.

import {
  tellForbiddenPair,
  tellGroupIsolation,
  tellNoLoop,
  tellNoWayOut,
  tellOnlyWayOut,
} from "#core/hints/group_sentences.js";
import {
  findClosedGroups,
  findClosedPairs,
  findForbiddenPairs,
  findLoops,
  findOnlyWaysOut,
} from "#core/hints/group_rungs.js";
import {
  tellCompletion,
  tellFullIsland,
  tellLimitedDirections,
  tellLimitedNeighbours,
  tellOneEachWay,
} from "#core/hints/sums.js";
import {
  findCompletions,
  findFullIslands,
  findLimitedDirections,
  findLimitedNeighbours,
  findOneEachWay,
} from "#core/hints/sum_rungs.js";

/**
 * @typedef {{technique: string, round: number, island: number | null, edge: number | null, islands: number[],
 *   conclusions: {edge: number, least: number, most: number}[]}} Step
 *   one use of a technique: about an island or an edge; islands: those it looks at, where sentences need them
 */

/** Left out where steps are told: which islands are complete and which ways are blocked can be seen on the board. */
export const OBVIOUS = "completion";

/** In the order of the rungs, easiest first. */
export const TECHNIQUES = [
  { name: OBVIOUS, weight: 1, find: findCompletions, tell: tellCompletion },
  { name: "full island", weight: 10, find: findFullIslands, tell: tellFullIsland },
  { name: "one each way", weight: 15, find: findOneEachWay, tell: tellOneEachWay },
  { name: "limited directions", weight: 60, find: findLimitedDirections, tell: tellLimitedDirections },
  { name: "limited neighbours", weight: 80, find: findLimitedNeighbours, tell: tellLimitedNeighbours },
  { name: "forbidden pair", weight: 180, find: findForbiddenPairs, tell: tellForbiddenPair },
  { name: "no way out", weight: 300, find: findClosedPairs, tell: tellNoWayOut },
  { name: "group isolation", weight: 500, find: findClosedGroups, tell: tellGroupIsolation },
  { name: "no loop", weight: 200, find: findLoops, tell: tellNoLoop },
  { name: "only way out", weight: 500, find: findOnlyWaysOut, tell: tellOnlyWayOut },
];

const BY_NAME = new Map(TECHNIQUES.map((technique) => [technique.name, technique]));

/** Returns how long people look for a step of a technique, compared with 10 for a full island. */
export function weightOf(technique) {
  return BY_NAME.get(technique).weight;
}

/**
 * Returns a step in words, given what was known when it was found.
 * @param {import("#core/hints/known.js").Known} known
 * @param {Step} step
 * @returns {import("#core/hints/talk.js").Telling}
 */
export function tell(known, step) {
  return BY_NAME.get(step.technique).tell(known, step);
}
