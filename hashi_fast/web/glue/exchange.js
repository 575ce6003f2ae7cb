/** Puzzles and games in and out: import, share, print, files. */

import { PuzzleError, buildTopology, dumpsPuzzle, loadsPuzzle, parsePuzzle, puzzleKey, solve } from "#core";
import { download, openImport, openShare, printBoard, toast } from "#ui";
import { fieldsOf, told } from "#glue/client.js";
import { entryOf, itemOf } from "#glue/packs.js";
import { NOTES, rulesOf } from "#glue/rules.js";
import { Session, playable } from "#glue/session.js";

/** Return {status, solutions} of a puzzle, from Python or from the core; the status may be "unknown". */
export async function solutionsOf(puzzle, client) {
  if (client.served) {
    try {
      return await client.ask("uniqueness", { puzzle: fieldsOf(puzzle) });
    } catch (error) {
      told(error); // the page can count, too
    }
  }
  const topology = buildTopology(puzzle);
  const { status, solutions } = solve(topology, { solutionLimit: 2 });
  const words = ["none", "unique", "multiple"];
  const known = solutions.length === 2 || status === "done";
  return { status: known ? words[solutions.length] : "unknown", solutions: solutions.map((counts) => counts.join("")) };
}

/** Return the puzzle in a text; formats that only Python reads are read by it. */
async function puzzleIn(text, client) {
  try {
    return loadsPuzzle(text).puzzle;
  } catch (error) {
    if (!(error instanceof PuzzleError) || !client.served) throw error;
    return parsePuzzle((await client.ask("convert", { text, to: "json" })).puzzle);
  }
}

/** Return the item of a puzzle that comes from outside, with its solution and rating as far as they are known. */
export async function itemOfPuzzle(puzzle, client, title) {
  const { status, solutions } = await solutionsOf(playable(puzzle), client);
  const extra = { title, status: status === "unique" ? undefined : status };
  if (status === "unique") {
    [extra.solution] = solutions;
    if (client.served) Object.assign(extra, await ratingOf(puzzle, client));
  }
  return itemOf(entryOf(puzzle, `own:${puzzleKey(puzzle)}`, extra));
}

/** Return level, score, hardest and techniques of a unique puzzle; nothing if Python cannot say. */
export async function ratingOf(puzzle, client) {
  try {
    const { level, score, hardest, techniques } = await client.ask("rate", { puzzle: fieldsOf(puzzle) });
    return { level: level ?? undefined, score, hardest, techniques };
  } catch (error) {
    told(error);
    return {};
  }
}

/** Ask for a puzzle or a saved game as text, and open it. */
export function importPuzzle(app) {
  openImport(async (text) => {
    if (!text.trim()) throw new PuzzleError("Paste a puzzle first.");
    const game = savedGame(text);
    if (game) return { note: "", onplay: () => openGame(app, game) };
    const puzzle = await puzzleIn(text, app.client);
    const item = await itemOfPuzzle(puzzle, app.client, puzzle.id === undefined ? "Imported" : String(puzzle.id));
    return { note: NOTES[item.entry.status] ?? "", onplay: () => app.openOwn(item), onedit: () => app.edit(puzzle) };
  });
}

function savedGame(text) {
  try {
    const fields = JSON.parse(text);
    return fields?.hashi === "game" ? fields : null;
  } catch {
    return null;
  }
}

/** Open a game from a file; what was stored for its puzzle stays, as a checkpoint. */
function openGame(app, { entry, game }) {
  try {
    new Session(entry).load(game); // throws before anything changes
    app.openOwn(itemOf(entry));
    app.keeper.take(game, "Before the file was loaded");
    toast("The game from the file is here.");
  } catch (error) {
    toast(told(error));
  }
}

/** Save the game to a file. */
export function saveToFile({ play, timer }) {
  const { entry, session } = { entry: play.item.entry, session: play.session };
  const { walkthrough, ...kept } = entry;
  download(`hashi-${session.key}.json`, JSON.stringify({ hashi: "game", entry: kept, game: session.save(timer.time) }));
}

/** Show the puzzle as text in several forms, or why a form cannot hold it. */
export function share({ play, config }) {
  const { puzzle } = play.session;
  const form = (name, make) => {
    try {
      return { name, text: make() };
    } catch (error) {
      return { name, reason: `Not possible: ${told(error)}` };
    }
  };
  const forms = [
    form("puzz.link", () => dumpsPuzzle(puzzle, "puzzlink")),
    form("Game ID for Simon Tatham’s Bridges", () => dumpsPuzzle(puzzle, "tatham")),
    form("Text of this game", () => ownText(puzzle)),
  ];
  if (config.mode === "file" && location.protocol.startsWith("http")) {
    const page = location.href.split("#")[0];
    forms.unshift({ name: "Link to this page", text: `${page}#p=${encodeURIComponent(ownText(puzzle))}` });
  }
  openShare(forms);
}

function ownText(puzzle) {
  const { id, ...plain } = puzzle;
  try {
    return dumpsPuzzle(plain, "task");
  } catch (error) {
    told(error);
    return dumpsPuzzle(plain, "json");
  }
}

/** Print the board, empty or as it is. */
export function print({ play }, filled) {
  const { puzzle, state } = play.session;
  const title = `${play.item.name}, ${play.item.size}`;
  printBoard({ puzzle, title, rules: rulesOf(puzzle), state: filled ? state : null });
}
