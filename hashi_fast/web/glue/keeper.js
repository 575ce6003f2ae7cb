/** The keeper: stores the game after every move, and sees to it that two tabs with the same puzzle lose nothing. */

import { el, openDialog, textButton, toast } from "#ui";

export class Keeper {
  constructor(app) {
    this.app = app;
    this.waiting = undefined; // the timer of the next write
    this.asking = false; // which of two games is to stay
    app.storage.listen(() => this.catchUp());
    addEventListener("pagehide", () => this.write());
    // Pages that sleep, and those from files, may not have heard what other tabs have stored.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.write();
      else this.catchUp();
    });
  }

  /** Store the game soon, after the move has been drawn. */
  changed() {
    this.waiting ??= setTimeout(() => this.write(), 0);
  }

  /** Store the game now, if there is anything to store. */
  write() {
    const wanted = this.waiting;
    this.forget();
    const { saves, timer, play } = this.app;
    const { begun, history, checkpoints } = play?.session ?? {};
    const worthy = wanted || begun || history?.redo.length || checkpoints?.length;
    if (worthy && !this.asking && !saves.write(play.session, timer.time)) this.ask();
  }

  forget() {
    clearTimeout(this.waiting);
    this.waiting = undefined;
  }

  /** Show a game that went on in another tab. */
  catchUp() {
    const { saves, play: { session } } = this.app;
    if (saves.storedRevision(session) <= saves.revision) return;
    if (this.waiting) return this.ask();
    this.read();
    toast("This puzzle went on in another tab. This is where it stands now.");
  }

  read() {
    const { saves, timer, play: { session } } = this.app;
    const time = saves.resume(session);
    session.onchange();
    this.forget(); // what was just read need not be written
    timer.set(time ?? 0, !session.state.solved);
  }

  /** Two tabs have played the same puzzle: ask which game is to stay; the other one becomes a checkpoint. */
  ask() {
    this.asking = true;
    const { saves, timer, play: { session } } = this.app;
    const mine = session.save(timer.time);
    const choose = (keepMine) => () => {
      const { state } = session;
      this.read();
      if (keepMine) this.take(mine, "From the other tab");
      else session.keepPosition(state, "From this tab");
      dialog.close();
    };
    const dialog = openDialog({ title: "Played in another tab", onclose: () => {
      this.asking = false;
      saves.write(session, timer.time, { force: true });
    } },
    el("p", {}, "This puzzle was played in another tab, too, and both games went on. Which one shall stay?"),
    el("p", {}, "The other one becomes a checkpoint."),
    el("div", { class: "row even" },
      textButton("The newer one, from the other tab", choose(false), "lead"),
      textButton("Mine, as it is here", choose(true))));
  }

  /** Take a saved game instead of the one that is open, whose position becomes a checkpoint. */
  take(game, name) {
    const { timer, play: { session } } = this.app;
    const before = session.state;
    const time = session.load(game);
    if (before.edgeCounts.some(Boolean)) session.keepPosition(before, name);
    session.onchange();
    timer.set(time, !session.state.solved);
  }
}
