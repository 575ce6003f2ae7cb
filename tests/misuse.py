"""Misuse that used to crash the interpreter, or could: each function does one thing that no sane program does.

`python tests/misuse.py NAME ...` does them one after the other and prints what came of each, as a line of JSON: what it
raised, or what it returned. A crash ends the process after the line that says what was begun.
`tests/test_misuse.py` says what is expected.
"""
from __future__ import annotations

import copyreg
import ctypes
import json
import pickle
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy
from c_interface import Board, Budget, c_api

import hashi_fast as hf
from hashi_fast.board._boards import Boards
from hashi_fast.deduction._boundary import Path
from hashi_fast.formats import _columns, _jsonl_reader, _jsonl_writer, registry
from hashi_fast.generation import _boundary
from hashi_fast.generation.block import Block, BlockMaker, plan_for
from hashi_fast.generation.recipes import LADDER_WEIGHTS, order_of
from hashi_fast.search._boundary import Run, SolveJob, SolveWorker

put = object.__setattr__
PUZZLE = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")
EDGES = PUZZLE.topology.n_edges
ARRAYS = ("width", "height", "offsets", "row", "col", "target", "max_bridges", "loops")
CASES: dict[str, Callable[[], object]] = {}


def case(work: Callable[[], object]) -> Callable[[], object]:
    """Note a case under the name of its function."""
    CASES[work.__name__] = work
    return work


def changed_puzzle(**fields: object) -> hf.Puzzle:
    """Return a puzzle with fields that were changed by force."""
    puzzle = hf.Puzzle(PUZZLE.width, PUZZLE.height, PUZZLE.islands)
    for name, value in fields.items():
        put(puzzle, name, value)
    return puzzle


def batch(n: int = 50) -> hf.PuzzleBatch:
    return hf.PuzzleBatch.from_puzzles([PUZZLE] * n)


def solved(puzzles: hf.PuzzleBatch) -> object:
    """Return how many puzzles were solved by both kernels, one number."""
    status, rated = hf.solve_batch(puzzles).status, hf.rate_batch(puzzles).status
    return int((status == 1).sum()) if (status == rated).all() else "they differ"


# ---- topologies and puzzles


class Impostor:
    """Has all that a puzzle has, but is none."""

    width, height, max_bridges, loops, id = 3, 1, 2, True, None
    islands = ((0, 0, 1), (0, 10**6, 1))


class Liar(Impostor):
    """Says that it is a puzzle."""

    __class__ = hf.Puzzle


class Far:
    """Says that it is smaller than anything, and larger; as a number it is far away."""

    def __lt__(self, other: object) -> bool:
        return True

    __gt__ = __le__ = __ge__ = __lt__

    def __index__(self) -> int:
        return 10**8


@case
def topology_of_an_impostor() -> object:
    return hf.Topology(Impostor()).edge_list()


@case
def topology_of_a_liar() -> object:
    return hf.Topology(Liar()).edge_list()


@case
def topology_of_a_number() -> object:
    return hf.Topology(3)


@case
def topology_of_none() -> object:
    return hf.Topology(None).cross_start.tolist()


@case
def topology_begun_twice() -> object:
    topology = changed_puzzle().topology
    topology.__init__(3)
    return len(topology.edge_list())


@case
def topology_reopened() -> object:
    edges = changed_puzzle().topology.edge_a
    edges.flags.writeable = True
    return edges


@case
def crossings_of_a_far_edge() -> object:
    return PUZZLE.topology.crossings(Far())


@case
def relaxed_with_a_thousand_bridges() -> object:
    return PUZZLE.topology.relaxed([0], max_bridges=1000, loops=True)


@case
def relaxed_with_negative_bridges() -> object:
    return PUZZLE.topology.relaxed([0], max_bridges=-7, loops=True)


@case
def relaxed_below_its_numbers() -> object:
    puzzle = hf.Puzzle(3, 3, [(0, 1, 5), (1, 0, 1), (1, 1, 8), (1, 2, 1), (2, 1, 1)])
    return puzzle.topology.relaxed(range(5), max_bridges=1, loops=True)


@case
def topology_of_another_puzzle() -> object:
    return hf.solve(changed_puzzle(_topology=hf.loads("3x1:2a2").topology)).solution.bridges


