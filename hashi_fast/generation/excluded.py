"""Puzzles that a run must not make again, such as those of earlier releases, however they are turned.

They are known by their forms (`_form_set`). A run that meets one of them for the first time in a leg does not count it
as wasted work: whoever makes a second release with the seed of the first one walks over all the puzzles of the first.
"""
from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.errors import shown
from hashi_fast.formats.record import Item, record_of
from hashi_fast.generation._form_set import forms_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from hashi_fast.board.batch import PuzzleBatch

    Source = Item | PuzzleBatch | str | os.PathLike[str]  # a puzzle, several, or a file of them
    Exclude = Source | Iterable[Source]

_BATCH = 4096  # puzzles whose forms are found together


class Excluded:
    """A fixed set of forms. An empty one does not load numpy.

    >>> from hashi_fast import PuzzleBatch, loads
    >>> excluded = Excluded([loads("3x1:3a1")])
    >>> len(excluded), list(excluded.has(forms_of(PuzzleBatch([loads("3x1:1a3"), loads("3x1:1a1")]).boards)))
    (1, [1, 0])
    """

    def __init__(self, what: Exclude = ()) -> None:
        parts = [forms_of(batch.boards) for batch in _batches(what)]
        self._forms: NDArray[numpy.uint64] | None = None
        if parts:
            import numpy

            self._forms = numpy.unique(numpy.concatenate(parts))

    def __len__(self) -> int:
        return 0 if self._forms is None else len(self._forms)

    def has(self, forms: Any) -> bytes:
        """Return for each form of a flat array whether it is in the set, one byte each."""
        if self._forms is None or not len(self._forms):
            return bytes(len(forms))
        import numpy

        places = numpy.minimum(numpy.searchsorted(self._forms, forms), len(self._forms) - 1)
        found: NDArray[numpy.bool_] = self._forms[places] == numpy.asarray(forms)
        return found.tobytes()


def _batches(what: Exclude) -> Iterator[PuzzleBatch]:
    """Yield all puzzles, and those of all files, in batches."""
    if isinstance(what, (list, tuple)) and not what:
        return
    from hashi_fast.board.batch import PuzzleBatch

    if isinstance(what, PuzzleBatch):
        yield what
        return
    puzzles = _puzzles(what)
    while part := list(islice(puzzles, _BATCH)):
        yield PuzzleBatch.from_puzzles(part)


def _puzzles(what: object) -> Iterator[Puzzle]:
    if isinstance(what, (str, os.PathLike)):
        from hashi_fast.formats.files import iter_load  # here, since it loads all formats

        for loaded in iter_load(what):
            yield loaded.puzzle
    elif (record := record_of(what)) is not None:
        yield record.puzzle
    elif isinstance(what, Iterable) and not isinstance(what, bytes):
        for item in what:
            yield from _puzzles(item)
    else:
        raise TypeError(f"exclude must be puzzles, records or files of puzzles, not {shown(what)}")
