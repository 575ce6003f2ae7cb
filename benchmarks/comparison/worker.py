"""A peer at work in its own process, in whole blocks: all boards of a set, one after the other.

a. The child takes the times. The parent sleeps and checks a few times per second whether the board has changed. A board
   that takes longer than the limit is a timeout: the child is killed, even inside native code, and a new one continues
   with the next board. The same happens when a child crashes.
b. The child's position and answers are in shared memory, so that nothing is sent between boards: waking the other
   process would disturb times of microseconds.
c. A pass over quick boards is repeated until the block has lasted a while; a board's time is its median over passes.
   Every pass has its own order. A processor learns the branches of what comes again and again: the same 25x25 board
   takes 7.0 us when it is repeated, and 12.8 us between others.
"""
from __future__ import annotations

import gc
import multiprocessing
import os
import random
import statistics
import time
from ctypes import c_double, c_int8, c_int32
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from peers import Peer
from peers.base import Board, Solver, Unsupported

BLOCK_SECONDS = 0.2  # passes are repeated until a block has lasted this long
MOST_PASSES = 200
START_SECONDS = 600.0  # for a child to load its peer, also on a crowded machine
GIVE_UP = 3  # after this many timeouts and crashes, the rest of a block is not tried
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
ORDERS = 5  # of a whole batch, which takes long to prepare
UNTRIED = -3  # in the shared answers: no answer yet
FAILED = -2  # and: an exception instead of an answer
WARM_UP = Board("warm-up", 3, 1, [(0, 0, 2), (0, 2, 2)])


class Missing(Exception):
    """The peer cannot be loaded, for this reason."""


@dataclass
class Block:
    """The results of a peer on the boards of one block, by place in the block, without boards that were not reached."""

    seconds: dict[int, float] = field(default_factory=dict)
    answers: dict[int, int] = field(default_factory=dict)
    timeouts: set[int] = field(default_factory=set)
    errors: dict[int, str] = field(default_factory=dict)
    unsupported: str = ""
    busy: float = 1.0  # processor time / wall time: well below 1 on a crowded machine, above 1 with several threads


class Shared(NamedTuple):
    """What a child writes while it works: its current board (-1: preparing), and the results so far."""

    at: Any
    seconds: Any
    answers: Any


