"""Puzzles of the native generator for the tests, by default of any level."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from hashi_fast import RatedPuzzle, Spec
from hashi_fast.deduction.techniques import LADDER_WEIGHTS, TECHNIQUES
from hashi_fast.generation._boundary import STATUS, STRATEGIES, SYMMETRIES, Plan
from hashi_fast.generation.block import Block, BlockMaker
from hashi_fast.generation.recipes import NO_LOOK
from hashi_fast.levels import DIFFICULTIES

NAMES = {number: name for name, number in STATUS.items()}

USUAL: dict[str, Any] = {
    "max_bridges": 2, "loops": True, "symmetry": None, "strategy": "grow", "cycles": (0, 0), "doubles": (0, 65536),
    "nearly": 0, "level": None, "score_low": 0, "score_high": 1 << 30, "required": 0, "excluded": 0, "hidden": 0,
    "more_bridges": 24576, "winding": 0, "closeness": 0, "choices": 1, "promise": (0,) * 8,
    "weights": (8, 8, 4, 4, 1, 0, 0), "mended": True, "mixing": 0, "flocks": 1, "shaved": False,
    "shaved_first": False, "looks": 40, "patience": 4, "stirs": 8, "walks": 0, "milestone": 0, "worth": 0,
    "polishes": 0, "thin": 0, "hidden_first": 65536, "eased": 0, "eased_rungs": 0, "knot_last": False,
    "work_limit": 1 << 18, "node_limit": 100_000, **NO_LOOK,
}


class Made(NamedTuple):
    """The result of an order: for each index its status, and its puzzle or the closest one, if any."""

    status: list[str]
    puzzles: list[RatedPuzzle | None]


def rungs_of(level: int | None) -> dict[str, Any]:
    """Return what an order says about a level, by its place among all levels; None: any."""
    levels = [DIFFICULTIES.index(technique.level) for technique in TECHNIQUES]
    up_to = [k for k, each in enumerate(levels) if level is None or each <= level]
    makes_it = sum(1 << k for k, each in enumerate(levels) if each == level) if level else 0
    return {"n_rungs": len(up_to), "any_of": (makes_it, 0)}


def make(
    count: int, width: int, height: int, islands: tuple[int, int], *, seed: int, first: int = 0, threads: int = 1,
    **order: Any,
) -> Made:
    """Make `count` puzzles on some threads.

    `order` is that of `Plan`, but with ranges and with names instead of numbers; `cycles` are also the usual ones.
    """
    whole = {"width": width, "height": height, "edit_limit": 40 + islands[1] // 8, **USUAL, **order}
    whole |= {"symmetry": SYMMETRIES[whole["symmetry"]], "strategy": STRATEGIES[whole["strategy"]]}
    for name, (low, high) in {
        "islands": islands, "cycles": whole.pop("cycles"), "doubles": whole.pop("doubles")
    }.items():
        whole |= {f"{name}_low": low, f"{name}_high": high}
    whole |= rungs_of(whole.pop("level"))
    plan = Plan(LADDER_WEIGHTS, whole | {"usual_cycles": whole["cycles_high"]})
    spec = Spec(
        width, height, max_bridges=order.get("max_bridges", 2), loops=order.get("loops", True),
        unknown_clues=order.get("hidden", 0) / 65536,
    )
    starts = range(first, first + count, -(-count // threads))
    makers = [BlockMaker(spec, seed, start, min(starts.step, first + count - start), plan) for start in starts]
    with ThreadPoolExecutor(threads) as executor:
        blocks = list(executor.map(BlockMaker.make, makers))
    status = [NAMES[number] for block in blocks for number in block.arrays.status.tolist()]
    return Made(status, [block.closest(k) for block in blocks for k in range(len(block))])


def puzzles_of(block: Block) -> list[RatedPuzzle]:
    """Return the candidates of a block that are what was asked for."""
    return [block.puzzle(k) for k in block.all_made().tolist()]
