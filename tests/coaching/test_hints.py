"""Hints lead to the solution, tell the truth, and find every mistake."""
from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator

import paths
import pytest
from boards import random_puzzle, solvable_puzzle
from command_line import CHOICE, ENDLESS, SPLIT
from names import cells_named, check_english
from oracle import all_solutions, size

import hashi_fast as hf
from hashi_fast.board.rating import Step
from hashi_fast.coaching.climb import Climb
from hashi_fast.coaching.layout import Layout
from hashi_fast.deduction.techniques import NAMES, WEIGHTS

BOARDS = paths.BOARDS
Bridge = tuple[int, int, int, int, int]


def unique_puzzles(rng: random.Random, count: int, **sizes: int) -> Iterator[hf.Puzzle]:
    """Boards of every rule variant with exactly one solution."""
    while count:
        puzzle, _ = solvable_puzzle(rng, **sizes)
        if hf.is_unique(puzzle):
            count -= 1
            yield puzzle


def check_hint(puzzle: hf.Puzzle, hint: hf.Hint) -> None:
    """Check the words of a hint and what they are about."""
    cells = set(hint.islands)
    for strength in (1, 2, 3):
        check_english(hint.text(strength))
    assert cells_named(puzzle, f"{hint.where} {hint.why} {hint.what}") <= cells, hint
    for r1, c1, r2, c2, count in (*hint.bridges, *hint.wrong):
        assert {(r1, c1), (r2, c2)} <= cells
        assert 1 <= count <= puzzle.max_bridges
    assert len(cells) == len(hint.islands)


def follow(puzzle: hf.Puzzle, used: Counter[str]) -> hf.Game:
    """Do exactly what hints say, from an empty board; every bridge must be in the solution."""
    game = hf.Game(puzzle)
    solution = {bridge[:4]: bridge[4] for bridge in hf.solve(puzzle).solution.bridges}
    while (hint := hf.hint(game)).kind == "step":
        check_hint(puzzle, hint)
        assert hint.bridges
        assert hint.technique is not None
        used[hint.technique] += 1
        for bridge in hint.bridges:
            assert solution[bridge[:4]] >= bridge[4], (puzzle, hint)
            move = game.set_bridge(*bridge)
            assert move, move.reason
            assert move.after > move.before
    assert hint.kind == "solved", (puzzle, hint)
    return game


@pytest.mark.parametrize(("side", "count"), [(7, 20), (10, 12), (15, 8), (25, 2)])
def test_following_hints_solves_unique_puzzles(side: int, count: int) -> None:
    used: Counter[str] = Counter()
    for record in hf.load(BOARDS / f"tatham_{side}.jsonl")[:count]:
        assert follow(record.puzzle, used).solved
    assert "search" not in used


def test_following_hints_solves_random_boards_of_all_rules() -> None:
    used: Counter[str] = Counter()
    for puzzle in unique_puzzles(random.Random(1), 100, max_side=9, max_islands=18):
        assert follow(puzzle, used).solved
    assert len(used) >= 6, used


@pytest.mark.slow
def test_following_hints_solves_every_puzzle() -> None:
    used: Counter[str] = Counter()
    for path in sorted(BOARDS.glob("tatham_*.jsonl")):
        for record in hf.load(path)[:: 1 if "tatham_7" in path.name else 3]:
            assert follow(record.puzzle, used).solved
    for puzzle in unique_puzzles(random.Random(2), 2500, max_side=12, max_islands=30):
        assert follow(puzzle, used).solved
    assert set(used) >= set(NAMES) - {"completion", "combinations", "parity", "case split", "search"}, used


