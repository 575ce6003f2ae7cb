"""Diagnoses: reasons are true, irreducible and name the right islands; differences are as small as possible."""
from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Collection
from itertools import count as ticks
from itertools import product
from types import SimpleNamespace

import paths
import pytest
from boards import random_puzzle, solvable_puzzle
from command_line import CHOICE, ENDLESS, SPLIT
from names import cells_named, check_english
from oracle import all_solutions, size, visible_pairs

import hashi_fast as hf
from hashi_fast.board._topology import Topology
from hashi_fast.coaching import budget, questions, relaxation
from hashi_fast.coaching.budget import Budget
from hashi_fast.search._boundary import Run

BOARDS = paths.BOARDS
RULES = ("connected", "loop", "crossing", "max_bridges")
Cell = tuple[int, int]


def is_solvable(puzzle: hf.Puzzle, cells: Collection[Cell], rules: Collection[str]) -> bool:
    """Whether some bridges give these islands their numbers and obey these rules: all are tried.

    The slow and obvious counterpart of `relaxation.is_solvable`. The numbers of the other islands are ignored.
    """
    pairs = visible_pairs(puzzle)
    targets = {(row, col): target for row, col, target in puzzle.islands if (row, col) in cells}
    most = puzzle.max_bridges if "max_bridges" in rules else max([*targets.values(), 1])
    ranges = []
    for r1, c1, r2, c2 in pairs:
        counting = [targets[cell] for cell in ((r1, c1), (r2, c2)) if cell in targets]
        # Between islands whose numbers do not count, one bridge is as good as more.
        ranges.append(range(min([most, *counting]) + 1 if counting else 2))
    for counts in product(*ranges):
        laid = [pair for pair, count in zip(pairs, counts, strict=True) if count]
        sums: Counter[Cell] = Counter()
        for (r1, c1, r2, c2), count in zip(pairs, counts, strict=True):
            sums[r1, c1] += count
            sums[r2, c2] += count
        if any(sums[cell] != target for cell, target in targets.items()):
            continue
        groups = {(row, col): {(row, col)} for row, col, _ in puzzle.islands}
        loops = False
        for r1, c1, r2, c2 in laid:
            one, other = groups[r1, c1], groups[r2, c2]
            loops |= one is other
            joined = one | other
            groups.update(dict.fromkeys(joined, joined))
        if "loop" in rules and loops:
            continue
        if "connected" in rules and len(groups[puzzle.islands[0][:2]]) < len(puzzle.islands):
            continue
        if "crossing" in rules and any(_cross(one, other) for one in laid for other in laid):
            continue
        return True
    return False


def _cross(across: tuple[int, int, int, int], down: tuple[int, int, int, int]) -> bool:
    return across[0] == across[2] and down[0] < across[0] < down[2] and across[1] < down[1] < across[3]


def small(rng: random.Random, most: int = 20_000) -> hf.Puzzle:
    """A board small enough for the functions above."""
    while True:
        puzzle = random_puzzle(rng, max_side=5, max_islands=7)
        top = max([target or 1 for _, _, target in puzzle.islands])
        if (top + 1) ** len(visible_pairs(puzzle)) <= most:
            return puzzle


def check_none(puzzle: hf.Puzzle, found: hf.Diagnosis) -> None:
    """Check the words of a diagnosis without a solution."""
    check_english(found.reason)
    cells_named(puzzle, found.reason)
    assert "This follows from" in found.reason
    assert found.core is not None
    kept = {(row, col): target for row, col, target in puzzle.islands if (row, col) in found.islands}
    assert {(row, col): target for row, col, target in found.core.islands if target is not None} == kept
    assert hf.solve(found.core).status == "unsolvable"
    assert (found.solutions, found.differing) == ((), ())


def check_against_oracle(rng: random.Random, count: int) -> Counter[str]:
    """Compare diagnoses of small boards with trying everything."""
    seen: Counter[str] = Counter()
    while sum(seen.values()) < count:
        puzzle = small(rng)
        found = hf.diagnose(puzzle)
        if found.status != "none":
            continue
        assert found.irreducible
        check_none(puzzle, found)
        assert not is_solvable(puzzle, found.islands, found.rules), (puzzle, found)
        for cell in found.islands:
            rest = [other for other in found.islands if other != cell]
            assert is_solvable(puzzle, rest, found.rules), (puzzle, found, cell)
        for rule in found.rules:
            rest = [other for other in found.rules if other != rule]
            assert is_solvable(puzzle, found.islands, rest), (puzzle, found, rule)
        seen.update(found.rules or ["numbers alone"])
    return seen


def test_reasons_are_irreducible() -> None:
    seen = check_against_oracle(random.Random(1), 150)
    assert set(seen) >= {"connected", "crossing", "max_bridges", "numbers alone"}, seen


