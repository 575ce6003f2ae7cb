/** What the board says to people who do not see it: every island in words, so that the text alone is enough to play. */

import { capital } from "#ui/dom.js";
import { DIRECTIONS } from "#ui/geometry.js";

const clue = (island) => (island.target === null ? "unknown" : String(island.target));

/** Return "no bridge", "1 bridge" or "2 bridges". */
const bridges = (count) => `${count || "no"} bridge${count > 1 ? "s" : ""}`;

/** Return the words for one island: its number, its place, what it needs, and what lies each way. */
export function islandLabel(topology, state, id, trouble = "") {
  const island = topology.islands[id];
  const total = state.islandTotals[id];
  const parts = [`${capital(clue(island))}, row ${island.r + 1}, column ${island.c + 1}, ${needs(island, total)}`];
  if (state.locks[id]) parts.push("Locked");
  if (trouble) parts.push(trouble);
  island.slots.forEach((edge, slot) => {
    if (edge >= 0) parts.push(`${capital(DIRECTIONS[slot])}: ${way(topology, state, id, edge)}`);
  });
  return `${parts.join(". ")}.`;
}

function needs(island, total) {
  if (island.target === null) return bridges(total);
  if (total === island.target) return "complete";
  return total < island.target ? `${island.target - total} more needed` : `${total - island.target} too many`;
}

function way(topology, state, id, edge) {
  const { a, b, orient } = topology.edges[edge];
  const other = topology.islands[a === id ? b : a];
  const place = orient === "h" ? `column ${other.c + 1}` : `row ${other.r + 1}`;
  const there = state.crosses[edge] ? "crossed out" : bridges(state.edgeCounts[edge]);
  return `${there} to ${clue(other)} in ${place}`;
}

/** Return what a move did, in a short sentence. */
export function edgeSentence(topology, state, edge) {
  const { a, b } = topology.edges[edge];
  const name = (id) => {
    const island = topology.islands[id];
    return `${clue(island)} at row ${island.r + 1}, column ${island.c + 1}`;
  };
  const what = state.crosses[edge] ? "Crossed out" : capital(bridges(state.edgeCounts[edge]));
  return `${what} between ${name(a)} and ${name(b)}.`;
}
