/** The replay: the whole way to the solution, step by step and with reasons, on a board of its own. */

import { stateOf } from "#core";
import { Board, counted, fill, putOnStage, replayCard, showCard } from "#ui";

const TITLE = "Replay of the solution";

export class Replay {
  /** @param {{technique: string, text: string, islands: number[], bridges: number[][]}[]} way */
  constructor(app, session, way) {
    Object.assign(this, { app, way, topology: session.topology, at: 0 });
    this.board = new Board(session.topology, { grid: app.settings.get("grid"), label: TITLE });
    putOnStage(this.board);
    fill(document.getElementById("toolbar"));
    this.card = replayCard({
      count: way.length,
      onback: () => this.go(this.at - 1),
      onnext: () => this.go(this.at + 1),
      onstep: (at) => this.go(at),
      onclose: () => app.resume(),
    });
    showCard(this.card.node);
    this.go(0);
  }

  /** Show the board after some steps, and the reason of the last of them. */
  go(at) {
    if (at < 0 || at > this.way.length) return;
    this.at = at;
    const edgeCounts = new Uint8Array(this.topology.edges.length);
    for (const { bridges } of this.way.slice(0, at)) for (const [edge, count] of bridges) edgeCounts[edge] = count;
    this.board.draw({ state: stateOf(this.topology, { edgeCounts }) });
    const step = this.way[at - 1];
    this.board.mark(step ? { islands: step.islands, bridges: step.bridges } : {});
    if (step) this.card.show(at, `Step ${at} of ${this.way.length}: ${step.technique}`, step.text);
    else this.card.show(0, TITLE, `${counted(this.way.length, "step")}, with reasons. Press the arrow on the right.`);
  }

  key(event) {
    if (event.key === "ArrowRight") this.go(this.at + 1);
    else if (event.key === "ArrowLeft") this.go(this.at - 1);
    else if (event.key === "Escape") this.app.resume();
    else return false;
    return true;
  }

  close() {
    this.board.close();
  }
}
