"""Questions about numbers: the answers of one long-lived search are those of a new search for every question."""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import product

import pytest
from boards import random_puzzle
from oracle import visible_pairs

import hashi_fast as hf
from hashi_fast.search._boundary import Doubts, Run


def known(puzzle: hf.Puzzle) -> list[int]:
    return [i for i, (_, _, target) in enumerate(puzzle.islands) if target is not None]


def listed(bits: int) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def is_solvable(puzzle: hf.Puzzle, islands: Iterable[int]) -> bool:
    relaxed = puzzle.topology.relaxed(islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops)
    return Run(relaxed).next() is not None


def check_answers(rng: random.Random, boards: int) -> Counter[bool]:
    seen: Counter[bool] = Counter()
    for _ in range(boards):
        puzzle = random_puzzle(rng, max_side=6, max_islands=10)
        doubts = Doubts(puzzle.topology)
        for _ in range(6):
            asked = rng.sample(known(puzzle), rng.randint(0, len(known(puzzle))))
            answer = doubts.ask(asked)
            assert answer is is_solvable(puzzle, asked), (puzzle, asked)
            named = listed(doubts.named)
            if answer:
                assert set(named) >= set(asked)
                assert is_solvable(puzzle, named)
            else:
                assert set(named) <= set(asked)
                assert not is_solvable(puzzle, named), (puzzle, asked, named)
            seen[answer] += 1
    return seen


def test_answers_are_those_of_a_new_search() -> None:
    assert min(check_answers(random.Random(1), 150).values()) > 100


@pytest.mark.slow
def test_answers_are_those_of_a_new_search_on_many_boards() -> None:
    assert min(check_answers(random.Random(2), 3000).values()) > 2000


def is_solvable_in_pieces(puzzle: hf.Puzzle, asked: Collection[int]) -> bool:
    """Whether these numbers leave a solution if islands need not be connected: everything is tried."""
    pairs = visible_pairs(puzzle)
    cells = {(row, col): i for i, (row, col, _) in enumerate(puzzle.islands)}
    crossing = [
        (across, down)
        for across, (r1, c1, r2, c2) in enumerate(pairs)
        for down, (r3, c3, r4, _) in enumerate(pairs)
        if r1 == r2 and r3 < r1 < r4 and c1 < c3 < c2
    ]
    for counts in product(range(puzzle.max_bridges + 1), repeat=len(pairs)):
        sums: Counter[int] = Counter()
        group = list(range(len(cells)))
        loop = False
        for (r1, c1, r2, c2), count in zip(pairs, counts, strict=True):
            a, b = cells[r1, c1], cells[r2, c2]
            sums[a] += count
            sums[b] += count
            if count:
                loop |= group[a] == group[b]
                group = [group[a] if each == group[b] else each for each in group]
        if (loop and not puzzle.loops) or any(counts[one] and counts[other] for one, other in crossing):
            continue
        if all(sums[i] == puzzle.islands[i].target for i in asked):
            return True
    return False


def test_islands_that_need_not_be_connected() -> None:
    rng = random.Random(3)
    seen: Counter[bool] = Counter()
    while sum(seen.values()) < 250:
        puzzle = random_puzzle(rng, max_side=5, max_islands=7)
        if (puzzle.max_bridges + 1) ** len(visible_pairs(puzzle)) > 3000:
            continue
        doubts = Doubts(puzzle.topology, False)
        for _ in range(2):
            asked = rng.sample(known(puzzle), rng.randint(0, len(known(puzzle))))
            answer = doubts.ask(asked)
            assert answer is is_solvable_in_pieces(puzzle, asked), (puzzle, asked)
            seen[answer] += 1
    assert min(seen.values()) > 30


def test_an_answer_after_limits() -> None:
    """A question that was cut short spoils neither later answers nor what is learnt."""
    rng = random.Random(4)
    short = 0
    for _ in range(40):
        puzzle = random_puzzle(rng, max_side=8, max_islands=24)
        doubts = Doubts(puzzle.topology)
        for _ in range(6):
            asked = rng.sample(known(puzzle), rng.randint(0, len(known(puzzle))))
            answer = doubts.ask(asked, node_limit=rng.randint(0, 3))
            short += answer is None
            assert (doubts.exceeded == "node_limit") is (answer is None)
            expected = is_solvable(puzzle, asked)
            assert answer in (None, expected)
            assert doubts.ask(asked) is expected, (puzzle, asked)
    assert short > 10


def test_a_time_limit() -> None:
    doubts = Doubts(hf.Puzzle(3, 1, [(0, 0, 2), (0, 2, 1)]).topology)
    assert doubts.ask([0, 1], time_limit=0) is None
    assert doubts.exceeded == "time_limit"
    assert doubts.ask([0, 1]) is False
    assert (doubts.exceeded, listed(doubts.named)) == (None, [0, 1])


def test_only_known_numbers_can_be_asked_about() -> None:
    doubts = Doubts(hf.Puzzle(3, 1, [(0, 0, None), (0, 2, 1)]).topology)
    for island in (-1, 0, 2):
        with pytest.raises(IndexError, match=f"island {island} of 2"):
            doubts.ask([island])
    with pytest.raises(ValueError, match="asked about twice"):
        doubts.ask([1, 1, 1])
    assert doubts.ask([1]) is True
