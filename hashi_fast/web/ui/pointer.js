/**
 * Mouse, pen and fingers on the board. A gesture commits when it ends, so everything that interrupts it (Escape, a
 * second finger, the system) leaves the board as it was.
 *
 *   down on an island   tap it; or drag: the direction decides, the neighbour need not be reached
 *   down on water       tap the nearer edge; or drag: pan, if not all of the board is in view
 *   two fingers         zoom and pan
 *   long press          a mark instead of a bridge
 *   right button, or Ctrl with the left one, which is a right click on a Mac: the same, backwards
 */

import { CELL, direction } from "#ui/geometry.js";

const SLOP = 9; // pixels that a tap may slip
const LONG = 450; // milliseconds of a long press

/**
 * What the board does; every method gets ids, and `back` for the right button.
 * @typedef {object} Actions
 * @property {(id: number, back: boolean) => void} tapIsland
 * @property {(id: number, back: boolean, at: object) => void} tapEdge
 * @property {(at: object) => void} tapWater
 * @property {(id: number, slot: number, back: boolean, at: object) => void} drag if it ended now; slot -1: nothing
 * @property {(id: number, slot: number, back: boolean, at: object) => void} drop
 * @property {() => void} cancel a drag came to nothing
 * @property {(at: {island: number, edge: number}) => void} hold
 * @property {(at: {island: number, edge: number} | null) => void} hover
 */

/** Listen to the board. Returns an object with `cancel()`. @param {Actions} actions */
export function listen(board, actions) {
  const { root, viewport } = board;
  const fingers = new Map();
  let gesture = null; // {kind: "island" | "water" | "pan" | "pinch" | "over", ...}

  function down(event) {
    if (event.pointerType === "mouse" && fingers.size) return;
    viewport.measure();
    fingers.set(event.pointerId, event);
    try {
      root.setPointerCapture(event.pointerId);
    } catch {
      // The pointer has gone already; its end comes all the same.
    }
    if (fingers.size > 1) return startPinch();
    if (event.button === 1) {
      event.preventDefault();
      gesture = { kind: "pan" };
      return;
    }
    const at = board.hit(event.clientX, event.clientY);
    const back = event.button === 2 || (event.button === 0 && event.ctrlKey);
    gesture = { kind: at.island >= 0 ? "island" : "water", at, back, x: event.clientX, y: event.clientY, moved: false };
    actions.hover(null);
    if (event.pointerType !== "mouse") gesture.timer = setTimeout(held, LONG);
  }

  function held() {
    const { at } = gesture;
    end();
    actions.hold(at);
  }

  function startPinch() {
    cancel();
    if (fingers.size === 2) gesture = { kind: "pinch", ...spread() };
  }

  function spread() {
    const [one, two] = [...fingers.values()];
    return {
      x: (one.clientX + two.clientX) / 2,
      y: (one.clientY + two.clientY) / 2,
      size: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) || 1,
    };
  }

  function move(event) {
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse" && !fingers.size) hover(event);
      return;
    }
    fingers.set(event.pointerId, event);
    if (!gesture) return;
    if (gesture.kind === "pinch") pinch();
    else if (gesture.kind === "pan") viewport.pan(event.clientX - before.clientX, event.clientY - before.clientY);
    else if (gesture.kind === "island" || gesture.kind === "water") drag(event);
  }

  function hover(event) {
    viewport.measure();
    actions.hover(board.hit(event.clientX, event.clientY));
  }

  function pinch() {
    const now = spread();
    viewport.pan(now.x - gesture.x, now.y - gesture.y);
    viewport.zoom(now.size / gesture.size, now.x, now.y);
    Object.assign(gesture, now);
  }

  function drag(event) {
    const dx = event.clientX - gesture.x, dy = event.clientY - gesture.y;
    if (!gesture.moved && Math.hypot(dx, dy) < SLOP) return;
    clearTimeout(gesture.timer);
    gesture.moved = true;
    if (gesture.kind === "water") {
      gesture = { kind: "pan" };
      viewport.pan(dx, dy);
      return;
    }
    // Back at the island, the drag means nothing any more.
    const near = Math.hypot(dx, dy) < Math.max(SLOP, 0.4 * CELL * viewport.scale);
    gesture.slot = near ? -1 : direction(dx, dy);
    actions.drag(gesture.at.island, gesture.slot, gesture.back, board.hit(event.clientX, event.clientY));
  }

  function up(event) {
    if (!fingers.delete(event.pointerId)) return;
    const done = gesture;
    if (!done || done.kind === "pinch" || done.kind === "over") {
      // A finger that stays after a pinch does nothing until it is lifted, too.
      gesture = fingers.size ? { kind: "over" } : null;
      return;
    }
    end();
    gesture = null;
    if (done.kind === "pan") return;
    const at = board.hit(event.clientX, event.clientY);
    if (done.moved) {
      if (done.slot >= 0) actions.drop(done.at.island, done.slot, done.back, at);
      else actions.cancel();
    } else if (done.at.island >= 0) actions.tapIsland(done.at.island, done.back);
    else if (done.at.edge >= 0) actions.tapEdge(done.at.edge, done.back, done.at);
    else actions.tapWater(done.at);
  }

  function end() {
    clearTimeout(gesture?.timer);
    gesture = fingers.size ? { kind: "over" } : null;
  }

  /** Drop the gesture that is under way. */
  function cancel() {
    if (gesture?.moved) actions.cancel();
    end();
  }

  function lost(event) {
    if (fingers.delete(event.pointerId)) cancel();
  }

  function wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    viewport.measure();
    viewport.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.004)), event.clientX, event.clientY);
  }

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", lost);
  root.addEventListener("pointerleave", () => actions.hover(null));
  root.addEventListener("contextmenu", (event) => event.preventDefault());
  root.addEventListener("wheel", wheel, { passive: false });
  // Screen readers and switches click without a pointer.
  root.addEventListener("click", (event) => {
    const island = event.detail === 0 && event.target.closest("[data-id]");
    if (island) actions.tapIsland(Number(island.dataset.id), false);
  });
  return { cancel };
}
