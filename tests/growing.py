"""Puzzles of the native generator for the tests."""
from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy

from hashi_fast import PuzzleBatch, Solution
from hashi_fast._generate import STATUS, Order, Worker

NAMES = {number: name for name, number in STATUS.items()}


class Made(NamedTuple):
    """What came of an order: all indices, and those of them that have a puzzle."""

    status: list[str]
    solves: list[int]
    changes: list[int]
    puzzles: list[Solution | None]  # each with its puzzle


def make(count: int, width: int, height: int, islands: tuple[int, int], *, threads: int = 1, **order: Any) -> Made:
    """Make `count` puzzles by that many workers."""
    wanted = Order(width, height, islands, **order)
    status = numpy.zeros(count, dtype=numpy.int8)
    sizes = [numpy.zeros(count, dtype=numpy.int32) for _ in range(4)]
    row, col = (numpy.zeros(count * wanted.room, dtype=numpy.int32) for _ in range(2))
    target = numpy.zeros(count * wanted.room, dtype=numpy.int8)
    bridges = numpy.zeros(2 * count * wanted.room, dtype=numpy.int8)
    wanted.give(status, *sizes, row, col, target, bridges)
    workers = [threading.Thread(target=Worker(wanted).run) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    offsets, bridge_offsets = numpy.zeros(count + 1, dtype=numpy.int64), numpy.zeros(count + 1, dtype=numpy.int64)
    wanted.pack(offsets, bridge_offsets)
    there = numpy.flatnonzero(sizes[0])
    end = offsets[-1]
    batch = PuzzleBatch.from_arrays(
        numpy.full(len(there), width),
        numpy.full(len(there), height),
        numpy.concatenate((offsets[there], [end])),
        row[:end],
        col[:end],
        target[:end],
        order.get("max_bridges", 2),
        order.get("loops", True),
    )
    found: list[Solution | None] = [None] * count
    for i, puzzle in zip(there.tolist(), batch, strict=True):
        found[i] = Solution(puzzle, bridges[bridge_offsets[i] : bridge_offsets[i + 1]])
    return Made([NAMES[number] for number in status.tolist()], sizes[2].tolist(), sizes[3].tolist(), found)
