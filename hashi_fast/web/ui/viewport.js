/** The viewport: which part of the board is seen, and how large. It moves the picture and never the game. */

import { CELL } from "#ui/geometry.js";

const MARGIN = 0.3 * CELL; // of water around the cells
const LARGEST = 88; // pixels of a cell that fills the space by itself
const CLOSEST = 110; // pixels of a cell when zoomed in
const COMFORT = { mouse: 16, touch: 31 }; // pixels of a cell below which a board does not start all in view

export class Viewport {
  /** `world` is the group to move inside `root`; the board has `w` by `h` cells. */
  constructor(root, world, { w, h }, onchange = () => {}) {
    Object.assign(this, { root, world, onchange, scale: 1, x: 0, y: 0, whole: true });
    this.width = w * CELL + 2 * MARGIN;
    this.height = h * CELL + 2 * MARGIN;
    this.box = { left: 0, top: 0, width: 0, height: 0 };
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(root);
  }

  /** Take the size of the page anew; a board that is all in view stays so. */
  resize() {
    const { width } = this.box;
    this.measure();
    if (!this.box.width) return;
    if (!width) this.start();
    else if (this.whole) this.fit();
    else this.place(this.scale, this.x, this.y);
  }

  measure() {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    this.box = { left, top, width, height };
  }

  fitScale() {
    return Math.min(this.box.width / this.width, this.box.height / this.height, LARGEST / CELL);
  }

  /** Show the whole board, or as much of a large one as can still be played. */
  start() {
    this.fit();
    const touch = matchMedia("(pointer: coarse)").matches;
    const least = (touch ? COMFORT.touch : COMFORT.mouse) / CELL;
    if (this.scale < least) this.zoom(least / this.scale, this.box.left, this.box.top);
  }

  /** Show the whole board. */
  fit() {
    this.place(this.fitScale(), 0, 0);
    this.whole = true;
    this.onchange();
  }

  /** Zoom by a factor about a point of the page, which stays where it is. */
  zoom(factor, clientX = this.box.left + this.box.width / 2, clientY = this.box.top + this.box.height / 2) {
    const least = this.fitScale();
    const scale = Math.min(Math.max(this.scale * factor, least), Math.max(CLOSEST / CELL, least));
    const px = clientX - this.box.left, py = clientY - this.box.top;
    const ratio = scale / this.scale;
    this.place(scale, px - (px - this.x) * ratio, py - (py - this.y) * ratio);
    this.whole = scale <= least * 1.001;
    this.onchange();
  }

  pan(dx, dy) {
    if (!this.whole) this.place(this.scale, this.x + dx, this.y + dy);
  }

  /** Bring a cell into view, for people who move by keys. */
  reveal(row, col) {
    if (this.whole) return;
    const edge = CELL * this.scale * 1.5;
    const x = this.x + (col + 0.5) * CELL * this.scale, y = this.y + (row + 0.5) * CELL * this.scale;
    const { width, height } = this.box;
    const over = (at, size) => Math.max(edge - at, 0) + Math.min(size - edge - at, 0);
    this.pan(over(x, width), over(y, height));
  }

  /** Move the world; where it is smaller than the view it is centred, elsewhere it leaves no gap. */
  place(scale, x, y) {
    const kept = (at, size, room) => {
      const margin = MARGIN * scale;
      if (size * scale <= room + 0.5) return (room - size * scale) / 2 + margin;
      return Math.min(Math.max(at, room - size * scale + margin), margin);
    };
    this.scale = scale;
    this.x = kept(x, this.width, this.box.width);
    this.y = kept(y, this.height, this.box.height);
    const [left, top] = [this.x.toFixed(2), this.y.toFixed(2)];
    this.world.setAttribute("transform", `translate(${left} ${top}) scale(${scale.toFixed(5)})`);
  }

  /** Show the same part as another viewport, if its board is of the same size. */
  follow({ width, height, box, scale, x, y, whole }) {
    if (width !== this.width || height !== this.height) return;
    this.box = box;
    this.place(scale, x, y);
    this.whole = whole;
  }

  /** Return a point of the page in world units. */
  toWorld(clientX, clientY) {
    return [(clientX - this.box.left - this.x) / this.scale, (clientY - this.box.top - this.y) / this.scale];
  }

  /** Return the pixels of a cell. */
  get cell() {
    return this.scale * CELL;
  }

  close() {
    this.observer.disconnect();
  }
}
