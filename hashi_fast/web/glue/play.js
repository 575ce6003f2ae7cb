/** Playing: the board on the stage, moves from hands and keys, what is pointed out, undo, checks and the end. */

import { connectivity, edgeBetween, trouble, violations } from "#core";
import {
  Board, capital, clearSide, clearToast, counted, edgeSentence, listen, listenKeys, putOnStage, say, showCard, toast,
  toolBar, winCard,
} from "#ui";
import { clock } from "#glue/timer.js";

export class Play {
  /** @param {object} app see hashi.js */
  constructor(app, item, session) {
    Object.assign(this, { app, item, session, tool: "bridge", selected: -1, checked: null, mark: null });
    session.onchange = () => this.changed();
    this.wasSolved = session.state.solved;
    this.makeBoard();
    this.bar = toolBar({
      onundo: () => this.undo(),
      onredo: () => this.redo(),
      ontool: (tool) => this.useTool(tool),
      onhint: () => app.coach.hint(),
    });
    this.useTool("bridge");
  }

  makeBoard() {
    const { settings } = this.app;
    const { topology, puzzle } = this.session;
    this.board?.close();
    const size = `${puzzle.w} by ${puzzle.h}, ${counted(puzzle.islands.length, "island")}`;
    const label = `Hashi, ${size}. Arrow keys walk, question mark for help.`;
    this.board = new Board(topology, { ...settings.values, label });
    putOnStage(this.board);
    this.pointer = listen(this.board, this.hands());
    this.keys = listenKeys(this.board, {
      cycle: (edge, back) => this.cycle(edge, back),
      set: (edge, count) => this.told(edge, this.session.set(edge, count, this.strict)),
      cross: (edge) => this.cross(edge),
      lock: (island) => this.lock(island),
      refuse: (reason) => toast(reason),
    });
  }

  get strict() {
    return this.app.settings.get("strict");
  }

  /** What pointers do. With the tool for crosses, everything that would change bridges changes a cross. */
  hands() {
    const slotEdge = (island, slot) => (slot < 0 ? -1 : this.session.topology.islands[island].slots[slot]);
    return {
      tapIsland: (island, back) => this.tapIsland(island, back),
      tapEdge: (edge, back) => {
        this.select(-1);
        this.useOn(edge, back);
      },
      tapWater: () => this.select(-1),
      drag: (island, slot, back) => this.preview(slotEdge(island, slot), back),
      drop: (island, slot, back) => {
        this.board.preview(-1);
        this.select(-1);
        const edge = slotEdge(island, slot);
        if (edge >= 0) this.useOn(edge, back);
        else toast("There is no island that way.");
      },
      cancel: () => this.board.preview(-1),
      hold: ({ island, edge }) => {
        if (island >= 0) this.lock(island);
        else if (edge >= 0) this.cross(edge);
      },
      hover: (at) => {
        const edge = at && this.tool !== "lock" ? at.edge : -1;
        const empty = edge >= 0 && !this.session.state.edgeCounts[edge] && !this.session.state.crosses[edge];
        this.board.preview(empty ? edge : -1, 1, this.tool === "cross" ? "cross" : "hover");
      },
    };
  }

  preview(edge, back) {
    if (edge < 0 || this.tool === "lock") return this.board.preview(-1);
    if (this.tool === "cross") return this.board.preview(edge, 0, "cross");
    const { count, reason } = this.session.next(edge, back, this.strict);
    this.board.preview(edge, count, reason ? "refused" : "set");
  }

  tapIsland(island, back) {
    if (this.tool === "lock") return this.lock(island);
    const from = this.selected;
    if (from < 0 || from === island) return this.select(from === island ? -1 : island);
    const { edge } = edgeBetween(this.session.topology, from, island);
    // Islands that are no neighbours: a new beginning, not a mistake.
    this.select(edge < 0 ? island : -1);
    if (edge >= 0) this.useOn(edge, back);
  }

  select(island) {
    this.selected = island;
    this.board.select(island);
  }

  /** Drop what is under way. */
  letGo() {
    this.pointer.cancel();
    this.select(-1);
    this.keys.reset();
  }

  useTool(tool) {
    this.tool = tool;
    this.bar.setTool(tool);
    this.app.stage.dataset.tool = tool;
    this.select(-1);
  }

  /** Use the tool on an edge. */
  useOn(edge, back) {
    if (this.tool === "cross") this.cross(edge);
    else if (this.tool === "lock") toast("Tap an island to lock it.");
    else this.cycle(edge, back);
  }

  cycle(edge, back) {
    this.told(edge, this.session.cycle(edge, back, this.strict));
  }

  cross(edge) {
    this.told(edge, this.session.cross(edge));
  }