class Worker:
    """The parent's end of a peer's process."""

    def __init__(self, peer: Peer, rival_path: str | None, most_boards: int, time_limit: float) -> None:
        self.peer, self.rival_path, self.time_limit = peer, rival_path, time_limit
        self.context = multiprocessing.get_context("spawn")
        self.shared = Shared(
            self.context.RawValue(c_int32, -1),
            self.context.RawArray(c_double, most_boards),
            self.context.RawArray(c_int8, most_boards),
        )
        self._start()

    def _start(self) -> None:
        for name in ONE_THREAD:
            os.environ[name] = "1"
        self.connection, theirs = self.context.Pipe()
        arguments = (theirs, self.peer, self.rival_path, self.shared)
        self.process = self.context.Process(target=_serve, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        try:
            problem = self.connection.recv() if self.connection.poll(START_SECONDS) else "it did not start in time"
        except EOFError:
            problem = f"its process ended with code {self._end()}"
        if problem:
            self._end()
            raise Missing(problem)

    def close(self) -> None:
        self._end()

    def _end(self) -> int | None:
        """Stop the child, if it has not stopped itself, and return its exit code."""
        self.process.join(0.1)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.connection.close()
        return self.process.exitcode

    def run(self, boards: list[Board], budget: float | None) -> Block:
        """Solve the boards in this order. With a budget in seconds, start no further board once it is spent.

        Timeouts are not charged: otherwise an early one could be the only result of a peer.
        """
        total = Block()
        todo = list(range(len(boards)))
        while todo:
            budget_left = None if budget is None else budget - sum(total.seconds.values())
            if budget_left is not None and budget_left <= 0:
                break
            self.shared.at.value = -1
            self.shared.answers[: len(todo)] = [UNTRIED] * len(todo)
            self.connection.send(([boards[i] for i in todo], budget_left))
            done, crash = self._wait(len(todo))
            if done is not None:
                total.seconds |= {todo[i]: seconds for i, seconds in done.seconds.items()}
                total.answers |= {todo[i]: answer for i, answer in done.answers.items()}
                total.errors |= {todo[i]: error for i, error in done.errors.items()}
                total.unsupported, total.busy = done.unsupported, done.busy
                break
            at = self.shared.at.value
            left = []
            for i, board in enumerate(todo):
                if i == at:
                    continue
                if self.shared.answers[i] == UNTRIED:
                    left.append(board)
                elif self.shared.answers[i] == FAILED:
                    total.errors[board] = "it raised an exception"
                else:
                    total.seconds[board], total.answers[board] = self.shared.seconds[i], self.shared.answers[i]
            # The child may have been lost before its first board, or in a batch of all boards.
            for i in todo[at : at + 1] if at >= 0 else todo:
                if crash:
                    total.errors[i] = crash
                else:
                    total.timeouts.add(i)
            self._start()
            if len(total.timeouts) + len(total.errors) >= GIVE_UP or at < 0:
                break
            todo = left
        return total

    def _wait(self, boards: int) -> tuple[Block | None, str]:
        """Return the child's block, or None and how it crashed, if it did. After None the child is gone."""
        since, at = time.perf_counter(), self.shared.at.value
        try:
            while not self.connection.poll(0.05):
                if self.shared.at.value != at:
                    since, at = time.perf_counter(), self.shared.at.value
                # A whole batch is a single step, so it gets the time of all its boards.
                elif time.perf_counter() - since > self.time_limit * (boards if at < 0 else 1):
                    self._end()
                    return None, ""
            return self.connection.recv(), ""
        except (EOFError, ConnectionError):
            return None, f"its process ended with code {self._end()}"


def _serve(connection: Connection, peer: Peer, rival_path: str | None, shared: Shared) -> None:
    """Be the child: load the peer, then work on blocks until the parent is gone."""
    try:
        solver = peer.load(rival_path)
        answer = _warm_up(solver)
        if answer not in (1, [1]):
            raise ImportError(f"it finds {answer} solutions of a board that has exactly one")
    except ImportError as error:
        connection.send(str(error))
        return
    connection.send("")
    while True:
        try:
            boards, budget = connection.recv()
        except EOFError:
            return
        connection.send(_block(solver, boards, budget, shared))


def _warm_up(solver: Solver) -> Any:
    """Solve a tiny board and return the answer, so that everything is loaded and the code is in the caches."""
    prepared = solver.prepare([WARM_UP] if solver.whole else WARM_UP)
    outcome = solver.run(prepared)
    return solver.answer(prepared, outcome[1] if solver.clocks_itself else outcome)


def _block(solver: Solver, boards: list[Board], budget: float | None, shared: Shared) -> Block:
    block = Block()
    passes: list[list[float]] = [[] for _ in boards]
    spent = wall = cpu = 0.0
    try:
        whole = _Orders(solver, boards) if solver.whole else None
        prepared: list[Any] = []
        for turn in range(MOST_PASSES):
            # Prepare again only if necessary: freeing memory makes the first board of the next pass 50 us slower.
            if not solver.whole and (not turn or solver.consumes):
                prepared = [solver.prepare(board) for board in boards]
            if not turn or solver.consumes:
                # What is loaded and prepared is not garbage, and a peer must not pay for scanning it.
                gc.collect()
                gc.freeze()
                _warm_up(solver)
            # The first pass keeps the order: if a budget ends it, the boards so far must be a fair sample.
            order = list(range(len(boards)))
            if turn:
                random.Random(turn).shuffle(order)
            wall, cpu = wall - time.perf_counter(), cpu - time.process_time()
            if whole is not None:
                spent += _whole_pass(solver, *whole.get(turn), block, passes)
            else:
                spent += _pass(solver, prepared, order, budget, shared, block, passes)
            wall, cpu = wall + time.perf_counter(), cpu + time.process_time()
            if spent >= BLOCK_SECONDS or block.errors:
                break
    except Unsupported as error:
        return Block(unsupported=str(error))
    block.seconds = {i: statistics.median(times) for i, times in enumerate(passes) if times}
    block.busy = cpu / wall if wall > 0 else 1.0
    return block


class _Orders:
    """All boards as one batch, prepared in several orders."""

    def __init__(self, solver: Solver, boards: list[Board]) -> None:
        self._orders: list[tuple[Any, list[int]]] = []
        for turn in range(ORDERS):
            order = list(range(len(boards)))
            random.Random(turn).shuffle(order)
            self._orders.append((solver.prepare([boards[i] for i in order]), order))

    def get(self, turn: int) -> tuple[Any, list[int]]:
        return self._orders[turn % ORDERS]


def _pass(
    solver: Solver, prepared: list[Any], order: list[int], budget: float | None, shared: Shared, block: Block,
    passes: list[list[float]],
) -> float:
    """Run every board once and return the seconds it took."""
    clock, run = time.perf_counter, solver.run
    spent = 0.0
    for place, i in enumerate(order):
        board = prepared[i]
        if budget is not None and spent > budget and place:
            break
        shared.at.value = i
        try:
            start = clock()
            outcome = run(board)
            seconds = clock() - start
        except Exception as error:  # any error is reported, and the next board is tried
            block.errors[i] = f"{type(error).__name__}: {error}"
            shared.answers[i] = FAILED
            continue
        if solver.clocks_itself:
            seconds, outcome = outcome
        spent += seconds
        passes[i].append(seconds)
        _note(block, i, solver.answer(board, outcome))
        shared.seconds[i], shared.answers[i] = seconds, block.answers[i]
    return spent


def _whole_pass(
    solver: Solver, prepared: Any, order: list[int], block: Block, passes: list[list[float]]
) -> float:
    """Run all boards at once and return the seconds it took; each board gets an equal share of them."""
    start = time.perf_counter()
    outcome = solver.run(prepared)
    seconds = time.perf_counter() - start
    for i, answer in zip(order, solver.answer(prepared, outcome), strict=True):
        passes[i].append(seconds / len(passes))
        _note(block, i, answer)
    return seconds


def _note(block: Block, i: int, answer: int) -> None:
    """Keep the answer. An answer that differs from the last pass is an error."""
    if block.answers.setdefault(i, answer) != answer:
        block.errors[i] = f"it found {block.answers[i]} solutions, then {answer}"
