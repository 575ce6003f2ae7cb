"""Orders: the kernels get exactly what the recipes say."""
import dataclasses

import pytest

import hashi_fast as hf
from hashi_fast.deduction.techniques import LADDER_WEIGHTS, NAMES
from hashi_fast.generation._boundary import Plan
from hashi_fast.generation.recipes import Order, order_of
from hashi_fast.generation.styles import FULL, KINDS

ORDER = vars(order_of(hf.Spec(7, 7)))


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Order)])
def test_the_kernels_miss_every_field(name: str) -> None:
    """So every field is passed on under its own name. And `Plan` accepts an order, so the kernels need no others."""
    assert Plan(LADDER_WEIGHTS, ORDER).room == ORDER["islands_high"]
    with pytest.raises((KeyError, ValueError), match=name):
        Plan(LADDER_WEIGHTS, {key: value for key, value in ORDER.items() if key != name})


def test_weights_have_one_entry_per_kind() -> None:
    for weights in ((1,) * 6, (1,) * 8):
        with pytest.raises((IndexError, ValueError)):
            Plan(LADDER_WEIGHTS, ORDER | {"weights": weights})


def test_islands_are_a_range() -> None:
    for low, high in ((0, 3), (4, 3)):
        with pytest.raises(ValueError, match="expected a range from 1 up"):
            Plan(LADDER_WEIGHTS, ORDER | {"islands_low": low, "islands_high": high})


def rungs(*names: str) -> int:
    return sum(1 << NAMES.index(name) for name in names)


def test_what_a_spec_asks_for_is_ordered() -> None:
    spec = hf.Spec(
        9, 8, difficulty="hard", islands=(12, 15), doubles=(0.25, 0.5), cycles=(1, 2), max_bridges=3,
        require=("only way out",), exclude=("parity", "search"), unknown_clues=0.5, score=(9, 10.5), tatham="hard",
    )  # fmt: skip
    order = order_of(spec, 99)
    assert (order.width, order.height, order.max_bridges, order.loops) == (9, 8, 3, True)
    assert (order.islands_low, order.islands_high, order.cycles_low, order.cycles_high) == (12, 15, 1, 2)
    assert (order.usual_cycles, order.doubles_low, order.doubles_high, order.nearly) == (2, 16384, 32768, 0)
    assert (order.hidden, order.node_limit, order.score_low, order.score_high) == (32768, 99, 9000, 10500)
    assert (order.required, order.excluded) == (rungs("only way out"), rungs("parity", "search"))
    his = rungs("limited neighbours", "forbidden pair", "no way out", "group isolation")
    assert order.any_of == (rungs("only way out", "starvation"), his)
    assert order.n_rungs == NAMES.index("group isolation") + 1  # his are the fewer ones


def test_levels_are_rungs() -> None:
    last = {"easy": "limited neighbours", "medium": "no loop", "hard": "starvation", "expert": "contradiction"}
    for level, name in last.items():
        assert order_of(hf.Spec(9, 9, difficulty=level)).n_rungs == NAMES.index(name) + 1
    assert order_of(hf.Spec(9, 9, difficulty="easy")).any_of == (0, 0)
    assert order_of(hf.Spec(9, 9)).n_rungs == len(NAMES)


def test_what_a_spec_does_not_say_suits_the_level() -> None:
    order = order_of(hf.Spec(20, 20, style="open"))
    assert (order.any_of, order.cycles_high, order.usual_cycles) == ((0, 0), 400, 6)
    assert (order.islands_low, order.sweeps, order.choosy) == (55, 0, False)
    assert order_of(hf.Spec(20, 20, loops=False)).usual_cycles == 0
    small, large = (order_of(hf.Spec(side, side, tatham="medium", style="open")) for side in (7, 40))
    assert small.more_bridges < large.more_bridges
    assert small.looks < large.looks


def test_what_is_asked_for_overrules_the_style() -> None:
    """Where islands are too few or too many for a style, boards are grown as in the open one."""
    for islands in ((20, 25), (200, 200)):
        assert order_of(hf.Spec(20, 20, islands=islands)).sweeps == 0
    assert order_of(hf.Spec(20, 20, islands=(100, 125))).sweeps > 0
    plain, asked = (order_of(hf.Spec(20, 20, doubles=doubles)) for doubles in (None, 0.6))
    assert share_of_doubles(asked.kinds) > share_of_doubles(plain.kinds) + 0.2
    assert share_of_doubles(order_of(hf.Spec(20, 20, max_bridges=1)).kinds) == 0


def share_of_doubles(kinds: tuple[int, ...]) -> float:
    counted = list(zip(kinds, 3 * KINDS, strict=True))
    return sum(n * doubles for n, (_, doubles) in counted) / sum(n * links for n, (links, _) in counted)


def test_tables_of_styles_fit_the_kernels() -> None:
    for style in FULL.values():
        assert [len(zone) for zone in style.kinds] == [len(KINDS)] * 3
        assert len(style.spans) == len(style.lengths) == 8
        assert 0 < style.fewest < 100 < style.most
        for chance in (*style.places, *style.diagonals, *style.fresh):
            assert 0 < chance <= 65536  # or growth might never end


def test_large_open_boards_are_eased_first() -> None:
    """Only as far as that some part may stay extreme."""
    small, large = (order_of(hf.Spec(side, side, style="open", difficulty="extreme")) for side in (10, 100))
    assert small.eased_rungs == large.eased_rungs > 0
    assert small.eased > 2 * small.islands_high  # so it is not eased
    assert large.eased < large.islands_high


def test_boards_of_single_bridges_change_links() -> None:
    for level in ("expert", "extreme"):
        order = order_of(hf.Spec(10, 10, style="open", difficulty=level, max_bridges=1))
        assert order.weights[2] > 1
        assert order.usual_cycles == 0


@pytest.mark.parametrize(("side", "level"), [(200, "hard"), (100, "extreme")])
def test_large_open_boards_are_made(side: int, level: str) -> None:
    made = hf.generate(side, side, seed=3, difficulty=level, style="open")
    assert made.rating == hf.rate(made.puzzle)
    assert made.rating.difficulty == level


@pytest.mark.parametrize("symmetry", ["mirror-h", "mirror-v"])
def test_mirrored_open_boards_are_made(symmetry: str) -> None:
    for index in range(10):
        made = hf.generate(40, 40, seed=3, index=index, difficulty="hard", style="open", symmetry=symmetry)
        assert made.rating.difficulty == "hard"
        assert hf.count_solutions(made.puzzle) == 1
