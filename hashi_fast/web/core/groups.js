// Groups of islands joined by sure bridges, and walks along the edges that can still carry one.

/**
 * @typedef {{root: Int32Array, size: Int32Array, need: Int32Array, count: number}} Groups
 *   root: of each island; size, need: islands and open need of a group, at its root; count: groups
 */

/**
 * Returns the groups that edges with lo > 0 make; null if they close a loop that is forbidden.
 * @param {import("#core/domains.js").Domains} d
 * @returns {Groups | null}
 */
export function joinGroups({ arrays, lo, need: needs }) {
  const { n, m, a, b, loops } = arrays;
  const parent = new Int32Array(n);
  for (let i = 0; i < n; i++) parent[i] = i;
  const find = (i) => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  };
  let count = n;
  for (let e = 0; e < m; e++) {
    if (!lo[e]) continue;
    const [one, other] = [find(a[e]), find(b[e])];
    if (one !== other) {
      parent[other] = one;
      count--;
    } else if (!loops) {
      return null;
    }
  }
  const [size, need] = [new Int32Array(n), new Int32Array(n)];
  for (let i = 0; i < n; i++) {
    parent[i] = find(i);
    size[parent[i]]++;
    need[parent[i]] += needs[i];
  }
  return { root: parent, size, need, count };
}

/**
 * What a depth-first walk knows about each island. "Below" means the island and all islands reached through it.
 * @typedef {{order: Int32Array, low: Int32Array, came: Int8Array, root: Int32Array, below: Int32Array, pieces: number}}
 *   Walk
 *   order: when it was reached, from 1; low: the least order that an edge from below leads to, apart from the edge the
 *   walk came by; came: the slot that leads back, 4 at a root; root: where the walk of its piece started
 */

/**
 * Walks over all islands along the edges with `along` > 0, with Tarjan's low points.
 * @param {import("#core/arrays.js").Arrays} arrays
 * @param {ArrayLike<number>} along
 * @returns {Walk}
 */
export function walkBoard({ n, slotEdge, slotIsland }, along) {
  const [order, low, root] = [new Int32Array(n), new Int32Array(n), new Int32Array(n)];
  const below = new Int32Array(n);
  const came = new Int8Array(n).fill(4);
  const tried = new Uint8Array(n);
  const path = [];
  let [met, pieces] = [0, 0];
  for (let start = 0; start < n; start++) {
    if (order[start]) continue;
    pieces++;
    let i = start;
    order[i] = low[i] = ++met;
    root[i] = start;
    below[i] = 1;
    for (;;) {
      if (tried[i] < 4) {
        const slot = tried[i]++;
        const e = slotEdge[4 * i + slot];
        if (e < 0 || !along[e] || slot === came[i]) continue;
        const j = slotIsland[4 * i + slot];
        if (order[j]) {
          if (order[j] < low[i]) low[i] = order[j];
        } else {
          path.push(i);
          order[j] = low[j] = ++met;
          root[j] = start;
          below[j] = 1;
          came[j] = slot ^ 1;
          i = j;
        }
        continue;
      }
      if (!path.length) break;
      const child = i;
      i = path.pop();
      if (low[child] < low[i]) low[i] = low[child];
      below[i] += below[child];
    }
  }
  return { order, low, came, root, below, pieces };
}

/** Whether the edge by which a walk came to an island is the only one between the islands below and the rest. */
export function isCut({ order, low, came }, i) {
  return low[i] === order[i] && came[i] < 4;
}
