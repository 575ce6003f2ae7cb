"""Misuse of what writes and reads lines and columns."""
from typing import Any

import numpy

import hashi_fast as hf
from hashi_fast.formats import _columns, _jsonl_reader, _jsonl_writer
from misuse.cases import EDGES, PUZZLE, case
from misuse.making import block, lines_of, pickled_block


@case
def lines_of_unknown_levels() -> object:
    return lines_of(pickled_block(difficulty=lambda a: a + 100))


@case
def lines_of_unknown_techniques() -> object:
    return lines_of(pickled_block(hardest=lambda a: a + 100))


@case
def lines_of_negative_steps() -> object:
    return lines_of(pickled_block(steps=lambda a: a - 100))


@case
def lines_with_few_edges() -> object:
    return lines_of(pickled_block(edges=lambda a: a * 0))


@case
def lines_of_far_records() -> object:
    made = block()
    return made.lines(made.all_made() + 10**6)


@case
def writer_of_nothing() -> object:
    return _jsonl_writer.RecordLines.__new__(_jsonl_writer.RecordLines)


@case
def reader_of_nothing() -> object:
    return _jsonl_reader.Lines.__new__(_jsonl_reader.Lines).arrays()


LINES = 2 * (hf.dumps(hf.Record(PUZZLE, hf.solve(PUZZLE).solution)).replace("\n", "") + "\n").encode()


def answers(counts: int, offsets: Any = (0, EDGES, 2 * EDGES)) -> bytes:
    """Return answers to two lines, with so many bridges on each edge."""
    bridges = numpy.full(2 * EDGES, counts, dtype=numpy.int8)
    ones = numpy.ones(2, dtype=numpy.int8)
    read = _jsonl_reader.Lines(LINES)
    return _jsonl_writer.solution_lines(read, 0, 2, ones, bridges, numpy.array(offsets, dtype=numpy.int64))


@case
def answers_of_negative_bridges() -> object:
    return answers(-128)


@case
def answers_of_many_bridges() -> object:
    return answers(127)


@case
def answers_of_far_offsets() -> object:
    return answers(1, (0, 10**9, 2 * EDGES))


@case
def answers_of_nothing() -> object:
    return _jsonl_writer.solution_lines(_jsonl_reader.Lines(LINES), 0, 2, None, None, None)


@case
def lines_that_lie() -> object:
    class Lying(bytes):
        """Has fewer lines and bytes than it has."""

        def count(self, *_: object) -> int:
            return 1

        def __len__(self) -> int:
            return 10

    read = _jsonl_reader.Lines(Lying(LINES * 500))
    return len(read) + len(read.left())


@case
def ids_of_far_lines() -> object:
    return _jsonl_reader.Lines(LINES).ids(0, 10**6)


@case
def columns_of_far_offsets() -> object:
    one = numpy.ones(1, dtype=numpy.int32)
    return _columns.read_tasks(3 * one, one, numpy.array([0, 10**7], dtype=numpy.int32), numpy.zeros(3, numpy.uint8))


@case
def columns_of_negative_boards() -> object:
    size = numpy.full(1, -5, dtype=numpy.int32)
    return _columns.read_tasks(size, size, numpy.array([0, 3], dtype=numpy.int32), numpy.frombuffer(b"2a2", "uint8"))


@case
def solutions_of_far_offsets() -> object:
    return _columns.read_bridges(numpy.array([-5, 10**7], dtype=numpy.int32), numpy.zeros(3, numpy.uint8))
