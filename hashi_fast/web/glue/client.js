/** The client of the local Python server. Pages that were exported have none and say so. */

import { PuzzleError } from "#core";

const TIMEOUT = 60_000; // milliseconds; the server's own budgets are shorter

/** The server could not help; the message is for people. */
class ServerError extends Error {}

/** Return the message of an error that is meant for people; any other one is thrown again. */
export function told(error) {
  if (error instanceof ServerError || error instanceof PuzzleError) return error.message;
  throw error;
}

export class Client {
  constructor({ mode, token }) {
    this.served = mode === "served";
    this.token = token;
  }

  /** Ask one of the server's endpoints; returns its answer or throws ServerError. */
  async ask(name, body) {
    let answer, response;
    try {
      response = await fetch(`/api/${name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Hashi-Token": this.token },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      answer = await response.json();
    } catch {
      throw new ServerError("hashi-fast does not answer: is 'hashi-fast play' still running?");
    }
    if (response.status === 403) throw new ServerError("hashi-fast was started again: reload this page.");
    if (!response.ok) throw new ServerError(answer.error ?? "hashi-fast could not do that.");
    return answer;
  }
}

/** Return a puzzle as the server reads it. */
export function fieldsOf({ w, h, islands, maxBridges, loops }) {
  return { w, h, islands: islands.map(({ r, c, target }) => ({ r, c, target })), max_bridges: maxBridges, loops };
}

/** Return the bridges of a position as [r1, c1, r2, c2, count]. */
export function bridgesOf(topology, counts) {
  const used = topology.edges.filter(({ id }) => counts[id]);
  return used.map(({ id, r0, c0, r1, c1 }) => [r0, c0, r1, c1, counts[id]]);
}
