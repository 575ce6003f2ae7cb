"""Boards worked out from given bridges: rounds come in order, once, and with the state they were found in."""
from __future__ import annotations

import random

import pytest
from boards import solvable_puzzle
from command_line import SLOW

import hashi_fast as hf
from hashi_fast.board.rating import Step
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.climb import Climb
from hashi_fast.coaching.layout import Layout
from hashi_fast.deduction._boundary import Path
from hashi_fast.deduction.techniques import NAMES

UNLIMITED = Budget(None, None)


def climb_of(puzzle: hf.Puzzle, placed: dict[int, int] | None = None, budget: Budget = UNLIMITED) -> Climb:
    return Climb(Layout(puzzle), placed or {}, budget)


def test_rounds_are_those_of_a_rating() -> None:
    rng = random.Random(1)
    for _ in range(100):
        puzzle = solvable_puzzle(rng, max_side=9, max_islands=20)[0]
        climb = climb_of(puzzle)
        climb.to_the_end()
        assert tuple(step for steps in climb.rounds() for step in steps) == hf.rate(puzzle, path=True).path
        assert list(climb.rounds()) == []


def test_rung_by_rung_gives_the_same_rounds_as_all_at_once() -> None:
    rng = random.Random(2)
    for _ in range(100):
        puzzle = solvable_puzzle(rng, max_side=9, max_islands=20)[0]
        whole, gradual = climb_of(puzzle), climb_of(puzzle)
        if whole.to_the_end() != "unique":
            continue  # the search, which comes before cases are split, has seen that there are several solutions
        every = [steps for steps in whole.rounds() if steps[0].technique != "search"]
        found: list[tuple[Step, ...]] = []
        verdicts = []
        for verdict in gradual.by_rung():
            verdicts.append(verdict)
            found += gradual.rounds()
        assert found == every[: len(found)]
        assert len(found) == len(every) or verdicts[-1] == "stuck"
        assert set(verdicts[:-1]) <= {"stuck"}


def test_the_state_is_that_before_a_round_and_finally_that_of_the_kernels() -> None:
    rng = random.Random(3)
    for _ in range(100):
        puzzle, bridges = solvable_puzzle(rng, max_side=9, max_islands=20)
        layout = Layout(puzzle)
        edges = {layout.bridge(edge, 0)[:4]: edge for edge in range(len(layout.ends))}
        placed = {edges[bridge[:4]]: bridge[4] for bridge in rng.sample(bridges, len(bridges) // 3)}
        climb = climb_of(puzzle, placed)
        assert climb.possible
        assert climb.state.least == [placed.get(edge, 0) for edge in range(len(edges))]
        assert climb.state.most == [layout.capacity(edge) for edge in range(len(edges))]
        climb.to_the_end()
        for steps in climb.rounds():
            before = climb.state.copy()
            for edge, least, most in (conclusion for step in steps for conclusion in step.conclusions):
                assert (least, most) != (before.least[edge], before.most[edge])
                assert least >= before.least[edge]
                assert most <= before.most[edge]
        path = Path(puzzle.topology)
        for edge, count in placed.items():
            path.place(edge, count)
        path.run(len(NAMES))
        assert (climb.state.least, climb.state.most) == path.bounds


def test_bridges_that_contradict_each_other_at_once() -> None:
    puzzle = hf.loads("1.1.1")
    assert not climb_of(puzzle, {0: 1, 1: 1}).possible
    assert climb_of(puzzle, {0: 1}).possible


def test_a_budget_that_runs_out() -> None:
    puzzle = SLOW
    with pytest.raises(hf.BudgetExceeded, match="time_limit"):
        list(climb_of(puzzle, budget=Budget(0, None)).by_rung())
    for spent in (Budget(0, None), Budget(None, 0)):
        assert climb_of(puzzle, budget=spent).to_the_end() is None
