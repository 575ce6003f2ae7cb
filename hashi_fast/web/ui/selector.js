/** The selector: all puzzles by level, size, style and technique, with ratings and what has been solved. */

import { capital, el, fill, textButton } from "#ui/dom.js";
import { choices, field, openDialog, select } from "#ui/dialogs.js";

const OFFLINE = "This page holds finished puzzles only. To make new ones from a seed, run hashi-fast play. "
  + "The same seed gives the same puzzle as in Python.";
const PAGE = 48; // puzzles that are listed at once

/**
 * Open the selector.
 * @param {object} options
 * @param {object} options.library
 * @param {object[]} options.mine items of the player's own puzzles
 * @param {object} options.current the item that is open
 * @param {(item: object) => {solved: boolean, begun?: boolean, time?: string}} options.progress
 * @param {{level?: string, technique?: string}} options.filter what to begin with
 * @param {(item: object) => void} options.onopen
 * @param {() => void} options.onrandom with the items that fit
 * @param {{name: string, item: object}[]} options.days the puzzles of the last days
 * @param {(seed: string, level: string, size: string) => void} options.onseed
 */
export function openSelector({ library, mine, current, progress, filter, onopen, onrandom, days, onseed, served }) {
  const levels = library.values("level").map((level) => [level, capital(level)]);
  const byLevel = levels.length > 1 || mine.length > 0;
  const wanted = byLevel ? { ...filter } : {};
  const list = el("div", { class: "cards" });
  const more = el("div", { class: "row" });
  const count = el("p", { class: "soft small", "aria-live": "polite" });
  let shown = PAGE;

  const open = (item) => {
    dialog.close();
    onopen(item);
  };
  const fitting = () => (wanted.level === "mine" ? mine : library.filter(wanted));
  const update = () => {
    const items = fitting();
    const words = items.length === 1 ? "1 puzzle" : `${items.length} puzzles`;
    count.textContent = wanted.technique ? `${words} that need ${wanted.technique}` : words;
    fill(list, items.slice(0, shown).map((item) => {
      return puzzleButton(item, item === current, progress(item), () => open(item));
    }));
    fill(more, items.length > shown && textButton("Show more", () => {
      shown += PAGE;
      update();
    }));
  };
  const set = (name) => (value) => {
    wanted[name] = value || undefined;
    shown = PAGE;
    update();
  };

  const filters = [];
  const addFilter = (label, name, values) => {
    const pairs = [["", "All"], ...values.map((value) => [value, capital(value)])];
    if (values.length > 1) filters.push(field(label, select(pairs, wanted[name] ?? "", set(name))));
  };
  const techniques = library.techniques.map(({ name }) => name);
  addFilter("Size", "size", library.values("size"));
  addFilter("Style", "style", library.values("style"));
  addFilter("Practise", "technique", techniques.filter((technique) => library.filter({ technique }).length));
  const levelChoices = [["", "All"], ...levels, ...(mine.length ? [["mine", "Mine"]] : [])];

  const dialog = openDialog({ title: "Puzzles", wide: true },
    el("div", { class: "row even" },
      textButton(`Today: ${days[0].item.kind}`, () => open(days[0].item), "lead"),
      textButton("Random", () => (dialog.close(), onrandom(fitting())))),
    byLevel && choices("Level", levelChoices, wanted.level ?? "", set("level")),
    filters.length > 0 && el("div", { class: "row even" }, filters),
    count, list, more,
    el("h3", {}, "The last days"),
    el("div", { class: "choices" }, days.slice(1).map(({ name, item }) => {
      const text = progress(item).solved ? `✓ ${name}` : name;
      return el("button", { type: "button", class: "choice", onclick: () => open(item) }, text);
    })),
    el("h3", {}, "From a seed"),
    seedBox({ served, onseed: (...wish) => (dialog.close(), onseed(...wish)) }));
  update();
}

function puzzleButton(item, isCurrent, { solved, begun, time }, onclick) {
  const { entry } = item;
  const mark = solved ? `✓ ${time}` : begun ? "Begun" : "";
  const score = Number.isFinite(entry.score) && `score ${Math.round(entry.score)}`;
  const rating = [entry.hardest, score].filter(Boolean).join(", ");
  return el("button", { type: "button", class: "puzzle", onclick, "aria-current": String(isCurrent) },
    el("span", { class: "name" }, el("span", {}, item.name), el("span", { class: "done small" }, mark)),
    el("span", { class: "soft small" }, [item.size, entry.style].filter(Boolean).join(" · ")),
    rating && el("span", { class: "soft small" }, capital(rating)));
}

function seedBox({ served, onseed }) {
  if (!served) {
    return el("p", { class: "notice small" }, OFFLINE);
  }
  const value = String(Math.floor(Math.random() * 1e6));
  const digits = { inputMode: "numeric", maxLength: 18, pattern: "[0-9]*", required: true };
  const seed = el("input", { type: "text", value, ...digits });
  const level = select(["easy", "medium", "hard", "expert"].map((name) => [name, capital(name)]), "easy", () => {});
  const size = select(["7×7", "10×10", "15×15", "20×20", "25×25"].map((name) => [name, name]), "10×10", () => {});
  return el("form", {
    class: "row even",
    onsubmit: (event) => {
      event.preventDefault();
      onseed(seed.value.trim(), level.value, size.value);
    },
  }, field("Seed", seed), field("Level", level), field("Size", size),
  el("button", { class: "button", type: "submit" }, "Make it"));
}
