/**
 * Keys on the board. Arrows walk from island to island and aim at the edge that was walked over; the keys that change
 * something act on the edge aimed at. With Shift an arrow aims and acts without walking.
 */

import { navigate } from "#core";

const ARROWS = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };

/**
 * Listen to keys on the board. Returns an object with `reset()`, which forgets the aim.
 * @param {{cycle: (edge: number, back: boolean) => void, set: (edge: number, count: number) => void,
 *   cross: (edge: number) => void, lock: (island: number) => void, refuse: (reason: string) => void}} actions
 */
export function listenKeys(board, actions) {
  const { topology } = board;
  let aim = -1;
  const aimAt = (edge) => board.aimAt(aim = edge);

  /** The edge that keys act on: the one aimed at, or the only one that the island has. */
  function aimed(island) {
    const { slots } = topology.islands[island];
    if (aim >= 0 && slots.includes(aim)) return aim;
    const open = slots.filter((edge) => edge >= 0);
    if (open.length === 1) return open[0];
    actions.refuse("Press an arrow first: it says which bridge is meant.");
    return -1;
  }

  function arrow(island, slot, shift) {
    const edge = topology.islands[island].slots[slot];
    if (shift) {
      if (edge < 0) return actions.refuse("There is no island that way.");
      aimAt(edge);
      return actions.cycle(edge, false);
    }
    const next = navigate(topology, island, slot);
    if (next < 0) return actions.refuse("There is no island that way.");
    aimAt(edge);
    board.focus(next);
  }

  board.root.addEventListener("keydown", (event) => {
    const island = Number(event.target.closest?.("[data-id]")?.dataset.id ?? -1);
    if (island < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const act = (then) => {
      const edge = aimed(island);
      if (edge >= 0) then(edge);
    };
    if (key in ARROWS) arrow(island, ARROWS[key], event.shiftKey);
    else if (key === " " || key === "Enter") act((edge) => actions.cycle(edge, event.shiftKey));
    else if (/^[0-4]$/.test(key)) act((edge) => actions.set(edge, Number(key)));
    else if (key === "x" || key === "X") act(actions.cross);
    else if (key === "l" || key === "L") actions.lock(island);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.root.addEventListener("focusin", (event) => {
    const node = event.target.closest("[data-id]");
    if (node?.getAttribute("tabindex") !== "-1") return;
    board.root.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    node.setAttribute("tabindex", "0");
  });
  return { reset: () => aimAt(-1) };
}
