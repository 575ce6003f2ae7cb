/**
 * The board as SVG. Its elements are made once per puzzle; after that only classes, paths and words change, and only
 * those that differ from what is drawn: a move touches one edge and two islands.
 *
 * Layers, from the bottom: water and grid; bridges; marks under the islands; islands; marks above them.
 */

import { svg } from "#ui/dom.js";
import { CELL, RADIUS, bridgePath, crossPath, hitTester, middle } from "#ui/geometry.js";
import { islandLabel } from "#ui/speech.js";
import { Viewport } from "#ui/viewport.js";

const TROUBLE = { over: "Too many bridges", starved: "Cannot be filled any more", closed: "In a closed group" };
const MOST_DOTS = 10_000; // of the grid; more of them are neither seen nor quickly drawn
const COLOURS = 8; // of groups, see hashi.css
const BADGE = RADIUS * 0.92;

/**
 * How a position is to be drawn.
 * @typedef {object} View
 * @property {object} state as the core has it
 * @property {Int32Array | null} [groups] the least island of each island's group, to colour them
 * @property {Map<number, string>} [trouble] islands in trouble: "over", "starved" or "closed"
 * @property {Set<number>} [wrong] edges that are wrong
 * @property {Set<number>} [pale] edges to draw pale
 * @property {Set<number>} [unmet] islands that a check found without their bridges
 */

export class Board {
  /** @param {{label: string, pips?: boolean, remaining?: boolean, grid?: boolean}} options */
  constructor(topology, options) {
    this.topology = topology;
    this.options = options;
    this.hitWorld = hitTester(topology);
    this.under = svg("g", { class: "marks" });
    this.over = svg("g", { class: "marks" });
    this.halo = svg("circle", { class: "halo", r: RADIUS + 5, visibility: "hidden" });
    this.ghost = svg("path", { class: "ghost" });
    this.aim = svg("path", { class: "aim" });
    this.edges = topology.edges.map(() => svg("path", { class: "edge" }));
    this.islands = topology.islands.map((island) => this.makeIsland(island));
    this.world = svg("g", {}, this.water(), svg("g", {}, this.edges), this.aim, this.ghost, this.under, this.halo,
      svg("g", { class: "islands" }, this.islands.map(({ node }) => node)), this.over);
    this.root = svg("svg", { class: "board", role: "application", "aria-label": options.label }, this.world);
    this.drawnEdges = topology.edges.map(() => ""); // the classes that are in the page
    this.drawnIslands = topology.islands.map(() => "");
    this.previewed = -1;
    this.viewport = new Viewport(this.root, this.world, topology, () => this.onview?.());
  }

  water() {
    const { w, h } = this.topology;
    const rect = svg("rect", { class: "water", x: -8, y: -8, width: w * CELL + 16, height: h * CELL + 16, rx: 14 });
    if (!this.options.grid || w * h > MOST_DOTS) return rect;
    let dots = "";
    for (let r = 0; r < h; r++) for (let c = 0; c < w; c++) dots += `M${middle(c)} ${middle(r)}h0`;
    return svg("g", {}, rect, svg("path", { class: "grid", d: dots }));
  }

  makeIsland({ id, r, c, target }) {
    const text = target === null ? "?" : String(target);
    // A rectangle, so that a style alone can make it round or square.
    const disc = svg("rect", { class: "disc", x: -RADIUS, y: -RADIUS, width: 2 * RADIUS, height: 2 * RADIUS });
    const badge = svg("text", { class: "badge", x: BADGE, y: -BADGE + 3 });
    const counts = this.options.remaining && target !== null;
    const rest = counts ? svg("text", { class: "rest", x: BADGE, y: BADGE + 4 }) : null;
    const pips = this.options.pips ? svg("path", { class: "pips" }) : null;
    const node = svg("g", {
      class: "island", role: "button", tabindex: id ? "-1" : "0", "data-id": id,
      transform: `translate(${middle(c)} ${middle(r)})`,
    }, disc, pips, svg("text", { class: text.length > 1 ? "number long" : "number", y: 6 }, text), rest, badge);
    return { node, badge, rest, pips, letter: "", pipPath: "" };
  }

