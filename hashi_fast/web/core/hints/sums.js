// Sentences about one island and the bridges that its neighbours can take.

import { capacity, targetOf } from "#core/hints/layout.js";
import { has, needOf, openWays, room } from "#core/hints/known.js";
import { startTalk } from "#core/hints/talk.js";
import { counted, listed, number } from "#core/hints/wording.js";

/** Returns what a completion rests on. It needs no words: people see it on the board, so it is never told. */
export function tellCompletion(known, step) {
  const talk = startTalk(known);
  if (step.island === null) talk.relyOn([step.edge]);
  else talk.relyOnBridges([step.island]);
  return talk.telling("look at the board");
}

/** Tells which island needs all the bridges that its open ways can take. */
export function tellFullIsland(known, step) {
  const { talk, island, name } = about(known, step);
  const ways = openWays(known, island);
  const head = `${name} ${openWaysInWords(talk, island)}`;
  if (ways.length === 1) return talk.telling(`look at ${name}`, head, allMustGo(talk, island, ways[0]));
  const gives = ways.map((way) => byPrint(known, island, way));
  const most = known.layout.topology.maxBridges;
  const takes = gives.every((give) => give === most)
    ? `${counted(most)} can go to each of them`
    : shares(talk, island, ways, gives, { verb: "can go", noun: true });
  const still = has(known, island) ? "still " : "";
  return talk.telling(`look at ${name}`, head, `at most ${takes}, which is exactly what it ${still}needs`);
}

/** Tells which island needs a bridge every way, even if all the other ways are full. */
export function tellOneEachWay(known, step) {
  const { talk, island, name } = about(known, step);
  const ways = known.layout.ways[island].filter((way) => known.most[way.edge]);
  const most = known.layout.topology.maxBridges;
  const share = (targetOf(known.layout, island) ?? 0) - most * (ways.length - 1);
  const [full, rest] = ways.length === 2 ? ["one", "the other"] : ["all but one", "the last"];
  const even = `even with ${counted(most)} to ${full} of them, it needs ${number(share)} to ${rest}`;
  const head = `${name} ${neighbours(talk, island, ways)}`;
  return talk.telling(`look at ${name}`, head, even, `so each of them gets at least ${number(share)}`);
}

/** Tells which ways get what the others leave over, going by printed numbers. */
export function tellLimitedDirections(known, step) {
  const ways = openWays(known, step.island);
  return tellLimits(known, step, ways, ways.map((way) => byPrint(known, step.island, way)));
}

/** Tells the same, going by what the neighbours still need. */
export function tellLimitedNeighbours(known, step) {
  const ways = openWays(known, step.island);
  return tellLimits(known, step, ways, ways.map((way) => room(known, way.edge)));
}

function tellLimits(known, step, ways, gives) {
  const { talk, island, name } = about(known, step);
  const need = needOf(known, island);
  const [where, besides] = [`look at ${name}`, aside(talk, island, ways)];
  if (need === null) {
    const only = `and can get it only from ${talk.beside(ways[0])}${besides}`;
    return talk.telling(where, `${name} needs at least one bridge, ${only}`);
  }
  if (ways.length === 1) {
    return talk.telling(where, `${name} ${openWaysInWords(talk, island)}`, allMustGo(talk, island, ways[0]));
  }
  const still = has(known, island) ? "still " : "";
  const head = `${name} ${still}needs ${counted(need)}${besides}`;
  const raised = new Map(step.conclusions.map(({ edge, least }) => [edge, least - known.least[edge]]));
  const getting = ways.filter((way) => raised.has(way.edge));
  const more = getting.map((way) => raised.get(way.edge));
  const gets = shares(talk, island, getting, more, { verb: "must go", limits: false });
  if (getting.length > 1) {
    const spare = gives.reduce((sum, give) => sum + give, 0) - need;
    const takes = shares(talk, island, ways, gives, { verb: "can go" });
    if (spare === 0) {
      return talk.telling(where, head, `at most ${takes}, which is exactly what it needs`, `so ${gets}`);
    }
    const enough = `which is only ${number(spare)} more than it needs`;
    return talk.telling(where, head, `at most ${takes}, ${enough}`, `so at least ${gets}`);
  }
  const others = ways.filter((way) => !getting.includes(way));
  const otherGives = gives.filter((_, i) => !getting.includes(ways[i]));
  if (others.length === 1) {
    const takes = shares(talk, island, others, otherGives, { verb: "can go" });
    return talk.telling(where, head, `only ${takes}, so at least ${gets}`);
  }
  const takes = shares(talk, island, others, otherGives);
  const sum = otherGives.reduce((total, give) => total + give, 0);
  return talk.telling(
    where,
    head,
    `its other neighbours can take only ${number(sum)}: ${takes}`,
    `so at least ${gets}`,
  );
}

