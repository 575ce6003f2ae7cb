/** Cards beside the board (on phones: below it): about the puzzle, a hint, a solved puzzle. */

import { clearToast } from "#ui/dialogs.js";
import { capital, el, iconButton, textButton } from "#ui/dom.js";

function card(kind, title, onclose, ...content) {
  const head = el("div", { class: "head" }, el("h2", {}, title), onclose && iconButton("close", "Close", onclose));
  return el("section", { class: `card ${kind}`.trim(), "aria-label": title }, head, ...content);
}

/** Return what is known about a puzzle: kind, rating, rules that differ, techniques. */
export function aboutParts({ entry, kind }, { best, rules }) {
  const facts = [
    kind,
    Number.isFinite(entry.score) && `Score ${Math.round(entry.score)}`,
    entry.hardest && `Hardest step: ${entry.hardest}`,
    entry.style && `Style: ${entry.style}`,
  ];
  const techniques = Object.entries(entry.techniques ?? {}).filter(([name]) => name !== "completion");
  return [
    el("p", { class: "soft" }, facts.filter(Boolean).join(" · ")),
    rules.length > 0 && el("p", {}, rules.join(" ")),
    best !== null && el("p", { class: "soft small" }, `Solved before. Best time ${best}.`),
    techniques.length > 0 && el("div", {}, el("h3", {}, "Techniques it takes"),
      el("p", { class: "small" }, techniques.map(([name, times]) => `${capital(name)} ×${times}`).join(", "))),
  ];
}

/** Return the card about a puzzle. */
export const aboutCard = (item, known) => card("about", item.name, null, ...aboutParts(item, known));

/**
 * Return the card of a hint: words, and buttons for more of them.
 * @param {{title: string, words: string, steps: [string, () => void][], onclose: () => void}} options
 */
export function hintCard({ title, words, steps, onclose }) {
  const text = el("p", { class: "words", tabIndex: 0 }, words);
  const buttons = steps.map(([label, onclick], i) => textButton(label, onclick, i ? "" : "lead"));
  return card("hint", title, onclose, text, buttons.length > 0 && el("div", { class: "row even" }, buttons));
}

/** Return the card of a solved puzzle. */
export function winCard({ words, onnext, onreplay, onagain, onclose }) {
  return card("win", "Solved!", onclose, el("p", {}, words),
    el("div", { class: "row even" },
      textButton("Next puzzle", onnext, "lead"), textButton("Replay", onreplay), textButton("Start over", onagain)));
}

/** Return the card of a replay: the step in words, and buttons to go on and back. */
export function replayCard({ onback, onnext, onclose, onstep, count }) {
  const title = el("h2", { "aria-live": "polite" });
  const words = el("p", { class: "words", "aria-live": "polite", tabIndex: 0 });
  const oninput = () => onstep(Number(slider.value));
  const slider = el("input", { type: "range", min: 0, max: count, value: 0, "aria-label": "Step", oninput });
  const back = iconButton("prev", "Step back", onback);
  const next = iconButton("next", "Step forward", onnext);
  const node = el("section", { class: "card replay", "aria-label": "Replay" },
    el("div", { class: "head" }, title, iconButton("close", "Back to the game", onclose)), words,
    el("div", { class: "row" }, back, slider, next));
  return {
    node,
    show(at, heading, text) {
      title.textContent = heading;
      words.textContent = text;
      slider.value = at;
      back.disabled = at === 0;
      next.disabled = at === count;
    },
  };
}

const side = () => document.getElementById("side");

/** Show the card about the puzzle; null for none. */
export function showAbout(node) {
  side().querySelector(".about")?.remove();
  if (node) side().prepend(node);
}

/** Show a card, instead of the one that is there. */
export function showCard(node) {
  clearSide();
  clearToast();
  side().append(node);
  node.querySelector(".words")?.scrollTo(0, node.scrollHeight); // what is new stands last
}

/** Remove the card, but not the one about the puzzle. */
export function clearSide() {
  for (const node of side().querySelectorAll(".card:not(.about)")) node.remove();
}
