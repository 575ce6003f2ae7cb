// Sentences about what to place and what to remove.

import { endsOf, nameOf } from "#core/hints/layout.js";
import { counted, listed, number, sentence } from "#core/hints/wording.js";

/**
 * Returns what to place so that edges with `counts` bridges get as many as `placed` says, a list of [edge, count].
 * `island` is one that all these edges share, or null.
 */
export function tellPlacing(layout, counts, placed, island) {
  const added = new Map(placed.map(([edge, count]) => [edge, count - counts[edge]]));
  const bridges = (edge) => counted(added.get(edge), counts[edge] ? "more bridge" : "bridge");
  if (island === null) {
    const parts = placed.map(([edge]) => `${bridges(edge)} between ${pairInWords(layout, edge)}`);
    return sentence(`place ${listed(parts)}`);
  }
  const parts = layout.ways[island].filter((way) => added.has(way.edge)).map((way, i) => {
    const to = `to ${nameOf(layout, way.island)}`;
    if (i === 0) return `${bridges(way.edge)} from ${nameOf(layout, island)} ${to}`;
    return `${number(added.get(way.edge))}${counts[way.edge] ? " more" : ""} ${to}`;
  });
  return sentence(`place ${listed(parts)}`);
}

/** Returns what to remove if edges with `counts` bridges cannot all have as many as `wrong` says. */
export function tellRemoving(layout, counts, wrong) {
  const bridges = wrong.map(([edge, count]) => `${surplus(counts[edge], count)} between ${pairInWords(layout, edge)}`);
  if (bridges.length > 1) return sentence(`remove at least one of these: ${listed(bridges, "or")}`);
  return sentence(`remove ${bridges[0]}`);
}

/** Returns bridges as a list, as in "the two bridges between the 5 at ... and the 3 at ...". */
export function bridgesInWords(layout, bridges) {
  return listed(bridges.map(([edge, count]) => `${theBridges(count)} between ${pairInWords(layout, edge)}`));
}

/** Returns the names of the ends of an edge, to follow "between". */
export function pairInWords(layout, edge) {
  return listed(endsOf(layout, edge).map((island) => nameOf(layout, island)));
}

function theBridges(count) {
  return count === 1 ? "the bridge" : `the ${counted(count)}`;
}

/** Returns, of the bridges on an edge, those to remove so that fewer than `wrong` are left. */
function surplus(some, wrong) {
  const more = some - wrong + 1;
  return more === some ? theBridges(some) : `${number(more)} of ${theBridges(some)}`;
}
