"""Every technique has its sentence, and every sentence names the right islands and tells the truth."""
from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import paths
import pytest
from boards import random_puzzle, solvable_puzzle
from names import cells_named, check_english, value_of

import hashi_fast as hf
from hashi_fast.board.rating import Step
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.climb import Climb
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.sentences import Telling, tell
from hashi_fast.coaching.sentences.outcomes import tell_failure
from hashi_fast.coaching.state import State
from hashi_fast.deduction.techniques import NAMES

BOARDS = paths.BOARDS


def walk(puzzle: hf.Puzzle) -> Iterator[tuple[State, Step]]:
    """Yield the steps of a path, each with the state it was found in."""
    climb = Climb(Layout(puzzle), {}, Budget(None, None))
    climb.to_the_end()
    for steps in climb.rounds():
        for step in steps:
            yield climb.state, step


def check_telling(state: State, step: Step) -> Telling:
    """Check a sentence against the state and the step."""
    layout, telling = state.layout, tell(state, step)
    check_english(telling.where)
    check_english(telling.why)
    named = cells_named(layout.puzzle, f"{telling.where} {telling.why}")
    highlighted = set(layout.cells(telling.islands))
    assert named <= highlighted
    if step.technique == "search":
        return telling
    about = [step.island] if step.island is not None else layout.ends[step.edge]
    assert named >= set(layout.cells(about)), telling
    for edge, _, _ in step.conclusions:
        assert highlighted >= set(layout.cells(layout.ends[edge])), telling
    check_numbers(state, step, telling.why)
    return telling


def check_numbers(state: State, step: Step, why: str) -> None:
    """Check how many bridges a sentence says its island needs, and how many neighbours it has."""
    if step.island is None or step.technique in ("completion", "combinations"):
        return
    layout, island = state.layout, step.island
    if found := re.match(r"The \d+ at [^,]*, column \d+ (?:still )?needs (\w+) bridge", why):
        assert value_of(found[1]) == state.need(island), why
    if found := re.search(r"has (?:only )?(\w+) (neighbour|open direction)s?( left)?", why):
        every = [way for way in layout.ways[island] if state.most[way.edge]]
        expected = every if step.technique == "one each way" else state.open_ways(island)
        assert value_of(found[1]) == len(expected), why
        if found[2] == "neighbour" and not found[3]:
            assert len(expected) == len(layout.ways[island]), why
    for part in re.findall(r"\(([^()]*) ha(?:s|ve) all (?:its|their) bridges", why):
        for row, col in cells_named(layout.puzzle, f"{layout.name(island)} {part}") - set(layout.cells([island])):
            finished = [i for i, (r, c, _) in enumerate(layout.puzzle.islands) if (r, c) == (row, col)]
            assert state.need(finished[0]) == 0, why
    for edge, least, _ in step.conclusions:
        if least > state.least[edge] and (found := re.search(r"So each of them gets at least (\w+)\.", why)):
            assert value_of(found[1]) == least


def many_boards(rng: random.Random, count: int) -> Iterator[hf.Puzzle]:
    """Boards of every rule variant, most of them solvable."""
    for _ in range(count):
        if rng.random() < 0.1:
            yield random_puzzle(rng)
        else:
            yield solvable_puzzle(rng, max_side=9, max_islands=22)[0]


def test_sentences_name_the_right_cells_on_random_boards() -> None:
    told: Counter[str] = Counter()
    for puzzle in many_boards(random.Random(1), 400):
        for state, step in walk(puzzle):
            check_telling(state, step)
            told[step.technique] += 1
    assert set(told) >= set(NAMES) - {"no way out", "combinations", "parity", "case split", "search"}, told


@pytest.mark.parametrize("size", [7, 10, 15, 25])
def test_sentences_name_the_right_cells_on_unique_puzzles(size: int) -> None:
    for record in hf.load(BOARDS / f"tatham_{size}.jsonl")[:10]:
        for state, step in walk(record.puzzle):
            check_telling(state, step)


@pytest.mark.slow
def test_sentences_name_the_right_cells_on_many_boards() -> None:
    told: Counter[str] = Counter()
    for puzzle in many_boards(random.Random(2), 8000):
        for state, step in walk(puzzle):
            check_telling(state, step)
            told[step.technique] += 1
    assert set(told) >= set(NAMES) - {"search"}, told


