/** The bar above the board, which is there all the time, and the tools below it while a puzzle is played. */

import { el, fill, icon, iconButton, toolButton } from "#ui/dom.js";

/**
 * Fill the top bar; returns functions that update it.
 * @param {{onpuzzles: () => void, onpause: () => void, oncheck: () => void, onmenu: () => void}} actions
 */
export function topBar({ onpuzzles, onpause, oncheck, onmenu }) {
  const name = el("span", { class: "name" });
  const kind = el("span", { class: "kind" });
  const title = el("button", { type: "button", class: "title", onclick: onpuzzles, "aria-haspopup": "dialog" },
    el("span", { class: "names" }, name, kind), icon("down"));
  const time = el("button", { type: "button", class: "time", onclick: onpause, title: "Pause" });
  const check = iconButton("check", "Check", oncheck);
  const menu = iconButton("menu", "Menu", onmenu, { "aria-haspopup": "dialog" });
  fill(document.getElementById("topbar"), title, time, check, menu);
  return {
    setTitle(text, detail) {
      name.textContent = text;
      kind.textContent = detail;
      title.setAttribute("aria-label", `${text}, ${detail}. Choose another puzzle`);
    },
    /** Show a time; null hides it. */
    setTime(text) {
      time.hidden = text === null;
      if (text === null || time.textContent === text) return;
      time.textContent = text;
      time.setAttribute("aria-label", `Time ${text}. Pause`);
    },
    setCheck(shown) {
      check.hidden = !shown;
    },
  };
}

const TOOLS = [
  ["bridge", "Bridge", "Bridges"],
  ["cross", "Cross", "Crosses: no bridge here"],
  ["lock", "Lock", "Locks: keep an island as it is"],
];

/**
 * Fill the bar of tools; returns functions that update it.
 * @param {{onundo: () => void, onredo: () => void, ontool: (tool: string) => void, onhint: () => void}} actions
 */
export function toolBar({ onhint, ...actions }) {
  const hint = toolButton("hint", "Hint", "Hint", onhint);
  hint.classList.add("lead");
  return barOf(TOOLS, actions, hint);
}

/** Fill the bar with undo, redo, tools of which one is taken, and perhaps more. A tool is [name, caption, label]. */
export function barOf(all, { onundo, onredo, ontool }, ...more) {
  const undo = toolButton("undo", "Undo", "Undo", onundo);
  const redo = toolButton("redo", "Redo", "Redo", onredo);
  const tools = all.map(([tool, caption, label]) => toolButton(tool, caption, label, () => ontool(tool)));
  const group = el("div", { class: "group", role: "group", "aria-label": "Tool" }, tools);
  fill(document.getElementById("toolbar"), undo, redo, group, ...more);
  return {
    setTool(tool) {
      tools.forEach((button, i) => button.setAttribute("aria-pressed", String(all[i][0] === tool)));
    },
    setHistory(canUndo, canRedo) {
      undo.disabled = !canUndo;
      redo.disabled = !canRedo;
    },
  };
}

/** Put a board on the stage, with buttons for zoom where they are of use. */
export function putOnStage(board) {
  const { viewport } = board;
  const node = el("div", { class: "zoom", role: "group", "aria-label": "Zoom" },
    iconButton("minus", "Zoom out", () => viewport.zoom(1 / 1.5)),
    iconButton("fit", "Fit the whole board", () => viewport.fit()),
    iconButton("plus", "Zoom in", () => viewport.zoom(1.5)));
  board.onview = () => {
    node.hidden = viewport.whole && viewport.cell >= 26;
  };
  document.getElementById("stage").replaceChildren(board.root, node);
  viewport.resize(); // now, and not when the page is next drawn: a tap before that would miss
}
