"""The whole way as text: complete, in order, and honest about how it ends."""
from __future__ import annotations

import random
import re
import textwrap

import paths
import pytest
from boards import random_puzzle, solvable_puzzle
from command_line import CHOICE, SLOW, SPLIT
from hypothesis import given
from hypothesis import strategies as st
from ladder import BOARDS as LADDER

import hashi_fast as hf
from hashi_fast.board.drawing import draw
from hashi_fast.coaching.sentences.trial import Trial
from hashi_fast.coaching.walkthrough import fill

BOARDS = paths.BOARDS


def rounds_of(text: str) -> list[str]:
    """Return the techniques of the numbered rounds, after checking their numbers."""
    headings = re.findall(r"^(\d+)\. (.*)$", text, re.MULTILINE)
    assert [int(number) for number, _ in headings] == list(range(1, len(headings) + 1))
    return [technique.lower() for _, technique in headings]


@pytest.mark.parametrize("size", [7, 10, 15])
def test_the_way_to_the_solution(size: int) -> None:
    for record in hf.load(BOARDS / f"tatham_{size}.jsonl")[:8]:
        text = hf.explain(record.puzzle)
        rating = hf.rate(record.puzzle, path=True)
        assert rating.path is not None
        expected = dict.fromkeys((step.round, step.technique) for step in rating.path if step.technique != "completion")
        assert rounds_of(text) == [technique for _, technique in expected]
        assert text.count("\n   - ") == sum(n for technique, n in rating.counts.items() if technique != "completion")
        assert f"Solved, with nothing harder than {rating.hardest} ({rating.difficulty}):" in text
        drawing = draw(record.puzzle, hf.solve(record.puzzle).solution.bridges)
        assert text.endswith("\n".join(f"    {line}" for line in drawing.split("\n")))
        assert max(map(len, text.split("\n"))) <= 100


@pytest.mark.parametrize(
    ("puzzle", "levels"),
    [
        (LADDER["limited neighbours"], []),
        (hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"), ["medium"]),
        (LADDER["search"], ["hard", "expert", "extreme"]),
    ],
)
def test_boards_are_drawn_before_harder_steps_begin(puzzle: hf.Puzzle, levels: list[str]) -> None:
    text = hf.explain(puzzle)
    assert re.findall(r"^The board before the first (\w+) step:$", text, re.MULTILINE) == levels


def test_how_it_ends_without_exactly_one_solution() -> None:
    text = hf.explain(hf.loads(SPLIT))
    assert text.startswith("There is no solution.\n\n")
    assert "This follows from the numbers of" in text.replace("\n", " ")
    text = hf.explain(hf.loads(CHOICE))
    assert "This is as far as logic goes: from here there are several solutions." in text
    assert "There can be two bridges between the 4 at row 3, column 3" in text
    assert text.endswith(hf.diagnose(hf.loads(CHOICE)).drawing)


def test_a_budget_that_runs_out() -> None:
    text = hf.explain(SLOW, time_limit=0)
    assert "The budget ran out here, so the rest is unknown." in text


def test_boards_of_every_kind() -> None:
    rng = random.Random(1)
    for _ in range(60):
        puzzle = random_puzzle(rng) if rng.random() < 0.4 else solvable_puzzle(rng)[0]
        text = hf.explain(puzzle)
        rounds_of(text)
        status = hf.uniqueness(puzzle).status
        end = {"none": "There is no solution.", "unique": "Solved", "multiple": "from here there are several"}[status]
        assert end in text


def test_an_island_alone() -> None:
    assert hf.explain(hf.Puzzle(1, 1, [(0, 0, 0)])) == "Solved:\n\n    0"


def test_bad_input() -> None:
    with pytest.raises(TypeError, match="expected a Puzzle, not '2=2'"):
        hf.explain("2=2")


WORDS = st.lists(st.text("abc,.-1", min_size=1, max_size=30), max_size=60)
INDENTS = st.text(" -", max_size=6)


@given(WORDS, INDENTS, INDENTS)
def test_lines_are_those_of_textwrap(words: list[str], first: str, others: str) -> None:
    text = " ".join(words)
    expected = textwrap.fill(text, 100, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
    assert fill(text, first, others) == (expected if text else first)


def test_trials_look_for_groups_only_where_they_add_bridges(monkeypatch: pytest.MonkeyPatch) -> None:
    """They find what a look at the whole board finds."""
    puzzles = [hf.generate(12, 12, difficulty="expert", seed=seed).puzzle for seed in range(6)]
    told = [str(hf.explain(puzzle)) for puzzle in puzzles]
    assert any("cut off" in each for each in told)
    plain = Trial.__init__
    monkeypatch.setattr(Trial, "__init__", lambda self, state, is_sound=False: plain(self, state))
    assert [str(hf.explain(puzzle)) for puzzle in puzzles] == told
