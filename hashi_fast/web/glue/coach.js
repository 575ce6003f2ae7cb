/** The coach: hints in three strengths, "correct so far?", and the way back to where it was right. */

import { clearSide, counted, hintCard, say, showCard, toast } from "#ui";
import { hintFor } from "#glue/hints.js";

const TITLES = {
  step: "Hint",
  wrong: "Something is wrong",
  solved: "Solved",
  unsolvable: "No solution",
  ambiguous: "Several ways",
};

export class Coach {
  constructor(app) {
    this.app = app;
    this.given = null; // the hint that is shown, with the marks of the position it was given for
    this.coming = null; // the hint that is on its way
  }

  /** Give a hint, or more of the one that is shown. */
  async hint() {
    const { play, client } = this.app;
    this.app.pause(false);
    if (this.given) return this.more();
    if (this.coming) return void this.coming.strength++; // asked again before it is here: more of it
    const coming = this.coming = { strength: 1 };
    const waiting = setTimeout(() => toast("Thinking…"), 600);
    try {
      const hint = await hintFor(play.session, client);
      if (coming === this.coming && play === this.app.play) this.give(hint, coming.strength);
    } finally {
      clearTimeout(waiting);
      if (coming === this.coming) this.coming = null;
    }
  }

  give(hint, strength) {
    const { edgeCounts, crosses } = this.app.play.session.state;
    const whole = hint.kind !== "step" && hint.kind !== "wrong"; // nothing to be found out step by step
    this.given = { hint, strength: whole ? 3 : Math.min(strength, 3), edgeCounts, crosses };
    this.show();
  }

  more() {
    if (this.given.strength === 3) return;
    this.given.strength++;
    this.show();
  }

  show() {
    const { hint, strength } = this.given;
    const { play } = this.app;
    const steps = [];
    const to = (level) => () => {
      this.given.strength = level;
      this.show();
    };
    const place = () => play.session.place(hint.bridges, "hint");
    if (strength === 1) steps.push(["Why?", to(2)]);
    if (strength < 3) steps.push(["Show me", to(3)]);
    else if (hint.kind === "step" && hint.bridges.length) steps.push(["Place it", place]);
    else if (hint.kind === "wrong") steps.push(["Undo to where it was right", () => this.undoToRight()]);
    const words = hint.text[strength - 1] || hint.text[2];
    showCard(hintCard({ title: TITLES[hint.kind] ?? "Hint", words, steps, onclose: () => this.clear() }));
    const marks = { islands: hint.islands, pale: strength > 1 ? hint.pale : [] };
    if (strength === 3) Object.assign(marks, { bridges: hint.bridges, wrong: hint.wrong.map(([edge]) => edge) });
    play.show(marks);
    say(words);
  }

  /** A highlight goes when its move is made. */
  changed() {
    this.coming = null; // it would be for another position
    if (this.given && this.isDone()) this.clear();
  }

  isDone() {
    const { hint, edgeCounts, crosses } = this.given;
    const { state } = this.app.play.session;
    if (hint.kind === "step") return hint.bridges.every(([edge, count]) => state.edgeCounts[edge] >= count);
    const same = (edge) => state.edgeCounts[edge] === edgeCounts[edge] && state.crosses[edge] === crosses[edge];
    return hint.wrong.some(([edge]) => !same(edge));
  }

  clear() {
    this.coming = null;
    if (!this.given) return;
    this.given = null;
    clearSide();
    this.app.play.show(null);
  }

  /** Say whether the position is right, but not where it is wrong. */
  isRight() {
    const { session } = this.app.play;
    if (session.right === null) return toast(this.unknown());
    if (session.right) return toast("Yes, everything is right so far.");
    toast("No, something is wrong.", { action: "Undo to where it was right", onaction: () => this.undoToRight() });
  }

  undoToRight() {
    const { session } = this.app.play;
    if (session.right === null) return toast(this.unknown());
    if (session.right) return toast("Everything is right, so nothing was undone.");
    const undone = session.undoToRight();
    if (!undone) return toast("There is no right position to go back to.");
    const onaction = () => {
      for (let i = 0; i < undone; i++) session.redo();
    };
    toast(`${counted(undone, "move")} undone. From here everything is right.`, { action: "Redo", onaction });
  }

  unknown() {
    return "This puzzle does not have exactly one solution, so nobody can say.";
  }
}
