"""The look of drafts: counts and energies agree with a slow count, and finished puzzles look as their style says."""
from __future__ import annotations

import random
from collections import Counter
from statistics import mean
from typing import Any

import pytest

import hashi_fast as hf
from hashi_fast._testing import StyledDraft
from hashi_fast.generation.recipes import order_of
from hashi_fast.generation.styles import FULL, KINDS, usual_islands

Bridges = list[tuple[int, int, int, int, int]]


def ordered(spec: hf.Spec) -> dict[str, Any]:
    order = vars(order_of(spec)) | {"neighbours": False, "borders": True}
    return order | {"cycles_high": order["usual_cycles"]}


def counted(width: int, height: int, islands: list[tuple[int, int]], bridges: Bridges) -> list[int]:
    """Return what _look.pxd counts, in its order."""
    links: Counter[tuple[int, int]] = Counter()
    doubles: Counter[tuple[int, int]] = Counter()
    spans: Counter[int] = Counter()
    for r1, c1, r2, c2, count in bridges:
        for end in ((r1, c1), (r2, c2)):
            links[end] += 1
            doubles[end] += count > 1
        spans[min(r2 - r1 + c2 - c1, 7)] += 1
    zones = {(r, c): min(r, c, height - 1 - r, width - 1 - c, 2) for r, c in islands}
    kinds = Counter((zones[at], links[at], doubles[at]) for at in islands)
    numbers = [kinds[zone, *kind] for zone in range(3) for kind in KINDS]
    numbers += [sum(links[at] == k for at in islands) for k in range(5)]
    numbers += [sum(links[at] + doubles[at] == k for at in islands) for k in range(9)]
    numbers += [spans[k] for k in range(8)]
    return [*numbers, len(bridges), sum(bridge[4] > 1 for bridge in bridges)]


def energy(counts: list[int], wanted: list[int], costs: list[int]) -> int:
    return sum(cost * (n - w) ** 2 for n, w, cost in zip(counts, wanted, costs, strict=True))


SPECS = [
    hf.Spec(9, 13),
    hf.Spec(11, 11, style="rich"),
    hf.Spec(12, 7, style="rich", max_bridges=4),
    hf.Spec(8, 8, loops=False),
    hf.Spec(10, 10, symmetry="mirror-h", max_bridges=1),
    hf.Spec(6, 6, doubles=0.5),
]


@pytest.mark.parametrize("spec", SPECS, ids=repr)
def test_counts_are_those_of_the_draft(spec: hf.Spec) -> None:
    for index in range(20):
        draft = StyledDraft(ordered(spec), 1, index)
        before, wanted, costs = draft.counts()
        assert before == counted(spec.width, spec.height, draft.islands(), draft.bridges())
        draft.settle()
        after = draft.counts()[0]
        assert after == counted(spec.width, spec.height, draft.islands(), draft.bridges())
        assert energy(after, wanted, costs) <= energy(before, wanted, costs)


@pytest.mark.parametrize("spec", SPECS[:3], ids=repr)
def test_rises_are_differences_of_energies(spec: hf.Spec) -> None:
    rng = random.Random(repr(spec))
    for index in range(10):
        draft = StyledDraft(ordered(spec), 2, index)
        islands, bridges = draft.islands(), draft.bridges()
        before, wanted, costs = draft.counts()
        for _ in range(30):
            r1, c1, r2, c2, count = rng.choice(bridges)
            after = rng.choice([n for n in range(spec.max_bridges + 1) if n != count])
            changed = [b for b in bridges if b[:4] != (r1, c1, r2, c2)] + [(r1, c1, r2, c2, after)] * (after > 0)
            expected = counted(spec.width, spec.height, islands, changed)
            rise = draft.try_change(r1, c1, 0 if r1 == r2 else 2, after)
            assert rise == energy(expected, wanted, costs) - energy(before, wanted, costs)
        assert draft.counts()[0] == before


@pytest.mark.parametrize("spec", SPECS, ids=repr)
def test_settled_drafts_are_solved_boards(spec: hf.Spec) -> None:
    for index in range(20):
        draft = StyledDraft(ordered(spec), 3, index)
        draft.settle()
        bridges = draft.bridges()
        sums: Counter[tuple[int, int]] = Counter()
        for r1, c1, r2, c2, count in bridges:
            sums[r1, c1] += count
            sums[r2, c2] += count
        islands = [(row, col, sums[row, col]) for row, col in draft.islands()]
        puzzle = hf.Puzzle(spec.width, spec.height, islands, max_bridges=spec.max_bridges, loops=spec.loops)
        assert hf.check(puzzle, bridges) == []


