/** The menu, the settings and the help page. */

import { el } from "#ui/dom.js";
import { choices, openDialog, toggle } from "#ui/dialogs.js";

/**
 * Open the menu.
 * @param {{title: string, items: ([string, () => void, string?] | null)[]}[]} sections items that are null are left out
 */
export function openMenu(sections) {
  const item = ([label, action, more = ""]) => {
    const onclick = () => (dialog.close(), action());
    return el("button", { type: "button", class: "item", onclick },
      el("span", {}, label), more && el("span", { class: "more" }, more));
  };
  const section = ({ title, items }) => {
    return el("section", {}, el("h3", {}, title), el("div", { class: "panel list" }, items.filter(Boolean).map(item)));
  };
  const dialog = openDialog({ title: "Menu", wide: true }, el("div", { class: "columns" }, sections.map(section)));
}

const SWITCHES = [
  ["timer", "Timer"],
  ["remaining", "Show how many bridges are missing"],
  ["pips", "Show bridges as dots on islands"],
  ["groups", "Colour and name the groups"],
  ["grid", "Show the grid"],
  ["strict", "Refuse moves that break a rule"],
];

const THEMES = [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]];
const HELPS = [["off", "Off"], ["rules", "Rules"], ["mistakes", "Mistakes"]];
const HELP = {
  off: "Nothing is pointed out.",
  rules: "Points out islands with too many bridges, islands that cannot be filled any more, and closed groups.",
  mistakes: "Also points out bridges and crosses that are not in the solution.",
};

/** Open the settings. */
export function openSettings(settings) {
  const words = el("p", { class: "soft small" }, HELP[settings.get("help")]);
  openDialog({ title: "Settings" },
    el("h3", {}, "Appearance"),
    choices("Appearance", THEMES, settings.get("theme"), (value) => settings.set("theme", value)),
    el("h3", {}, "Help while playing"),
    choices("Help while playing", HELPS, settings.get("help"), (value) => {
      settings.set("help", value);
      words.textContent = HELP[value];
    }),
    words,
    el("div", { class: "panel" }, SWITCHES.map(([name, label]) => {
      return toggle(label, settings.get(name), (on) => settings.set(name, on));
    })));
}

const KEYS = [
  ["Arrows", "go to the next island that way, and aim at the bridge walked over"],
  ["Shift + arrow", "a bridge that way; again for the next count"],
  ["Space, Enter", "change the bridge aimed at"],
  ["0 to 4", "set its number of bridges"],
  ["X", "cross it out: no bridge here"],
  ["L", "lock the island"],
  ["H", "hint; again for more of it"],
  ["C", "check"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["+  −  F", "zoom in, zoom out, whole board"],
  ["P", "pause"],
  ["G", "colour the groups"],
  ["Escape", "let go"],
  ["?", "this page"],
];

/** Open the help page: the rules of this board, then hands and keys. */
export function openHelp(rules) {
  const list = (items) => el("ul", {}, items.map((item) => el("li", {}, item)));
  openDialog({ title: "How to play", wide: true },
    list(rules),
    el("h3", {}, "Mouse and fingers"),
    list([
      "Drag from an island towards a neighbour, or tap one and then the other. Again for the next count.",
      "Or tap the water between two islands. A right click goes backwards.",
      "Hold your finger on the water to cross it out, or on an island to lock it. The tools below do the same.",
      "Two fingers, or Ctrl and the wheel, zoom. One finger on the water moves a zoomed board.",
    ]),
    el("h3", {}, "Keys"),
    el("dl", { class: "keys" }, KEYS.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)])));
}
