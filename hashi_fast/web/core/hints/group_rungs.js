// Techniques about groups of joined islands. They rely on the rungs below having no more steps.

import { UNKNOWN } from "#core/arrays.js";
import { isSettled } from "#core/domains.js";
import { isCut, joinGroups, walkBoard } from "#core/groups.js";
import { addStep } from "#core/hints/deduction.js";

/**
 * If two islands need the same and the rest of their groups nothing, their edge cannot take all of that: their groups
 * would be closed. With `onlyPairs`, only for islands without bridges.
 */
function strikeClosingCounts(t, onlyPairs) {
  const { arrays, lo, hi, need } = t.domains;
  const groups = joinGroups(t.domains);
  if (!groups) return;
  for (let e = 0; e < arrays.m; e++) {
    const [i, j] = [arrays.a[e], arrays.b[e]];
    if (need[i] === 0 || need[i] > arrays.most || need[j] !== need[i] || hi[e] - lo[e] < need[i]) continue;
    const roots = new Set([groups.root[i], groups.root[j]]);
    const [size, open] = totals(groups, roots);
    if (open !== 2 * need[i] || size === arrays.n || (onlyPairs && (size > 2 || roots.size === 1))) continue;
    addStep(t, null, e, [{ edge: e, least: lo[e], most: hi[e] - 1 }]);
  }
}

/** Returns the islands and the open need of some groups. */
function totals({ size, need }, roots) {
  let [islands, open] = [0, 0];
  for (const root of roots) {
    islands += size[root];
    open += need[root];
  }
  return [islands, open];
}

/** If all directions of an island but one would close a group, the remaining direction needs a bridge. */
function openClosedStars(t, onlySingle) {
  const { arrays, lo, hi, slack } = t.domains;
  const groups = joinGroups(t.domains);
  if (!groups) return;
  for (let i = 0; i < arrays.n; i++) {
    if (isSettled(t.domains, i) || slack[i] > arrays.most || arrays.target[i] === UNKNOWN) continue;
    for (let slot = 0; slot < 4; slot++) {
      const e = arrays.slotEdge[4 * i + slot];
      // Without this direction there is no slack left, so the others take all they can.
      if (e < 0 || lo[e] === hi[e] || hi[e] - lo[e] !== slack[i]) continue;
      if (!othersClose(t, groups, i, slot, onlySingle)) continue;
      addStep(t, i, e, [{ edge: e, least: lo[e] + 1, most: hi[e] }]);
    }
  }
}

/** Whether an island closes a group if one direction gets no more bridges and the others all they can take. */
function othersClose(t, groups, i, without, onlySingle) {
  const { arrays, lo, hi, need } = t.domains;
  const roots = new Set([groups.root[i]]);
  for (let slot = 0; slot < 4; slot++) {
    const e = arrays.slotEdge[4 * i + slot];
    if (e < 0 || hi[e] === 0 || (slot === without && lo[e] === 0)) continue;
    roots.add(groups.root[arrays.slotIsland[4 * i + slot]]);
  }
  const [size, open] = totals(groups, roots);
  return open === 2 * need[i] && size < arrays.n && !(onlySingle && size > roots.size);
}

/** Two islands without bridges must not complete each other. */
export function findForbiddenPairs(t) {
  strikeClosingCounts(t, true);
}

/** An island must not complete its neighbours and be cut off with them. */
export function findClosedPairs(t) {
  openClosedStars(t, true);
}

/** Both of the above, for groups of more than one island. */
export function findClosedGroups(t) {
  strikeClosingCounts(t, false);
  openClosedStars(t, false);
}

/** Where loops are forbidden, an empty edge between islands that are already joined stays empty. */
export function findLoops(t) {
  const { arrays, lo, hi } = t.domains;
  if (arrays.loops) return;
  const groups = joinGroups(t.domains);
  if (!groups) return;
  const walk = walkBoard(arrays, lo);
  for (let e = 0; e < arrays.m; e++) {
    const [i, j] = [arrays.a[e], arrays.b[e]];
    if (lo[e] || !hi[e] || groups.root[i] !== groups.root[j]) continue;
    addStep(t, null, e, [{ edge: e, least: 0, most: 0 }], chain(arrays, walk, i, j));
  }
}

/** Returns the islands on the way from i to j, after a walk over sure bridges that close no loop. */
function chain({ slotIsland }, { order, came }, i, j) {
  const islands = [];
  while (i !== j) {
    // The one that was met later is not on the way from the root to the other, so the chain leads back from it.
    if (order[i] < order[j]) [i, j] = [j, i];
    islands.push(i);
    i = slotIsland[4 * i + came[i]];
  }
  return [...islands, i];
}

/** An edge without which the board would fall apart carries a bridge. */
export function findOnlyWaysOut(t) {
  const { arrays, lo, hi } = t.domains;
  const groups = joinGroups(t.domains);
  if (!groups || groups.count === 1) return;
  const walk = walkBoard(arrays, hi);
  if (walk.pieces > 1) return;
  for (let i = 0; i < arrays.n; i++) {
    if (!isCut(walk, i)) continue;
    const e = arrays.slotEdge[4 * i + walk.came[i]];
    if (!lo[e]) addStep(t, null, e, [{ edge: e, least: 1, most: hi[e] }]);
  }
}
