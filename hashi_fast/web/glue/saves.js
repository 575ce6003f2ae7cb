/**
 * Saves: every game under its puzzle's content key, with a revision that counts its writes. A tab that finds a revision
 * it has not seen knows that another tab has played the same puzzle, so neither overwrites the other unasked.
 */

import { PuzzleError } from "#core";

const MINE = 60; // own puzzles that are remembered

export class Saves {
  constructor(storage, tell) {
    this.storage = storage;
    this.tell = tell;
    this.revision = 0; // of the open game, as this tab knows it
    this.times = {};
    this.solvedText = null;
  }

  /** Continue the stored game of a session, if there is one; returns its time or null. */
  resume(session) {
    const name = `save:${session.key}`;
    const stored = this.storage.get(name, null, isSave);
    this.revision = stored?.revision ?? 0;
    if (!stored) return null;
    try {
      return session.load(stored.game);
    } catch (error) {
      if (!(error instanceof PuzzleError)) throw error;
      this.tell("The game stored for this puzzle could not be read, so it starts anew. It is kept beside the new one.");
      this.storage.set(`unreadable:${session.key}`, stored);
      return null;
    }
  }

  /** Store a game; returns false, and stores nothing, if another tab has stored one since. */
  write(session, time, { force = false } = {}) {
    const name = `save:${session.key}`;
    if (!force && this.storedRevision(session) > this.revision) return false;
    this.revision = Math.max(this.revision, this.storedRevision(session)) + 1;
    this.storage.set(name, { revision: this.revision, at: new Date().toISOString(), game: session.save(time) });
    return true;
  }

  storedRevision(session) {
    // The revision comes first, so a large save need not be parsed.
    const found = /^\{"revision":(\d+)/.exec(this.storage.text(`save:${session.key}`) ?? "");
    return found ? Number(found[1]) : 0;
  }

  /** Whether a puzzle has a stored game, and how it went. */
  progress(key) {
    const done = this.solved()[key];
    if (done !== undefined) return { solved: true, time: done };
    return { solved: false, begun: this.storage.text(`save:${key}`) !== null };
  }

  /** The best time of every solved puzzle, by its key; parsed only when it has changed. */
  solved() {
    const text = this.storage.text("solved");
    if (text !== this.solvedText) {
      this.solvedText = text;
      this.times = this.storage.get("solved", {}, (value) => value !== null && typeof value === "object");
    }
    return this.times;
  }

  /** Note that a puzzle was solved, with the best time. */
  noteSolved(key, time) {
    const solved = this.solved();
    this.storage.set("solved", { ...solved, [key]: Math.min(solved[key] ?? Infinity, Math.round(time)) });
  }

  /** The entries of puzzles that no pack has: imported, generated or made here, the latest first. */
  mine() {
    return this.storage.get("mine", [], (value) => Array.isArray(value) && value.every((entry) => entry?.id));
  }

  keep(entry) {
    const same = (other) => other.id === entry.id;
    const { walkthrough, ...kept } = entry;
    this.storage.set("mine", [kept, ...this.mine().filter((other) => !same(other))].slice(0, MINE));
  }
}

function isSave(value) {
  return value !== null && typeof value === "object" && Number.isSafeInteger(value.revision) && "game" in value;
}