def test_what_is_wanted_follows_the_tables() -> None:
    """Over many drafts, kinds are wanted as often as the style says."""
    spec = hf.Spec(13, 13)
    total: Counter[int] = Counter()
    for index in range(200):
        for k, number in enumerate(StyledDraft(ordered(spec), 4, index).counts()[1][:45]):
            total[k] += number
    for zone, table in enumerate(FULL["classic"].kinds):
        drawn = [total[15 * zone + k] for k in range(15)]
        for n, weight in zip(drawn, table, strict=True):
            assert abs(n / sum(drawn) - weight / sum(table)) < 0.03


def look(made: list[hf.RatedPuzzle]) -> dict[str, float]:
    """Return means over puzzles."""
    bridges = [each.solution.bridges for each in made]
    islands = [len(each.puzzle.islands) for each in made]
    return {
        "density": mean(n / (each.puzzle.width * each.puzzle.height) for n, each in zip(islands, made, strict=True)),
        "doubles": mean(sum(b[4] > 1 for b in laid) / len(laid) for laid in bridges),
        "cycles": mean((len(laid) - n + 1) / n for n, laid in zip(islands, bridges, strict=True)),
        "span": mean(mean(b[2] - b[0] + b[3] - b[1] for b in laid) for laid in bridges),
    }


# Published puzzles that are easy have more doubles than others, too: 0.43 against 0.3 on classic boards.
RANGES = {
    "classic": {"density": (0.27, 0.36), "doubles": (0.25, 0.52), "cycles": (0, 0.02), "span": (2.2, 2.5)},
    "rich": {"density": (0.27, 0.36), "doubles": (0.15, 0.42), "cycles": (0.04, 0.2), "span": (2.2, 2.5)},
}


@pytest.mark.parametrize("style", RANGES)
@pytest.mark.parametrize(
    ("size", "targets"),
    [
        ((9, 13), {"difficulty": "easy"}),
        ((9, 13), {"difficulty": "medium"}),
        ((9, 13), {"difficulty": "hard"}),
        ((9, 13), {"difficulty": "expert"}),
        ((10, 10), {"tatham": "hard"}),
        ((12, 12), {"difficulty": "medium", "symmetry": "rotate"}),
        ((25, 25), {"difficulty": "hard"}),
        ((25, 25), {"difficulty": "easy"}),
    ],
)
def test_the_look_does_not_depend_on_the_level(style: Any, size: tuple[int, int], targets: dict[str, Any]) -> None:
    made = list(hf.produce(12, hf.Spec(*size, style=style, **targets), seed=9, workers=1))
    for name, value in look(made).items():
        low, high = RANGES[style][name]
        assert low <= value <= high, (name, value)


def test_open_boards_are_open() -> None:
    made = list(hf.produce(10, hf.Spec(20, 20, style="open", difficulty="hard"), seed=1, workers=1))
    assert look(made)["density"] < 0.2
    assert look(made)["span"] > 3


def test_rich_boards_nearly_stay_in_place_under_half_a_turn() -> None:
    def kept(puzzle: hf.Puzzle) -> float:
        cells = {(island.row, island.col) for island in puzzle.islands}
        return sum((puzzle.height - 1 - r, puzzle.width - 1 - c) in cells for r, c in cells) / len(cells)

    # Small boards have fewer pairs, since they would be too much alike.
    for side, style, low, high in ((17, "rich", 0.7, 0.99), (13, "rich", 0.6, 0.75), (13, "classic", 0.2, 0.5)):
        spec = hf.Spec(side, side, style=style, difficulty="medium")  # type: ignore[arg-type]
        assert low < mean(kept(made.puzzle) for made in hf.produce(15, spec, seed=2, workers=1)) < high


@pytest.mark.parametrize("size", [(5, 5), (7, 7), (9, 13), (40, 40)])
def test_islands_are_as_many_as_usual(size: tuple[int, int]) -> None:
    low, high = usual_islands(FULL["classic"], *size)
    assert 0.28 < low / (size[0] * size[1]) < high / (size[0] * size[1]) < 0.49