# One example of each technique.
SENTENCES = {
    "completion": (
        "4.2/.../3.1",
        "The 2 at row 1, column 3 has all its bridges, so no bridge goes to the 1 below.",
    ),
    "full island": (
        "4.3/.../3.2",
        "The 4 at row 1, column 1 has two neighbours. At most two bridges can go to each of them, which is"
        " exactly what it needs.",
    ),
    "one each way": (
        "3.2/.../3.2",
        "The 3 at row 1, column 1 has two neighbours. Even with two bridges to one of them, it needs one to the"
        " other. So each of them gets at least one.",
    ),
    "limited directions": (
        "1.2/.../1.2",
        "The 2 at row 1, column 3 needs two bridges. Only one can go to the 1 on the left, so at least one must go"
        " to the 2 below.",
    ),
    "forbidden pair": (
        "1.2/.../1.2",
        "One bridge between the 1 at row 1, column 1 and the 1 at row 3, column 1 would complete both and cut"
        " them off from the other islands. So there can be no bridge between them.",
    ),
    "no way out": (
        ".2.1/.4.2/..../.2.1",
        "The 2 at row 2, column 4 must have a bridge to the 4 on the left. Otherwise all its bridges would go to"
        " the 1 above and the 1 below, and these three islands would be complete but cut off from the others.",
    ),
    "group isolation": (
        "?.2/..2/3.2",
        "The 2 at row 2, column 3 must have a bridge to the 2 below. Otherwise its last bridge would go to the 2"
        " above, and these two islands would be complete but cut off from the others.",
    ),
    "only way out": (
        ".....?/....../?..?.?",
        "The ? at row 3, column 4 and the island behind it can be connected to the other islands only by a bridge to"
        " the ? at row 3, column 6.",
    ),
    "starvation": (
        "3.2?/..../..../3..2",
        "Suppose there were two bridges between the 3 at row 4, column 1 and the 2 at row 4, column 4. Then the 3"
        " at row 4, column 1 would have at most one bridge to the 3 above; the 2 at row 4, column 4 would have no"
        " bridge left for the ? above; the 3 at row 1, column 1 would need two bridges to the 2 on the right; the ?"
        " at row 1, column 4 would need one bridge to the 2 on the left. So the 2 at row 1, column 3 would have"
        " three bridges. So there is exactly one bridge between the 3 at row 4, column 1 and the 2 at row 4, column 4.",
    ),
    "parity": (
        ".?.?./3.361/2.12.",
        "Together, the 6 at row 2, column 4 and the five islands behind it still need seven bridges. A bridge"
        " between two of them counts twice, so an odd number of further bridges must go to the ? at row 1, column 4."
        " So there are exactly two bridges there.",
    ),
    "case split": (
        ".22/.../.../.3?/.../?2.",
        "Suppose there were no bridge between the 2 at row 1, column 2 and the 2 at row 1, column 3. Then the 2 at"
        " row 1, column 2 would need two bridges to the 3 below; the 3 at row 4, column 2 would have no bridge left"
        " for the ? on the right. So the 2 at row 1, column 3 and the ? at row 4, column 3 could not be connected to"
        " the others. So there is exactly one bridge between the 2 at row 1, column 2 and the 2 at row 1, column 3.",
    ),
}


@pytest.mark.parametrize("technique", SENTENCES)
def test_how_a_sentence_reads(technique: str) -> None:
    grid, expected = SENTENCES[technique]
    told = [tell(state, step).why for state, step in walk(hf.loads(grid)) if step.technique == technique]
    assert expected in told


# The same techniques in other words: bridges that are there already, islands that are complete, more neighbours.
VARIANTS = [
    (
        "completion",
        "1.1/2.2",
        "The 2 at row 2, column 3 has all its bridges, so no further bridge goes to the 2 on the left.",
    ),
    (
        "completion",
        "2...../..?22./5...??/....../...12./?.2..2/......",
        "The bridge between the 5 at row 3, column 1 and the ? at row 3, column 5 blocks the ways between the ? at"
        " row 2, column 3 and the 2 at row 6, column 3 and between the 2 at row 2, column 4 and the 1 at row 5,"
        " column 4.",
    ),
    (
        "full island",
        "1/3/2",
        "The 3 at row 2, column 1 has two neighbours. At most one bridge can go to the 1 above and two to the 2"
        " below, which is exactly what it needs.",
    ),
    (
        "full island",
        "4?/33",
        "The 3 at row 2, column 2 has only one open direction (the 3 on the left has all its bridges). Both"
        " bridges it still needs must go to the ? above.",
    ),
    (
        "full island",
        ".253/2552",
        "The 5 at row 1, column 3 has two open directions (the 2 on the left has all its bridges). At most one"
        " more bridge can go to the 3 on the right and one more to the 5 below, which is exactly what it still"
        " needs.",
    ),
    (
        "one each way",
        "?./../5?/?2",
        "The 5 at row 3, column 1 has three neighbours. Even with two bridges to all but one of them, it needs one"
        " to the last. So each of them gets at least one.",
    ),
    (
        "one each way",
        ".../.../233/4.3/21.",
        "The 3 at row 3, column 2 has only two neighbours left (the 1 below has all its bridges). Even with two"
        " bridges to one of them, it needs one to the other. So each of them gets at least one.",
    ),
    (
        "limited directions",
        "..1/4?./.../.../34?",
        "The 4 at row 5, column 2 still needs three bridges (the 3 on the left has all its bridges). At most two"
        " can go to the ? above and two to the ? on the right, which is only one more than it needs. So at least"
        " one must go to the ? above and one to the ? on the right.",
    ),
    (
        "limited directions",
        "?2/2./2?",
        "The 2 at row 2, column 1 needs two bridges. Only one can go to the 2 below (no more, as shown), so at"
        " least one must go to the ? above.",
    ),
    (
        "limited neighbours",
        "223/2.3",
        "The 2 at row 1, column 1 needs two bridges. At most one can go to the 2 on the right (which needs only"
        " one more) and one to the 2 below (which needs only one more), which is exactly what it needs. So one must"
        " go to the 2 on the right and one to the 2 below.",
    ),
    (
        "limited neighbours",
        "253/262/.2./...",
        "The 6 at row 2, column 2 still needs three bridges. Its other neighbours can take only two: one more to"
        " the 5 above and one to the 2 on the right (which needs only one more). So at least one must go to the 2"
        " on the left.",
    ),
    (
        "group isolation",
        "22./34./1../.2.",
        "The 2 at row 1, column 1 and the 3 at row 2, column 1 are the only islands in their group of three that"
        " need more bridges. One more bridge between them would complete all three islands and cut them off from"
        " the others. So there can be at most one bridge between them.",
    ),
    (
        "group isolation",
        "22./34./1../.2.",
        "The 2 at row 1, column 2 must have a bridge to the 2 on the left. Otherwise its last bridge would go to"
        " the 4 below, and all three islands connected that way would be complete but cut off from the others.",
    ),
    (
        "group isolation",
        "34.1/23.3/..13",
        "The 1 at row 1, column 4 needs one bridge, and the 3 at row 2, column 4 is the only island in its group"
        " of three that needs more bridges. One bridge between them would complete all four islands and cut them"
        " off from the others. So there can be no bridge between them.",
    ),
    (
        "group isolation",
        "2..2/3.../32.2",
        "The 2 at row 1, column 4 and the 2 at row 3, column 4 are connected only to each other. One more bridge"
        " between them would complete both islands and cut them off from the others. So there can be at most one"
        " bridge between them.",
    ),
]


