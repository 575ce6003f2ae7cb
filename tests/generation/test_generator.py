"""Single puzzles and blocks: purity, the targets of a Spec and what it refuses, golden puzzles."""
import dataclasses
import json
import math
import pickle
from itertools import pairwise
from typing import Any, get_type_hints

import paths
import pytest
from growing import puzzles_of
from stress import at_once, memory_failures

import hashi_fast as hf
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.generation.block import Block, BlockMaker
from hashi_fast.generation.recipes import GENERATOR_VERSION
from hashi_fast.generation.spec import SpecTargets, least_islands
from hashi_fast.levels import DIFFICULTIES

GOLDEN = json.loads((paths.GOLDEN / "generated.json").read_text())
SAMPLE = 12


def sample(count: int = SAMPLE, **targets: object) -> list[hf.RatedPuzzle]:
    size = targets.pop("size", (9, 9))
    return list(hf.produce(count, hf.Spec(*size, **targets), seed=5, workers=1))


def make(spec: hf.Spec, seed: int, first: int, count: int) -> Block:
    return BlockMaker(spec, seed, first, count).make()


def is_sound(made: hf.RatedPuzzle) -> bool:
    """Whether the solution is right and the only one, and the rating is right."""
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
    block = make(hf.Spec(9, 9, unknown_clues=share), 5, 0, SAMPLE)
    expected = "".join(hf.dumps(made.record(), "jsonl") + "\n" for made in puzzles_of(block))
    assert "null" in expected
    assert block.lines(block.all_made()).decode() == expected


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        ({"width": 0}, "width must be a whole number from 1 to 1,000, not 0"),
        ({"height": 1001}, "height must be .*, not 1001"),
        ({"difficulty": "tough"}, "difficulty must be one of 'easy'"),
        ({"islands": (9, 3)}, "expected the lower end first"),
        ({"islands": 50}, "50 islands do not fit on 7x7; expected at most 25"),
        ({"islands": 10**7}, "islands is 10000000; expected 3..25"),
        ({"islands": (10,)}, r"islands must be a whole number or \(low, high\), not \(10,\)"),
        ({"islands": range(10, 13)}, r"islands must be a whole number or \(low, high\), not range\(10, 13\)"),
        ({"density": (0.1, 0.2, 0.3)}, r"density must be a share from 0 to 1 or \(low, high\), not \(0.1, 0.2, 0.3\)"),
        ({"islands": 2}, "islands is 2, too few for 7x7; expected 3 islands or more, since islands are joined"),
        ({"islands": 3, "symmetry": "mirror-h"}, r"too few for 7x7 \(mirror-h\); expected 4 islands or more"),
        ({"density": 0.0}, "density is 0, too few for 7x7; expected 3 islands or more"),
        ({"islands": (26, 40)}, "26 islands do not fit on 7x7; expected at most 25"),
        ({"islands": 5, "height": 2}, "5 islands do not fit on 7x2; expected at most 4"),
        ({"density": 0.6}, "29 islands do not fit"),
        ({"density": (0.21, 0.22)}, "a range with a number of islands in it"),
        ({"cycles": 10}, "cycles is 10 or more; expected at most 9 on 7x7"),
        ({"cycles": 100}, "cycles is 100 or more; expected at most 9 on 7x7"),
        ({"cycles": 10**9}, "cycles is 1000000000; expected 0..9"),
        ({"cycles": 3, "islands": 7}, "cycles is 3 or more; expected at most 2 with 7 islands"),
        ({"density": (0, 0.01)}, "a range with a number of islands in it"),
        ({"cycles": 1, "height": 2}, "expected at most 0 on 7x2"),
        ({"doubles": (0.1, 1), "max_bridges": 1}, "there are no doubles"),
        ({"difficulty": "easy", "require": ("parity",)}, "'parity' is required, which is expert"),
        (
            {"difficulty": "hard", "exclude": ("only way out", "starvation")},
            "all techniques that make a puzzle hard are excluded",
        ),
        ({"require": ("no loop",)}, "expected loops=False"),
        ({"require": None}, "require is several names of techniques, not None"),
        ({"islands": 5, "density": 0.2}, "islands and density"),
        ({"density": 2}, "density is 2; expected a share"),
        ({"density": 10**5000}, "density is a whole number of 16610 bits; expected a share"),
        ({"doubles": "x"}, "doubles must be a share"),
        ({"cycles": (1, 2), "loops": False}, "no cycles"),
        ({"loops": 1}, "loops must be True or False"),
        ({"max_bridges": 5}, "max_bridges must be a whole number from 1 to 4, not 5"),
        ({"max_bridges": 1, "tatham": "medium"}, "with one bridge per pair no direction is limited"),
        ({"max_bridges": 1, "require": ["limited directions"]}, "with one bridge per pair no direction is limited"),
        ({"style": "baroque"}, "style must be one of 'classic', 'rich', 'open', not 'baroque'"),
        ({"tatham": "expert"}, "tatham must be one of 'easy', 'medium', 'hard', None, not 'expert'"),
        ({"score": (9, 7)}, "score is from 9.0 to 7.0; expected the lower end first"),
        ({"score": -1}, "score is -1.0; expected 0..60"),
        ({"score": (5, 6, 7)}, r"score must be a number or \(low, high\), not \(5, 6, 7\)"),
        ({"score": "high"}, r"score must be a number or \(low, high\), not 'high'"),
        ({"width": 2, "symmetry": "mirror-h"}, "symmetry 'mirror-h' swaps two lines side by side on 2x7"),
        ({"height": 2, "symmetry": "rotate"}, "symmetry 'rotate' swaps two lines side by side on 7x2"),
        ({"strategy": "dream"}, "strategy must be one of 'grow', 'tree'"),
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


