"""hashi_fast compared with its peers: the same boards, one run, one thread each, counting solutions up to two.

    pip install ".[bench]"
    python benchmarks/compare.py --rival RIVAL.py --coelho INSTANCES.jsonl

Whole blocks alternate: all boards of a set by one peer, then by the next, and so on for each round. Missing peers and
sets are named. The exit code is 1 if answers disagree or a peer fails, and 2 if there is nothing to run.

What is timed: `batch` is one `solve_batch` over the set, its time divided equally (so it is a mean, while the others
have medians). `one` is `solve_batch` with one board. `call` is `count_solutions` on a puzzle whose topology is already
built; so are our other engines, `sat` with its encodings, lazy and eager, and `ilp`. Only these start from more than
islands. The rival and the models of CP-SAT, HiGHS and clingo start from a list of islands. `native` is only the native
part of what the rival does: clauses are loaded before the clock starts, and it stops while Python looks for cuts.
hashiwokakero starts from its own grid and stops at the first solution, since it cannot count.
"""
from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from comparison import machine, report
from comparison.figures import Series, Table, disagreements
from comparison.plot import draw
from comparison.sets import NAMES, BoardSet, load_sets
from comparison.worker import Missing, Worker
from peers import PEERS, Peer

from hashi_fast.search import _boundary


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    sets, missing = load_sets(options.sets, options.coelho, options.boards, options.quick)
    if not sets:
        print("\n".join(f"missing: {name}: {reason}" for name, reason in missing.items()), file=sys.stderr)
        return 2
    chosen = [peer for peer in PEERS if peer.key in options.peers]
    facts = machine.describe(peer.distribution for peer in chosen if not peer.ours)
    _progress(f"kernels from {Path(_boundary.__file__).parent}", end="\n")
    most = max(len(each.boards) for each in sets)
    workers: dict[str, Worker] = {}
    for peer in chosen:
        _progress(f"starting {peer.title}")
        try:
            workers[peer.key] = Worker(peer, options.rival, most, options.time_limit)
        except Missing as reason:
            missing[peer.title] = str(reason)
    begun = time.perf_counter()
    results: report.Results = []
    try:
        for board_set in sets:
            results.append((board_set, _run_set(board_set, chosen, workers, options)))
            _progress("")
            print("\n".join(report.set_lines(*results[-1], options.time_limit)), end="\n\n", flush=True)
    finally:
        for worker in workers.values():
            worker.close()

    wrong = [line for each in results for line in disagreements(*each)]
    _print_rest(results, facts, missing, wrong, time.perf_counter() - begun)
    if options.json:
        told = {"rounds": options.rounds, "time limit": options.time_limit, "quick": options.quick}
        figures = report.as_json(results, facts, missing, wrong, told)
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if options.markdown:
        print(report.markdown(results, facts, options.time_limit))
    caption = f"{facts['processor']}, {facts['python']}, hashi_fast {facts['hashi_fast']}"
    try:
        draw(results, options.plot, caption, options.time_limit)
    except ImportError as error:
        print(f"missing: the plot: {error}")
    return 1 if wrong else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    peers = [peer.key for peer in PEERS]

    def listed(known: list[str]) -> Callable[[str], list[str]]:
        def read(text: str) -> list[str]:
            names = text.split(",")
            if unknown := [name for name in names if name not in known]:
                raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; known: {', '.join(known)}")
            return [name for name in known if name in names]

        return read

    parser.add_argument("--rival", metavar="FILE", help="a module with count(islands, limit, solver)")
    parser.add_argument("--coelho", metavar="FILE", type=Path, help="instances of Coelho et al. as JSON Lines")
    parser.add_argument("--boards", metavar="FILE", type=Path, help="one more set: any puzzles as JSON Lines")
    parser.add_argument(
        "--sets", metavar="A,B", type=listed(list(NAMES)), default=list(NAMES), help=f"of {', '.join(NAMES)}"
    )
    parser.add_argument(
        "--peers", metavar="A,B", type=listed(peers), default=[peer.key for peer in PEERS if peer.default],
        help=f"of {', '.join(peers)}",
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--time-limit", metavar="SECONDS", type=float, default=10.0, help="per board (default 10)")
    parser.add_argument(
        "--budget", metavar="SECONDS", type=float, default=20.0,
        help="per slow peer and set, over all rounds; such a peer gets fewer boards if necessary (default 20)",
    )
    parser.add_argument("--quick", action="store_true", help="a few boards of every set, one round")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all figures")
    parser.add_argument("--plot", metavar="FILE", type=Path, default=Path("compare.png"), help="(default compare.png)")
    parser.add_argument("--markdown", action="store_true", help="print the tables for docs/speed.md as well")
    options = parser.parse_args(arguments)
    if options.rounds < 1 or options.time_limit <= 0 or options.budget <= 0:
        parser.error("rounds, limit and budget must be positive")
    if options.quick:
        options.rounds, options.budget, options.time_limit = 1, min(options.budget, 2.0), min(options.time_limit, 2.0)
    return options


def _run_set(
    board_set: BoardSet, chosen: list[Peer], workers: dict[str, Worker], options: argparse.Namespace
) -> Table:
    """Run all rounds of all peers on this set."""
    table: Table = {}
    for turn in range(options.rounds):
        for peer in chosen:
            if peer.key not in workers or (peer.only_tails and not board_set.tails):
                continue
            _progress(f"{board_set.name}, round {turn + 1} of {options.rounds}: {peer.title}")
            series = table.setdefault(peer.key, Series(peer, peer.key == "batch"))
            # Neighbours in a file may be of one class, so other peers get the boards in a new order in each round.
            boards = range(len(board_set.boards))
            order = board_set.sample if peer.slow else random.Random(turn).sample(boards, len(boards))
            if turn:
                # Boards without an answer in the first round are not tried again.
                order = [i for i in order if i in series.best()]
            if order:
                budget = options.budget / options.rounds if peer.slow and not turn else None
                series.add(workers[peer.key].run([board_set.boards[i] for i in order], budget), order)
    return table


def _print_rest(
    results: report.Results, facts: dict[str, str], missing: dict[str, str], wrong: list[str], seconds: float
) -> None:
    print("Bars: speed compared with the best rival of each set")
    print("\n".join(f"  {line}" for line in report.bar_lines(results)) or "  no rival ran")
    print("Clauses that the SAT engine starts with, medians:")
    print("\n".join(f"  {line}" for line in report.size_lines(results)) or "  it did not run")
    print("Where a peer is faster than every single call of hashi_fast:")
    print("\n".join(f"  {line}" for line in report.wins(results)) or "  nowhere")
    print("Machine:")
    print("\n".join(f"  {name}: {value}" for name, value in facts.items()))
    for name, reason in missing.items():
        print(f"missing: {name}: {reason}")
    print(f"{seconds:.0f} s in all")
    for line in wrong:
        print(f"DISAGREEMENT: {line}")


def _progress(text: str, end: str = "\r") -> None:
    """Replace the progress line on a terminal; otherwise write a new line."""
    if sys.stderr.isatty():
        print(f"\x1b[2K{text}", end=end, file=sys.stderr, flush=True)
    elif text:
        print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
