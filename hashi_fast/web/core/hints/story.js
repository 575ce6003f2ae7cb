// The steps taken so far, and which of them a later step rests on.
//
// A telling notes the edges whose bounds it relies on. The steps that moved these bounds are its reasons, and so are
// the reasons of those steps. Nothing else has to be told.

import { tell } from "#core/hints/techniques.js";

/**
 * @typedef {{rounds: number, steps: {step: import("#core/hints/techniques.js").Step,
 *   known: import("#core/hints/known.js").Known, telling: import("#core/hints/talk.js").Telling | null}[],
 *   movers: Map<number, Map<number, number[]>>}} Story
 *   movers: by edge and round, the steps that moved its bounds
 */

/** @returns {Story} */
export function newStory() {
  return { rounds: 0, steps: [], movers: new Map() };
}

/** Adds a round, with what was known when it was found: bounds that must not change afterwards. */
export function addRound(story, steps, known) {
  story.rounds++;
  for (const step of steps) {
    for (const { edge } of step.conclusions) {
      if (!story.movers.has(edge)) story.movers.set(edge, new Map());
      const rounds = story.movers.get(edge);
      if (!rounds.has(step.round)) rounds.set(step.round, []);
      rounds.get(step.round).push(story.steps.length);
    }
    story.steps.push({ step, known, telling: null });
  }
}

/**
 * Returns the steps on which the bounds of these edges rest, in order, each in words.
 * @returns {{step: import("#core/hints/techniques.js").Step, telling: import("#core/hints/talk.js").Telling}[]}
 */
export function reasonsFor(story, edges) {
  const found = new Set();
  const waiting = edges.map((edge) => [edge, story.rounds]);
  // The loop also visits what is added during it.
  for (const [edge, before] of waiting) {
    for (const number of moved(story, edge, before)) {
      if (found.has(number)) continue;
      found.add(number);
      const { round } = story.steps[number].step;
      waiting.push(...tellingOf(story, number).edges.map((other) => [other, round]));
    }
  }
  const ordered = [...found].sort((one, other) => one - other);
  return ordered.map((number) => ({ step: story.steps[number].step, telling: tellingOf(story, number) }));
}

/**
 * Returns the steps that moved the bounds of an edge before a round. If several steps of one round did, one that says
 * everything is enough; where there is none, all are returned.
 */
function moved(story, edge, before) {
  const all = [];
  for (const [round, steps] of story.movers.get(edge) ?? []) {
    if (round >= before) continue;
    const said = steps.map((number) => story.steps[number].step.conclusions.find((news) => news.edge === edge));
    const least = Math.max(...said.map((news) => news.least));
    const most = Math.min(...said.map((news) => news.most));
    const enough = said.findIndex((news) => news.least === least && news.most === most);
    all.push(...(enough < 0 ? steps : [steps[enough]]));
  }
  return all;
}

function tellingOf(story, number) {
  const told = story.steps[number];
  told.telling ??= tell(told.known, told.step);
  return told.telling;
}
