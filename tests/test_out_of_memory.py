"""Memory that runs out at any point of any entry into the kernels: MemoryError, and the next call is as good as ever.

Each entry is called with memory for no reservation, for one, for two and so on, until it succeeds. So every reservation
that it makes has failed once.
"""
from __future__ import annotations

import ctypes
import pickle
from collections.abc import Callable

import numpy
import pytest
from boards import sample
from c_interface import Board, Budget, c_api
from hand_made import dense

import hashi_fast as hf
from hashi_fast._testing import Sketch, StyledDraft, fail_after, shave_bounds
from hashi_fast.board._symmetry import canonical_form
from hashi_fast.formats._jsonl_reader import Lines
from hashi_fast.formats._jsonl_writer import solution_lines
from hashi_fast.generation._form_set import SeenForms, forms_of
from hashi_fast.generation.block import BlockMaker
from hashi_fast.generation.recipes import order_of

PUZZLE = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")
DENSE = dense(9, 9, (2, 3, 4), 3)
BATCH = hf.PuzzleBatch.from_puzzles([*sample(20, 4), PUZZLE, DENSE])
SEVERAL = hf.loads("3x3:232343232")
BLOCK = pickle.loads(pickle.dumps(BlockMaker(hf.Spec(7, 7), 1, 0, 5).make()))
LINES = Lines("".join(f"{hf.dumps(puzzle)}\n" for puzzle in (PUZZLE, SEVERAL)).encode())


def fresh(puzzle: hf.Puzzle) -> hf.Puzzle:
    """Return an equal puzzle without a topology, so that it is built anew."""
    return hf.Puzzle(puzzle.width, puzzle.height, puzzle.islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops)


def made(*size: int, **targets: object) -> Callable[[], object]:
    """Return what makes two puzzles of a kind and writes them."""

    def make() -> object:
        block = BlockMaker(hf.Spec(*size, **targets), 1, 0, 2).make()
        return block.lines(block.all_made())

    return make


def answers_as_lines() -> object:
    solved = hf.solve_batch(hf.PuzzleBatch.from_arrays(*LINES.arrays()), threads=1)
    return solution_lines(LINES, 0, 2, solved.status, solved.bridges, solved.bridge_offsets)


def many_forms() -> object:
    return SeenForms().add_many(numpy.arange(1 << 40, (1 << 40) + 5000, dtype=numpy.uint64)).tolist()


def styled_draft() -> object:
    order = vars(order_of(hf.Spec(10, 10))) | {"neighbours": False, "borders": True}
    draft = StyledDraft(order, 1, 0)
    draft.settle()
    return draft.bridges()


def from_c(call: Callable[[object, object], int]) -> Callable[[], object]:
    """Return a call of the interface for C; its status 5 is raised as MemoryError."""
    topology = PUZZLE.topology
    arrays = [numpy.array(each) for each in (topology.island_row, topology.island_col, topology.target)]

    def ask() -> object:
        board = Board(7, 7, len(arrays[0]), 2, 1, *(each.ctypes.data for each in arrays))
        status = call(c_api(), ctypes.byref(board))
        if status == 5:
            raise MemoryError
        return status

    return ask


ROOM = numpy.zeros(100, dtype=numpy.int32)
NO_LIMITS = Budget(-1, -1)
ENTRIES: dict[str, Callable[[], object]] = {
    "topology": lambda: fresh(PUZZLE).topology.edge_list(),
    "relaxed": lambda: PUZZLE.topology.relaxed([0], max_bridges=2, loops=True).target.tolist(),
    "relaxed, without crossings": lambda: PUZZLE.topology.relaxed(
        [0], max_bridges=2, loops=True, crossings=False
    ).cross_start.tolist(),
    "canonical": lambda: canonical_form(PUZZLE),
    "solve": lambda: hf.solve(fresh(PUZZLE)).solution,
    "solve, depth first": lambda: hf.solve(DENSE, search="dfs", node_limit=300).status,
    "solve, learning": lambda: hf.solve(DENSE, search="learn").solution,
    "count": lambda: hf.count_solutions(SEVERAL, limit=None),
    "count, learning": lambda: hf.count_solutions(SEVERAL, limit=None, search="learn"),
    "enumerate": lambda: sorted(each.bridges for each in hf.enumerate_solutions(SEVERAL)),
    "common bridges": lambda: [each.tolist() for each in hf.common_bridges(SEVERAL)],
    "common bridges, learning": lambda: [each.tolist() for each in hf.common_bridges(SEVERAL, search="learn")],
    "uniqueness": lambda: hf.uniqueness(DENSE).status,
    "solve batch": lambda: hf.solve_batch(BATCH, threads=1, limit=2),
    "solve batch, in parallel": lambda: hf.solve_batch(BATCH, threads=2, limit=2),
    "rate": lambda: hf.rate(fresh(PUZZLE)),
    "rate, with a path": lambda: hf.rate(PUZZLE, path=True),
    "rate, by search": lambda: hf.rate(DENSE),
    "rate batch": lambda: hf.rate_batch(BATCH, 1),
    "shave": lambda: shave_bounds(PUZZLE.topology),
    "hint": lambda: hf.hint(PUZZLE),
    "explain": lambda: hf.explain(PUZZLE),
    "diagnose": lambda: hf.diagnose(hf.loads("3x3:1a1c1a1")),
    "diagnose several": lambda: hf.diagnose(SEVERAL).status,
    "make": made(7, 7),
    "make, open": made(7, 7, style="open"),
    "make, rich": made(9, 9, style="rich"),
    "make, a tree": made(7, 7, strategy="tree", loops=False),
    "make, symmetric": made(7, 7, symmetry="rotate"),
    "make, hidden clues": made(7, 7, unknown_clues=0.3),
    "make, hard": made(7, 7, difficulty="hard"),
    "make, extreme": made(7, 7, difficulty="extreme"),
    "make, around a knot": made(13, 13, difficulty="extreme"),
    "generate": lambda: hf.generate(7, 7, seed=1),
    "produce": lambda: [each.index for each in hf.produce(3, hf.Spec(7, 7), seed=1, workers=1)],
    "make unique": lambda: hf.make_unique(SEVERAL),
    "sketch": lambda: Sketch(SEVERAL.topology, hf.solve(SEVERAL).solution.edge_counts, 20, True, 0).copied(),
    "look": styled_draft,
    "forms": lambda: forms_of(BATCH.boards).tolist(),
    "set of forms": many_forms,
    "record lines": lambda: BLOCK.lines(BLOCK.all_made()),
    "solution lines": answers_as_lines,
    "C: solve": from_c(lambda api, board: api.solve(board, NO_LIMITS, ROOM.ctypes.data)),
    "C: count": from_c(lambda api, board: api.count(board, 2, NO_LIMITS, ctypes.byref(ctypes.c_int64()))),
    "C: edges": from_c(
        lambda api, board: api.edges(board, ROOM.ctypes.data, ROOM.ctypes.data, ctypes.byref(ctypes.c_int32()))
    ),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_every_reservation_may_fail(name: str) -> None:
    entry = ENTRIES[name]
    expected = entry()
    failures = 0
    while True:
        fail_after(failures)
        try:
            answer = entry()
        except MemoryError:
            failures += 1
            continue
        finally:
            fail_after(-1)
        break
    assert failures, "this entry reserves no memory"
    assert answer == expected
    assert entry() == expected
