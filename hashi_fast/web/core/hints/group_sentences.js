// Sentences about groups of islands: what would cut them off, and what connects them to the rest.

import { groupOf, has, needOf, openWays, reach } from "#core/hints/known.js";
import { endsOf, leaving } from "#core/hints/layout.js";
import { startTalk } from "#core/hints/talk.js";
import { counted, listed, number } from "#core/hints/wording.js";

/** Tells which two islands would complete each other and be cut off. */
export function tellForbiddenPair(known, step) {
  const { talk, pair } = aboutEdge(known, step);
  const need = needOf(known, endsOf(known.layout, step.edge)[0]) ?? 0;
  const closed = `${counted(need)} between ${pair} would complete both and cut them off from the other islands`;
  return talk.telling(`look at ${pair}`, closed, atMost(need - 1));
}

/** Tells which island needs a bridge one way, because all other ways lead to a group that would be cut off. */
export function tellNoWayOut(known, step) {
  const talk = startTalk(known);
  talk.relyOnWays(step.island);
  const name = talk.name(step.island);
  const others = openWays(known, step.island).filter((way) => way.edge !== step.edge);
  const out = known.layout.ways[step.island].find((way) => way.edge === step.edge);
  const another = known.least[out.edge] > 0;
  const starts = [step.island, ...others.map((way) => way.island), ...(another ? [out.island] : [])];
  const group = union(known, starts);
  talk.relyOnBridges(group);
  const some = has(known, step.island);
  let bridges = some ? "the rest of its bridges" : "all its bridges";
  if (needOf(known, step.island) === 1) bridges = some ? "its last bridge" : "its bridge";
  const must = `${name} must have ${another ? "another" : "a"} bridge to ${talk.beside(out)}`;
  const otherwise = `otherwise ${bridges} would go to ${listed(others.map(talk.beside))}`;
  let these = `these ${number(group.length)} islands`;
  if (group.length > others.length + 1) these = `all ${number(group.length)} islands connected that way`;
  const closed = `${these} would be complete but cut off from the others`;
  talk.note(group);
  return talk.telling(`look at ${name}`, must, `${otherwise}, and ${closed}`);
}

/** Tells which two groups, or which two ends of one group, would complete each other and be cut off. */
export function tellGroupIsolation(known, step) {
  if (step.island !== null) return tellNoWayOut(known, step);
  const { talk, pair } = aboutEdge(known, step);
  const [a, b] = endsOf(known.layout, step.edge);
  const [need, some] = [needOf(known, a) ?? 0, known.least[step.edge]];
  const group = union(known, [a, b]);
  talk.relyOnBridges(group);
  let head;
  if (group.length === 2 && some) {
    head = `${pair} are connected only to each other`;
  } else if (groupOf(known, a).includes(b)) {
    head = `${pair} are the only islands in their group of ${number(group.length)} that need more bridges`;
  } else {
    head = `${lastOfGroup(talk, a)}, and ${lastOfGroup(talk, b)}`;
  }
  const bridges = counted(need, some ? "more bridge" : "bridge");
  const these = group.length === 2 ? "both islands" : `all ${number(group.length)} islands`;
  const closed = `${bridges} between them would complete ${these} and cut them off from the others`;
  talk.note(group);
  return talk.telling(`look at ${pair}`, head, closed, atMost(some + need - 1));
}

function lastOfGroup({ known, name }, island) {
  const size = groupOf(known, island).length;
  if (size === 1) return `${name(island)} needs ${counted(needOf(known, island) ?? 0)}`;
  return `${name(island)} is the only island in its group of ${number(size)} that needs more bridges`;
}

/** Tells which two islands are already connected. */
export function tellNoLoop(known, step) {
  const { talk, pair } = aboutEdge(known, step);
  talk.relyOnBridges(step.islands);
  const connected = `${pair} are already connected through ${counted(step.islands.length - 2, "other island")}`;
  const loop = "a bridge between them would close a loop, which this puzzle does not allow";
  talk.note(step.islands);
  return talk.telling(`look at ${pair}`, connected, loop);
}

/** Tells which part of the board only one edge can connect to the rest. */
export function tellOnlyWayOut(known, step) {
  const talk = startTalk(known);
  const [a, b] = endsOf(known.layout, step.edge);
  const [sideA, sideB] = [reach(known, a, step.edge), reach(known, b, step.edge)];
  const [side, inside, outside] = sideA.length <= sideB.length ? [sideA, a, b] : [sideB, b, a];
  talk.relyOn(leaving(known.layout, side).map((way) => way.edge).filter((edge) => edge !== step.edge));
  const islands = talk.withThoseBehind(inside, side);
  const why = `${islands} can be connected to the other islands only by a bridge to ${talk.name(outside)}`;
  talk.note(side);
  return talk.telling(`look at ${islands}, and at the ways out`, why);
}

function aboutEdge(known, step) {
  const talk = startTalk(known);
  return { talk, pair: talk.pair(step.edge) };
}

/** Returns the islands of the groups of these islands, in ascending order. */
function union(known, islands) {
  const all = new Set(islands.flatMap((island) => groupOf(known, island)));
  return [...all].sort((one, other) => one - other);
}

function atMost(count) {
  return `so there can be ${count ? "at most " : ""}${counted(count)} between them`;
}
