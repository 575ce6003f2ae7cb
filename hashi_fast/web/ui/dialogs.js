/** Dialogs and toasts. A dialog is a sheet from below on phones; a toast says what happened and how to take it back. */

import { el, iconButton, say, textButton } from "#ui/dom.js";

/**
 * Open a dialog; returns {node, body, close}. Escape, the close button and a click beside it close it.
 * @param {{title: string, wide?: boolean, onclose?: () => void}} options
 */
export function openDialog({ title, wide = false, onclose = () => {} }, ...content) {
  const close = () => node.close();
  const body = el("div", { class: "body" }, ...content);
  const heading = el("h2", {}, title);
  const node = el("dialog", { class: wide ? "wide" : "", "aria-label": title },
    el("header", {}, heading, iconButton("close", "Close", close)), body);
  node.addEventListener("click", (event) => event.target === node && close());
  node.addEventListener("close", () => {
    node.remove();
    onclose();
  });
  document.body.append(node);
  node.showModal();
  return { node, body, close };
}

// A message lies over the bar, so it lets taps through and goes with the first of them.
addEventListener("pointerdown", (event) => event.target.closest?.(".toast") || clearToast(), { capture: true });

/** Show a message for a moment, and say it. @param {{action?: string, onaction?: () => void, time?: number}} options */
export function toast(text, { action, onaction, time = 4500 } = {}) {
  const host = document.getElementById("toasts");
  const node = el("div", { class: "toast" }, el("span", {}, text));
  const close = () => {
    node.remove();
    if (!host.firstChild) host.hidePopover?.();
  };
  if (action) {
    node.append(el("button", { type: "button", onclick: () => (close(), onaction()) }, action));
  }
  // One message at a time: the last one counts.
  host.replaceChildren(node);
  // Shown anew, it is above a dialog that was opened since.
  host.hidePopover?.();
  host.showPopover?.();
  setTimeout(close, action ? time + 3000 : time);
  say(text);
  return close;
}

/** Remove the message that is shown: something newer has happened. */
export function clearToast() {
  document.getElementById("toasts").replaceChildren();
}

/** Return a row of choices of which one is taken. */
export function choices(label, values, current, onchoose) {
  const group = el("div", { class: "choices", role: "radiogroup", "aria-label": label });
  const take = (taken) => {
    for (const button of group.children) {
      button.setAttribute("aria-checked", String(button === taken));
      button.tabIndex = button === taken ? 0 : -1;
    }
  };
  values.forEach(([value, text]) => {
    const button = el("button", { type: "button", class: "choice", role: "radio" }, text);
    button.addEventListener("click", () => {
      take(button);
      onchoose(value);
    });
    group.append(button);
  });
  take(group.children[Math.max(0, values.findIndex(([value]) => value === current))]);
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...group.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    next.click();
  });
  return group;
}

/** Return a button that copies the text of a field, or at least selects it. */
export function copyButton(input) {
  return textButton("Copy", async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      toast("Copied.");
    } catch {
      toast("Press Ctrl + C to copy.");
    }
  });
}

/** Return a labelled field. */
export function field(label, input) {
  return el("label", { class: "field" }, el("span", {}, label), input);
}

/** Return a switch. */
export function toggle(label, checked, onchange) {
  const input = el("input", { type: "checkbox", role: "switch", checked, onchange: () => onchange(input.checked) });
  return el("label", { class: "switch" }, el("span", {}, label), input);
}

/** Return a select box over [value, text] pairs. */
export function select(pairs, current, onchange) {
  const node = el("select", { onchange: () => onchange(node.value) },
    pairs.map(([value, text]) => el("option", { value, selected: value === current }, text)));
  return node;
}
