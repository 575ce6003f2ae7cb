/**
 * The app: what is on the stage (a game, a replay or the editor), which puzzle comes next, and what is stored. Every
 * part gets the app and asks it for the others.
 */

import { aboutCard, clearSide, counted, el, openSelector, say, showAbout, textButton, toast, topBar } from "#ui";
import { Client, told } from "#glue/client.js";
import { Coach } from "#glue/coach.js";
import { help, key, menu } from "#glue/commands.js";
import { Editor } from "#glue/editor.js";
import { itemOfPuzzle } from "#glue/exchange.js";
import { wayOf } from "#glue/hints.js";
import { Keeper } from "#glue/keeper.js";
import { Library, itemOf, keyOf, puzzleOfHash } from "#glue/packs.js";
import { Play } from "#glue/play.js";
import { Replay } from "#glue/replay.js";
import { NOTES, variantsOf } from "#glue/rules.js";
import { Saves } from "#glue/saves.js";
import { Session } from "#glue/session.js";
import { Settings } from "#glue/settings.js";
import { Storage } from "#glue/storage.js";
import { Timer, clock } from "#glue/timer.js";

export class App {
  /** @param {object} config what Python tells the page */
  constructor(config) {
    this.config = { mode: "file", ...config };
    this.stage = document.getElementById("stage");
    // After the words of welcome, which would hide it.
    const tell = (words) => setTimeout(toast, 300, words, { time: 9000 });
    this.storage = new Storage(this.config.mode === "notebook" ? null : tell);
    this.settings = new Settings(this.storage);
    this.saves = new Saves(this.storage, tell);
    this.client = new Client(this.config);
    this.library = new Library(this.config);
    this.coach = new Coach(this);
    this.past = []; // puzzles that were open before, so that "new game" can be undone
    this.future = [];
    this.other = null; // the replay or the editor, if that is on the stage
    this.bar = topBar({
      onpuzzles: () => this.choose(),
      onpause: () => this.pause(),
      oncheck: () => this.play.check(),
      onmenu: () => menu(this),
    });
    this.timer = new Timer((time) => this.bar.setTime(this.settings.get("timer") && !this.other ? clock(time) : null));
    this.listen();
  }