HUGE = pytest.param("seed", 10**5000, id="seed of 5,000 digits")
STREAMS = [("seed", -1), ("seed", 2**64), HUGE, ("index", -1), ("seed", 1.5), ("seed", True)]


@pytest.mark.parametrize(("name", "value"), STREAMS)
def test_streams_that_cannot_be(name: str, value: object) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{name} must be"):
        hf.generate(7, 7, **{"seed": 1, name: value})


def test_what_cannot_be_made_is_said_with_the_closest() -> None:
    with pytest.raises(hf.TargetNotReached, match=r"has room for all of Spec\(3, 3, islands=\(5, 5\)\)"):
        hf.generate(3, 3, seed=1, islands=5)
    with pytest.raises(hf.TargetNotReached) as caught:
        hf.generate(4, 4, seed=1, difficulty="extreme", islands=5)
    assert is_sound(caught.value.closest)


@pytest.mark.parametrize(
    ("size", "targets"),
    [
        ((5, 5), {"difficulty": "extreme"}),  # none is known
        ((4, 4), {"difficulty": "expert", "symmetry": "rotate"}),
        ((3, 4), {"difficulty": "hard"}),
        ((7, 7), {"islands": 25}),
        pytest.param((10, 10), {"difficulty": "easy", "doubles": 0, "cycles": (20, 30)}, marks=pytest.mark.slow),
    ],
)
def test_there_is_always_a_closest(size: tuple[int, int], targets: dict[str, object]) -> None:
    with pytest.raises(hf.TargetNotReached) as caught:
        hf.generate(*size, seed=1, **targets)
    assert is_sound(caught.value.closest)


@pytest.mark.parametrize(
    ("size", "targets"),
    [
        # Boards of these kinds have more cycles than usual for the level,
        ((6, 8), {"difficulty": "medium", "symmetry": "mirror-h"}),
        ((12, 6), {"difficulty": "medium", "symmetry": "mirror-v"}),
        # more islands,
        ((7, 7), {"difficulty": "extreme", "symmetry": "rotate"}),
        ((6, 12), {"difficulty": "extreme", "symmetry": "rotate"}),
        ((6, 7), {"difficulty": "extreme"}),
        # or more doubles;
        ((100, 100), {"difficulty": "medium", "islands": (1500, 1600)}),
        # they are fuller than most boards that grow,
        ((10, 10), {"islands": 44}),
        ((7, 7), {"islands": 22}),
        # or must be grown for the techniques that are required.
        pytest.param((15, 15), {"require": ("search",)}, marks=pytest.mark.slow),
        ((10, 10), {"require": ("parity", "contradiction")}),
    ],
)
def test_kinds_that_take_some_steering(size: tuple[int, int], targets: dict[str, object]) -> None:
    for made in hf.produce(3, hf.Spec(*size, **targets), seed=5, workers=1):
        assert made.index < 12
        assert is_sound(made)


