/**
 * A session: one puzzle being played. It holds what the core's pure functions return and nothing that is drawn. Every
 * change is one action of the history; `onchange` is called after each.
 */

import {
  PuzzleError, applyCross, applyEdgeChange, applyLock, buildTopology, changeTo, decodeGame, encodeGame, matches,
  newHistory, newState, nextCount, parsePuzzle, parseSolution, puzzleKey, record, redo, stateOf, undo, undoToRight,
} from "#core";

const MOST_CELLS = 250_000;
const MOST_ISLANDS = 4_000;

export class Session {
  /** @param {object} entry as Python writes it; throws PuzzleError if it is no puzzle */
  constructor(entry) {
    this.entry = entry;
    this.puzzle = playable(parsePuzzle(entry));
    this.topology = buildTopology(this.puzzle);
    this.key = puzzleKey(this.puzzle);
    this.solution = entry.solution === undefined ? null : parseSolution(this.topology, entry.solution);
    this.state = startOf(this.topology, entry);
    this.history = newHistory();
    this.checkpoints = [];
    this.onchange = () => {};
  }

  /** Return the whole game for storage. */
  save(time) {
    const { state, history, checkpoints } = this;
    return encodeGame(this.topology, { state, history, checkpoints, time: Math.round(time) });
  }

  /** Continue a saved game; returns its time, or throws PuzzleError. */
  load(saved) {
    const { state, history, checkpoints, time } = decodeGame(this.topology, saved);
    Object.assign(this, { state, history, checkpoints });
    return time;
  }

  get begun() {
    return this.history.undo.length > 0;
  }

  /** What a tap on an edge would do: the next count, or the reason why there is none. */
  next(edge, back, strict) {
    return nextCount(this.topology, this.state, edge, back ? -1 : 1, { strict });
  }

  /** Give an edge a number of bridges. All of these return {ok, reason}. */
  set(edge, count, strict) {
    return this.take("bridge", applyEdgeChange(this.topology, this.state, edge, count, { strict }));
  }

  cycle(edge, back, strict) {
    const { count, reason } = this.next(edge, back, strict);
    return reason ? { ok: false, reason } : this.set(edge, count, strict);
  }

  cross(edge) {
    return this.take("cross", applyCross(this.topology, this.state, edge, !this.state.crosses[edge]));
  }

  lock(island) {
    return this.take("lock", applyLock(this.topology, this.state, island, !this.state.locks[island]));
  }

  take(label, { state2, ok, reason, diff }) {
    if (diff) this.commit(state2, { label, diffs: [diff] });
    return { ok, reason };
  }

  /** Place several bridges in one action, as a hint asks; returns whether anything changed. */
  place(bridges, label) {
    const edgeCounts = this.state.edgeCounts.slice();
    const crosses = this.state.crosses.slice();
    for (const [edge, count] of bridges) [edgeCounts[edge], crosses[edge]] = [count, 0];
    return this.goTo({ edgeCounts, crosses, locks: this.state.locks }, label);
  }

  /** Go to a position in one action; returns whether anything changed. */
  goTo(position, label) {
    const { state2, action } = changeTo(this.topology, this.state, position, label);
    if (action) this.commit(state2, action);
    return action !== null;
  }

  reset() {
    return this.goTo({}, "reset");
  }

  commit(state, action) {
    Object.assign(this, { state, history: record(this.history, action) });
    this.onchange();
  }

  undo() {
    return this.step(undo(this.topology, this.state, this.history));
  }

  redo() {
    return this.step(redo(this.topology, this.state, this.history));
  }

  step(result) {
    if (!result) return false;
    Object.assign(this, { state: result.state2, history: result.history2 });
    this.onchange();
    return true;
  }

  /** Whether the position can still become the solution; null if that is not known. */
  get right() {
    return this.solution && matches(this.topology, this.state, this.solution);
  }

  /** Undo to the last position that was right; returns how many actions were undone. */
  undoToRight() {
    const result = undoToRight(this.topology, this.state, this.history, this.solution);
    if (!result?.undone) return 0;
    this.step(result);
    return result.undone;
  }

  /** Edges whose bridges or crosses are not those of the solution. */
  mistakes() {
    const { edgeCounts, crosses } = this.state;
    const wrong = this.topology.edges.filter(({ id }) => {
      return edgeCounts[id] > this.solution[id] || (crosses[id] && this.solution[id]);
    });
    return new Set(wrong.map(({ id }) => id));
  }

  /** Keep a position as a checkpoint. */
  keepPosition({ edgeCounts, crosses, locks }, name) {
    this.checkpoints = [...this.checkpoints, { name, edgeCounts, crosses, locks }];
  }

  dropCheckpoint(checkpoint) {
    this.checkpoints = this.checkpoints.filter((each) => each !== checkpoint);
    this.onchange();
  }
}

/** Return a puzzle, or throw if it is too large for a page; the server has the same limits. */
export function playable(puzzle) {
  const limits = [[puzzle.islands.length, MOST_ISLANDS, "islands"], [puzzle.w * puzzle.h, MOST_CELLS, "cells"]];
  for (const [found, most, things] of limits) {
    if (found > most) throw new PuzzleError(`the board has ${found} ${things}; at most ${most} can be played here`);
  }
  return puzzle;
}

/** Return the position that a game begins with: empty, unless Python hands over a game with bridges. */
function startOf(topology, { start }) {
  return start === undefined ? newState(topology) : stateOf(topology, { edgeCounts: parseSolution(topology, start) });
}
