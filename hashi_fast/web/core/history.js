// History: the actions of a game, for undo and redo over any number of them. Histories are never changed in place.
//
// An action is what one undo takes back: a bridge, a mark, a whole reset. It is stored as its diffs, in order.

import { ARRAY_OF, newState, withDiffs } from "#core/state.js";

/**
 * @typedef {{label: string, diffs: import("#core/state.js").Diff[]}} Action
 * @typedef {{undo: Action[], redo: Action[]}} History the last action is at the end of each list
 */

/** @returns {History} */
export function newHistory() {
  return { undo: [], redo: [] };
}

/**
 * Returns the history with one more action; what was undone before can no longer be redone.
 * @param {History} history
 * @param {Action} action
 * @returns {History}
 */
export function record(history, action) {
  return { undo: [...history.undo, action], redo: [] };
}

/**
 * Takes the last action back; null if there is none.
 * @returns {{state2: import("#core/state.js").State, history2: History, action: Action} | null}
 */
export function undo(topology, state, history) {
  const action = history.undo.at(-1);
  if (!action) return null;
  const state2 = withDiffs(topology, state, action.diffs, { back: true });
  return { state2, history2: { undo: history.undo.slice(0, -1), redo: [...history.redo, action] }, action };
}

/**
 * Repeats the action that was last taken back; null if there is none.
 * @returns {{state2: import("#core/state.js").State, history2: History, action: Action} | null}
 */
export function redo(topology, state, history) {
  const action = history.redo.at(-1);
  if (!action) return null;
  const state2 = withDiffs(topology, state, action.diffs);
  return { state2, history2: { undo: [...history.undo, action], redo: history.redo.slice(0, -1) }, action };
}

/**
 * Goes to another position in one action: a checkpoint, the solution, or the empty board if `position` is absent.
 * @param {{edgeCounts?: ArrayLike<number>, crosses?: ArrayLike<number>, locks?: ArrayLike<number>}} position
 *   what is absent is empty
 * @returns {{state2: import("#core/state.js").State, action: Action | null}} no action if nothing changes
 */
export function changeTo(topology, state, position = {}, label = "") {
  const empty = newState(topology);
  const diffs = [];
  for (const [kind, name] of Object.entries(ARRAY_OF)) {
    const wanted = position[name] ?? empty[name];
    state[name].forEach((prev, id) => {
      if (prev !== wanted[id]) diffs.push({ kind, id, prev, next: wanted[id] });
    });
  }
  if (!diffs.length) return { state2: state, action: null };
  return { state2: withDiffs(topology, state, diffs), action: { label, diffs } };
}

/**
 * Whether a position can still become the solution: no edge has too many bridges, and none that has bridges in the
 * solution is crossed out.
 * @param {ArrayLike<number>} solution one count per edge
 */
export function matches(topology, state, solution) {
  return topology.edges.every(({ id }) => state.edgeCounts[id] <= solution[id] && !(state.crosses[id] && solution[id]));
}

/**
 * Goes back to the last position that matches the solution; null if there never was one.
 * @returns {{state2: import("#core/state.js").State, history2: History, undone: number} | null}
 */
export function undoToRight(topology, state, history, solution) {
  let at = { state2: state, history2: history };
  let undone = 0;
  while (at && !matches(topology, at.state2, solution)) {
    at = undo(topology, at.state2, at.history2);
    undone++;
  }
  return at && { state2: at.state2, history2: at.history2, undone };
}