@case
def islands_outside() -> object:
    return hf.solve(changed_puzzle(islands=tuple((r, c + 10**6, t) for r, c, t in PUZZLE.islands)))


@case
def islands_with_large_targets() -> object:
    return hf.rate(changed_puzzle(islands=tuple((r, c, 100) for r, c, _ in PUZZLE.islands)))


@case
def islands_backwards() -> object:
    return hf.solve(changed_puzzle(islands=PUZZLE.islands[::-1]))


@case
def islands_of_one_number() -> object:
    return hf.solve(changed_puzzle(islands=((0,), (1, 2, 3))))


@case
def canonical_islands_of_one_number() -> object:
    return changed_puzzle(islands=((0,), (1, 2, 3))).canonical()


@case
def no_islands() -> object:
    return hf.rate(changed_puzzle(islands=()))


@case
def narrower_than_its_islands() -> object:
    return hf.solve(changed_puzzle(width=2))


@case
def hundred_bridges() -> object:
    return hf.solve(changed_puzzle(max_bridges=100))


@case
def puzzle_without_fields() -> object:
    return hf.solve(hf.Puzzle.__new__(hf.Puzzle))


@case
def record_of_a_number() -> object:
    return hf.dumps(hf.Record(3))


@case
def record_of_no_fields() -> object:
    return hf.dumps(hf.Record(PUZZLE, None, None, 7))


# ---- batches


@case
def batch_reopened() -> object:
    puzzles, open_again = batch(), 0
    for name in ARRAYS:
        array = getattr(puzzles, name)
        for each in (array, array[:], array.base):
            try:
                each.setflags(write=True)
            except (ValueError, AttributeError):
                continue
            open_again += 1
    return open_again


@case
def batch_changed() -> object:
    puzzles = batch()
    puzzles.target.flags.writeable = True
    puzzles.target[:] = 100
    return solved(puzzles)


@case
def batch_in_another_shape() -> object:
    puzzles = batch(500)
    for name in ARRAYS:
        getattr(puzzles, name).shape = (1, -1)
    return solved(puzzles), len(puzzles)


@case
def batch_of_another_type() -> object:
    puzzles = batch(5000)
    puzzles.width.dtype = puzzles.row.dtype = numpy.dtype("int64")
    return solved(puzzles)


@case
def batch_with_other_data() -> object:
    puzzles = batch(5000)
    for name in ARRAYS:
        array = getattr(puzzles, name)
        array.__setstate__((1, (1,), array.dtype, False, bytes(array.itemsize)))
    rubbish = [bytearray(10**5) for _ in range(50)]
    return solved(puzzles), len(rubbish)


@case
def batch_with_other_arrays() -> object:
    puzzles = batch(5000)
    put(puzzles, "width", puzzles.width[:1])
    put(puzzles, "row", puzzles.row[:1])
    return solved(puzzles)


@case
def batch_with_other_boards() -> object:
    puzzles = batch(5)
    put(puzzles, "boards", batch(5000).boards)
    return solved(puzzles)


@case
def batch_changed_by_a_thread() -> object:
    puzzles = batch(2000)
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            for name in ("offsets", "row", "col", "target"):
                array = getattr(puzzles, name)
                try:
                    array.flags.writeable = True
                except ValueError:
                    array.shape = (1, -1)
                    array.shape = (-1,)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        return [solved(puzzles) for _ in range(3)]
    finally:
        done.set()
        thread.join()


def batch_arrays(n: int = 50) -> list[Any]:
    return [numpy.array(getattr(batch(n), name)) for name in ARRAYS]


@case
def arrays_changed_afterwards() -> object:
    arrays = batch_arrays()
    puzzles = hf.PuzzleBatch.of_arrays(tuple(arrays))
    for array in arrays:
        array.flags.writeable = True
        array[:] = 100
    return solved(puzzles)


@case
def arrays_of_other_lengths() -> object:
    arrays = batch_arrays(5)
    arrays[0] = numpy.full(10_000, 7, dtype=numpy.int32)
    return hf.PuzzleBatch.of_arrays(tuple(arrays))


@case
def arrays_with_far_offsets() -> object:
    arrays = batch_arrays(5)
    arrays[2] *= 1000
    return hf.PuzzleBatch.of_arrays(tuple(arrays))


@case
def arrays_with_offsets_that_descend() -> object:
    arrays = batch_arrays(5)
    arrays[2][2] = 10**6
    return hf.PuzzleBatch.of_arrays(tuple(arrays))


