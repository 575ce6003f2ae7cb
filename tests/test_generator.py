"""Single puzzles and blocks: purity, what a Spec asks for and refuses, golden puzzles."""
import json
import pickle
import threading
from itertools import pairwise
from pathlib import Path

import pytest

import hashi_fast as hf
from hashi_fast.candidates import Block
from hashi_fast.levels import DIFFICULTIES
from hashi_fast.recipes import GENERATOR_VERSION
from hashi_fast.techniques import NAMES

GOLDEN = json.loads((Path(__file__).parent / "golden" / "generated.json").read_text())
SAMPLE = 12


def sample(count: int = SAMPLE, **targets: object) -> list[hf.RatedPuzzle]:
    size = targets.pop("size", (9, 9))
    return list(hf.produce(count, hf.Spec(*size, **targets), seed=5, workers=1))


def is_sound(made: hf.RatedPuzzle) -> bool:
    """Whether the solution is one, the only one, and the rating is that of the puzzle."""
    return (
        hf.check(made.puzzle, made.solution) == []
        and hf.is_unique(made.puzzle)
        and hf.rate(made.puzzle) == made.rating
    )


@pytest.mark.parametrize("difficulty", [*DIFFICULTIES, None])
def test_puzzles_are_unique_rated_and_of_the_level(difficulty: str | None) -> None:
    for made in sample(difficulty=difficulty):
        assert is_sound(made)
        assert difficulty in (None, made.rating.difficulty)
        assert len(made.puzzle.islands) >= 0.8 * 81**0.7 - 1


def doubles(made: hf.RatedPuzzle) -> float:
    counts = [bridge[4] for bridge in made.solution.bridges]
    return sum(count >= 2 for count in counts) / len(counts)


def cycles(made: hf.RatedPuzzle) -> int:
    return len(made.solution.bridges) - len(made.puzzle.islands) + 1


def is_symmetric(made: hf.RatedPuzzle, symmetry: str) -> bool:
    right, bottom = made.puzzle.width - 1, made.puzzle.height - 1
    turn = {
        "rotate": lambda r, c: (bottom - r, right - c),
        "mirror-h": lambda r, c: (r, right - c),
        "mirror-v": lambda r, c: (bottom - r, c),
        "diagonal": lambda r, c: (c, r),
    }[symmetry]
    cells = {(island.row, island.col) for island in made.puzzle.islands}
    return {turn(*cell) for cell in cells} == cells


@pytest.mark.parametrize(
    ("targets", "holds"),
    [
        ({"islands": 20}, lambda m: len(m.puzzle.islands) == 20),
        ({"islands": (15, 18)}, lambda m: 15 <= len(m.puzzle.islands) <= 18),
        ({"density": (0.25, 0.3)}, lambda m: 0.25 <= len(m.puzzle.islands) / 81 <= 0.3),
        ({"doubles": (0.5, 0.7)}, lambda m: 0.5 <= doubles(m) <= 0.7),
        ({"doubles": 0.0, "difficulty": "hard"}, lambda m: doubles(m) == 0),
        ({"cycles": (2, 3)}, lambda m: 2 <= cycles(m) <= 3),
        ({"cycles": 0}, lambda m: cycles(m) == 0),
        ({"loops": False}, lambda m: cycles(m) == 0 and not m.puzzle.loops),
        ({"strategy": "tree", "cycles": 0}, lambda m: cycles(m) == 0),
        *(({"max_bridges": most}, lambda m, most=most: m.puzzle.max_bridges == most) for most in (1, 2, 3, 4)),
        *(
            ({"symmetry": symmetry}, lambda m, symmetry=symmetry: is_symmetric(m, symmetry))
            for symmetry in ("rotate", "mirror-h", "mirror-v", "diagonal")
        ),
        ({"require": ("forbidden pair",)}, lambda m: "forbidden pair" in m.rating.counts),
        (
            {"exclude": ("forbidden pair", "no way out"), "difficulty": "hard"},
            lambda m: not {"forbidden pair", "no way out"} & set(m.rating.counts),
        ),
        ({"size": (6, 14)}, lambda m: (m.puzzle.width, m.puzzle.height) == (6, 14)),
    ],
)
def test_targets_are_met(targets: dict[str, object], holds: object) -> None:
    for made in sample(**dict(targets)):
        assert holds(made), made
        assert is_sound(made)


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_a_share_of_the_clues_is_hidden(share: float) -> None:
    for made in sample(unknown_clues=share):
        islands = made.puzzle.islands
        hidden = sum(island.target is None for island in islands)
        assert abs(hidden - share * len(islands)) <= 1
        assert is_sound(made)
    block = Block(hf.Spec(9, 9, unknown_clues=share), 5, 0, SAMPLE)
    expected = "".join(hf.dumps(made.record(), "jsonl") + "\n" for made in block)
    assert "null" in expected
    assert block.lines(block.all_made()).decode() == expected


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        ({"width": 0}, "width is 0; expected 1..1000"),
        ({"height": 1001}, "height is 1001"),
        ({"difficulty": "tough"}, "difficulty is one of easy"),
        ({"islands": (9, 3)}, "expected the lower end first"),
        ({"islands": 50}, "islands is 50; expected 1..49"),
        ({"islands": 5, "density": 0.2}, "islands and density"),
        ({"density": 2}, "density is 2; expected a share"),
        ({"doubles": "x"}, "doubles is a share"),
        ({"cycles": 2, "loops": False}, "no cycles"),
        ({"loops": 1}, "loops is True or False"),
        ({"max_bridges": 5}, "max_bridges is 5"),
        ({"strategy": "dream"}, "strategy is one of grow, tree"),
        ({"symmetry": "diagonal", "height": 8}, "square board"),
        ({"require": "parity"}, "not one text"),
        ({"exclude": ("luck",)}, "a technique in exclude"),
        ({"require": ("parity",), "exclude": ("parity",)}, "required and excluded"),
        ({"unknown_clues": -1}, "unknown_clues"),
    ],
)
def test_specs_that_cannot_be(targets: dict[str, object], message: str) -> None:
    sides = {"width": targets.pop("width", 7), "height": targets.pop("height", 7)}
    with pytest.raises((TypeError, ValueError), match=message):
        hf.Spec(*sides.values(), **targets)


