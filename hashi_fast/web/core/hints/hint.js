// Hints: the easiest next step from the player's position, or what is wrong with it, without Python's help.
//
// In this order: mistakes, against the solution if it is known; the ladder, from the player's own position; the first
// missing step of the walkthrough; a bridge of the solution.

import { endsOf, layoutOf } from "#core/hints/layout.js";
import { nextStep } from "#core/hints/ladder.js";
import { findMistake, wrongCross } from "#core/hints/mistakes.js";
import { pairInWords, tellPlacing } from "#core/hints/moves.js";
import { firstMissing } from "#core/hints/walkthrough.js";
import { are, counted, sentence } from "#core/hints/wording.js";
import { solve } from "#core/solver.js";

const NODE_LIMIT = 2_000; // for each question to the solver: hints must not keep anybody waiting

/**
 * @typedef {{kind: "step" | "wrong" | "solved" | "stuck" | "unsolvable", technique: string | null, where: string,
 *   why: string, what: string, islands: number[], bridges: [number, number][], wrong: [number, number][],
 *   pale: number[], text: [string, string, string]}} Hint
 *   where, why, what: where to look, the reason, what to place or remove; islands: those to highlight; bridges: what to
 *   place, as [edge, count in all]; wrong: conflicting bridges, or [edge, 0] for a cross; pale: edges with bridges that
 *   the reason does not rest on; text: the hint in three strengths
 */

/**
 * Returns a hint. `solution` is the only solution, if there is one and it is known.
 * @param {import("#core/topology.js").Topology} topology
 * @param {import("#core/state.js").State} state
 * @param {{solution?: ArrayLike<number>, walkthrough?: import("#core/hints/walkthrough.js").Item[]}} known
 * @returns {Hint}
 */
export function hint(topology, state, { solution, walkthrough } = {}) {
  if (state.solved) {
    const why = "Every island has its bridges, and all islands are connected.";
    return completed("solved", { where: "The puzzle is solved.", why });
  }
  const answer = solution ? { solutions: [solution], certain: true } : ask(topology, state.edgeCounts);
  return mistake(topology, state, solution, answer) ?? step(topology, state, solution, walkthrough, answer);
}

/** Returns up to two solutions with at least these bridges, and whether there are certainly no others. */
function ask(topology, least) {
  const { status, solutions } = solve(topology, { solutionLimit: 2, nodeLimit: NODE_LIMIT, least });
  return { solutions, certain: status === "done" && solutions.length < 2 };
}

function mistake(topology, state, solution, { solutions, certain }) {
  const layout = layoutOf(topology);
  const { edgeCounts, crosses } = state;
  if (solution) {
    const fails = (units) => units.some(([edge, k]) => solution[edge] < k);
    if (edgeCounts.some((count, edge) => count > solution[edge])) {
      return completed("wrong", findMistake(layout, edgeCounts, fails));
    }
    const crossed = crosses.findIndex((cross, edge) => cross && solution[edge]);
    return crossed < 0 ? null : completed("wrong", wrongCross(layout, crossed));
  }
  if (solutions.length || !certain) return null;
  if (ask(topology, []).solutions.length === 0) {
    const why = "No way to place bridges fits all its numbers.";
    return completed("unsolvable", { where: "This puzzle has no solution.", why });
  }
  const fails = (units) => {
    const least = new Uint8Array(topology.edges.length);
    for (const [edge, k] of units) least[edge] = Math.max(least[edge], k);
    const asked = ask(topology, least);
    return asked.certain && !asked.solutions.length;
  };
  return completed("wrong", findMistake(layout, edgeCounts, fails));
}

function step(topology, { edgeCounts }, solution, walkthrough, { solutions, certain }) {
  const found = nextStep(topology, edgeCounts)
    ?? (solution && walkthrough ? firstMissing(topology, edgeCounts, walkthrough) : null);
  if (found) return completed("step", found);
  if (solutions.length === 1 && certain) return foundBySearch(layoutOf(topology), edgeCounts, solutions[0]);
  const several = solutions.length > 1 ? ", and from here there are several solutions" : "";
  return completed("stuck", { where: "Look at the whole board.", why: `No simple step is left${several}.` });
}

/** Returns the first bridges of the only solution that are missing. */
function foundBySearch(layout, counts, solution) {
  const edge = counts.findIndex((count, id) => count < solution[id]);
  const pair = pairInWords(layout, edge);
  const found = `there ${are(solution[edge])} ${counted(solution[edge])} between ${pair}`;
  const bridges = [[edge, solution[edge]]];
  return completed("step", {
    technique: "search",
    where: sentence(`look at ${pair}`),
    why: `No simple step is left. But trying all possibilities shows that ${found}.`,
    what: tellPlacing(layout, counts, bridges, null),
    islands: endsOf(layout, edge),
    bridges,
  });
}

function completed(kind, parts) {
  const empty = { technique: null, where: "", why: "", what: "", islands: [], bridges: [], wrong: [], pale: [] };
  const { where, why, what } = { ...empty, ...parts };
  return { kind, ...empty, ...parts, text: [where, why, [why, what].filter(Boolean).join("\n")] };
}