  listen() {
    this.keeper = new Keeper(this);
    this.settings.onchange((name) => this.setting(name));
    this.setting("theme");
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setting("theme"));
    document.addEventListener("keydown", (event) => key(this, event));
    addEventListener("hashchange", () => this.openHash());
  }

  /** Begin: with the puzzle of the address, the editor, the last puzzle, or the first one. */
  async start() {
    const isNew = this.storage.text("lastPuzzle") === null && this.config.mode !== "notebook";
    this.open(this.firstItem(), { greet: true });
    const teach = { action: "How to play", onaction: () => help(this) };
    if (isNew) toast("Drag from one island to the next to build a bridge.", teach);
    if (this.config.edit) this.edit();
    await this.openHash();
  }

  firstItem() {
    const { items } = this.library;
    if (this.config.mode === "notebook") return items[0];
    const last = this.storage.get("lastPuzzle", null);
    const own = this.config.mode === "served" ? this.mine() : [];
    const found = last && (this.library.find(last) ?? own.find((item) => keyOf(item) === last));
    // Nobody has played here before: an easy board, but one worth a minute.
    return found || (items.find(({ entry }) => entry.w >= 7 && entry.h >= 7) ?? items[0]);
  }

  async openHash() {
    try {
      const puzzle = puzzleOfHash(location.hash);
      if (puzzle) this.openOwn(await itemOfPuzzle(puzzle, this.client, "From a link"));
    } catch (error) {
      toast(`The link holds no puzzle: ${told(error)}`);
    }
  }

  mine() {
    return this.saves.mine().map((entry) => itemOf(entry));
  }

  isSolved(item) {
    return this.saves.progress(keyOf(item)).solved;
  }

  /** Put a puzzle on the stage and continue its game. */
  open(item, { greet = false, remember = true } = {}) {
    let session;
    try {
      session = new Session(item.entry);
    } catch (error) {
      toast(`This puzzle cannot be read: ${told(error)}`);
      if (this.play) return;
      session = new Session((item = new Library({}).items[0]).entry);
    }
    this.keeper.write();
    if (this.play && remember) {
      this.past.push(this.play.item);
      this.future = [];
    }
    const time = this.saves.resume(session);
    this.clear();
    this.play = new Play(this, item, session);
    this.storage.set("lastPuzzle", session.key);
    this.begin(time ?? 0);
    if (session.begun && greet) {
      const clocked = this.settings.get("timer") ? `, ${clock(time)}` : "";
      toast(`Last time you were here: ${counted(session.history.undo.length, "move")}${clocked}.`,
        { action: "Start over", onaction: () => session.reset() });
    } else if (remember && this.past.length) {
      const words = [`${item.name}, ${item.kind}.`, ...this.known().rules].join(" ");
      toast(words, { action: "Back", onaction: () => this.back() });
    } else if (this.known().rules.length) toast(this.known().rules.join(" "));
  }

  /** Open a puzzle that no pack has; it is kept among the player's own. */
  openOwn(item) {
    this.saves.keep(item.entry);
    this.open(item);
  }

  /** Show what belongs to the open game, and run the timer. */
  begin(time) {
    const { item, session } = this.play;
    this.play.draw();
    this.bar.setTitle(item.name, item.kind);
    this.bar.setCheck(true);
    showAbout(aboutCard(item, this.known()));
    this.timer.set(time, !session.state.solved);
    if (session.state.solved) this.play.showEnd(time);
  }

  /** What is worth knowing about the open puzzle: its best time, and what is unusual about it. */
  known() {
    const { item: { entry }, session } = this.play;
    const { solved, time } = this.saves.progress(session.key);
    const rules = [...variantsOf(session.puzzle), NOTES[entry.status]].filter(Boolean);
    return { best: solved ? clock(time) : null, rules };
  }

  clear() {
    this.pause(false);
    this.coach.clear();
    clearSide();
    this.banner(null);
    this.stage.classList.remove("solved");
    this.play?.close();
    this.other?.close();
    this.other = null;
  }

  /** Return from the replay or the editor to the game. */
  resume() {
    const { item, session } = this.play;
    const { time } = this.timer;
    this.clear();
    this.play = new Play(this, item, session);
    this.begin(time);
  }

  // The puzzle before and after

  canGoBack() {
    const history = this.play?.session.history;
    return this.past.length > 0 && !history?.undo.length && !history?.redo.length;
  }

  canGoForward() {
    return this.future.length > 0 && !this.play?.session.history.redo.length;
  }

  back() {
    if (!this.past.length) return;
    this.future.push(this.play.item);
    this.open(this.past.pop(), { remember: false });
    toast(`Back to ${this.play.item.name}.`);
  }

  forward() {
    if (!this.canGoForward()) return;
    this.past.push(this.play.item);
    this.open(this.future.pop(), { remember: false });
  }

  next() {
    this.open(this.library.next(this.play.item, (item) => this.isSolved(item)));
  }

  random(items = this.library.items) {
    const others = items.filter((item) => item !== this.play.item);
    this.open(this.library.random(others.length ? others : items, (item) => this.isSolved(item)));
  }

  choose(filter = { level: this.play.item.entry.level }) {
    const day = (ago) => new Date(Date.now() - ago * 86_400_000);
    openSelector({
      library: this.library,
      mine: this.mine(),
      current: this.play.item,
      filter,
      served: this.client.served,
      days: [0, 1, 2, 3, 4, 5, 6].map((ago) => ({
        name: day(ago).toLocaleDateString(undefined, { weekday: "short", day: "numeric" }),
        item: this.library.daily(day(ago)),
      })),
      progress: (item) => {
        const { solved, begun, time } = this.saves.progress(keyOf(item));
        return { solved, begun, time: solved ? clock(time) : "" };
      },
      onopen: (item) => this.open(item),
      onrandom: (items) => this.random(items.length ? items : undefined),
      onseed: (...wish) => this.generate(...wish),
    });
  }

  async generate(seed, level, size) {
    const [w, h] = size.split("×").map(Number);
    const close = toast("Making the puzzle…", { time: 60_000 });
    try {
      const { entry } = await this.client.ask("generate", { w, h, level, seed });
      this.openOwn(itemOf(entry));
    } catch (error) {
      toast(told(error));
    } finally {
      close();
    }
  }

  async replay() {
    const { session } = this.play;
    try {
      const way = await wayOf(session, this.client);
      if (way.length) this.show(() => new Replay(this, session, way));
      else toast("There is no way to show for this board.");
    } catch (error) {
      toast(told(error));
    }
  }

  edit(puzzle = null) {
    this.show(() => new Editor(this, puzzle));
    this.bar.setTitle("Editor", "Choose a puzzle to play");
    showAbout(null);
  }

  /** Put something else than a game on the stage; the game waits. */
  show(make) {
    this.keeper.write();
    const { time } = this.timer;
    this.clear();
    this.timer.set(time, false);
    this.bar.setCheck(false);
    this.other = make();
    this.timer.update();
  }

  setting(name) {
    if (name === "theme") {
      const theme = this.settings.get("theme");
      const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
      document.documentElement.dataset.theme = dark ? "dark" : "light";
    } else if (name === "timer") this.timer.update();
    else if (this.other) return;
    else if (name === "pips" || name === "remaining" || name === "grid") this.play.remake();
    else this.play.draw();
  }

  /** Pause, with the board covered, or go on. */
  pause(on = !this.stage.querySelector(".cover")) {
    const cover = this.stage.querySelector(".cover");
    if (on === Boolean(cover) || (on && (this.other || this.play.session.state.solved))) return;
    this.stage.classList.toggle("covered", on);
    this.timer.run(!on && !this.play?.session.state.solved);
    if (!on) return cover.remove();
    const button = textButton("Go on", () => this.pause(false), "lead");
    this.stage.append(el("div", { class: "cover" }, el("h2", {}, "Paused"), button));
    button.focus();
    say("Paused.");
  }

  /** Show words over the top bar until the next move or a tap on them; null removes them. */
  banner(words) {
    document.querySelector(".banner")?.remove();
    if (!words) return;
    document.body.append(el("button", { type: "button", class: "banner", onclick: () => this.banner(null) }, words));
    say(words);
  }
}
