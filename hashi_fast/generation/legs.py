"""The legs of a run: what it makes of each spec, one after the other. Climbs have one leg for each step."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import groupby
from typing import NamedTuple

from hashi_fast.generation.spec import Spec
from hashi_fast.generation.spec_text import Kind

MOST_STEPS = 100_000  # of a climb, which are all in memory; a level has only some thousand scores


class Leg(NamedTuple):
    """A number of puzzles of a spec, from candidate `start` on, but before candidate `stop`; None: however far."""

    spec: Spec
    count: int  # type: ignore[assignment]  # nobody calls tuple.count on it
    start: int = 0
    stop: int | None = None


def legs_of(kinds: Iterable[Kind], start: int, *, climb: bool) -> list[Leg]:
    """Return the legs of a run. All start at candidate `start`; with `climb`, the scores of each kind rise.

    >>> legs_of([(Spec(7, 7), 9), (Spec(9, 9), 5)], 10, climb=False)
    [Leg(spec=Spec(7, 7), count=9, start=10, stop=None), Leg(spec=Spec(9, 9), count=5, start=10, stop=None)]
    >>> steps = legs_of([(Spec(7, 7), 3)], 10, climb=True)
    >>> [leg.spec for leg in steps] == Spec.climb(3, 7, 7), [leg.count for leg in steps]
    (True, [1, 1, 1])
    """
    if not climb:
        return [Leg(spec, count, start) for spec, count in kinds]
    return [leg for spec, count in kinds for leg in _steps(spec, count, start)]


def _steps(spec: Spec, count: int, start: int) -> Iterator[Leg]:
    if count > MOST_STEPS:
        raise ValueError(f"a climb of {count:,} puzzles; expected at most {MOST_STEPS:,}")
    if count == 0:
        yield Leg(spec, 0, start)
        return
    targets = {each.name: getattr(spec, each.name) for each in fields(spec) if each.kw_only}
    # Neighbouring steps of a long climb are the same. Each on its own would try all candidates of those before again.
    for step, same in groupby(Spec.climb(count, spec.width, spec.height, **targets)):
        yield Leg(step, sum(1 for _ in same), start)