  lock(island) {
    this.session.lock(island);
    const { r, c } = this.session.topology.islands[island];
    say(`Row ${r + 1}, column ${c + 1} ${this.session.state.locks[island] ? "locked" : "unlocked"}.`);
  }

  /** Say what a move did, or why it was refused. */
  told(edge, { ok, reason }) {
    const { topology, state } = this.session;
    if (ok) {
      if (!state.solved) say(edgeSentence(topology, state, edge));
      return;
    }
    toast(`${capital(reason)}.`);
    const { a, b } = topology.edges[edge];
    for (const island of [a, b]) this.board.shake(this.board.islands[island].node);
  }

  undo() {
    if (this.session.undo()) say("Undone.");
    else this.app.back();
  }

  redo() {
    if (this.session.redo()) say("Redone.");
    else this.app.forward();
  }

  /** After every change: draw, store, and see whether it is solved. */
  changed() {
    this.checked = null;
    clearToast();
    this.app.banner(null);
    this.app.coach.changed();
    this.draw();
    this.app.keeper.changed();
    const { solved } = this.session.state;
    if (solved && !this.wasSolved) this.win();
    else if (!solved && this.wasSolved) this.goOn();
    this.wasSolved = solved;
  }

  draw() {
    this.board.draw(this.view());
    const { undo, redo } = this.session.history;
    this.bar.setHistory(undo.length > 0 || this.app.canGoBack(), redo.length > 0 || this.app.canGoForward());
    this.app.stage.classList.toggle("solved", this.session.state.solved);
  }

  /** How the position is to be drawn, with the help that is wanted. */
  view() {
    const { settings } = this.app;
    const { topology, state, solution } = this.session;
    const view = { state, pale: new Set(this.mark?.pale) };
    if (settings.get("groups")) view.groups = connectivity(topology, state).groups;
    if (settings.get("help") !== "off" && !state.solved) {
      const found = trouble(topology, state);
      view.trouble = new Map([
        ...found.closed.flat().map((id) => [id, "closed"]),
        ...found.starved.map((id) => [id, "starved"]),
        ...found.over.map((id) => [id, "over"]),
      ]);
      view.wrong = new Set(this.strict ? [] : crossing(topology, state));
      if (settings.get("help") === "mistakes" && solution) view.wrong = this.session.mistakes();
    }
    if (this.checked) view.unmet = new Set(this.checked);
    return view;
  }

  /** Show marks on the board, such as those of a hint; null removes them. */
  show(mark) {
    this.mark = mark;
    this.board.mark(mark ?? {});
    this.draw();
  }

  /** The strict check: which islands do not have their bridges, and whether all are connected. */
  check() {
    const { topology, state } = this.session;
    if (state.solved) return toast("Solved: every island has its bridges, and all are connected.");
    const found = violations(topology, state);
    this.checked = found.filter(({ rule }) => rule === "sum").flatMap(({ islands }) => islands);
    const has = (broken) => found.some(({ rule }) => rule === broken);
    const n = this.checked.length;
    const words = [
      n && `${counted(n, "island")} unfinished.`,
      has("crossing") && "Bridges cross.",
      has("loop") && "Bridges form a loop.",
      has("connected") && `Disconnected: ${connectivity(topology, state).count} groups.`,
    ].filter(Boolean);
    this.draw();
    this.app.banner(words.join(" "));
  }

  win() {
    const { app, session } = this;
    app.timer.run(false);
    app.saves.noteSolved(session.key, app.timer.time);
    const last = session.history.undo.at(-1).diffs.at(-1);
    this.letGo();
    this.board.celebrate(last.kind === "lock" ? last.id : session.topology.edges[last.id].a);
    this.showEnd(app.timer.time);
  }

  /** Show the card of a solved puzzle. */
  showEnd(time) {
    const { app, item } = this;
    const words = `${item.name}, ${item.size}${app.settings.get("timer") ? `, in ${clock(time)}` : ""}.`;
    const actions = { onnext: () => app.next(), onreplay: () => app.replay(), onagain: () => this.session.reset() };
    showCard(winCard({ words, ...actions, onclose: clearSide }));
    say(`Solved! ${words}`);
  }

  goOn() {
    clearSide();
    this.app.timer.run(true);
  }

  /** Take settings that change how the board is made. */
  remake() {
    this.makeBoard();
    this.select(this.selected);
    this.show(this.mark);
  }

  close() {
    this.board.close();
    this.session.onchange = () => {};
  }
}

/** Return the edges whose bridges cross others, which a game that refuses nothing allows. */
function crossing(topology, { edgeCounts }) {
  const crossed = ({ id, crosses }) => edgeCounts[id] && crosses.some((other) => edgeCounts[other]);
  return topology.edges.filter(crossed).map(({ id }) => id);
}
