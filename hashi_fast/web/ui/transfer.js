/** Dialogs that bring puzzles and games in and out: import, share, checkpoints, and the sheet of paper to print. */

import { buildTopology, newState } from "#core";
import { Board } from "#ui/board.js";
import { el, fill, iconButton, say, textButton } from "#ui/dom.js";
import { copyButton, field, openDialog } from "#ui/dialogs.js";
import { CELL } from "#ui/geometry.js";

/**
 * Open the dialog that imports a puzzle from text.
 * @param {(text: string) => Promise<{note: string, onplay?: () => void, onedit?: () => void}>} read reads the text;
 *   rejects with a message for people; a note holds the player up, for example because there are several solutions
 */
export function openImport(read) {
  const text = el("textarea", { rows: 5, spellcheck: false, autocomplete: "off" });
  const result = el("div", { class: "list", "aria-live": "polite" });
  const show = (words, kind, ...buttons) => {
    fill(result, el("p", { class: `notice ${kind}` }, words), el("div", { class: "row" }, buttons));
  };
  const file = el("input", { type: "file", hidden: true, onchange: async () => {
    text.value = await file.files[0].text();
    go();
  } });
  async function go() {
    try {
      const { note, onplay, onedit } = await read(text.value);
      const then = (action) => () => (dialog.close(), action());
      if (!note) return then(onplay)();
      const play = textButton("Play it anyway", then(onplay), "lead");
      show(note, "", play, textButton("Open it in the editor", then(onedit)));
    } catch (error) {
      show(error.message, "bad");
    }
  }
  const dialog = openDialog({ title: "Import" },
    field("A puzzle as JSON, task, Tatham game ID or puzz.link address; or a saved game", text),
    el("div", { class: "row" },
      textButton("Import", go, "lead"), textButton("From a file…", () => file.click()), file),
    result);
  text.focus();
}

/** Open the dialog that shares a puzzle. @param {{name: string, text?: string, reason?: string}[]} forms */
export function openShare(forms) {
  openDialog({ title: "Share this puzzle" }, forms.map(({ name, text, reason }) => {
    if (text === undefined) {
      return el("div", { class: "field" }, el("span", {}, name), el("p", { class: "notice small" }, reason));
    }
    const input = el("input", { type: "text", readOnly: true, value: text, onfocus: () => input.select() });
    return el("div", { class: "row" }, field(name, input), copyButton(input));
  }));
}

/** Open the list of checkpoints. */
export function openCheckpoints({ checkpoints, onset, ongo, ondrop }) {
  const list = checkpoints.map((checkpoint) => {
    const onclick = () => (dialog.close(), ongo(checkpoint));
    const row = el("div", { class: "row" },
      el("button", { type: "button", class: "item", onclick }, checkpoint.name),
      iconButton("close", `Remove ${checkpoint.name}`, () => (row.remove(), ondrop(checkpoint))));
    return row;
  });
  const dialog = openDialog({ title: "Checkpoints" },
    el("p", { class: "soft small" }, "Set one before you try something. Going back to it can be undone, too."),
    list.length > 0 && el("div", { class: "panel list points" }, list),
    el("div", { class: "row" }, textButton("Set a checkpoint here", () => (dialog.close(), onset()), "lead")));
}

/** Print a board on paper, with or without the bridges of a position. */
export function printBoard({ puzzle, title, rules, state }) {
  const paper = document.getElementById("paper");
  const topology = buildTopology(puzzle);
  const board = new Board(topology, { grid: true, label: title });
  board.viewport.close();
  board.draw({ state: state ?? newState(topology) });
  board.world.removeAttribute("transform");
  const { w, h } = puzzle;
  board.root.setAttribute("viewBox", `${-CELL / 2} ${-CELL / 2} ${(w + 1) * CELL} ${(h + 1) * CELL}`);
  board.root.setAttribute("class", "printed");
  fill(paper, el("h1", {}, title), board.root, rules.map((rule) => el("p", {}, rule)));
  addEventListener("afterprint", () => paper.replaceChildren(), { once: true });
  say("Printing.");
  window.print();
}

/** Offer a file for download. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
