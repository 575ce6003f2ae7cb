// Techniques about one island and what its directions can take.

import { UNKNOWN } from "#core/arrays.js";
import { isSettled } from "#core/domains.js";
import { addStep } from "#core/hints/deduction.js";

const SLOTS = [0, 1, 2, 3];

/** Adds a step about an island that concludes bounds of its directions and looks at the neighbours in reach. */
function addIslandStep(t, i, conclusions) {
  const { arrays, hi } = t.domains;
  const inReach = SLOTS.filter((slot) => boundsAt(t, i, slot) && hi[arrays.slotEdge[4 * i + slot]]);
  addStep(t, i, null, conclusions, [i, ...inReach.map((slot) => arrays.slotIsland[4 * i + slot])]);
}

/** Returns the edge in a slot with its bounds, or null if there is none. */
function boundsAt({ domains }, i, slot) {
  const edge = domains.arrays.slotEdge[4 * i + slot];
  return edge < 0 ? null : { edge, least: domains.lo[edge], most: domains.hi[edge] };
}

function directions(t, i) {
  return SLOTS.map((slot) => boundsAt(t, i, slot)).filter(Boolean);
}

/** An island with all its bridges takes no more; nothing crosses a bridge. */
export function findCompletions(t) {
  const { arrays, lo, hi, need } = t.domains;
  const met = new Set();
  const complete = (i) => {
    if (need[i] !== 0 || met.has(i)) return;
    met.add(i);
    addIslandStep(t, i, directions(t, i).map(({ edge, least }) => ({ edge, least, most: least })));
  };
  while (t.completed < t.raised.length) {
    const entry = t.raised[t.completed++];
    const e = entry >> 1;
    complete(arrays.a[e]);
    complete(arrays.b[e]);
    if (!(entry & 1)) continue;
    const blocked = arrays.crosses[e].filter((f) => hi[f]);
    addStep(t, null, e, blocked.map((f) => ({ edge: f, least: lo[f], most: 0 })));
  }
}

/** Returns how many more bridges a direction takes, going by the printed numbers and the need of the island. */
function takesByPrint(t, i, { edge, least, most }) {
  return least === most ? 0 : Math.min(t.cap[edge] - least, t.domains.need[i]);
}

/** An island that needs all that its open directions can take gets it. */
export function findFullIslands(t) {
  const { arrays, need, slack } = t.domains;
  for (let i = 0; i < arrays.n; i++) {
    // Slack also reflects what the neighbours still need, so an island with slack cannot be full.
    if (slack[i] !== 0 || isSettled(t.domains, i)) continue;
    const ways = directions(t, i);
    if (ways.reduce((sum, way) => sum + takesByPrint(t, i, way), 0) !== need[i]) continue;
    addIslandStep(t, i, ways.map(({ edge, most }) => ({ edge, least: most, most })));
  }
}

/** If a target is high enough, each direction gets a share even if all others are full. Only their number counts. */
export function findOneEachWay(t) {
  const { arrays, slack } = t.domains;
  for (let i = 0; i < arrays.n; i++) {
    if (slack[i] >= arrays.most || isSettled(t.domains, i)) continue;
    const ways = directions(t, i).filter(({ most }) => most > 0);
    const share = arrays.target[i] - arrays.most * (ways.length - 1);
    if (share <= 0) continue; // as with an unknown target
    addIslandStep(t, i, ways.map(({ edge, least, most }) => ({ edge, least: Math.max(least, share), most })));
  }
}

/** A direction gets what the others cannot take, going by the printed numbers. */
export function findLimitedDirections(t) {
  const { arrays, need, slack } = t.domains;
  for (let i = 0; i < arrays.n; i++) {
    if (slack[i] >= arrays.most || isSettled(t.domains, i) || arrays.target[i] === UNKNOWN) continue;
    const ways = directions(t, i);
    const takes = ways.map((way) => takesByPrint(t, i, way));
    const spare = takes.reduce((sum, take) => sum + take, 0) - need[i];
    addIslandStep(t, i, ways.map(({ edge, least, most }, k) => {
      return { edge, least: least + Math.max(0, takes[k] - spare), most };
    }));
  }
}

/** The same, going by what the neighbours still need. */
export function findLimitedNeighbours(t) {
  const { arrays, slack } = t.domains;
  for (let i = 0; i < arrays.n; i++) {
    if (slack[i] >= arrays.most || isSettled(t.domains, i)) continue;
    addIslandStep(t, i, directions(t, i).map(({ edge, least, most }) => {
      return { edge, least: Math.max(least, most - slack[i]), most };
    }));
  }
}