def test_every_hint_of_a_puzzle_with_several_solutions_is_in_all_of_them() -> None:
    rng = random.Random(4)
    kinds: Counter[str] = Counter()
    while kinds["ambiguous"] < 25:
        puzzle, _ = solvable_puzzle(rng)
        solutions = [{b[:4]: b[4] for b in s.bridges} for s in hf.enumerate_solutions(puzzle, 100)]
        if not 2 <= len(solutions) < 100:
            continue
        placed: dict[tuple[int, ...], int] = {}
        while (hint := hf.hint(puzzle, [(*ends, n) for ends, n in placed.items()])).kind == "step":
            check_hint(puzzle, hint)
            for *ends, count in hint.bridges:
                assert all(solution.get(tuple(ends), 0) >= count for solution in solutions), (puzzle, hint)
                assert count > placed.get(tuple(ends), 0)
                placed[tuple(ends)] = count
        kinds[hint.kind] += 1
        if hint.kind == "solved":  # if numbers are unknown, what all solutions share may be one of them
            assert not hf.check(puzzle, [(*ends, n) for ends, n in placed.items()])
            continue
        assert hint.kind == "ambiguous"
        assert (hint.bridges, hint.technique, hint.steps) == ((), None, ())
        check_hint(puzzle, hint)
        common = {ends: min(solution.get(ends, 0) for solution in solutions) for ends in solutions[0]}
        assert placed == {ends: count for ends, count in common.items() if count}


def test_the_reasons_of_a_hint_are_enough() -> None:
    """The sums of a hint come out with nothing closed except by its own reasons."""
    checked = 0
    for side in (10, 15):
        for record in hf.load(BOARDS / f"tatham_{side}.jsonl")[20:25]:
            game = hf.Game(record.puzzle)
            while (hint := hf.hint(game)).kind == "step":
                checked += _follows(Layout(record.puzzle), game.counts, hint.steps)
                for bridge in hint.bridges:
                    game.set_bridge(*bridge)
    assert checked > 100


def _follows(layout: Layout, counts: tuple[int, ...], steps: tuple[Step, ...]) -> bool:
    step = steps[-1]
    if step.technique not in NAMES[1:5]:
        return False
    assert step.island is not None
    closed = {edge: most for reason in steps[:-1] for edge, _, most in reason.conclusions}

    def lacks(island: int, if_unknown: int) -> int:
        target = layout.targets[island]
        return (if_unknown if target is None else target) - sum(counts[way.edge] for way in layout.ways[island])

    def room(edge: int) -> int:
        needs = [lacks(end, 4 * layout.most) for end in layout.ends[edge]]
        return min(layout.most - counts[edge], *needs, closed.get(edge, layout.most) - counts[edge])

    need = lacks(step.island, 1)
    for edge, least, _ in step.conclusions:
        others = sum(room(way.edge) for way in layout.ways[step.island] if way.edge != edge)
        assert need - others >= least - counts[edge], steps
    return True


def test_the_technique_is_the_hardest_of_the_steps() -> None:
    for record in hf.load(BOARDS / "tatham_15.jsonl")[:10]:
        game = hf.Game(record.puzzle)
        while (hint := hf.hint(game)).kind == "step":
            assert hint.technique == max((step.technique for step in hint.steps), key=WEIGHTS.__getitem__)
            for bridge in hint.bridges:
                game.set_bridge(*bridge)


def test_a_reason_comes_before_what_rests_on_it() -> None:
    puzzle = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")
    game = hf.Game(puzzle)
    while len((hint := hf.hint(game)).why.split("\n")) == 1:
        for bridge in hint.bridges:
            game.set_bridge(*bridge)
    assert hint.technique == "forbidden pair"
    told = [step.technique for step in hint.steps if step.technique != "completion"]
    assert told == ["forbidden pair", "full island"]
    assert hint.text(1) == "Look at the 1 at row 7, column 3."
    assert hint.text(3) == (
        "One bridge between the 1 at row 7, column 3 and the 1 at row 7, column 5 would complete both and cut"
        " them off from the other islands. So there can be no bridge between them.\n"
        "The 1 at row 7, column 3 has only one neighbour left (no bridge goes to the right, as shown). Its bridge"
        " must go to the 2 on the left.\n"
        "Place one bridge from the 1 at row 7, column 3 to the 2 at row 7, column 1."
    )


# Mistakes


