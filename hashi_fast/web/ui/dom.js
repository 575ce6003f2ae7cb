/**
 * Small helpers to make elements. Text always goes in as text, never as markup: ids and titles of packs may be hostile.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new element. Properties that begin with "on" are listeners; `class`, `role`, `aria-*`, `data-*` and `for`
 * are attributes; all others are set as properties. Children are nodes or text; null and false are left out.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (/^(class|role|for|aria-|data-)/.test(name)) node.setAttribute(name, value);
    else node[name] = value;
  }
  append(node, children);
  return node;
}

/** Return a new SVG element with these attributes. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** Return an icon of the page's sprite. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
}

/** Return a button with an icon that is also named in words, for people who cannot see or do not know the icon. */
export function iconButton(name, label, onclick, extra = {}) {
  const props = { type: "button", class: "tool", "aria-label": label, title: label, onclick, ...extra };
  return el("button", props, icon(name));
}

/** Return such a button with a word below its icon. */
export function toolButton(name, caption, label, onclick, extra = {}) {
  const button = iconButton(name, label, onclick, extra);
  button.append(el("span", { class: "caption", "aria-hidden": "true" }, caption));
  return button;
}

/** Return a button with text. */
export function textButton(text, onclick, kind = "") {
  return el("button", { type: "button", class: `button ${kind}`.trim(), onclick }, text);
}

/** Replace all children of a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** Return words with a capital letter at the beginning. */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Return "1 move" or "2 moves". */
export const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

let live = null;
let lastSaid = "";

/** Have a screen reader say this politely. The same words twice are made different, or they would not be said. */
export function say(text) {
  live ??= document.getElementById("live");
  lastSaid = text === lastSaid ? `${text}\u00a0` : text;
  live.textContent = lastSaid;
}
