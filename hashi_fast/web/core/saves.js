// Saves: a whole game as a plain object for JSON, and back with every number checked. Storage is input like any other.
//
//     {"save": 1, "key": "...", "counts": "0120", "crosses": "0001", "locks": "000", "time": 61000,
//      "undo": [["label", [kind, id, prev, next], ...], ...], "redo": [...],
//      "checkpoints": [{"name": "...", "counts": "...", "crosses": "...", "locks": "..."}]}
//
// A kind is a place in KINDS. The position is stored beside the history, so that a game can start from any position;
// the history must lead to it all the same.

import { PuzzleError, shown } from "#core/errors.js";
import { puzzleKey } from "#core/key.js";
import { parseDigits } from "#core/solution.js";
import { ARRAY_OF, stateOf } from "#core/state.js";

const VERSION = 1;
const KINDS = ["edge", "cross", "lock"];
const PARTS = { edgeCounts: "counts", crosses: "crosses", locks: "locks" };
const LONGEST_NAME = 200;
const MOST_DIFFS = 1_000_000;

/**
 * @typedef {{name: string, edgeCounts: Uint8Array, crosses: Uint8Array, locks: Uint8Array}} Checkpoint
 * @typedef {{state: import("#core/state.js").State, history: import("#core/history.js").History,
 *   checkpoints: Checkpoint[], time: number}} Game
 *   time: milliseconds played
 */

/**
 * Returns a game as a plain object for JSON.
 * @param {import("#core/topology.js").Topology} topology
 * @param {Game} game
 */
export function encodeGame(topology, { state, history, checkpoints = [], time = 0 }) {
  return {
    save: VERSION,
    key: puzzleKey(topology),
    ...encodePosition(state),
    time,
    undo: history.undo.map(encodeAction),
    redo: history.redo.map(encodeAction),
    checkpoints: checkpoints.map((checkpoint) => ({ name: checkpoint.name, ...encodePosition(checkpoint) })),
  };
}

function encodePosition(position) {
  return Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [part, position[name].join("")]));
}

function encodeAction({ label, diffs }) {
  return [label, ...diffs.map(({ kind, id, prev, next }) => [KINDS.indexOf(kind), id, prev, next])];
}

/**
 * Returns the game that `encodeGame` turned into an object or its JSON text; throws PuzzleError if it is none, or one
 * of another puzzle.
 * @param {string | object} save
 * @returns {Game}
 */
export function decodeGame(topology, save) {
  const fields = typeof save === "string" ? parsed(save) : save;
  expect(fields?.save === VERSION, `a save of version ${VERSION}`, fields);
  expect(fields.key === puzzleKey(topology), "a save of the puzzle that is open", fields.key);
  expect(Number.isFinite(fields.time) && fields.time >= 0, "a time in milliseconds", fields.time);
  const state = stateOf(topology, decodePosition(topology, fields));
  const [undo, redo] = [decodeActions(fields.undo), decodeActions(fields.redo)];
  checkHistory(topology, state, undo, redo);
  expect(Array.isArray(fields.checkpoints), "a list of checkpoints", fields.checkpoints);
  const checkpoints = fields.checkpoints.map((checkpoint) => {
    expect(isName(checkpoint?.name), "a checkpoint with a name", checkpoint);
    return { name: checkpoint.name, ...decodePosition(topology, checkpoint) };
  });
  return { state, history: { undo, redo }, checkpoints, time: fields.time };
}

function expect(holds, expected, found) {
  if (!holds) throw new PuzzleError(`save: expected ${expected}, found ${shown(found)}`);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text; // which is no save
  }
}

function isName(value) {
  return typeof value === "string" && value.length <= LONGEST_NAME;
}

function decodePosition(topology, fields) {
  const parts = Object.entries(PARTS).map(([name, part]) => {
    return [name, parseDigits(fields[part], ...limits(topology, name), `save, ${part}`)];
  });
  const position = Object.fromEntries(parts);
  const both = position.edgeCounts.findIndex((count, edge) => count && position.crosses[edge]);
  expect(both < 0, "no cross where bridges are", both);
  return position;
}

/** Returns the length of an array of a state, and the largest number in it. */
function limits({ edges, islands, maxBridges }, name) {
  return [name === "locks" ? islands.length : edges.length, name === "edgeCounts" ? maxBridges : 1];
}

function decodeActions(value) {
  expect(Array.isArray(value), "a list of actions", value);
  return value.map((action) => {
    expect(Array.isArray(action) && isName(action[0]), "a label and its changes", action);
    return { label: action[0], diffs: action.slice(1).map(decodeDiff) };
  });
}

function decodeDiff(change) {
  const isDiff = Array.isArray(change) && change.length === 4 && change.every(Number.isInteger) && change[0] in KINDS;
  expect(isDiff, "[kind, id, before, after]", change);
  const [kind, id, prev, next] = change;
  return { kind: KINDS[kind], id, prev, next };
}

/** Takes everything back from the position, and repeats from there what was undone: all numbers must fit. */
function checkHistory(topology, state, undo, redo) {
  const walk = (diffs, from, to) => {
    expect(diffs.length <= MOST_DIFFS, `at most ${MOST_DIFFS} changes`, diffs.length);
    const position = structuredClone(state);
    for (const diff of diffs) {
      const name = ARRAY_OF[diff.kind];
      const [length, most] = limits(topology, name);
      const fits = diff.id >= 0 && diff.id < length && diff[to] >= 0 && diff[to] <= most;
      expect(fits && position[name][diff.id] === diff[from], "changes that lead to the position", diff);
      position[name][diff.id] = diff[to];
    }
  };
  walk(undo.flatMap(({ diffs }) => diffs).reverse(), "next", "prev");
  walk([...redo].reverse().flatMap(({ diffs }) => diffs), "prev", "next");
}