  /** Draw a position. @param {View} view */
  draw(view) {
    this.view = view;
    const { topology, drawnEdges, drawnIslands } = this;
    const changed = new Set();
    for (const edge of topology.edges) {
      const look = edgeLook(edge, view);
      if (look === drawnEdges[edge.id]) continue;
      this.drawEdge(edge, view, look);
      changed.add(edge.a).add(edge.b);
    }
    const letters = view.groups && groupLetters(view.groups);
    for (const { id } of topology.islands) {
      const look = islandLook(topology, id, view, letters);
      if (look !== drawnIslands[id]) {
        this.islands[id].node.setAttribute("class", look);
        drawnIslands[id] = look;
        changed.add(id);
      }
    }
    for (const id of changed) this.drawIsland(id, view, letters);
  }

  drawEdge(edge, { state }, look) {
    const count = state.edgeCounts[edge.id];
    const path = count ? bridgePath(edge, count) : state.crosses[edge.id] ? crossPath(this.topology, edge) : "";
    this.edges[edge.id].setAttribute("d", path);
    this.edges[edge.id].setAttribute("class", look);
    this.drawnEdges[edge.id] = look;
  }

  drawIsland(id, view, letters) {
    const { state } = view;
    const parts = this.islands[id];
    const trouble = view.trouble?.get(id);
    const letter = trouble || view.unmet?.has(id) ? "!" : letters?.get(view.groups[id]) ?? "";
    if (letter !== parts.letter) parts.badge.textContent = parts.letter = letter;
    const { target } = this.topology.islands[id];
    if (parts.rest) {
      const rest = target - state.islandTotals[id];
      parts.rest.textContent = rest && state.islandTotals[id] ? String(rest).replace("-", "\u2212") : "";
    }
    if (parts.pips) this.drawPips(parts, id, state);
    const group = letters?.has(view.groups[id]) ? `Group ${letters.get(view.groups[id])}` : "";
    const label = islandLabel(this.topology, state, id, [TROUBLE[trouble], group].filter(Boolean).join(". "));
    parts.node.setAttribute("aria-label", label);
  }

  drawPips(parts, id, state) {
    let path = "";
    this.topology.islands[id].slots.forEach((edge, slot) => {
      for (let i = 0; i < (edge < 0 ? 0 : state.edgeCounts[edge]); i++) {
        const aside = (i - (state.edgeCounts[edge] - 1) / 2) * 4;
        const out = RADIUS - 3.4;
        const [x, y] = [[aside, -out], [out, aside], [aside, out], [-out, aside]][slot];
        path += `M${x} ${y}h0`;
      }
    });
    if (path !== parts.pipPath) parts.pips.setAttribute("d", parts.pipPath = path);
  }

  /** Show which island is selected; -1 for none. */
  select(id) {
    const island = this.topology.islands[id];
    if (island) this.cursor(island.r, island.c);
    else this.halo.setAttribute("visibility", "hidden");
  }

  /** Show which cell is meant, with or without an island. */
  cursor(row, col) {
    this.halo.setAttribute("visibility", "visible");
    this.halo.setAttribute("cx", middle(col));
    this.halo.setAttribute("cy", middle(row));
  }

  /** Show what a move would do: `kind` is "set", "refused", "cross" or "hover"; an edge of -1 shows nothing. */
  preview(id, count = 0, kind = "set") {
    const wanted = `${id} ${count} ${kind}`;
    if (wanted === this.previewing) return;
    this.previewing = wanted;
    if (this.previewed >= 0) this.edges[this.previewed].classList.remove("previewed");
    this.previewed = id;
    const edge = this.topology.edges[id];
    if (!edge) return void this.ghost.setAttribute("d", "");
    const now = this.view.state.edgeCounts[id];
    const look = kind === "set" && count < now ? "remove" : kind;
    if (look === "set" || look === "remove") this.edges[id].classList.add("previewed");
    const lines = look === "remove" ? now : Math.max(count, 1);
    this.ghost.setAttribute("d", kind === "cross" ? crossPath(this.topology, edge) : bridgePath(edge, lines));
    this.ghost.setAttribute("class", `ghost ${look}`);
  }