def test_how_a_rated_puzzle_looks() -> None:
    made = hf.generate(5, 5, seed=1, index=3)
    first, drawing = str(made).split("\n", 1)
    assert first == f"{made.rating.difficulty}, score {made.rating.score}, seed 1, index 3"
    assert drawing == str(made.puzzle)
    assert made._repr_svg_() == made.puzzle.to_svg()


def test_the_closest_has_the_most_clues_hidden() -> None:
    """This share cannot be reached. The closest puzzle hides what can be hidden, however many drafts come after it."""
    with pytest.raises(hf.TargetNotReached) as caught:
        hf.generate(7, 7, seed=1, unknown_clues=0.95)
    closest = caught.value.closest
    assert closest is not None
    assert is_sound(closest)
    shares = [hidden_share(made.puzzle) for made in (closest, *sample_hidden())]
    assert shares[0] >= max(shares[1:])


def hidden_share(puzzle: hf.Puzzle) -> float:
    return sum(island.target is None for island in puzzle.islands) / len(puzzle.islands)


def sample_hidden() -> list[hf.RatedPuzzle]:
    return sample(10, size=(7, 7), unknown_clues=0.5)


@pytest.mark.parametrize("density", [0.2, 0.29, 0.28, (0.2, 0.29), (0.12, 0.121)])
@pytest.mark.parametrize("size", [(7, 7), (10, 10), (5, 5), (15, 15), (20, 20)])
def test_densities_are_numbers_of_islands(size: tuple[int, int], density: float | tuple[float, float]) -> None:
    cells = size[0] * size[1]
    low, high = density if isinstance(density, tuple) else (density, density)
    try:
        spec = hf.Spec(*size, density=density)
    except ValueError:
        assert math.ceil(low * cells - 1e-9) > math.floor(high * cells + 1e-9)
        return
    for made in hf.produce(3, spec, seed=1, workers=1):
        islands = len(made.puzzle.islands)
        assert low * cells - 0.5 <= islands <= high * cells + 0.5


@pytest.mark.parametrize("share", [0, 0.1, 0.2, 0.3, 1 / 3, 0.5, 0.7, 1])
def test_shares_of_whole_things_are_met(share: float) -> None:
    """Three of ten are 0.3, although binary fractions cannot express 0.3; of eleven, three come nearest to it."""
    for islands in (10, 11, 12, (2, 20)):
        made = hf.generate(7, 7, seed=1, islands=islands, cycles=(0, 2), doubles=share)
        pairs = len(made.solution.bridges)
        assert abs(doubles(made) * pairs - share * pairs) <= 0.501
    made = hf.generate(7, 7, seed=2, islands=10, unknown_clues=min(share, 0.5))
    hidden = sum(island.target is None for island in made.puzzle.islands)
    assert hidden == math.floor(10 * min(share, 0.5) + 1e-9)


@pytest.mark.parametrize("symmetry", [None, "rotate", "mirror-h", "mirror-v", "diagonal"])
def test_boards_of_any_shape_have_numbers_of_islands_that_fit(symmetry: str | None) -> None:
    for width in range(1 if symmetry is None else 3, 11):
        for height in range(1 if symmetry is None else 3, 11):
            if symmetry == "diagonal" and width != height:
                continue
            made = hf.generate(width, height, symmetry=symmetry, seed=1)
            assert hf.is_unique(made.puzzle)
    assert hf.generate(3, 3, difficulty="medium", seed=1).rating.difficulty == "medium"


def test_earlier_calls_do_not_change_what_is_refused() -> None:
    hf.generate(7, 7, seed=1, loops=True, max_bridges=1, islands=12)
    for wrong in ({"loops": 1}, {"max_bridges": True}, {"islands": 12.0}):
        with pytest.raises((TypeError, ValueError), match=f"{next(iter(wrong))} must be"):
            hf.generate(7, 7, seed=1, **{"loops": True, "max_bridges": 1, "islands": 12} | wrong)


@pytest.mark.parametrize("limit", [-1, True, 1.0, "1", 2**63])
def test_node_limits_that_cannot_be(limit: object) -> None:
    with pytest.raises((TypeError, ValueError), match="node_limit must be"):
        hf.generate(7, 7, seed=1, node_limit=limit)


def test_keywords_of_generate_are_those_of_specs() -> None:
    keywords = {each.name for each in dataclasses.fields(hf.Spec) if each.kw_only}
    hints = get_type_hints(hf.Spec)
    assert get_type_hints(SpecTargets) == {name: hints[name] for name in keywords}
    assert SpecTargets.__optional_keys__ == keywords


