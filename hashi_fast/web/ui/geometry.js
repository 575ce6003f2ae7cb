/**
 * Where things are on the board, in world units (a cell is CELL wide), and what lies under a point. Pure.
 *
 * What a point hits: the cell of an island belongs to the island. Everywhere else the nearest edge is meant, so a cell
 * in which two edges cross is split along its diagonals and every edge can be tapped. Edges between neighbouring cells
 * have no cell of their own: they get the rim between the two discs.
 */

export const CELL = 40;
export const RADIUS = 15;
const RIM = 0.36 * CELL; // beyond it, towards a neighbour on the next cell, the edge is meant
const REACH = 0.7 * CELL; // farther away from every edge is open water
const SPREAD = [0, 0, 7, 6, 4.8]; // between parallel bridges, by their number

/** The words for the four slots of an island. */
export const DIRECTIONS = ["up", "right", "down", "left"];

/** Return the middle of a cell or of a column, along either axis. */
export const middle = (cell) => (cell + 0.5) * CELL;

/** Return which way a movement points: the slot of its larger part. */
export function direction(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 1 : 3;
  return dy > 0 ? 2 : 0;
}

/** Return how many cells lie between the ends of an edge, plus one. */
export const span = (edge) => edge.r1 - edge.r0 + edge.c1 - edge.c0;

/** Return the path of `count` parallel bridges from rim to rim. */
export function bridgePath(edge, count) {
  let path = "";
  for (let i = 0; i < count; i++) {
    const offset = SPREAD[count] * (i - (count - 1) / 2);
    const start = RADIUS - 1;
    path += edge.orient === "h"
      ? `M${middle(edge.c0) + start} ${middle(edge.r0) + offset}H${middle(edge.c1) - start}`
      : `M${middle(edge.c0) + offset} ${middle(edge.r0) + start}V${middle(edge.r1) - start}`;
  }
  return path;
}

/** Return the path of a cross, beside the edges that run across where there is room. */
export function crossPath(topology, edge) {
  const [row, col] = quietPlace(topology, edge);
  const x = middle(col), y = middle(row), s = span(edge) === 1 ? 3.6 : 5;
  const line = edge.orient === "h"
    ? `M${x - 2 * s} ${y}h${s}M${x + s} ${y}h${s}`
    : `M${x} ${y - 2 * s}v${s}M${x} ${y + s}v${s}`;
  return `M${x - s} ${y - s}l${2 * s} ${2 * s}m0 ${-2 * s}l${-2 * s} ${2 * s}${span(edge) === 1 ? "" : line}`;
}

/** Return the row and column of the place on an edge, nearest to its middle, where no other edge runs. */
function quietPlace(topology, edge) {
  const flat = edge.orient === "h";
  const [from, to] = flat ? [edge.c0, edge.c1] : [edge.r0, edge.r1];
  const half = (from + to) / 2;
  const taken = new Set(edge.crosses.map((id) => (flat ? topology.edges[id].c0 : topology.edges[id].r0)));
  let best = half;
  if (taken.has(half) || !Number.isInteger(half)) {
    let least = Infinity;
    for (let at = from + 1; at < to; at++) {
      const distance = Math.abs(at - half) + (taken.has(at) ? 100 : 0);
      if (distance < least) [least, best] = [distance, at];
    }
    if (least >= 100 || (least === 0.5 && !taken.size)) best = half;
  }
  return flat ? [edge.r0, best] : [best, edge.c0];
}

/** Return a function that finds what is under a point: {island, edge}, each an id or -1. */
export function hitTester(topology) {
  const { w, h, islands, edges } = topology;
  const at = new Int32Array(w * h).fill(-1);
  for (const island of islands) at[island.r * w + island.c] = island.id;
  return (x, y) => {
    const col = Math.floor(x / CELL), row = Math.floor(y / CELL);
    if (col < 0 || row < 0 || col >= w || row >= h) return { island: -1, edge: -1, row, col };
    const island = at[row * w + col];
    if (island < 0) return { island: -1, edge: nearestEdge(edges, x, y), row, col };
    const dx = x - middle(col), dy = y - middle(row);
    const edge = islands[island].slots[direction(dx, dy)];
    const rim = Math.hypot(dx, dy) > RIM && edge >= 0 && span(edges[edge]) === 1;
    return rim ? { island: -1, edge, row, col } : { island, edge: -1, row, col };
  };
}

function nearestEdge(edges, x, y) {
  let best = -1, least = REACH;
  for (const edge of edges) {
    const along = Math.max(middle(edge.c0) - x, x - middle(edge.c1), 0);
    const across = Math.max(middle(edge.r0) - y, y - middle(edge.r1), 0);
    const distance = Math.hypot(along, across);
    if (distance < least) [least, best] = [distance, edge.id];
  }
  return best;
}