STREAMS = [("seed", -1), ("seed", 2**64), ("index", -1), ("seed", 1.5), ("seed", True)]


@pytest.mark.parametrize(("name", "value"), STREAMS)
def test_streams_that_cannot_be(name: str, value: object) -> None:
    with pytest.raises((TypeError, ValueError), match=f"{name} is"):
        hf.generate(7, 7, **{"seed": 1, name: value})


def test_what_cannot_be_made_is_said_with_the_closest() -> None:
    with pytest.raises(hf.TargetNotReached, match="no board of Spec"):
        hf.generate(2, 2, seed=1, islands=4, cycles=4)
    with pytest.raises(hf.TargetNotReached) as caught:
        hf.generate(4, 4, seed=1, difficulty="extreme", islands=5)
    assert caught.value.closest is None or is_sound(caught.value.closest)


def test_the_same_puzzle_always() -> None:
    spec = hf.Spec(8, 8, difficulty="medium")
    block = list(Block(spec, 3, 10, 20))
    assert block == list(Block(spec, 3, 10, 20, threads=3))
    assert block[4] == hf.generate(8, 8, difficulty="medium", seed=3, index=block[4].index)
    assert block[4] == next(iter(Block(spec, 3, block[4].index, 1)))
    assert len({made.puzzle for made in block}) == len(block)
    assert block[0] != next(iter(Block(spec, 4, 10, 1)))


def test_streams_reach_to_the_last_index() -> None:
    last = 2**64 - 1
    made = hf.generate(7, 7, seed=last, index=last)
    assert (made.seed, made.index) == (last, last)


def test_rated_puzzles_are_values() -> None:
    made, other = hf.generate(7, 7, seed=1), hf.generate(7, 7, seed=1, index=1)
    assert (made.seed, made.index, made.version) == (1, 0, GENERATOR_VERSION)
    assert made.puzzle is made.puzzle
    copy = pickle.loads(pickle.dumps(made))
    assert copy == made != other
    assert (hash(copy), copy.seed, copy.index, copy.version) == (hash(made), 1, 0, GENERATOR_VERSION)
    names = {"RatedPuzzle": hf.RatedPuzzle, "Puzzle": hf.Puzzle, "Solution": hf.Solution, "Rating": hf.Rating}
    assert eval(repr(made), names) == made
    assert made != made.puzzle
    with pytest.raises(AttributeError, match="cannot be changed"):
        made.index = 7
    with pytest.raises(AttributeError, match="cannot be changed"):
        del made.index


@pytest.mark.parametrize(
    "targets",
    [
        {},
        {"max_bridges": 3, "difficulty": "easy"},
        {"loops": False},
        {"difficulty": "extreme"},
        {"size": (5, 14)},
    ],
)
def test_lines_are_those_of_the_format(targets: dict[str, object]) -> None:
    targets = dict(targets)
    spec = hf.Spec(*targets.pop("size", (10, 10)), **targets)
    block = Block(spec, 2**64 - 1, 5, 20)
    expected = "".join(hf.dumps(made.record(), "jsonl") + "\n" for made in block).encode()
    assert expected
    assert block.lines(block.all_made()) == expected
    copy = pickle.loads(pickle.dumps(block))
    assert copy.lines(copy.all_made()) == expected
    assert list(copy) == list(block)
    assert [hf.loads_record(line).puzzle for line in expected.decode().splitlines()] == [m.puzzle for m in block]


def test_pickled_blocks_take_what_is_used() -> None:
    spec = hf.Spec(40, 40, islands=(20, 200))
    block = Block(spec, 1, 0, 10)
    assert len(pickle.dumps(block)) < 10 * (200 * 9 + 300)


def test_eight_threads_make_the_same() -> None:
    spec = hf.Spec(7, 7)
    expected = Block(spec, 1, 0, 40)
    lines = expected.lines(expected.all_made())
    wrong: list[str] = []
    start = threading.Barrier(8)
    shared = list(expected)

    def hammer() -> None:
        start.wait()
        for _ in range(3):
            block = Block(spec, 1, 0, 40, threads=2)
            if block.lines(block.all_made()) != lines:
                wrong.append("block")
        for i, made in enumerate(shared):
            if made != hf.generate(7, 7, seed=1, index=made.index):
                wrong.append(f"puzzle {i}")

    threads = [threading.Thread(target=hammer) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_out_of_memory_is_an_exception() -> None:
    from hashi_fast._memory import fail_after

    failures = 0
    for reservations in range(0, 60, 3):
        fail_after(reservations)
        try:
            Block(hf.Spec(10, 10, difficulty="expert"), 1, 0, 3)
        except MemoryError:
            failures += 1
        finally:
            fail_after(-1)
    assert failures >= 4


def test_golden_puzzles() -> None:
    """The puzzles of a version never change; `python tests/golden/make_generated.py` writes those of a new one."""
    assert GOLDEN["version"] == GENERATOR_VERSION
    for case in GOLDEN["cases"]:
        made = hf.generate(*case["size"], seed=case["seed"], index=case["index"], **case["targets"])
        assert hf.dumps(made.record(), "jsonl") == case["record"]
        assert all(first < second for first, second in pairwise(made.puzzle.islands))
        assert set(made.rating.counts) <= set(NAMES)
