/**
 * The editor: place islands, draw bridges, and see at once whether the board has exactly one solution. Clues follow the
 * bridges unless they are set or hidden.
 */

import { dumpsPuzzle, islandAt, makePuzzle } from "#core";
import {
  Board, capital, download, editBar, editCard, listen, openBoard, openExport, putOnStage, say, showCard, toast,
} from "#ui";
import { bridgesOf, fieldsOf, told } from "#glue/client.js";
import {
  boardOf, draftOf, isDraft, newDraft, resized, withBridges, withClue, withIsland, withoutIsland,
} from "#glue/draft.js";
import { itemOfPuzzle, ratingOf, solutionsOf } from "#glue/exchange.js";

const PAUSE = 350; // milliseconds without a change before the board is solved
const OWN_FORMATS = ["json", "task", "tatham", "puzzlink"];
const SERVED_FORMATS = ["grid", "has", "janko", "pzpr", "conceptis", "dimacs", "lp"];
const clamp = (value, size) => Math.min(Math.max(value, 0), size - 1);
const ARROWS = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] };

export class Editor {
  constructor(app, puzzle) {
    Object.assign(this, { app, tool: "island", past: [], future: [], asked: 0, found: null, cell: null });
    this.draft = app.storage.get("draft", newDraft(), isDraft);
    if (puzzle) [this.past, this.draft] = [[this.draft], draftOf(puzzle)];
    this.card = editCard({
      onclue: (clue) => this.setClue(clue),
      onunique: app.client.served ? () => this.makeUnique() : null,
      onboard: () => openBoard(this.draft, (wish) => this.setBoard(wish), () => this.clearBoard()),
      onexport: () => this.export(),
      onplay: () => this.play(),
    });
    showCard(this.card.node);
    this.bar = editBar({ onundo: () => this.undo(), onredo: () => this.redo(), ontool: (tool) => this.useTool(tool) });
    this.draw();
  }

  useTool(tool) {
    this.tool = tool;
    this.cell = null;
    this.draw();
  }

  /** Make a change; undo takes it back. */
  change(draft) {
    if (draft === this.draft) return;
    this.past.push(this.draft);
    this.future = [];
    this.put(draft);
  }

