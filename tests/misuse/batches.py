"""Misuse of batches and of the jobs that work on them."""
import threading
from typing import Any

import numpy

import hashi_fast as hf
from hashi_fast.board._boards import Boards
from hashi_fast.search._boundary import SolveJob, SolveWorker
from misuse.cases import ARRAYS, batch, case, put, solved


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
def arrays_that_stay_open() -> object:
    copies = []

    class Open(numpy.ndarray[Any, Any]):
        """Gives away its bytes, but can still change them."""

        def tobytes(self, *_: Any) -> Any:
            copies.append(bytearray(super().tobytes()))
            return copies[-1]

    puzzles = hf.PuzzleBatch.of_arrays(tuple(array.view(Open) for array in batch_arrays()))
    for each in copies:
        each[:] = b"\x64" * len(each)
    return solved(puzzles), len(copies)


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
