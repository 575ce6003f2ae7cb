"""Misuse of specs, and of what is made by them."""
from __future__ import annotations

import copyreg
import threading
from collections.abc import Callable
from typing import Any

import numpy

import hashi_fast as hf
from hashi_fast.generation import _boundary
from hashi_fast.generation._form_set import SeenForms
from hashi_fast.generation.block import Block, BlockMaker, plan_for
from hashi_fast.generation.recipes import LADDER_WEIGHTS, order_of
from misuse.cases import CASES, case, put


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


def lines_of(made: Block) -> int:
    return made.lines(made.all_made()).count(b"\n")


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


@case
def plan_begun_twice() -> object:
    maker = BlockMaker(hf.Spec(7, 7), 1, 0, 100)
    plan_for(hf.Spec(7, 7)).__init__(LADDER_WEIGHTS, vars(order_of(hf.Spec(30, 30))))
    return lines_of(maker.make())


@case
def plan_of_nothing() -> object:
    return _boundary.Plan.__new__(_boundary.Plan)


def plan_with(**fields: object) -> object:
    """Return what comes of a plan with other fields than a spec gives it."""
    job = _boundary.MakeJob(_boundary.Plan(LADDER_WEIGHTS, vars(order_of(hf.Spec(7, 7))) | fields), 1, 0, 2)
    return _boundary.MakeWorker(job).run()


@case
def plan_of_negative_width() -> object:
    return plan_with(width=-1)


@case
def plan_with_many_bridges() -> object:
    return plan_with(max_bridges=10**6)


@case
def forms_added_by_threads() -> object:
    seen = SeenForms()
    forms = numpy.random.default_rng(1).integers(1, 2**64, size=(4, 50_000), dtype=numpy.uint64)  # all different
    threads = [threading.Thread(target=seen.add_many, args=(each,)) for each in forms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(seen)


@case
def many_candidates() -> object:
    return _boundary.MakeJob(plan_for(hf.Spec(7, 7)), 1, 0, 2**60)


@case
def rated_puzzle_of_a_number() -> object:
    build, (_, *rest) = hf.generate(7, 7, seed=1).__reduce__()
    return build(3, *rest)
