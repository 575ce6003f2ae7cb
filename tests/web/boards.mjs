// Boards that tests share, small enough to be understood by looking at them.

import { buildTopology, loadsPuzzle, newState, applyEdgeChange } from "../../hashi_fast/web/hashi_core.js";

/**
 * Returns the topology of a drawing: rows joined by "/", digits are islands, "?" unknown clues, "." empty cells.
 * @param {{maxBridges?: number, loops?: boolean}} rules
 */
export function board(drawing, rules = {}) {
  const rows = drawing.split("/");
  const islands = rows.flatMap((row, r) => [...row].flatMap((sign, c) => {
    return sign === "." ? [] : [{ r, c, target: sign === "?" ? null : Number(sign) }];
  }));
  return buildTopology({ w: rows[0].length, h: rows.length, islands, ...rules });
}

/** Two islands in a row that need two bridges. */
export const TWO = board("...../.2.2./.....");
/** Three in a row: the outer two do not see each other. */
export const THREE = board("1.2.1");
/** A plus: the way across and the way down cross in the middle. */
export const PLUS = board(".1./1.1/.1.");
/** An angle whose corner needs one bridge and could get it from either side. */
export const ANGLE = board("1.1/.../1..");
/** Two pairs out of each other's sight. */
export const APART = board("1.1../...../...../..1.1");
/** Four islands in a square, each with two neighbours. */
export const SQUARE = board("2.2/.../2.2");
/** A puzzle of ordinary size, with exactly one solution. */
export const ORDINARY = buildTopology(loadsPuzzle("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2").puzzle);

/** Returns the state after moves [edge, count], all of which must be legal. */
export function played(topology, moves, options) {
  return moves.reduce((state, [edge, count]) => {
    const { ok, reason, state2 } = applyEdgeChange(topology, state, edge, count, options);
    if (!ok) throw new Error(reason);
    return state2;
  }, newState(topology));
}

/** Returns numbers from 0 to below 1, always the same ones for a seed. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a copy of a value, to see later whether it has changed. */
export function snapshot(value) {
  return structuredClone(value);
}