@case
def arrays_of_an_object_that_lies() -> object:
    class Array:
        def __array__(self, *args: object, **options: object) -> object:
            return numpy.arange(10)

        def __len__(self) -> int:
            return 3

    return hf.PuzzleBatch.from_arrays(*[Array()] * 6)


@case
def boards_begun_twice() -> object:
    puzzles = batch(5)
    kinds = ("int32", "int32", "int64", "int32", "int32", "int8", "int8", "int8")
    puzzles.boards.__init__(*(numpy.zeros(1, dtype=kind) for kind in kinds))
    return solved(puzzles)


@case
def boards_without_arrays() -> object:
    return Boards.__new__(Boards)


@case
def pickled_batch_with_far_offsets() -> object:
    build, (arrays, ids) = batch(5).__reduce__()
    return build([*arrays[:2], arrays[2] * 7, *arrays[3:]], ids)


@case
def pickled_batch_with_few_ids() -> object:
    build, (arrays, _) = batch(5).__reduce__()
    return build(arrays, ("a",))


@case
def pickled_batch_with_odd_ids() -> object:
    build, (arrays, _) = batch(2).__reduce__()
    return build(arrays, ([], {}))


@case
def batch_without_fields() -> object:
    return hf.solve_batch(object.__new__(hf.PuzzleBatch))


@case
def job_of_nothing() -> object:
    job = SolveJob.__new__(SolveJob)
    SolveWorker(job).run()
    return job.pack_bridges(numpy.zeros(1, dtype=numpy.int64))


@case
def job_with_little_room() -> object:
    few = [numpy.zeros(1, dtype=kind) for kind in ("int8", "int64", "int64", "int64", "int8", "int32", "int8")]
    return SolveJob(batch(5000).boards, 1, None, None, *few)


# ---- solutions, games, searches


@case
def solution_with_other_counts() -> object:
    class Two(hf.Solution):
        """Shows other bridges than it has."""

        @property
        def bridges(self) -> Any:
            return hf.solve(PUZZLE).solution.bridges

    return len(hf.make_unique(PUZZLE, Two(PUZZLE, [1] * EDGES)).changes)


@case
def solution_reopened() -> object:
    counts = hf.Solution(PUZZLE, [1] * EDGES).counts
    counts.flags.writeable = True
    return counts


@case
def mend_with_many_bridges() -> object:
    return _boundary.Mend(PUZZLE.topology, b"\x7f" * EDGES, 0, 0, 10, 10, 10).run()


def game_with(counts: bytes) -> hf.Game:
    game = hf.Game(PUZZLE)
    game._counts = bytearray(counts)
    return game


@case
def game_with_far_edges() -> object:
    return hf.hint(game_with(b"\1" * 1000))


@case
def game_with_many_bridges() -> object:
    return hf.hint(game_with(b"\xff" * EDGES))


@case
def pickled_game_with_a_far_edge() -> object:
    game = hf.Game(PUZZLE)
    game._undo = [((10**6, 0, 2),)]
    return pickle.loads(pickle.dumps(game))


@case
def far_edge_required() -> object:
    return Run(PUZZLE.topology).require(10**8, 1)


@case
def many_bridges_allowed() -> object:
    return Run(PUZZLE.topology).allow(0, 100)


@case
def far_edge_placed() -> object:
    return Path(PUZZLE.topology).place(10**8, 1)


@case
def many_rungs() -> object:
    return Path(PUZZLE.topology).run(5000)


@case
def search_by_a_list() -> object:
    return hf.solve(PUZZLE, search=[])


@case
def limit_of_an_array() -> object:
    return hf.solve(PUZZLE, time_limit=numpy.array([1.0]))


# ---- specs and what is made of them


def pickled_spec(**fields: object) -> hf.Spec:
    """Return a spec from a pickle with other fields than it had."""
    spec = copyreg.__newobj__(hf.Spec)
    spec.__setstate__(vars(hf.Spec(7, 7)) | fields)
    return spec


def forced_spec(**fields: object) -> hf.Spec:
    """Return a spec with fields that were changed by force."""
    spec = hf.Spec(7, 7)
    for name, value in fields.items():
        put(spec, name, value)
    return spec


