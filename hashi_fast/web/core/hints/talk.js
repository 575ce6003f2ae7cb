// What sentences are built with: names of islands, and notes of what was named and what is relied on.

import { endsOf, nameOf, numberOf } from "#core/hints/layout.js";
import { counted, listed, sentence } from "#core/hints/wording.js";

/**
 * Something in words: where to look, and why it is so.
 * @typedef {{where: string, why: string, islands: number[], edges: number[]}} Telling
 *   islands: those to highlight, every island that the words name among them; edges: those whose bounds are relied on
 */

/**
 * Starts one telling about what is known.
 * @param {import("#core/hints/known.js").Known} known
 */
export function startTalk(known) {
  const { layout } = known;
  const islands = new Set(); // in the order in which they were mentioned
  const edges = new Set();

  const note = (those) => those.forEach((island) => islands.add(island));
  const relyOn = (those) => those.forEach((edge) => edges.add(edge));

  /** Returns the full name of an island, as in "the 5 at row 3, column 7". */
  const name = (island) => {
    islands.add(island);
    return nameOf(layout, island);
  };

  return {
    known,
    layout,
    note,
    name,
    relyOn,

    /** Returns the short name of a neighbour of the island named last, as in "the 4 on the right". */
    beside(way) {
      islands.add(way.island);
      return `the ${numberOf(layout, way.island)} ${way.side}`;
    },

    /** Returns the names of the ends of an edge, to follow "between". */
    pair(edge) {
      return listed(endsOf(layout, edge).map(name));
    },

    /** Returns the name of the island at which a side of the board begins, and how many more the side has. */
    withThoseBehind(island, side) {
      const more = side.length - 1;
      const behind = more === 1 ? "the island behind it" : `the ${counted(more, "island")} behind it`;
      return more ? `${name(island)} and ${behind}` : name(island);
    },

    /** Notes that the bridges of an island, and which of its ways are closed, are taken as known. */
    relyOnWays(island) {
      relyOn(layout.ways[island].map((way) => way.edge));
    },

    /** Notes that the bridges of these islands are taken as known. */
    relyOnBridges(those) {
      for (const island of those) {
        relyOn(layout.ways[island].map((way) => way.edge).filter((edge) => known.least[edge]));
      }
    },

    /**
     * Returns the telling: each part of `why` becomes a sentence.
     * @returns {Telling}
     */
    telling(where, ...why) {
      return { where: sentence(where), why: why.map(sentence).join(" "), islands: [...islands], edges: [...edges] };
    },
  };
}
