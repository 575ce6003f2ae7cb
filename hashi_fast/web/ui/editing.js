/** The tools, the card and the dialogs of the editor. */

import { barOf } from "#ui/bars.js";
import { el, fill, textButton } from "#ui/dom.js";
import { copyButton, field, openDialog, select, toggle } from "#ui/dialogs.js";

const TOOLS = [
  ["island", "Draw", "Draw islands and bridges"],
  ["hide", "Clue", "Hide or show a clue"],
  ["erase", "Erase", "Erase"],
];

/** Fill the bar of tools; returns functions that update it. */
export const editBar = (actions) => barOf(TOOLS, actions);

/** Return the card of the editor: what is known about the board, and what can be done with it. */
export function editCard({ onclue, onunique, onboard, onexport, onplay }) {
  const answer = el("p", { class: "words", role: "status" });
  const clues = el("div", { class: "choices clues" });
  const unique = onunique && textButton("Make it unique", onunique);
  const play = textButton("Play it", onplay, "lead");
  const node = el("section", { class: "card editor", "aria-label": "Editor" }, answer, clues,
    el("div", { class: "row" }, play, unique, textButton("Board", onboard), textButton("Export", onexport)));
  return {
    node,
    say(words) {
      answer.textContent = words;
    },
    /** Offer the clues for an island; undefined for none. */
    offer(clue, most) {
      const values = clue === undefined ? [] : ["auto", ...Array.from({ length: most }, (_, i) => i + 1), null];
      fill(clues, values.map((value) => el("button", {
        type: "button", class: "choice", "aria-pressed": String(value === clue), onclick: () => onclue(value),
      }, value === "auto" ? "Follows" : value === null ? "?" : String(value))));
      clues.hidden = !values.length;
    },
    enable(islands) {
      for (const button of [play, unique]) if (button) button.disabled = !islands;
    },
  };
}

/** Open the dialog for size and rules. */
export function openBoard({ w, h, maxBridges, loops }, onchange, onclear) {
  const wish = { w, h, maxBridges, loops };
  const side = (name) => el("input", { type: "number", min: 1, max: 60, value: wish[name], onchange: (event) => {
    wish[name] = Math.min(60, Math.max(1, Math.round(Number(event.target.value)) || 1));
    onchange(wish);
  } });
  const most = select([1, 2, 3, 4].map((n) => [String(n), String(n)]), String(maxBridges), (value) => {
    wish.maxBridges = Number(value);
    onchange(wish);
  });
  const dialog = openDialog({ title: "Board" },
    el("div", { class: "row even" }, field("Columns", side("w")), field("Rows", side("h"))),
    field("Bridges between two islands", most),
    el("div", { class: "panel" }, toggle("Loops are allowed", loops, (on) => {
      wish.loops = on;
      onchange(wish);
    })),
    el("div", { class: "row" }, textButton("Clear the board", () => (dialog.close(), onclear()))));
}

/**
 * Open the dialog that writes a puzzle in a format.
 * @param {string[]} formats
 * @param {(format: string) => Promise<string>} write rejects with a message for people
 */
export function openExport(formats, write, ondownload) {
  const text = el("textarea", { readOnly: true, rows: 6, "aria-label": "The puzzle as text" });
  const show = async (format) => {
    try {
      text.value = await write(format);
    } catch (error) {
      text.value = error.message;
    }
  };
  const format = select(formats.map((name) => [name, name]), formats[0], show);
  openDialog({ title: "Export" }, field("Format", format), text,
    el("div", { class: "row" }, copyButton(text), textButton("Download", () => ondownload(format.value, text.value))));
  show(formats[0]);
}
