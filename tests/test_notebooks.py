"""What notebooks show: boards with words, whole HTML without scripts, and nothing that a file could smuggle in."""
import copy
import pickle
import re
from html.parser import HTMLParser
from typing import Any

import pytest

import hashi_fast as hf

NASTY = '<script>alert("1")</script> & \u00e9'
PUZZLE = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2").with_id(NASTY)
SEVERAL, NONE = hf.loads("3x3:3a3c3a3"), hf.loads("3x3:1a1c1a1")
SOLUTION = hf.solve(PUZZLE).solution
FRESH, WRONG, LIT = "#1f6feb", "#d1242f", "#ffe08a"


class Page(HTMLParser):
    """Notes tags and words, and that every tag is closed in its order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.words = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "br":
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def shown(value: Any) -> Page:
    page = Page(value._repr_html_())
    assert not {"script", "style", "iframe"} & set(page.tags)
    assert not [name for name in page.attributes if name.startswith("on")]
    return page


def game() -> hf.Game:
    begun = hf.Game(PUZZLE)
    begun.set_bridge(0, 0, 2, 0, 2)
    return begun


@pytest.mark.parametrize(
    ("value", "boards", "words"),
    [
        (lambda: hf.solve(PUZZLE), 1, "solved in"),
        (lambda: hf.solve(NONE), 0, "No solution"),
        (lambda: hf.solve(hf.loads("5x1:2a2a2"), node_limit=0), 0, ""),
        (game, 1, "of 14 islands have their bridges"),
        (lambda: hf.hint(PUZZLE), 1, "Place "),
        (lambda: hf.hint(PUZZLE, SOLUTION), 1, "Solved"),
        (lambda: hf.hint(PUZZLE, [(0, 0, 0, 4, 2)]), 1, "A mistake"),
        (lambda: hf.hint(SEVERAL), 1, "Place "),
        (lambda: hf.hint(NONE), 1, "No solution"),
        (lambda: hf.diagnose(PUZZLE), 0, "Exactly one solution"),
        (lambda: hf.diagnose(SEVERAL), 2, "solution 2"),
        (lambda: hf.diagnose(NONE), 1, "No solution"),
        (lambda: hf.Record(PUZZLE, SOLUTION, {"difficulty": "medium", "score": 6.305}), 1, ", medium, score 6.305"),
        (lambda: hf.Record(PUZZLE), 1, NASTY),
        (lambda: hf.pack(hf.produce(12, hf.Spec(7, 7, difficulty="easy"), seed=1)), 3, "and 9 more"),
        (lambda: hf.Pack({"easy": [hf.Record(PUZZLE)]}), 1, NASTY),
        (lambda: hf.Pack({}), 0, "Pack of 0 puzzles"),
        (lambda: hf.rate(PUZZLE, path=True).path[0], 1, "round 1"),
        (lambda: hf.hint(PUZZLE).steps[-1], 1, "round "),
        (lambda: hf.explain(NONE), 1, "No solution"),
        (lambda: hf.explain(SEVERAL), 4, "Several solutions"),
    ],
)
def test_everything_draws_itself(value: Any, boards: int, words: str) -> None:
    page = shown(value())
    assert page.tags.count("svg") == boards
    assert words in page.words


def test_an_explanation_is_text_and_steps_with_boards() -> None:
    told = hf.explain(PUZZLE)
    assert isinstance(told, str)
    page = shown(told)
    assert page.words.count("Full island") == told.count("Full island")
    rounds = len(re.findall(r"^\d+\. ", told, re.MULTILINE))
    assert page.tags.count("svg") == rounds + 1
    assert page.tags.count("li") == told.count("\n   - ")
    assert "Solved, with nothing harder than forbidden pair" in page.words
    assert "Rows and columns are numbered from 1." in page.words
    again = pickle.loads(pickle.dumps(told))
    assert (type(again), again) == (str, told)


def test_answers_are_only_shown_where_they_were_asked_for() -> None:
    assert hf.Record(PUZZLE, SOLUTION)._repr_html_() == hf.Record(PUZZLE)._repr_html_()
    with_answer, without = (hf.Pack({"easy": [hf.Record(PUZZLE, answer)]}) for answer in (SOLUTION, None))
    assert with_answer._repr_html_() == without._repr_html_()


def test_colours_of_a_hint() -> None:
    text = hf.hint(PUZZLE)._repr_html_()
    assert FRESH in text
    assert LIT in text
    assert WRONG not in text
    text = hf.hint(PUZZLE, [(0, 0, 0, 4, 2)])._repr_html_()
    assert WRONG in text
    assert "stroke-dasharray" in text
    assert FRESH not in text


def test_a_step_shows_the_bridges_of_all_rounds_before() -> None:
    path = hf.rate(PUZZLE, path=True).path
    assert path is not None
    last = path[-1]
    placed = {c.edge: c.least for step in path if step.round < last.round for c in step.conclusions if c.least}
    assert len(placed) > 5
    strokes = last._repr_html_().partition('stroke="#1a1a1a" d="')[2].partition('"')[0]
    new = {c.edge for c in last.conclusions if c.least > placed.get(c.edge, 0)}
    assert strokes.count("M") == sum(count for edge, count in placed.items() if edge not in new)


@pytest.mark.parametrize("value", [hf.hint(PUZZLE), hf.rate(PUZZLE, path=True).path[0]])  # type: ignore[index]
def test_the_board_is_no_field(value: Any) -> None:
    """Copies are equal and small, and show the words alone."""
    for twin in (copy.copy(value), pickle.loads(pickle.dumps(value)), value._replace()):
        assert (type(twin), twin, repr(twin)) == (type(value), value, repr(value))
        assert shown(twin).tags.count("svg") == 0
    assert len(pickle.dumps(value)) < 2000