def test_specs_show_what_is_asked_for() -> None:
    assert repr(hf.Spec(7, 9)) == "Spec(7, 9)"
    spec = hf.Spec(7, 9, difficulty="hard", islands=12, loops=False, require=("no loop",), unknown_clues=0.1)
    shown = "Spec(7, 9, difficulty='hard', islands=(12, 12), loops=False, require=('no loop',), unknown_clues=0.1)"
    assert repr(spec) == shown
    assert eval(shown, {"Spec": hf.Spec}) == spec


def test_equal_wishes_are_equal_specs() -> None:
    names = ["parity", "starvation", "full island"]
    specs = {hf.Spec(7, 7, require=given, exclude=["search"]) for given in (names, names[::-1] * 2, set(names))}
    assert {spec.require for spec in specs} == {("full island", "starvation", "parity")}
    assert len(specs) == 1


def test_ranges_need_only_have_something_possible_in_them() -> None:
    assert len(hf.generate(7, 7, islands=(1, 1000), seed=1).puzzle.islands) >= 3
    made = hf.generate(7, 7, loops=False, cycles=(0, 2), seed=1)
    assert len(made.solution.bridges) == len(made.puzzle.islands) - 1


@pytest.mark.parametrize("strategy", ["grow", "tree"])
@pytest.mark.parametrize("symmetry", [None, "rotate", "mirror-h", "mirror-v", "diagonal"])
def test_the_fewest_islands_that_are_let_through_can_be_made(symmetry: Any, strategy: Any) -> None:
    for width, height in ((1, 1), (1, 5), (5, 1), (3, 3), (4, 4), (4, 5), (6, 3)):
        if symmetry == "diagonal" and width != height:
            continue
        least = least_islands(hf.Spec(width, height, symmetry=symmetry))
        spec = hf.Spec(width, height, islands=least, symmetry=symmetry, strategy=strategy)
        made = puzzles_of(make(spec, 1, 0, 20))[0]
        assert len(made.puzzle.islands) == least
        if least > 1:
            with pytest.raises(ValueError, match="too few"):
                hf.Spec(width, height, islands=least - 1, symmetry=symmetry)


def test_the_same_puzzle_always() -> None:
    spec = hf.Spec(8, 8, difficulty="medium")
    block = puzzles_of(make(spec, 3, 10, 20))
    assert block == puzzles_of(make(spec, 3, 10, 7)) + puzzles_of(make(spec, 3, 17, 13))
    assert block[4] == hf.generate(8, 8, difficulty="medium", seed=3, index=block[4].index)
    assert block[4] == make(spec, 3, block[4].index, 1).puzzle(0)
    assert len({made.puzzle for made in block}) == len(block)
    assert block[0] != make(spec, 4, 10, 1).puzzle(0)


def test_a_hard_board_may_need_no_more_than_an_only_way_out() -> None:
    """A search needs no decision where cuts are enough, but for people an only way out is hard."""
    made = hf.produce(100, hf.Spec(7, 7, difficulty="hard"), seed=3)
    assert {puzzle.rating.hardest for puzzle in made} == {"only way out", "starvation"}


def test_a_walk_in_a_small_place_ends() -> None:
    """On a tiny board, a walk goes up and down between a few drafts; others have to be grown."""
    for seed in range(12):
        assert hf.generate(5, 5, difficulty="hard", style="rich", seed=seed).rating.difficulty == "hard"


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
    block = make(spec, 2**64 - 1, 5, 20)
    expected = "".join(hf.dumps(made.record(), "jsonl") + "\n" for made in puzzles_of(block)).encode()
    assert expected
    assert block.lines(block.all_made()) == expected
    copy = pickle.loads(pickle.dumps(block))
    assert copy.lines(copy.all_made()) == expected
    assert puzzles_of(copy) == puzzles_of(block)
    read = [hf.loads_record(line).puzzle for line in expected.decode().splitlines()]
    assert read == [made.puzzle for made in puzzles_of(block)]


def test_a_pickled_block_is_the_same_again() -> None:
    block = make(hf.Spec(9, 9, unknown_clues=0.2), 1, 3, 5)
    copy = pickle.loads(pickle.dumps(block))
    twice = pickle.loads(pickle.dumps(copy))
    for other in (copy, twice):
        assert (len(other), other.spec, other.seed, other.first) == (5, block.spec, 1, 3)
        assert other.made.tolist() == block.made.tolist()
        assert other.arrays.form.tolist() == block.arrays.form.tolist()
        assert puzzles_of(other) == puzzles_of(block)