  put(draft) {
    this.draft = draft;
    this.app.storage.set("draft", draft);
    this.draw();
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.draft);
    this.put(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.draft);
    this.put(this.future.pop());
  }

  /** Draw the draft, and ask about it unless only the selection has changed. */
  draw() {
    const { draft } = this;
    const before = this.board?.viewport;
    const board = boardOf(draft);
    const keys = "Arrow keys move, Enter places an island, Shift and an arrow draws a bridge.";
    this.board?.close();
    this.board = new Board(board.topology, { grid: true, label: `Editor, ${draft.w} by ${draft.h}. ${keys}` });
    this.board.root.setAttribute("tabindex", "0");
    if (before) this.board.viewport.follow(before);
    putOnStage(this.board);
    this.board.draw({ state: board.state });
    this.pointer = listen(this.board, this.hands());
    if (this.cell) this.board.cursor(...this.cell);
    this.bar.setTool(this.tool);
    this.bar.setHistory(this.past.length > 0, this.future.length > 0);
    const island = this.cell && this.islandAt(...this.cell);
    this.card.offer(island ? island.clue : undefined, Math.min(4 * draft.maxBridges, 16));
    this.card.enable(draft.islands.length);
    this.ask(board);
  }

  /** Return the island on a cell, or undefined. */
  islandAt(row, col) {
    return this.draft.islands.find(({ r, c }) => r === row && c === col);
  }

  hands() {
    const { topology } = this.board;
    const place = (id) => [topology.islands[id].r, topology.islands[id].c];
    const slotEdge = (id, slot) => (slot < 0 ? -1 : topology.islands[id].slots[slot]);
    return {
      tapIsland: (id, back) => this.tapCell(...place(id), back),
      tapEdge: (edge, back, { row, col }) => {
        if (this.tool === "erase") this.bridge(edge, 0);
        else this.tapCell(row, col, back);
      },
      tapWater: ({ row, col }) => this.tapCell(row, col, false),
      drag: (id, slot) => {
        const edge = slotEdge(id, slot);
        this.board.preview(edge, edge < 0 ? 0 : this.next(edge), "set");
      },
      drop: (id, slot, back, at) => this.drop(id, slot, at),
      cancel: () => this.board.preview(-1),
      hold: ({ island }) => island >= 0 && this.change(withoutIsland(this.draft, ...place(island))),
      hover: () => {},
    };
  }

  tapCell(r, c, back) {
    const { draft } = this;
    if (r < 0 || c < 0 || r >= draft.h || c >= draft.w) return;
    const island = this.islandAt(r, c);
    if (back || this.tool === "erase") return this.change(withoutIsland(draft, r, c));
    if (this.tool === "hide") {
      if (island) this.change(withClue(draft, r, c, island.clue === null ? "auto" : null));
      return;
    }
    const again = island && this.cell && this.cell[0] === r && this.cell[1] === c;
    this.cell = again ? null : [r, c];
    if (island) this.draw();
    else this.change(withIsland(draft, r, c));
  }

  next(edge) {
    const { state } = boardOf(this.draft);
    return (state.edgeCounts[edge] + 1) % (this.draft.maxBridges + 1);
  }

  bridge(edge, count) {
    const { draft, reason } = withBridges(this.draft, edge, count);
    if (reason) return toast(`${capital(reason)}.`);
    this.change(draft);
  }

  /** End a drag from an island: a bridge to the next island, or to a new one where the drag ended. */
  drop(id, slot, { row, col }) {
    const { topology } = this.board;
    const { r, c, slots } = topology.islands[id];
    const [toR, toC] = slot % 2 ? [r, clamp(col, this.draft.w)] : [clamp(row, this.draft.h), c];
    const edge = topology.edges[slots[slot]];
    this.cell = null;
    if (edge) return this.bridge(edge.id, this.next(edge.id));
    if (toR === r && toC === c) return;
    const draft = withIsland(this.draft, toR, toC);
    const { topology: wider } = boardOf(draft);
    const from = wider.islands.find((island) => island.r === r && island.c === c);
    const { draft: joined, reason } = withBridges(draft, from.slots[slot], 1);
    if (reason) toast(`${capital(reason)}.`);
    else this.change(joined);
  }

  setClue(clue) {
    if (this.cell) this.change(withClue(this.draft, ...this.cell, clue));
  }

  clearBoard() {
    this.cell = null;
    this.change({ ...this.draft, islands: [], bridges: [] });
  }

  setBoard({ w, h, maxBridges, loops }) {
    this.cell = null;
    const { draft } = this;
    const bridges = draft.bridges.map(([r0, c0, r1, c1, n]) => [r0, c0, r1, c1, Math.min(n, maxBridges)]);
    this.change(resized({ ...draft, maxBridges, loops, bridges }, w, h));
  }

  key(event) {
    if (event.key === "Escape") {
      this.pointer.cancel();
      this.cell = null;
      this.draw();
      return true;
    }
    const step = ARROWS[event.key];
    if (step && document.activeElement?.closest(".card")) return false;
    const { draft } = this;
    const [r, c] = this.cell ?? [0, 0];
    const island = this.islandAt(r, c);
    if (step && event.shiftKey) {
      if (!this.cell || !island) return true;
      const id = draft.islands.indexOf(island);
      const edge = this.board.topology.islands[id].slots[Object.keys(ARROWS).indexOf(event.key)];
      if (edge >= 0) this.bridge(edge, this.next(edge));
    } else if (step) {
      this.moveTo(this.cell ? [clamp(r + step[0], draft.h), clamp(c + step[1], draft.w)] : [0, 0]);
    } else if (!this.cell) return false;
    else if ((event.key === "Enter" || event.key === " ") && !island) this.change(withIsland(draft, r, c));
    else if (event.key === "Delete" || event.key === "Backspace") this.change(withoutIsland(draft, r, c));
    else if (event.key >= 1 && event.key <= Math.min(9, 4 * draft.maxBridges)) {
      this.change(withClue(withIsland(draft, r, c), r, c, Number(event.key)));
    } else if (event.key === "0" && island) this.setClue("auto");
    else if (event.key === "?" && island) this.setClue(null);
    else return false;
    return true;
  }

  /** Move the cursor to a cell, and say what is there. */
  moveTo([r, c]) {
    this.cell = [r, c];
    this.draw();
    const there = this.board.topology.islands.find((island) => island.r === r && island.c === c);
    say(`Row ${r + 1}, column ${c + 1}: ${there ? `island ${there.target ?? "without a number"}` : "water"}.`);
    this.board.root.focus({ preventScroll: true });
  }

  // What is known about the board

  /** Ask about the board once it has been left alone for a moment. */
  ask({ puzzle, topology }) {
    const text = JSON.stringify(puzzle);
    if (text === this.known) return void this.showDifference();
    this.known = text;
    this.found = null;
    clearTimeout(this.waiting);
    const mine = ++this.asked;
    if (!puzzle.islands.length) return this.card.say("Tap the water to place islands. Drag from one to draw a bridge.");
    this.waiting = setTimeout(async () => {
      const found = await this.answer(puzzle, topology);
      if (mine !== this.asked || this.app.other !== this) return;
      this.found = found;
      this.card.say(found.words);
      this.showDifference();
    }, PAUSE);
  }

  showDifference() {
    this.board.mark({ islands: this.found?.islands ?? [], differs: this.found?.differs ?? [] });
    if (this.cell) this.board.cursor(...this.cell);
  }

  /** Return what is known about a puzzle: words, and what to draw. */
  async answer(puzzle, topology) {
    const { client } = this.app;
    try {
      const { status, solutions } = await solutionsOf(puzzle, client);
      if (status === "unique") {
        const { level, score, hardest } = client.served ? await ratingOf(puzzle, client) : {};
        const rating = level ? ` ${capital(level)}, score ${Math.round(score)}, hardest step: ${hardest}.` : "";
        return { words: `Exactly one solution.${rating}`, solution: solutions[0] };
      }
      if (status === "unknown") return { words: "It takes too long to count the solutions." };
      const diagnosis = client.served ? await client.ask("diagnose", { puzzle: fieldsOf(puzzle) }) : null;
      if (status === "none") {
        const islands = diagnosis?.islands.map(([r, c]) => islandAt(topology, r, c));
        return { words: `No solution. ${diagnosis?.reason ?? ""}`, islands };
      }
      const [one, other] = solutions;
      const differing = topology.edges.filter(({ id }) => one[id] !== other[id]);
      const differs = differing.map(({ id }) => ({ edge: id, text: `${one[id]}/${other[id]}` }));
      return { words: "Several solutions. Two of them differ where the board is marked.", differs };
    } catch (error) {
      return { words: told(error) };
    }
  }

  async makeUnique() {
    const { puzzle, topology, state } = boardOf(this.draft);
    const bridges = bridgesOf(topology, state.edgeCounts);
    this.card.say("Looking for a board with one solution…");
    try {
      const body = { puzzle: fieldsOf(puzzle), bridges };
      const { entry, puzzle: made, changes } = await this.app.client.ask("make-unique", body);
      const { w, h, islands, max_bridges: maxBridges = 2, loops = true } = made;
      this.cell = null;
      this.change(draftOf({ w, h, islands, maxBridges, loops }, entry.solution));
      const words = changes.length ? changes.join(" ") : "It has one solution already.";
      toast(words, { action: "Undo", onaction: () => this.undo(), time: 8000 });
    } catch (error) {
      this.card.say(told(error));
    }
  }

  /** Return the puzzle, checked; tell what is wrong with it otherwise. */
  checked() {
    try {
      return makePuzzle(boardOf(this.draft).puzzle);
    } catch (error) {
      toast(told(error));
      return null;
    }
  }

  export() {
    const puzzle = this.checked();
    if (!puzzle) return;
    const { client } = this.app;
    const write = async (format) => {
      if (OWN_FORMATS.includes(format)) return dumpsPuzzle(puzzle, format);
      return (await client.ask("convert", { puzzle: fieldsOf(puzzle), to: format })).text;
    };
    const formats = [...OWN_FORMATS, ...(client.served ? SERVED_FORMATS : [])];
    openExport(formats, write, (format, text) => download(`hashi.${format}.txt`, text));
  }

  async play() {
    const puzzle = this.checked();
    if (puzzle) this.app.openOwn(await itemOfPuzzle(puzzle, this.app.client, "My board"));
  }

  close() {
    clearTimeout(this.waiting);
    this.board.close();
  }
}
