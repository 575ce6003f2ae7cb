"""A peer at work in its own process, in whole blocks: all boards of a set, one after the other.

a. The child takes the times. The parent sleeps and checks a few times per second whether the board has changed. A board
   that takes longer than the limit is a timeout: the child is killed, even inside native code, and a new one continues
   with the next board. The same happens when a child crashes.
b. The child's position and answers are in shared memory, so that nothing is sent between boards: waking the other
   process would disturb times of microseconds.
c. A pass over quick boards is repeated until the block has lasted a while; a board's time is its median over passes.
"""
from __future__ import annotations

import gc
import multiprocessing
import os
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
START_SECONDS = 60.0  # for a child to load its peer
GIVE_UP = 3  # after this many timeouts and crashes, the rest of a block is not tried
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
FAILED = -2  # in the shared answers: an exception instead of an answer
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
    """What a child writes while it works: its current board (-1: preparing), and the results of those before it."""

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
            left = None if budget is None else budget - sum(total.seconds.values())
            if left is not None and left <= 0:
                break
            self.shared.at.value = -1
            self.connection.send(([boards[i] for i in todo], left))
            done, crash = self._wait(len(todo))
            if done is not None:
                total.seconds |= {todo[i]: seconds for i, seconds in done.seconds.items()}
                total.answers |= {todo[i]: answer for i, answer in done.answers.items()}
                total.errors |= {todo[i]: error for i, error in done.errors.items()}
                total.unsupported, total.busy = done.unsupported, done.busy
                break
            at = self.shared.at.value
            for i in range(at):
                if self.shared.answers[i] == FAILED:
                    total.errors[todo[i]] = "it raised an exception"
                else:
                    total.seconds[todo[i]], total.answers[todo[i]] = self.shared.seconds[i], self.shared.answers[i]
            # The child may have been lost before its first board, or in a batch of all boards.
            for i in todo[at : at + 1] if at >= 0 else todo:
                if crash:
                    total.errors[i] = crash
                else:
                    total.timeouts.add(i)
            self._start()
            if len(total.timeouts) + len(total.errors) >= GIVE_UP or at < 0:
                break
            todo = todo[at + 1 :]
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
    return solver.answer(prepared, solver.run(prepared))


def _block(solver: Solver, boards: list[Board], budget: float | None, shared: Shared) -> Block:
    block = Block()
    passes: list[list[float]] = [[] for _ in boards]
    one_pass = _whole_pass if solver.whole else _pass
    spent = wall = cpu = 0.0
    for turn in range(MOST_PASSES):
        # Prepare again only if necessary: freeing memory makes the first board of the next pass 50 us slower.
        if not turn or solver.consumes:
            try:
                prepared = solver.prepare(boards) if solver.whole else [solver.prepare(board) for board in boards]
            except Unsupported as error:
                return Block(unsupported=str(error))
            # What is loaded and prepared is not garbage, and a peer must not pay for scanning it.
            gc.collect()
            gc.freeze()
            _warm_up(solver)
        wall, cpu = wall - time.perf_counter(), cpu - time.process_time()
        spent += one_pass(solver, prepared, budget, shared, block, passes)
        wall, cpu = wall + time.perf_counter(), cpu + time.process_time()
        if spent >= BLOCK_SECONDS or block.errors:
            break
    block.seconds = {i: statistics.median(times) for i, times in enumerate(passes) if times}
    block.busy = cpu / wall if wall > 0 else 1.0
    return block


def _pass(
    solver: Solver, prepared: list[Any], budget: float | None, shared: Shared, block: Block, passes: list[list[float]]
) -> float:
    """Run every board once and return the seconds it took."""
    clock, run = time.perf_counter, solver.run
    spent = 0.0
    for i, board in enumerate(prepared):
        if budget is not None and spent > budget and i:
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
        spent += seconds
        passes[i].append(seconds)
        _note(block, i, solver.answer(board, outcome))
        shared.seconds[i], shared.answers[i] = seconds, block.answers[i]
    return spent


def _whole_pass(
    solver: Solver, prepared: Any, budget: float | None, shared: Shared, block: Block, passes: list[list[float]]
) -> float:
    """Run all boards at once and return the seconds it took; each board gets an equal share of them."""
    start = time.perf_counter()
    outcome = solver.run(prepared)
    seconds = time.perf_counter() - start
    for i, answer in enumerate(solver.answer(prepared, outcome)):
        passes[i].append(seconds / len(passes))
        _note(block, i, answer)
    return seconds


def _note(block: Block, i: int, answer: int) -> None:
    """Keep the answer. An answer that differs from the last pass is an error."""
    if block.answers.setdefault(i, answer) != answer:
        block.errors[i] = f"it found {block.answers[i]} solutions, then {answer}"