@pytest.mark.slow
def test_reasons_are_irreducible_on_many_boards() -> None:
    seen = check_against_oracle(random.Random(2), 3000)
    assert set(seen) == {*RULES, "numbers alone"}, seen


def test_relaxed_search_agrees_with_trying_everything() -> None:
    rng = random.Random(3)
    answers: Counter[bool] = Counter()
    for _ in range(250):
        puzzle = small(rng, 3000)
        islands = [i for i, (_, _, target) in enumerate(puzzle.islands) if target is not None and rng.random() < 0.7]
        rules = [rule for rule in RULES if rng.random() < 0.6]
        expected = is_solvable(puzzle, [puzzle.islands[i][:2] for i in islands], rules)
        assert relaxation.is_solvable(puzzle, islands, rules, Budget(None, None)) is expected, (puzzle, islands, rules)
        answers[expected] += 1
    assert min(answers.values()) > 50


@pytest.mark.parametrize(
    ("grid", "islands"), [("2.2.?", ((0, 0), (0, 2))), ("1.1.?", ((0, 2),)), ("?.1.?", ((0, 2),))]
)
def test_an_unknown_clue_needs_a_bridge_only_to_be_connected(grid: str, islands: tuple[Cell, ...]) -> None:
    """So a conflict in which it needs one names that rule, and without that rule it may have none."""
    puzzle = hf.loads(grid)
    found = hf.diagnose(puzzle)
    assert (found.islands, found.rules, found.irreducible) == (islands, ("connected",), True)
    numbers = [i for i, (_, _, target) in enumerate(puzzle.islands) if target is not None]
    others = [rule for rule in RULES if rule != "connected"]
    assert relaxation.is_solvable(puzzle, numbers, others, Budget(None, None))


def test_unknown_clues_alone_are_no_conflict_without_connectivity() -> None:
    puzzle = hf.loads("?.\n.?")  # neither island sees the other
    found = hf.diagnose(puzzle)
    assert (found.status, found.islands, found.rules) == ("none", (), ("connected",))


def test_larger_boards_with_a_wrong_number() -> None:
    rng = random.Random(4)
    for size_ in (7, 10, 15):
        for record in hf.load(BOARDS / f"tatham_{size_}.jsonl")[:4]:
            islands = [list(island) for island in record.puzzle.islands]
            wrong = rng.choice(islands)
            wrong[2] += 1 if wrong[2] < 8 else -1  # the sum is odd now
            puzzle = hf.Puzzle(record.puzzle.width, record.puzzle.height, islands)
            found = hf.diagnose(puzzle)
            assert found.status == "none"
            check_none(puzzle, found)


# The sizes of the sets that a search per question found, dropping numbers one by one.
SIZES = {
    7: (1, 1, 9, 4, 8, 1, 1, 1, 1, 1),
    10: (5, 6, 2, 5, 1, 2, 10, 21, 5, 1),
    15: (2, 6, 10, 15, 21, 1, 10, 5, 1, 4),
    25: (2, 1, 4, 9, 15, 19, 2, 1, 2, 4),
    40: (3, 5, 37, 7, 3, 1, 4, 8, 11, 2),
}


@pytest.mark.parametrize("side", SIZES)
def test_sets_are_small(side: int) -> None:
    rng = random.Random(side)
    for record, size_ in zip(hf.load(BOARDS / f"tatham_{side}.jsonl"), SIZES[side], strict=False):
        islands = [list(island) for island in record.puzzle.islands]
        wrong = rng.choice(islands)
        wrong[2] += 1 if wrong[2] < 8 else -1
        found = hf.diagnose(hf.Puzzle(record.puzzle.width, record.puzzle.height, islands))
        assert found.irreducible
        assert len(found.islands) <= size_


@pytest.mark.parametrize(
    ("grid", "reason"),
    [
        (
            "2..7.2",
            "The 7 at row 1, column 4 needs seven bridges, but has two neighbours, each of which can take only two."
            " This follows from the number of the 7 at row 1, column 4 and the rule that a pair of islands has at most"
            " two bridges.",
        ),
        (
            "1.4.?",
            "The 4 at row 1, column 3 needs four bridges, but can have only one bridge to the 1 on the left and two"
            " to the ? on the right. This follows from the numbers of the 1 at row 1, column 1 and the 4 at row 1,"
            " column 3 and the rule that a pair of islands has at most two bridges.",
        ),
        ("2.../..../...2", "The island at row 1, column 1 cannot be connected to the other islands"),
        (
            "1.1.2",
            "The island at row 1, column 1 needs at least one bridge, and can get it only from the 1 on the right."
            " The island at row 1, column 5 needs at least one bridge, and can get it only from the 1 on the left."
            " Then the 1 at row 1, column 3 would have two bridges. This follows from the number of the 1 at row 1,"
            " column 3 and the rule that all islands must be connected.",
        ),
        (
            "3.3/.../3.2",
            "The needs of all islands add up to eleven, which is odd. But a bridge between two of them counts twice."
            " This follows from the numbers of all islands.",
        ),
        ("1", "The 1 at row 1, column 1 needs one bridge, but has no neighbour. This follows from the number of the 1"),
    ],
)
def test_how_reasons_read(grid: str, reason: str) -> None:
    puzzle = hf.loads(grid, "grid")
    found = hf.diagnose(puzzle)
    if reason not in found.reason:
        pytest.fail(found.reason)


