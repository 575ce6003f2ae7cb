"""What layouts promise is counted as a slow count has it, and the best of several drafts is taken."""
from __future__ import annotations

from itertools import product
from statistics import mean
from typing import Any

import pytest
from growing import make

import hashi_fast as hf
from hashi_fast._testing import promise_by
from hashi_fast.generation.recipes import order_of

Cell = tuple[int, int]
COUNTED = ("islands", "edges", "crossings", "dead ends", "squares", "crossed", "hemmed in", "held")


def ordered(width: int, height: int, **kind: Any) -> dict[str, Any]:
    return vars(order_of(hf.Spec(width, height, **kind))) | {"neighbours": False, "borders": True}


def weights_of(name: str) -> tuple[int, ...]:
    return tuple(int(each == name) for each in COUNTED)


def seen_from(islands: set[Cell], at: Cell, step: Cell, reach: int) -> Cell | None:
    cells = ((at[0] + k * step[0], at[1] + k * step[1]) for k in range(1, reach))
    return next((cell for cell in cells if cell in islands), None)


def counted(islands: set[Cell], reach: int) -> dict[str, int]:
    """Return what _promise.pxd counts, cell by cell."""
    right = {at: seen_from(islands, at, (0, 1), reach) for at in islands}
    down = {at: seen_from(islands, at, (1, 0), reach) for at in islands}
    across = [(at, end) for at, end in right.items() if end]
    along = [(at, end) for at, end in down.items() if end]
    sees = [
        sum(seen_from(islands, at, step, reach) is not None for step in ((0, 1), (0, -1), (1, 0), (-1, 0)))
        for at in islands
    ]
    crossing = [
        (one, other) for one, other in product(across, along)
        if one[0][1] < other[0][1] < one[1][1] and other[0][0] < one[0][0] < other[1][0]
    ]
    crossed = {edge for pair in crossing for edge in pair}
    free = [sum(at in edge and edge not in crossed for edge in across + along) for at in islands]
    return {
        "islands": len(islands),
        "edges": len(across) + len(along),
        "crossings": len(crossing),
        "dead ends": sees.count(1),
        "crossed": len(crossed),
        "hemmed in": free.count(0),
        "held": free.count(1),
        "squares": sum(
            (beside := right[at]) is not None and (below := down[at]) is not None
            and down[beside] is not None and down[beside] == right[below]
            for at in islands
        ),
    }  # fmt: skip


@pytest.mark.parametrize(("width", "height"), [(5, 5), (7, 7), (6, 11), (16, 9)])
def test_counts(width: int, height: int) -> None:
    order = ordered(width, height, difficulty="hard")
    met = dict.fromkeys(COUNTED, 0)
    for index in range(10):
        for name in COUNTED:
            promise, islands = promise_by(order, 1, index, weights_of(name))
            assert promise == counted(set(islands), width + height)[name]
            met[name] += promise
    assert all(met.values())


def test_weights_add_up() -> None:
    order = ordered(9, 9, difficulty="hard")
    promise, islands = promise_by(order, 2, 0, (3, -5, 7, -11, 13, -17, 19, -23))
    counts = counted(set(islands), 18)
    assert promise == sum(w * counts[name] for w, name in zip((3, -5, 7, -11, 13, -17, 19, -23), COUNTED, strict=True))


def test_the_most_promising_layout_is_taken() -> None:
    def dead_ends(choices: int) -> float:
        made = make(40, 8, 8, (12, 16), seed=1, choices=choices, promise=(0, 0, 0, -1, 0, 0, 0, 0))
        layouts = [{(i.row, i.col) for i in each.puzzle.islands} for each in made.puzzles if each]
        assert len(layouts) == 40
        return mean(counted(layout, 16)["dead ends"] for layout in layouts)

    several = dead_ends(8)
    assert several < dead_ends(2) - 0.5 < dead_ends(1) - 1


def test_tiny_hard_and_small_extreme_boards_are_chosen() -> None:
    assert order_of(hf.Spec(7, 7, difficulty="hard")).choices > 1
    assert order_of(hf.Spec(10, 10, difficulty="extreme")).choices > 1
    assert order_of(hf.Spec(10, 10, difficulty="medium")).choices == 1