SPECS: dict[str, dict[str, object]] = {
    "wide": {"width": 10**5},
    "of_negative_width": {"width": -5},
    "of_no_height": {"height": 0},
    "with_a_hundred_bridges": {"max_bridges": 100},
    "without_bridges": {"max_bridges": 0},
    "with_negative_bridges": {"max_bridges": -1},
    "with_many_cycles": {"cycles": (10**9, 10**9)},
    "with_negative_cycles": {"cycles": (-10, -5)},
    "with_many_doubles": {"doubles": (5.0, 9.0)},
    "with_negative_islands": {"islands": (-5, -1)},
    "hiding_everything": {"unknown_clues": 50.0},
    "across_a_diagonal": {"width": 9, "symmetry": "diagonal"},
    "of_no_strategy": {"strategy": 5},
    "of_high_score": {"score": (9e9, 9e9)},
    "of_fractions": {"width": 7.5},
}
for how in (pickled_spec, forced_spec):
    for name, fields in SPECS.items():
        CASES[f"{how.__name__}_{name}"] = lambda how=how, fields=fields: [*hf.produce(1, how(**fields), seed=1)]


@case
def pickled_spec_with_another_field() -> object:
    return pickled_spec(colour="red")


@case
def spec_that_checks_nothing() -> object:
    class Free(hf.Spec):
        def __post_init__(self) -> None:
            pass

    return list(hf.produce(1, Free(-3, 10**5), seed=1))


def block() -> Block:
    return BlockMaker(hf.Spec(7, 7), 1, 0, 10).make()


def pickled_block(*, spec: hf.Spec | None = None, **changes: Callable[[Any], Any]) -> Block:
    """Return a block from a pickle in which arrays were changed."""
    build, (own, seed, first, generator, arrays) = block().__reduce__()
    other = {name: change(getattr(arrays, name)) for name, change in changes.items()}
    made: Block = build(spec or own, seed, first, generator, arrays._replace(**other))
    return made


@case
def pickled_block_with_many_islands() -> object:
    return pickled_block(islands=lambda a: a * 1000)


@case
def pickled_block_with_islands_outside() -> object:
    return pickled_block(col=lambda a: a + 10_000)


@case
def pickled_block_with_many_bridges() -> object:
    return pickled_block(bridges=lambda a: a + 100)


@case
def pickled_block_of_a_smaller_kind() -> object:
    return pickled_block(spec=hf.Spec(3, 3))


@case
def pickled_block_with_few_levels() -> object:
    return pickled_block(difficulty=lambda a: a[:1])


def lines_of(made: Block) -> int:
    return made.lines(made.all_made()).count(b"\n")


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


@case
def plan_begun_twice() -> object:
    maker = BlockMaker(hf.Spec(7, 7), 1, 0, 100)
    plan_for(hf.Spec(7, 7)).__init__(LADDER_WEIGHTS, vars(order_of(hf.Spec(30, 30))))
    return lines_of(maker.make())


@case
def plan_of_nothing() -> object:
    return _boundary.Plan.__new__(_boundary.Plan)


@case
def many_candidates() -> object:
    return _boundary.MakeJob(plan_for(hf.Spec(7, 7)), 1, 0, 2**60)


@case
def rated_puzzle_of_a_number() -> object:
    build, (_, *rest) = hf.generate(7, 7, seed=1).__reduce__()
    return build(3, *rest)


# ---- the interface for C


@case
def c_board_of_nothing() -> object:
    return c_api().solve(None, Budget(-1, -1), None)


@case
def c_board_without_arrays() -> object:
    return c_api().solve(ctypes.byref(Board(3, 1, 2, 2, 1, None, None, None)), Budget(-1, -1), None)


@case
def c_board_with_negative_islands() -> object:
    somewhere = ctypes.addressof(ctypes.create_string_buffer(64))
    board = Board(3, 1, -5, 2, 1, somewhere, somewhere, somewhere)
    return c_api().count(ctypes.byref(board), 2, Budget(-1, -1), ctypes.byref(ctypes.c_int64()))


def main() -> None:
    registry.names()  # load what is loaded later, so that cases show their own time
    for name in sys.argv[1:] or CASES:
        print(json.dumps([name]), flush=True)
        try:
            outcome = repr(CASES[name]())
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}"
        print(json.dumps([name, outcome]), flush=True)


if __name__ == "__main__":
    main()