# Several solutions


def test_differences_are_as_small_as_possible() -> None:
    rng = random.Random(5)
    sizes: Counter[int] = Counter()
    while sum(sizes.values()) < 40:
        puzzle = solvable_puzzle(rng, max_islands=8)[0]
        if size(puzzle) > 5000:
            continue
        solutions = [{bridge[:4]: bridge[4] for bridge in found} for found in all_solutions(puzzle)]
        found = hf.diagnose(puzzle)
        assert found.status == {0: "none", 1: "unique"}.get(len(solutions), "multiple")
        if found.status != "multiple":
            continue
        check_english(found.reason)
        assert cells_named(puzzle, found.reason) <= set(found.islands)
        one, other = ({bridge[:4]: bridge[4] for bridge in s.bridges} for s in found.solutions)
        assert one in solutions
        assert other in solutions
        differing = {ends for ends in one.keys() | other.keys() if one.get(ends) != other.get(ends)}
        assert set(found.differing) == differing
        assert set(found.islands) == {cell for r1, c1, r2, c2 in differing for cell in ((r1, c1), (r2, c2))}
        # No other solution differs from the first in only a part of these places.
        for solution in solutions:
            places = {ends for ends in one.keys() | solution.keys() if one.get(ends) != solution.get(ends)}
            assert not (places and places < differing), (puzzle, found)
        sizes[len(differing)] += 1
    assert len(sizes) > 2, sizes


def test_how_a_difference_reads() -> None:
    found = hf.diagnose(hf.loads(CHOICE))
    assert found.reason == (
        "There can be two bridges between the 4 at row 3, column 3 and the 3 at row 3, column 5, none between the 4"
        " at row 3, column 3 and the 3 at row 5, column 3, none between the 3 at row 3, column 5 and the 2 at row"
        " 5, column 5 and two between the 3 at row 5, column 3 and the 2 at row 5, column 5; or, in the same"
        " order, one, one, one and one, with everything else unchanged."
    )
    assert found.drawing.count("*") == 6
    assert found.drawing.count("\N{MULTIPLICATION SIGN}") == 2
    assert len(found.differing) == 4


def test_a_puzzle_with_nothing_wrong() -> None:
    found = hf.diagnose(hf.loads("3x1:2a2"))
    assert found == hf.Diagnosis("unique", "The puzzle has exactly one solution.")


def test_a_budget_that_runs_out_is_no_answer() -> None:
    for limit in ({"node_limit": 0}, {"time_limit": 0}):
        with pytest.raises(hf.BudgetExceeded, match=next(iter(limit))):
            hf.diagnose(hf.loads(SPLIT), **limit)
    # What is found before it runs out is true, but may not be minimal.
    found = hf.diagnose(hf.loads(ENDLESS), node_limit=1000)
    assert found.status == "multiple"
    found = hf.diagnose(hf.loads(SPLIT), node_limit=1)
    assert (found.status, found.irreducible) == ("none", False)
    assert found.reason.endswith("Fewer numbers or rules may be enough: checking that took too long.")
    check_none(hf.loads(SPLIT), found)


def test_a_time_limit_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    record = hf.load(BOARDS / "tatham_40.jsonl")[0]
    islands = [list(island) for island in record.puzzle.islands]
    islands[60][2] += 1
    puzzle = hf.Puzzle(40, 40, islands)
    assert hf.diagnose(puzzle).irreducible
    clock = ticks()  # a second later with each look at it
    monkeypatch.setattr(budget, "time", SimpleNamespace(perf_counter=lambda: float(next(clock))))
    seconds: list[float] = []

    def run(topology: Topology, time_limit: float, node_limit: int | None) -> Run:
        seconds.append(time_limit)
        return Run(topology, time_limit, node_limit)

    monkeypatch.setattr(questions, "Run", run)
    found = hf.diagnose(puzzle, time_limit=20)
    assert (found.status, found.irreducible) == ("none", False)
    assert 0 < sum(each > 0 for each in seconds) < 20


def test_bad_input() -> None:
    with pytest.raises(TypeError, match="expected a Puzzle, not '2=2'"):
        hf.diagnose("2=2")


def test_diagnoses_are_values() -> None:
    for text in (SPLIT, CHOICE, "3x1:2a2"):
        found = hf.diagnose(hf.loads(text))
        assert pickle.loads(pickle.dumps(found)) == found == hf.diagnose(hf.loads(text))
        assert json.loads(json.dumps(found.to_dict()))["status"] == found.status