@pytest.mark.parametrize(("technique", "grid", "expected"), VARIANTS)
def test_how_variants_of_a_sentence_read(technique: str, grid: str, expected: str) -> None:
    told = [tell(state, step).why for state, step in walk(hf.loads(grid, "grid")) if step.technique == technique]
    assert expected in told


NO_LOOPS = {
    "no loop": (
        [(0, 0, 2), (0, 2, 3), (1, 0, 2), (1, 2, 3)],
        "The 2 at row 1, column 1 and the 2 at row 2, column 1 are already connected through two other islands. A"
        " bridge between them would close a loop, which this puzzle does not allow.",
    ),
    "combinations": (
        [(0, 2, 1), (0, 3, 2), (1, 2, 2), (1, 3, 5), (1, 4, None)],
        "The 5 at row 2, column 4 can get the bridges it still needs in three ways. With one bridge up and one"
        " to the left, the 1 at row 1, column 3 could get no bridge at all. In the two remaining ways, the 5 at row 2,"
        " column 4 has exactly two bridges to the ? on the right.",
    ),
    "contradiction": (
        [(0, 0, 2), (0, 1, 3), (0, 2, 2), (1, 0, 3), (1, 1, 4), (1, 2, 2)],
        "Suppose there were only one bridge between the 3 at row 1, column 2 and the 2 at row 1, column 3. Then the"
        " 3 at row 1, column 2 would need one bridge to the 4 below; the 2 at row 1, column 3 would need one bridge to"
        " the 2 below. So the 3 at row 1, column 2 and three more islands would form a loop, which this puzzle does"
        " not allow. So there are exactly two bridges between the 3 at row 1, column 2 and the 2 at row 1, column 3.",
    ),
}


@pytest.mark.parametrize("technique", NO_LOOPS)
def test_how_a_sentence_reads_where_loops_are_forbidden(technique: str) -> None:
    islands, expected = NO_LOOPS[technique]
    puzzle = hf.Puzzle(5, 2, islands, loops=False)
    told = [tell(state, step).why for state, step in walk(puzzle) if step.technique == technique]
    assert expected in told


def test_limited_neighbours_say_what_the_neighbours_need() -> None:
    puzzle = hf.load(BOARDS / "tatham_15.jsonl")[0].puzzle
    told = [tell(state, step).why for state, step in walk(puzzle) if step.technique == "limited neighbours"]
    assert told == [
        "The 3 at row 13, column 1 needs three bridges. Its other neighbours can take only two: one to the 2 above"
        " (which needs only one more) and one to the 2 below (which needs only one more). So at least one must go to"
        " the 3 on the right."
    ]


def test_a_failure_is_told_from_any_state() -> None:
    rng = random.Random(3)
    told = 0
    for _ in range(300):
        puzzle = random_puzzle(rng)
        layout = Layout(puzzle)
        failure = tell_failure(Climb(layout, {}, Budget(None, None)).state)
        if failure is not None:
            told += 1
            check_english(failure.why)
            assert cells_named(puzzle, failure.why) <= set(layout.cells(failure.islands))
            assert hf.solve(puzzle).status == "unsolvable", puzzle
    assert told > 50
