// Mistakes: bridges of the player that cannot all be right, and crosses where a bridge belongs.
//
// A unit is one bridge: [edge, k] stands for at least k bridges on the edge. The units that are blamed are those that
// Python blames: no solution has all of them, but remove any one and the rest fit.

import { endsOf, nameOf, targetOf } from "#core/hints/layout.js";
import { bridgesInWords, pairInWords, tellRemoving } from "#core/hints/moves.js";
import { counted, sentence } from "#core/hints/wording.js";

/**
 * Returns what is wrong with these bridges, in words. `fails` says whether no solution has some units.
 * @param {import("#core/hints/layout.js").Layout} layout
 * @param {ArrayLike<number>} counts
 * @param {(units: [number, number][]) => boolean} fails
 */
export function findMistake(layout, counts, fails) {
  const least = new Map();
  for (const [edge, k] of irreducible(suspects(layout, counts), fails)) {
    least.set(edge, Math.max(k, least.get(edge) ?? 0));
  }
  const wrong = [...least].sort(([one], [other]) => one - other);
  const bridges = bridgesInWords(layout, wrong);
  const broken = brokenRule(layout, wrong);
  return {
    where: sentence(`there is a mistake: look at ${bridges}`),
    why: sentence(broken ?? `no solution has ${bridges}${wrong.length > 1 ? " together" : ""}`),
    what: tellRemoving(layout, counts, wrong),
    islands: [...new Set(wrong.flatMap(([edge]) => endsOf(layout, edge)))],
    wrong,
  };
}

/** Returns the same for a cross where the solution has bridges. */
export function wrongCross(layout, edge) {
  const pair = pairInWords(layout, edge);
  return {
    where: sentence(`there is a mistake: look at the cross between ${pair}`),
    why: sentence(`the way between ${pair} is crossed out, but the solution has a bridge there`),
    what: sentence(`remove the cross between ${pair}`),
    islands: endsOf(layout, edge),
    wrong: [[edge, 0]],
  };
}

/** Returns units that cannot all be right: if some visibly break a rule, only those, else all. */
function suspects({ topology, ways }, counts) {
  for (const { id, crosses } of topology.edges) {
    const other = counts[id] ? crosses.find((crossed) => counts[crossed]) : undefined;
    if (other !== undefined) return [[id, 1], [other, 1]];
  }
  for (const { id, target } of topology.islands) {
    const edges = ways[id].map((way) => way.edge);
    if (target !== null && edges.reduce((sum, edge) => sum + counts[edge], 0) > target) return unitsOf(counts, edges);
  }
  return unitsOf(counts, topology.edges.map(({ id }) => id));
}

/** Returns all units of some edges, first bridges first, so that a second one is not blamed for the first. */
function unitsOf(counts, edges) {
  const units = edges.flatMap((edge) => Array.from({ length: counts[edge] }, (_, i) => [edge, i + 1]));
  return units.sort((one, other) => one[1] - other[1] || one[0] - other[0]);
}

/**
 * Returns an irreducible set of units that fails. All units together must fail. Early units are preferred: the answer
 * is what remains when units are dropped from the end, each if the rest still fails.
 */
function irreducible(units, fails) {
  const kept = [];
  let left = units;
  while (!fails(kept) && left.length) {
    let [low, high] = [1, left.length]; // how many of the first units are needed
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fails([...kept, ...left.slice(0, middle)])) high = middle;
      else low = middle + 1;
    }
    kept.push(left[low - 1]);
    left = left.slice(0, low - 1);
  }
  return kept;
}

/** Returns which bridges cross, or which island has too many; null if neither is the case. */
function brokenRule(layout, wrong) {
  if (wrong.length === 2) {
    const [[one], [other]] = wrong;
    if (layout.topology.edges[one].crosses.includes(other)) {
      return `the bridge between ${pairInWords(layout, one)} crosses the one between ${pairInWords(layout, other)}`;
    }
  }
  const least = new Map(wrong);
  const islands = [...new Set(wrong.flatMap(([edge]) => endsOf(layout, edge)))].sort((one, other) => one - other);
  for (const island of islands) {
    const target = targetOf(layout, island);
    const some = layout.ways[island].reduce((sum, way) => sum + (least.get(way.edge) ?? 0), 0);
    if (target !== null && some > target) {
      return `${nameOf(layout, island)} has ${counted(some)}, which is too many`;
    }
  }
  return null;
}
