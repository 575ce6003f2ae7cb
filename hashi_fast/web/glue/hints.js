/**
 * Hints and walkthroughs. Served, they come from Python; otherwise from the core, which knows the easier techniques and
 * falls back on the walkthrough that Python has put into the page.
 */

import { edgeBetween, hint, islandAt, newState, stateOf, walkthroughSteps } from "#core";
import { bridgesOf, fieldsOf, told } from "#glue/client.js";

/** Return the walkthrough of an entry, or null. It is stored as base64 of gzip of JSON. */
async function walkthroughOf(entry) {
  if (typeof entry.walkthrough !== "string") return null;
  const bytes = Uint8Array.from(atob(entry.walkthrough), (char) => char.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

/** Return a hint for the position of a session, in ids of islands and edges. */
export async function hintFor(session, client) {
  const { topology, state, solution } = session;
  // Crosses are marks of this page, which Python does not know.
  const crossedWrongly = solution && topology.edges.some(({ id }) => state.crosses[id] && solution[id]);
  if (client.served && !crossedWrongly) {
    try {
      const body = { puzzle: fieldsOf(session.puzzle), bridges: bridgesOf(topology, state.edgeCounts) };
      return inIds(topology, await client.ask("hint", body));
    } catch (error) {
      told(error); // out of reach or out of budget: the page can still help
    }
  }
  const walkthrough = await walkthroughOf(session.entry).catch(() => null);
  return hint(topology, state, { solution: solution ?? undefined, walkthrough: walkthrough ?? undefined });
}

function inIds(topology, answer) {
  const edgeOf = ([r1, c1, r2, c2, count]) => {
    return [edgeBetween(topology, islandAt(topology, r1, c1), islandAt(topology, r2, c2)).edge, count];
  };
  return {
    ...answer,
    islands: answer.islands.map(([r, c]) => islandAt(topology, r, c)),
    bridges: answer.bridges.map(edgeOf),
    wrong: answer.wrong.map(edgeOf),
    pale: [],
  };
}

/**
 * Return the whole way to the solution: [{technique, text, islands, bridges}]. Without a walkthrough and a server the
 * core's hints are followed one after the other.
 */
export async function wayOf(session, client) {
  const { topology, entry, solution } = session;
  const steps = await walkthroughOf(entry).catch(() => null)
    ?? (client.served ? (await client.ask("explain", { puzzle: fieldsOf(session.puzzle) })).steps : null);
  const told = (step) => ({ ...step, text: [step.why, step.what].filter(Boolean).join("\n") });
  if (steps) return walkthroughSteps(topology, steps).map(told);
  const way = [];
  let state = newState(topology);
  for (;;) {
    const step = hint(topology, state, { solution: solution ?? undefined });
    if (step.kind !== "step" || !step.bridges.length) return way;
    way.push(told(step));
    const edgeCounts = state.edgeCounts.slice();
    for (const [edge, count] of step.bridges) edgeCounts[edge] = count;
    state = stateOf(topology, { edgeCounts });
  }
}
