"""Orders: the kernels get exactly what the recipes say."""
import dataclasses

import pytest

import hashi_fast as hf
from hashi_fast.deduction.techniques import LADDER_WEIGHTS
from hashi_fast.generation._boundary import Plan
from hashi_fast.generation.recipes import Order, order_of

ORDER = vars(order_of(hf.Spec(7, 7)))


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Order)])
def test_the_kernels_miss_every_field(name: str) -> None:
    """So every field is passed on under its own name. And `Plan` accepts an order, so the kernels need no others."""
    assert Plan(LADDER_WEIGHTS, ORDER).room == ORDER["islands_high"]
    with pytest.raises((KeyError, ValueError), match=name):
        Plan(LADDER_WEIGHTS, {key: value for key, value in ORDER.items() if key != name})


def test_weights_have_one_entry_per_kind() -> None:
    for weights in ((1, 1, 1, 1, 1), (1,) * 7):
        with pytest.raises((IndexError, ValueError)):
            Plan(LADDER_WEIGHTS, ORDER | {"weights": weights})


def test_islands_are_a_range() -> None:
    for low, high in ((0, 3), (4, 3)):
        with pytest.raises(ValueError, match="expected a range from 1 up"):
            Plan(LADDER_WEIGHTS, ORDER | {"islands_low": low, "islands_high": high})


def test_what_a_spec_asks_for_is_ordered() -> None:
    spec = hf.Spec(
        9, 8, difficulty="hard", islands=(12, 15), doubles=(0.25, 0.5), cycles=(1, 2), max_bridges=3,
        require=("only way out",), exclude=("parity", "search"), unknown_clues=0.5,
    )  # fmt: skip
    order = order_of(spec, 99)
    assert (order.width, order.height, order.max_bridges, order.loops) == (9, 8, 3, True)
    assert (order.islands_low, order.islands_high, order.cycles_low, order.cycles_high) == (12, 15, 1, 2)
    assert (order.usual_cycles, order.doubles_low, order.doubles_high, order.nearly) == (2, 16384, 32768, 0)
    assert (order.level_low, order.level_high, order.hidden, order.node_limit) == (2, 2, 32768, 99)
    assert (order.required, order.excluded) == (1 << 9, 1 << 12 | 1 << 15)


def test_what_a_spec_does_not_say_suits_the_level() -> None:
    order = order_of(hf.Spec(20, 20))
    assert (order.level_low, order.level_high, order.cycles_high, order.usual_cycles) == (0, 4, 400, 6)
    assert order.islands_low == 55
    assert order_of(hf.Spec(20, 20, loops=False)).usual_cycles == 0
    small, large = (order_of(hf.Spec(side, side, difficulty="medium")) for side in (7, 40))
    assert small.more_bridges < large.more_bridges
    assert small.looks < large.looks
