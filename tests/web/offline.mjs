// Plays entries without Python, as a page without a server does: reads them as JSON from standard input, and writes what
// hints alone lead to, and the steps of each walkthrough in words. tests/web/test_offline.py compares both with Python.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { applyEdgeChange, buildTopology, hint, newState, parsePuzzle, parseSolution, walkthroughSteps } from "../../hashi_fast/web/hashi_core.js";

const answers = JSON.parse(readFileSync(0, "utf8")).map((entry) => {
  const topology = buildTopology(parsePuzzle(entry));
  const solution = parseSolution(topology, entry.solution);
  const walkthrough = JSON.parse(gunzipSync(Buffer.from(entry.walkthrough, "base64")).toString());
  let state = newState(topology);
  const kinds = [];
  for (let advice; (advice = hint(topology, state, { solution, walkthrough })).kind === "step";) {
    kinds.push(advice.technique);
    for (const [edge, count] of advice.bridges) {
      const { state2, ok, reason } = applyEdgeChange(topology, state, edge, count);
      if (!ok) throw new Error(`${entry.id}: ${reason}`);
      state = state2;
    }
  }
  const cell = (island) => [topology.islands[island].r, topology.islands[island].c];
  const steps = walkthroughSteps(topology, walkthrough).map((step) => ({ ...step, islands: step.islands.map(cell) }));
  return { solved: state.solved, techniques: kinds, steps };
});
process.stdout.write(JSON.stringify(answers));
