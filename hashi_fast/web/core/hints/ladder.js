// The next step from a position: the easiest to follow in the first round that places bridges.
//
// The choice is Python's, to the word (hashi_fast/coaching/hints.py). Steps that only rule bridges out come before it
// as reasons, if it rests on them.

import { applyRound, startDeduction } from "#core/hints/deduction.js";
import { layoutOf } from "#core/hints/layout.js";
import { tellPlacing } from "#core/hints/moves.js";
import { addRound, newStory, reasonsFor } from "#core/hints/story.js";
import { OBVIOUS, TECHNIQUES, tell, weightOf } from "#core/hints/techniques.js";

const COMPARED = 40; // steps from which the easiest to follow is chosen

/**
 * Returns the next step in words, or null if these techniques find none.
 * @param {import("#core/topology.js").Topology} topology
 * @param {ArrayLike<number>} counts the bridges that are there; they must be right
 * @returns {{technique: string, where: string, why: string, what: string, islands: number[],
 *   bridges: [number, number][]} | null}
 */
export function nextStep(topology, counts) {
  const layout = layoutOf(topology);
  const deduction = startDeduction(topology, counts);
  if (!deduction) return null;
  const story = newStory();
  for (;;) {
    const steps = findRound(deduction);
    if (!steps) return null;
    const { lo, hi } = deduction.domains;
    const known = { layout, least: lo.slice(), most: hi.slice(), caps: deduction.cap.slice() };
    const placing = steps.filter(({ conclusions }) => conclusions.some(({ edge, least }) => least > counts[edge]));
    if (placing.length) {
      const advice = placing.slice(0, COMPARED).map((step) => advise(story, known, step)).reduce(easier);
      const what = tellPlacing(layout, counts, advice.bridges, advice.island);
      const { technique, where, why, islands, bridges } = advice;
      return { technique, where, why, what, islands, bridges };
    }
    addRound(story, steps, known);
    if (!applyRound(deduction)) return null;
  }
}

/** Returns all steps of the easiest technique that has any; null if there is none. */
function findRound(deduction) {
  for (const { name, find } of TECHNIQUES) {
    find(deduction);
    for (const step of deduction.steps) step.technique = name;
    if (deduction.steps.length) return deduction.steps;
  }
  return null;
}

/** Returns a step that places bridges, with the steps it rests on, and how hard it is to follow. */
function advise(story, known, step) {
  const own = tell(known, step);
  const reasons = reasonsFor(story, own.edges);
  const told = [...reasons.filter((reason) => reason.step.technique !== OBVIOUS).map(({ telling }) => telling), own];
  const islands = [...new Set([own, ...told].flatMap((telling) => telling.islands))];
  const techniques = [...reasons.map((reason) => reason.step.technique), step.technique];
  const technique = techniques.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best));
  const raised = step.conclusions.filter(({ edge, least }) => least > known.least[edge]);
  return {
    technique,
    where: own.where,
    why: told.map((telling) => telling.why).join("\n"),
    islands,
    bridges: raised.map(({ edge, least }) => [edge, least]),
    island: step.island,
    effort: [weightOf(technique), told.length, islands.length, Math.min(...islands)],
  };
}

/** Returns the advice that is easier to follow; of equals, the first. */
function easier(one, other) {
  const differs = one.effort.findIndex((effort, i) => effort !== other.effort[i]);
  return differs >= 0 && other.effort[differs] < one.effort[differs] ? other : one;
}