  /** Show the edge that keys act on. */
  aimAt(id) {
    const edge = this.topology.edges[id];
    this.aim.setAttribute("d", edge ? bridgePath(edge, 1) : "");
  }

  /**
   * Show marks on the board, instead of those that are there.
   * @param {{islands?: number[], bridges?: number[][], wrong?: number[],
   *   differs?: {edge: number, text: string}[]}} marks
   */
  mark({ islands = [], bridges = [], wrong = [], differs = [] } = {}) {
    const ring = (id) => {
      const { r, c } = this.topology.islands[id];
      return svg("circle", { class: "mark", cx: middle(c), cy: middle(r), r: RADIUS + 5 });
    };
    const line = (kind, id, count) => svg("path", { class: kind, d: bridgePath(this.topology.edges[id], count) });
    this.under.replaceChildren(
      ...wrong.map((id) => line("mark-wrong", id, 1)),
      ...bridges.map(([id, count]) => line("mark-bridge", id, count)),
      ...differs.map(({ edge }) => line("mark-differs", edge, 1)),
      ...islands.map(ring),
    );
    this.over.replaceChildren(...differs.map(({ edge, text }) => {
      const { r0, c0, r1, c1 } = this.topology.edges[edge];
      return svg("text", { class: "differs", x: middle((c0 + c1) / 2), y: middle((r0 + r1) / 2) + 4 }, text);
    }));
  }

  /** Shake an edge, or an island, that refused to change. */
  shake(node) {
    if (isStill()) return;
    const at = (x) => ({ translate: `${x}px 0` });
    node.animate([at(0), at(-3), at(3), at(-2), at(2), at(0)], { duration: 260 });
  }

  /** Let a wave run over the solved board, outwards from an island. */
  celebrate(from) {
    if (isStill()) return;
    const start = this.topology.islands[from];
    const pulse = [{ scale: 1 }, { scale: 1.22 }, { scale: 1 }];
    this.topology.islands.forEach(({ id, r, c }) => {
      const delay = 70 * Math.hypot(r - start.r, c - start.c);
      this.islands[id].node.firstChild.animate(pulse, { duration: 520, delay, easing: "ease-out" });
    });
  }

  /** Return what is under a point of the page. */
  hit(clientX, clientY) {
    return this.hitWorld(...this.viewport.toWorld(clientX, clientY));
  }

  /** Make an island the one that Tab leads to, and give it the focus. */
  focus(id) {
    this.root.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    const { node } = this.islands[id];
    node.setAttribute("tabindex", "0");
    const { r, c } = this.topology.islands[id];
    this.viewport.reveal(r, c);
    node.focus({ preventScroll: true });
  }

  close() {
    this.viewport.close();
    this.root.remove();
  }
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function edgeLook({ id, a }, view) {
  const count = view.state.edgeCounts[id];
  if (!count && !view.state.crosses[id]) return "edge";
  let look = count ? `edge n${count}` : "edge crossed";
  if (view.wrong?.has(id)) look += " wrong";
  if (view.pale?.has(id)) look += " pale";
  if (count && view.groups) look += ` g${view.groups[a] % COLOURS}`;
  return look;
}

function islandLook(topology, id, view, letters) {
  const { state } = view;
  const { target } = topology.islands[id];
  const total = state.islandTotals[id];
  let look = "island";
  if (target === null ? total > 0 : total === target) look += " met";
  if (state.locks[id]) look += " locked";
  const trouble = view.trouble?.get(id);
  if (trouble) look += ` ${trouble}`;
  if (view.unmet?.has(id)) look += " unmet";
  if (letters?.has(view.groups[id])) look += ` g${view.groups[id] % COLOURS}`;
  return look;
}

/** Return a letter for each group of two islands and more: colours alone would not do for everybody. */
function groupLetters(groups) {
  const sizes = new Map();
  for (const least of groups) sizes.set(least, (sizes.get(least) ?? 0) + 1);
  const letters = new Map();
  for (const [least, size] of sizes) {
    if (size < 2) continue;
    const n = letters.size;
    letters.set(least, String.fromCharCode(65 + (n % 26)) + (n < 26 ? "" : Math.floor(n / 26)));
  }
  return letters;
}
