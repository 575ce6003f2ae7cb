/**
 * A draft: a board under construction, with the bridges that were drawn on it. Drafts are never changed in place.
 *
 * The clue of an island is a number, null for a hidden one, or "auto": then it follows the bridges.
 */

import { applyEdgeChange, buildTopology, edgeBetween, islandAt, stateOf } from "#core";
import { bridgesOf } from "#glue/client.js";

/**
 * @typedef {{w: number, h: number, maxBridges: number, loops: boolean, islands: {r: number, c: number, clue: any}[],
 *   bridges: number[][]}} Draft bridges are [r0, c0, r1, c1, count]
 */

export const newDraft = () => ({ w: 7, h: 7, maxBridges: 2, loops: true, islands: [], bridges: [] });

/** Return the draft of a puzzle, with the bridges of a solution if there is one. */
export function draftOf({ w, h, maxBridges, loops, islands }, solution = "") {
  const bridges = bridgesOf(buildTopology({ w, h, maxBridges, loops, islands }), Array.from(solution, Number));
  return { w, h, maxBridges, loops, islands: islands.map(({ r, c, target }) => ({ r, c, clue: target })), bridges };
}

/** Return the puzzle of a draft as it stands, its topology and its drawn bridges as a state. */
export function boardOf(draft) {
  const { w, h, maxBridges, loops, bridges } = draft;
  const sum = ({ r, c }) => bridges.reduce((total, [r0, c0, r1, c1, n]) => {
    return total + ((r0 === r && c0 === c) || (r1 === r && c1 === c) ? n : 0);
  }, 0);
  const islands = draft.islands.map((island) => {
    return { r: island.r, c: island.c, target: island.clue === "auto" ? sum(island) || null : island.clue };
  });
  const puzzle = { w, h, maxBridges, loops, islands };
  const topology = buildTopology(puzzle);
  const edgeCounts = new Uint8Array(topology.edges.length);
  for (const [r0, c0, r1, c1, n] of bridges) {
    const { edge } = edgeBetween(topology, islandAt(topology, r0, c0), islandAt(topology, r1, c1));
    edgeCounts[edge] = Math.min(n, maxBridges);
  }
  return { puzzle, topology, state: stateOf(topology, { edgeCounts }) };
}

const at = (r, c) => (island) => island.r === r && island.c === c;
const order = (one, other) => one.r - other.r || one.c - other.c;

/** Add an island; bridges that run over its cell then end there. */
export function withIsland(draft, r, c) {
  if (draft.islands.some(at(r, c))) return draft;
  const bridges = draft.bridges.flatMap(([r0, c0, r1, c1, n]) => {
    const over = (r0 === r && r1 === r && c0 < c && c < c1) || (c0 === c && c1 === c && r0 < r && r < r1);
    return over ? [[r0, c0, r, c, n], [r, c, r1, c1, n]] : [[r0, c0, r1, c1, n]];
  });
  return { ...draft, islands: [...draft.islands, { r, c, clue: "auto" }].sort(order), bridges };
}

export function withoutIsland(draft, r, c) {
  const bridges = draft.bridges.filter(([r0, c0, r1, c1]) => !((r0 === r && c0 === c) || (r1 === r && c1 === c)));
  return { ...draft, islands: draft.islands.filter((island) => !at(r, c)(island)), bridges };
}

export function withClue(draft, r, c, clue) {
  return { ...draft, islands: draft.islands.map((island) => (at(r, c)(island) ? { r, c, clue } : island)) };
}

/** Give an edge of `boardOf` some bridges; returns {draft, reason}. Only crossings and loops are refused. */
export function withBridges(draft, edge, count) {
  const { topology, state } = boardOf(draft);
  const free = { ...topology, islands: topology.islands.map((island) => ({ ...island, target: null })) };
  const { ok, reason } = applyEdgeChange(free, state, edge, count);
  if (!ok) return { draft, reason };
  const { r0, c0, r1, c1 } = topology.edges[edge];
  const others = draft.bridges.filter(([a, b, c, d]) => a !== r0 || b !== c0 || c !== r1 || d !== c1);
  return { draft: { ...draft, bridges: count ? [...others, [r0, c0, r1, c1, count]] : others }, reason: "" };
}

/** Change the size; what lies outside is cut off. */
export function resized(draft, w, h) {
  const inside = (r, c) => r < h && c < w;
  return {
    ...draft, w, h,
    islands: draft.islands.filter(({ r, c }) => inside(r, c)),
    bridges: draft.bridges.filter(([, , r1, c1]) => inside(r1, c1)),
  };
}

/** Whether a value from storage is a draft. */
export function isDraft(value) {
  const whole = (n, least, most) => Number.isInteger(n) && n >= least && n <= most;
  const { w, h, maxBridges, loops, islands, bridges } = value ?? {};
  const isClue = (clue) => clue === null || clue === "auto" || whole(clue, 1, 16);
  return whole(w, 1, 99) && whole(h, 1, 99) && whole(maxBridges, 1, 4) && typeof loops === "boolean"
    && Array.isArray(islands) && Array.isArray(bridges)
    && islands.every(({ r, c, clue }) => whole(r, 0, h - 1) && whole(c, 0, w - 1) && isClue(clue))
    && bridges.every((ends) => Array.isArray(ends) && ends.length === 5 && ends.every((n) => whole(n, 0, 99))
      && islands.some(at(ends[0], ends[1])) && islands.some(at(ends[2], ends[3])));
}