function about(known, step) {
  const talk = startTalk(known);
  talk.relyOnWays(step.island);
  talk.note(step.islands);
  return { talk, island: step.island, name: talk.name(step.island) };
}

/** Returns how many more bridges a way takes, going by printed numbers and by what the island itself needs. */
function byPrint(known, island, way) {
  const left = known.caps[way.edge] - known.least[way.edge];
  return Math.min(left, needOf(known, island) ?? left);
}

/** Returns that all bridges that an island still needs go one way. */
function allMustGo({ known, beside }, island, way) {
  const [need, some] = [needOf(known, island) ?? 0, has(known, island)];
  let bridges = some ? "its last bridge" : "its bridge";
  if (need !== 1) bridges = `${need === 2 ? "both" : `all ${number(need)}`} bridges it ${some ? "still " : ""}needs`;
  return `${bridges} must go to ${beside(way)}`;
}

/**
 * Returns how many bridges go each of these ways; only the first is followed by the noun and the verb. `limits` adds
 * why no more can go there, where that is not obvious.
 */
function shares(talk, island, ways, gives, { verb = "", noun = false, limits = true } = {}) {
  const parts = ways.map((way, i) => {
    let bridges = number(gives[i]);
    if (talk.known.least[way.edge]) bridges += " more";
    if (noun && i === 0) bridges += gives[i] === 1 ? " bridge" : " bridges";
    if (verb && i === 0) bridges += ` ${verb}`;
    const limit = limits ? limitInWords(talk, island, way, gives[i]) : "";
    return `${bridges} to ${talk.beside(way)}${limit}`;
  });
  return listed(parts);
}

/** Returns why no more bridges go a way, in brackets; nothing where the numbers or the rules show it. */
function limitInWords({ known, layout, relyOnBridges }, island, way, give) {
  if (known.least[way.edge] + give >= capacity(layout, way.edge) || give === needOf(known, island)) return "";
  if (needOf(known, way.island) === give) {
    relyOnBridges([way.island]);
    return ` (which needs only ${number(give)} more)`;
  }
  return " (no more, as shown)";
}

/** Returns how many ways of an island can take more bridges, and why the others cannot. */
function openWaysInWords(talk, island) {
  const ways = openWays(talk.known, island);
  if (!has(talk.known, island)) return neighbours(talk, island, ways);
  const only = ways.length === 1 ? "only " : "";
  return `has ${only}${counted(ways.length, "open direction")}${aside(talk, island, ways)}`;
}

/** Returns how many neighbours of an island matter, and why the others do not. */
function neighbours(talk, island, ways) {
  const some = counted(ways.length, "neighbour");
  if (ways.length === talk.layout.ways[island].length) return `has ${ways.length === 1 ? "only " : ""}${some}`;
  return `has only ${some} left${aside(talk, island, ways)}`;
}

/** Returns why an island has only these ways, in brackets; nothing where the others have as many as allowed. */
function aside(talk, island, ways) {
  const { known, layout } = talk;
  const { edges, maxBridges } = layout.topology;
  const [complete, blocked, closed] = [[], [], []];
  for (const way of layout.ways[island]) {
    if (ways.includes(way) || known.least[way.edge] === maxBridges) continue;
    const blocking = edges[way.edge].crosses.find((edge) => known.least[edge]);
    if (needOf(known, way.island) === 0) {
      talk.relyOnBridges([way.island]);
      complete.push(talk.beside(way));
    } else if (blocking !== undefined) {
      talk.relyOn([blocking]);
      blocked.push(way.towards);
    } else {
      closed.push(way.towards);
    }
  }
  const reasons = [];
  if (complete.length) {
    reasons.push(`${listed(complete)} ${complete.length === 1 ? "has all its" : "have all their"} bridges`);
  }
  if (blocked.length) {
    const block = blocked.length === 1 ? "a bridge blocks the way" : "bridges block the ways";
    reasons.push(`${block} ${listed(blocked)}`);
  }
  if (closed.length) {
    reasons.push(`no ${has(known, island) ? "further " : ""}bridge goes ${listed(closed, "or")}, as shown`);
  }
  return reasons.length ? ` (${listed(reasons)})` : "";
}
