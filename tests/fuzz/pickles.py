"""Pickles: their bytes are changed, or the fields of the objects in them; what comes out is used."""
from __future__ import annotations

import io
import pickle
from contextlib import suppress
from typing import Any, ClassVar

import numpy
from chooser import Chooser

import hashi_fast as hf
from hashi_fast.generation._boundary import Plan
from hashi_fast.generation.block import Block, BlockMaker, plan_for
from hashi_fast.generation.recipes import LADDER_WEIGHTS, order_of

_PUZZLE = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")
_PLAYED = hf.Game(_PUZZLE)
_PLAYED.set_bridge(0, 0, 0, 4, 1)
_OBJECTS: tuple[Any, ...] = (
    _PUZZLE.with_id("a"),
    hf.Solution(_PUZZLE, [1] * _PUZZLE.topology.n_edges),
    hf.PuzzleBatch.from_puzzles([hf.loads("3x1:2a2"), _PUZZLE]),
    _PLAYED,
    hf.Spec(7, 7, difficulty="easy", islands=(9, 12), require=("full island",)),
    hf.generate(7, 7, seed=1),
    BlockMaker(hf.Spec(5, 5), 1, 0, 3).make(),
)
# Changed bytes of an array's type crash numpy, so arrays are changed only as objects.
_PICKLES = [
    pickle.dumps(each, protocol)
    for each in _OBJECTS
    for protocol in (2, 4)
    if not isinstance(each, hf.PuzzleBatch | Block)
]
_HOSTILE = (
    0, 1, -1, 2, 3, 4, 7, 100, 255, 1001, 10**5, 2**31, 2**63, 2**64, -(2**31), 0.5, float("nan"), float("inf"), None,
    True, "", "easy", "x", b"", b"\xff", (), [], {}, (1, 2), (5, 3), (-1, 2), [(0, 0, 2), (0, 2, 2)], ((0, 0, 99),),
    numpy.int64(3), numpy.array([1, 2]), numpy.zeros((2, 2)), object, len,
)  # fmt: skip
# What may go wrong with input. Anything else is a fault of ours.
_ERRORS = (TypeError, ValueError, AttributeError, IndexError, KeyError, OverflowError, hf.TargetNotReached)


class _Known(pickle._Unpickler):
    """Knows only the names that whole pickles use, so that no changed one does harm.

    It is the unpickler in Python, since that in C reserves as much memory as a changed pickle says.
    """

    known: ClassVar[set[tuple[str, str]]] = set()
    learning = False

    def find_class(self, module: str, name: str) -> Any:
        if self.learning:
            self.known.add((module, name))
        elif (module, name) not in self.known:
            raise pickle.UnpicklingError(f"{module}.{name} is in none of the pickles")
        return super().find_class(module, name)


_Known.learning = True
for _each in _PICKLES:
    _Known(io.BytesIO(_each)).load()
_Known.learning = False


def check(data: bytes) -> None:
    """Load a pickle that was changed, and use what comes out."""
    chooser = Chooser(data)
    if chooser.byte() % 2:
        text = bytearray(chooser.pick(_PICKLES))
        while change := chooser.left()[:1]:
            at = chooser.number(0, len(text) - 1)
            match change[0] % 3:
                case 0:
                    text[at] = chooser.byte()
                case 1:
                    del text[at : at + 1 + chooser.byte() % 4]
                    text = text or bytearray(b".")
                case _:
                    text[at:at] = bytes([chooser.byte()])
        try:
            loaded = _Known(io.BytesIO(bytes(text))).load()
        except Exception:  # of any kind: pickle and numpy come first
            return
    else:
        try:
            loaded = _changed(chooser, chooser.pick(_OBJECTS))
        except _ERRORS:
            return
    with suppress(*_ERRORS):
        _use(loaded)


def _changed(chooser: Chooser, value: Any) -> Any:
    """Build an object anew from what would be pickled of it, with some of that replaced."""
    build, arguments, *rest = value.__reduce_ex__(4)
    state = rest[0] if rest else None
    for _ in range(1 + chooser.byte() % 3):
        if state is not None:
            state = dict(state) | {chooser.pick(list(state)): chooser.pick(_HOSTILE)}
        else:
            arguments = _with_another(chooser, tuple(arguments))
    made = build(*arguments)
    if state is not None:
        made.__setstate__(state)
    return made


def _with_another(chooser: Chooser, values: Any) -> Any:
    """Replace one item, or one item of an item, in a tuple, list, string or array."""
    if isinstance(values, tuple | list) and values and chooser.byte() % 4:
        at = chooser.byte() % len(values)
        other = [*values[:at], _with_another(chooser, values[at]), *values[at + 1 :]]
        return type(values)(*other) if hasattr(values, "_fields") else type(values)(other)
    if isinstance(values, numpy.ndarray) and values.size and chooser.byte() % 4:
        other = numpy.array(values)
        other.flat[chooser.byte() % other.size] = chooser.number(-128, 127)
        return other[: chooser.byte()] if chooser.byte() % 8 == 1 else other
    if isinstance(values, str) and values and chooser.byte() % 2:
        at = chooser.byte() % len(values)
        return values[:at] + chr(chooser.number(32, 126)) + values[at + 1 :]
    return chooser.pick(_HOSTILE)


def _use(value: Any) -> None:
    """Do with an object what people do with it."""
    if isinstance(value, hf.Puzzle):
        if len(value.islands) < 1000 and value.width * value.height < 10**6:
            hf.solve(value, node_limit=50)
            hf.rate(value, node_limit=50)
            assert hf.loads(hf.dumps(value)) == value
    elif isinstance(value, hf.Solution):
        hf.check(value.puzzle, value)
        assert all(0 <= count <= value.puzzle.max_bridges for count in value.edge_counts)
    elif isinstance(value, hf.PuzzleBatch):
        if value.boards.n_islands < 1000:
            hf.solve_batch(value, threads=1, node_limit=50)
            hf.rate_batch(value, 1, node_limit=50)
            list(value)
    elif isinstance(value, hf.Game):
        value.undo()
        hf.hint(value, node_limit=1000)
    elif isinstance(value, hf.Spec):
        plan_for(value)
        if value.width * value.height <= 100:
            little_work = vars(order_of(value)) | {"work_limit": 1 << 18}
            block = BlockMaker(value, 1, 0, 1, Plan(LADDER_WEIGHTS, little_work)).make()
            block.lines(block.all_made())
    elif isinstance(value, hf.RatedPuzzle):
        _use(value.puzzle)
        hf.dumps(value)
    elif isinstance(value, Block):
        value.lines(value.all_made())
        for k in value.all_made().tolist():
            _use(value.puzzle(k).puzzle)