def units_of(bridges: tuple[Bridge, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Single bridges, each as its ends and its number on the edge."""
    return [(bridge[:4], k) for bridge in bridges for k in range(1, bridge[4] + 1)]


def is_possible(solutions: list[dict[tuple[int, ...], int]], bridges: dict[tuple[int, ...], int]) -> bool:
    return any(all(solution.get(ends, 0) >= count for ends, count in bridges.items()) for solution in solutions)


def random_position(rng: random.Random, puzzle: hf.Puzzle) -> hf.Game:
    game = hf.Game(puzzle, strict=rng.random() < 0.5)
    for _ in range(rng.randint(1, 6)):
        if moves := game.available_moves():
            game.set_bridge(*rng.choice(moves))
    return game


def check_mistakes(rng: random.Random, count: int) -> Counter[str]:
    """Compare hints with the oracle at random positions of small boards."""
    kinds: Counter[str] = Counter()
    while sum(kinds.values()) < count:
        puzzle = random_puzzle(rng, max_side=5) if rng.random() < 0.3 else solvable_puzzle(rng, max_islands=7)[0]
        if size(puzzle) > 3000:
            continue
        solutions = [{bridge[:4]: bridge[4] for bridge in found} for found in all_solutions(puzzle)]
        game = random_position(rng, puzzle)
        placed = {bridge[:4]: bridge[4] for bridge in game.bridges}
        hint = hf.hint(game)
        kinds[hint.kind] += 1
        if not solutions:
            assert (hint.kind, hint.wrong) == ("unsolvable", ())
            continue
        assert (hint.kind == "wrong") is not is_possible(solutions, placed), (puzzle, placed, hint)
        if hint.kind != "wrong":
            assert hint.wrong == ()
            continue
        check_hint(puzzle, hint)
        wrong = {bridge[:4]: bridge[4] for bridge in hint.wrong}
        assert all(placed.get(ends, 0) >= n for ends, n in wrong.items())
        assert not is_possible(solutions, wrong), (puzzle, hint)
        for ends, n in wrong.items():
            assert is_possible(solutions, {**wrong, ends: n - 1}), (puzzle, hint)
        kinds["several"] += len(units_of(hint.wrong)) > 1
    return kinds


def test_a_wrong_bridge_is_always_found_with_an_irreducible_set() -> None:
    kinds = check_mistakes(random.Random(5), 200)
    assert min(kinds[kind] for kind in ("wrong", "step", "unsolvable", "several")) > 10, kinds


@pytest.mark.slow
def test_a_wrong_bridge_is_always_found_on_many_boards() -> None:
    check_mistakes(random.Random(6), 6000)


def test_one_wrong_bridge_among_many_right_ones_is_found() -> None:
    rng = random.Random(7)
    for record in hf.load(BOARDS / "tatham_15.jsonl")[:15]:
        solution = hf.solve(record.puzzle).solution
        right = {bridge[:4]: bridge[4] for bridge in solution.bridges}
        ends = [(*record.puzzle.islands[a][:2], *record.puzzle.islands[b][:2])
                for a, b, _ in record.puzzle.topology.edge_list()]
        wrong = rng.choice([pair for pair in ends if right.get(pair, 0) < 2])
        extra = (*wrong, 1 if wrong in right else rng.randint(1, 2))
        hint = hf.hint(record.puzzle, [*solution.bridges, extra])
        assert hint.kind == "wrong"
        assert [bridge[:4] for bridge in hint.wrong] == [wrong]
        check_hint(record.puzzle, hint)


def test_broken_rules_are_named() -> None:
    crossing = hf.loads(".2./2.2/.2.")
    hint = hf.hint(crossing, [(1, 0, 1, 2, 1), (0, 1, 2, 1, 1)])
    assert hint.kind == "unsolvable"
    free = hf.Puzzle(5, 5, [(r, c, None) for r, c in ((0, 0), (0, 2), (0, 4), (2, 0), (2, 4), (4, 0), (4, 2), (4, 4))])
    hint = hf.hint(free, [(2, 0, 2, 4, 1), (0, 2, 4, 2, 2)])
    assert hint.wrong == ((0, 2, 4, 2, 1), (2, 0, 2, 4, 1))
    assert hint.why == (
        "The bridge between the ? at row 1, column 3 and the ? at row 5, column 3 crosses the one between the ? at"
        " row 3, column 1 and the ? at row 3, column 5."
    )
    assert hint.what.startswith("Remove at least one of these: the two bridges between the ? at row 1, column 3 ")
    corner = hf.loads("2.?/.../?.?")
    hint = hf.hint(corner, [(0, 0, 0, 2, 2), (0, 0, 2, 0, 1)])
    assert (hint.why, hint.wrong) == (
        "The 2 at row 1, column 1 has three bridges, which is too many.",
        ((0, 0, 0, 2, 2), (0, 0, 2, 0, 1)),
    )


# Other answers


def test_other_kinds_of_hints() -> None:
    hint = hf.hint(hf.loads(CHOICE))
    assert (hint.kind, hint.technique, hint.bridges) == ("ambiguous", None, ())
    assert hint.why.startswith("From here there are several solutions, and they share no further bridge. There")
    puzzle = hf.loads("3x1:2a2")
    for bridges in (hf.solve(puzzle).solution, [(0, 2, 0, 0, 2)], [(0, 0, 0, 2, 1)] * 2):
        assert hf.hint(puzzle, bridges).text(1) == "The puzzle is solved."
    assert hf.hint(hf.Puzzle(1, 1, [(0, 0, 0)])).kind == "solved"
    hint = hf.hint(hf.loads(SPLIT))
    assert (hint.kind, hint.islands) == ("unsolvable", ((0, 2), (2, 0)))
    assert hint.text(1) == "This puzzle has no solution."


def test_where_only_search_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Climb, "by_rung", lambda self: iter(()))
    for record in hf.load(BOARDS / "tatham_7.jsonl")[:5]:
        used: Counter[str] = Counter()
        assert follow(record.puzzle, used).solved
        assert set(used) == {"search"}
    hint = hf.hint(hf.loads("3x1:2a2"))
    assert hint.steps == ()
    assert hint.why == (
        "No simple step is left. But trying all possibilities shows that there are two bridges"
        " between the 2 at row 1, column 1 and the 2 at row 1, column 3."
    )


def test_a_budget_that_runs_out_is_no_answer() -> None:
    puzzle = hf.loads("3x1:2a2")
    for limit in ({"node_limit": 0}, {"time_limit": 0}):
        with pytest.raises(hf.BudgetExceeded, match=next(iter(limit))):
            hf.hint(puzzle, **limit)
    with pytest.raises(hf.BudgetExceeded):
        hf.hint(hf.loads(ENDLESS), node_limit=1)
    with pytest.raises(ValueError, match="time_limit"):
        hf.hint(puzzle, time_limit=-1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("3x1:2a2",), "expected a Game or a Puzzle, not '3x1:2a2'"),
        ((hf.Game(hf.loads("3x1:2a2")), [(0, 0, 0, 2, 1)]), "a game has its own bridges"),
        ((hf.loads("3x1:2a2"), [(0, 0, 0, 1, 1)]), "its ends must be two islands"),
        ((hf.loads("3x1:2a2"), [(0, 0, 0, 2, 3)]), "count 3 between row 1, column 1 and row 1, column 3"),
        ((hf.loads("3x1:2a2"), 7), "expected .* bridges, not 7"),
    ],
)
def test_bad_input(arguments: tuple, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        hf.hint(*arguments)


def test_bad_strength() -> None:
    with pytest.raises(ValueError, match="the strength of a hint is 1, 2 or 3, not 4"):
        hf.hint(hf.loads("3x1:2a2")).text(4)


def test_hints_are_values() -> None:
    puzzle = hf.load(BOARDS / "tatham_15.jsonl")[0].puzzle
    hint = hf.hint(puzzle)
    assert hint == hf.hint(hf.Game(puzzle)) == pickle.loads(pickle.dumps(hint))
    fields = json.loads(json.dumps(hint.to_dict()))
    assert set(fields) == set(hint._fields) - {"steps"}
    assert fields["bridges"] == [list(bridge) for bridge in hint.bridges]
