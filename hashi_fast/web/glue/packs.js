/** The library: all puzzles of the packs in order of difficulty, with names, kinds, filters and today's puzzle. */

import { loadsPuzzle, parsePuzzle, puzzleKey } from "#core";
import { capital } from "#ui";

const LEVELS = ["easy", "medium", "hard", "expert", "extreme"];

const WEEK = ["expert", "easy", "easy", "medium", "medium", "hard", "hard"]; // Sunday first
const DAY = 86_400_000;
// The page without any pack, opened as a plain file, still has something to play.
const STARTER = { id: "starter", title: "Starter", w: 7, h: 7, task: "a4d32a4b4b2j2a3a4c4h1a2b3" };

/**
 * A puzzle of the library.
 * @typedef {object} Item
 * @property {object} entry as Python wrote it
 * @property {string} name
 * @property {string} kind level and size in words
 */

/** Return an item for an entry; `number` tells puzzles of one level apart. */
export function itemOf(entry, number = 0) {
  const level = LEVELS.includes(entry.level) ? capital(entry.level) : "Puzzle";
  const name = entry.title ? String(entry.title) : number ? `${level} ${number}` : String(entry.id ?? level);
  const size = `${entry.w}×${entry.h}`;
  const rated = LEVELS.includes(entry.level);
  return { entry, name, size, kind: rated ? `${size} · ${level}` : size };
}

/** Return the content key of an item, worked out when first asked for; null if its puzzle cannot be read. */
export function keyOf(item) {
  if (item.key === undefined) {
    try {
      item.key = puzzleKey(parsePuzzle(item.entry));
    } catch {
      item.key = null;
    }
  }
  return item.key;
}

export class Library {
  constructor({ packs = [], techniques = [] }) {
    const entries = packs.flatMap(({ puzzles }) => puzzles);
    const score = (entry) => entry.score ?? 0;
    const sorted = [...(entries.length ? entries : [STARTER])].sort((one, other) => {
      return rank(one) - rank(other) || score(one) - score(other); // a stable sort: the order of the packs decides
    });
    const numbers = new Map();
    this.items = sorted.map((entry) => {
      numbers.set(entry.level, (numbers.get(entry.level) ?? 0) + 1);
      return itemOf(entry, numbers.get(entry.level));
    });
    this.techniques = techniques;
  }

  /** Return the item with this content, or undefined. */
  find(key) {
    return this.items.find((item) => keyOf(item) === key);
  }

  /** Return the items that fit; a filter that is absent fits all. */
  filter({ level, size, style, technique } = {}) {
    const fit = this.items.filter(({ entry, size: own }) => {
      return (!level || entry.level === level) && (!size || own === size) && (!style || entry.style === style)
        && (!technique || Object.hasOwn(entry.techniques ?? {}, technique));
    });
    // For practice, puzzles of which it is the hardest part come first.
    const off = ({ entry }) => Number(entry.hardest !== technique);
    return technique ? fit.sort((one, other) => off(one) - off(other)) : fit;
  }

  /** Return the values that the items have of "level", "size" or "style". */
  values(name) {
    const values = new Set(this.items.map((item) => (name === "size" ? item.size : item.entry[name])));
    values.delete(undefined);
    if (name === "level") return LEVELS.filter((level) => values.has(level));
    const order = (value) => (name === "size" ? value.split("×").reduce((a, b) => a * b) : 0);
    return [...values].sort((one, other) => order(one) - order(other) || (one < other ? -1 : 1));
  }

  /** Return the next item of the same level and size that is not solved, or simply the next one. */
  next(item, isSolved) {
    const alike = this.items.filter(({ kind }) => kind === item.kind);
    const pool = alike.length > 1 ? alike : this.items;
    const from = pool.indexOf(item);
    const after = [...pool.slice(from + 1), ...pool.slice(0, Math.max(from, 0))];
    return after.find((each) => !isSolved(each)) ?? after[0] ?? item;
  }

  /** Return a random item, one that is not solved if there is any. */
  random(items, isSolved) {
    const open = items.filter((item) => !isSolved(item));
    const pool = open.length ? open : items;
    return pool[Math.floor(Math.random() * pool.length)];
  }

  /** Return the puzzle of a day: the same for everybody with these packs, and harder towards the end of the week. */
  daily(date) {
    const days = Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
    const level = this.filter({ level: WEEK[date.getDay()] });
    const pool = level.length ? level : this.items;
    // Steps of about 0.618 of the pool: neighbouring days get different puzzles, and none comes again soon.
    let step = Math.max(1, Math.round(pool.length * 0.618));
    while (gcd(step, pool.length) !== 1) step++;
    return pool[(days * step) % pool.length];
  }
}

const rank = ({ level }) => (LEVELS.includes(level) ? LEVELS.indexOf(level) : LEVELS.length);
const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/** Return the entry of a puzzle as text: in our own form if it can hold the board, else with its islands. */
export function entryOf(puzzle, id, extra = {}) {
  const { w, h, islands, maxBridges, loops } = puzzle;
  return { id, w, h, islands, max_bridges: maxBridges, loops, ...extra };
}

/** Return the puzzle that a link to this page carries, or null. Throws PuzzleError if it cannot be read. */
export function puzzleOfHash(hash) {
  if (!hash.startsWith("#p=")) return null;
  let text = hash.slice(3);
  try {
    text = decodeURIComponent(text);
  } catch {
    // A stray % in a link: the reader says what is wrong with it.
  }
  return loadsPuzzle(text).puzzle;
}