def test_arrays_are_built_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    load = BlockMaker._views
    monkeypatch.setattr(BlockMaker, "_views", lambda maker: calls.append(1) or load(maker))
    made = hf.generate(7, 7, seed=1)
    assert (made.index, calls) == (0, [])
    assert made.puzzle.width == made.solution.puzzle.width == 7
    assert calls == [1]


def test_a_block_has_nothing_where_nothing_was_found() -> None:
    block = make(hf.Spec(7, 7), 1, 0, 1)
    empty = Block(block.spec, 1, 0, 1, lambda: block.arrays._replace(islands=0 * block.arrays.islands))
    assert (block.closest(0), empty.closest(0)) == (block.puzzle(0), None)


def test_a_maker_that_is_stopped_ends_soon() -> None:
    maker = BlockMaker(hf.Spec(50, 50, islands=400), 1, 0, 1000)
    maker.stop()
    assert len(maker.make()) == 1000


def test_pickled_blocks_take_what_is_used() -> None:
    spec = hf.Spec(40, 40, islands=(20, 200))
    block = make(spec, 1, 0, 10)
    assert len(pickle.dumps(block)) < 10 * (200 * 9 + 300)


@pytest.mark.parametrize(
    ("difficulty", "count"),
    [(None, 40), ("hard", 10), ("extreme", 1), pytest.param("extreme", 4, marks=pytest.mark.slow)],
)
def test_eight_threads_make_the_same(difficulty: str | None, count: int) -> None:
    spec = hf.Spec(7, 7, difficulty=difficulty)
    expected = make(spec, 1, 0, count)
    lines = expected.lines(expected.all_made())
    shared = puzzles_of(expected)

    def hammer() -> None:
        for _ in range(3):
            block = make(spec, 1, 0, count)
            assert block.lines(block.all_made()) == lines
        for made in shared:
            assert made == hf.generate(7, 7, difficulty=difficulty, seed=1, index=made.index)

    at_once(hammer)


@pytest.mark.parametrize("difficulty", ["expert", "extreme"])
def test_out_of_memory_is_an_exception(difficulty: str) -> None:
    spec = hf.Spec(10, 10, difficulty=difficulty)
    assert memory_failures(lambda: make(spec, 1, 0, 3), range(0, 60, 3)) >= 4


def test_golden_puzzles() -> None:
    """The puzzles of a version never change. `python tests/golden/make_generated.py` writes those of a new version."""
    assert GOLDEN["version"] == GENERATOR_VERSION
    for case in GOLDEN["cases"]:
        made = hf.generate(*case["size"], seed=case["seed"], index=case["index"], **case["targets"])
        assert hf.dumps(made.record(), "jsonl") == case["record"]
        assert all(first < second for first, second in pairwise(made.puzzle.islands))
        assert set(made.rating.counts) <= set(NAMES)


@pytest.mark.parametrize(
    "call",
    [
        lambda **targets: hf.Spec(7, 7, **targets),
        lambda **targets: hf.generate(7, 7, seed=1, **targets),
        lambda **targets: hf.Spec.climb(3, 7, 7, **targets),
    ],
)
def test_misspelt_keywords_and_values(call: Any) -> None:
    for keyword, meant in (("dificulty", "difficulty"), ("Style", "style"), ("requires", "require")):
        with pytest.raises(TypeError, match=rf"Spec has no keyword '{keyword}' \(did you mean '{meant}'\?\); expected"):
            call(**{keyword: "hard"})
    with pytest.raises(TypeError, match="Spec has no keyword 'xyz'; expected width, height, difficulty,"):
        call(xyz=1)
    with pytest.raises(ValueError, match=r"not 'meduim' \(did you mean 'medium'\?\)"):
        call(difficulty="meduim")
    with pytest.raises(ValueError, match=r"not 'full iland' \(did you mean 'full island'\?\)"):
        call(require=("full iland",))


def test_a_spec_is_what_it_was() -> None:
    spec = hf.Spec(height=5, width=7, style="rich")
    assert spec == hf.Spec(7, 5, style="rich") == pickle.loads(pickle.dumps(spec)) == dataclasses.replace(spec)
    assert dataclasses.replace(spec, style="open") == hf.Spec(7, 5, style="open")
