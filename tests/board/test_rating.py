"""Ratings as values: to a dict and back, and incomplete ratings from files."""
import json
from typing import Any

import pytest
from boards import sample

import hashi_fast as hf
from hashi_fast.board.rating import level_in, score_in

GOOD: dict[str, Any] = {
    "status": "rated", "difficulty": "hard", "score": 6.305, "steps": 3, "backtracks": 0, "hardest": "only way out",
    "counts": {"completion": 2, "only way out": 1}, "bottleneck": 1.5,
}  # fmt: skip
NOT_RATED = {**GOOD, "status": "multiple", "difficulty": None, "score": None, "hardest": None}


def test_round_trips() -> None:
    statuses = set()
    for puzzle in (*sample(60, 3), hf.Puzzle(1, 1, [(0, 0, 0)])):
        for limits in ({}, {"node_limit": 0}):
            rating = hf.rate(puzzle, **limits)
            statuses.add(rating.status)
            assert hf.Rating.from_dict(rating.to_dict()) == rating
            assert hf.Rating.from_dict(json.loads(json.dumps(rating.to_dict()))) == rating
    assert {"rated", "multiple", "none"} <= statuses


def test_values_are_plain_and_other_keys_are_left_out() -> None:
    rating = hf.Rating.from_dict({**GOOD, "score": 6, "stars": 5, "path": "lost"})
    assert rating == hf.Rating("rated", "hard", 6.0, 3, 0, "only way out", {"completion": 2, "only way out": 1}, 1.5)
    assert type(rating.score) is float
    assert rating.counts is not GOOD["counts"]
    assert rating.path is None


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (None, "expected the fields of a rating, not None"),
        ([], "expected the fields of a rating"),
        ({}, r"a rating must have the key 'status'; found \[\]"),
        ({"difficulty": "easy"}, r"a rating must have the key 'status'; found \['difficulty'\]"),
        ({name: value for name, value in GOOD.items() if name != "counts"}, "a rating must have the key 'counts'"),
        ({**GOOD, "status": "solved"}, "status of a rating must be one of 'rated', .*, not 'solved'"),
        ({**GOOD, "status": ["rated"]}, "status of a rating"),
        ({**GOOD, "difficulty": None}, "difficulty of a rating must be one of 'easy', .*, not None"),
        ({**GOOD, "difficulty": "tough"}, "difficulty of a rating .*, not 'tough'"),
        ({**GOOD, "score": None}, "score of a rating must be a number, not None"),
        ({**GOOD, "score": True}, "score of a rating must be a number, not True"),
        ({**GOOD, "score": float("nan")}, "score of a rating must be a number, not nan"),
        ({**GOOD, "score": 10**400}, "score of a rating must be a number, not a whole number"),
        ({**GOOD, "steps": -1}, "steps of a rating must be a whole number from 0 up, not -1"),
        ({**GOOD, "backtracks": 1.0}, "backtracks of a rating must be a whole number from 0 up, not 1.0"),
        ({**GOOD, "hardest": 7}, "hardest of a rating must be the name of a technique or None, not 7"),
        ({**GOOD, "counts": [1]}, r"counts of a rating must be numbers by technique, not \[1\]"),
        ({**GOOD, "counts": {1: 2}}, "counts of a rating must be numbers by technique"),
        ({**GOOD, "counts": {"search": True}}, r"counts\['search'\] of a rating must be a whole number"),
        ({**GOOD, "bottleneck": None}, "bottleneck of a rating must be a number, not None"),
        ({**NOT_RATED, "difficulty": "easy"}, "difficulty is 'easy' although the status is 'multiple'; expected None"),
        ({**NOT_RATED, "score": 1.0}, "score is 1.0 although the status is 'multiple'"),
        ({**NOT_RATED, "hardest": "search"}, "hardest is 'search' although the status is 'multiple'"),
    ],
)
def test_what_is_no_rating(fields: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hf.Rating.from_dict(fields)  # type: ignore[arg-type]


def rating_with(*techniques: str, status: str = "rated") -> hf.Rating:
    """Return a rating that took these techniques."""
    fields = GOOD if status == "rated" else {**NOT_RATED, "status": status}
    return hf.Rating.from_dict({**fields, "counts": dict.fromkeys(techniques, 1)})


@pytest.mark.parametrize(
    ("techniques", "level"),
    [
        ((), "easy"),
        (("completion", "full island", "one each way"), "easy"),
        (("limited directions",), "medium"),
        (("full island", "no loop"), "medium"),
        (("limited neighbours",), "hard"),
        (("limited directions", "forbidden pair"), "hard"),
        (("no way out",), "hard"),
        (("completion", "limited directions", "group isolation"), "hard"),
        (("only way out",), None),
        (("full island", "starvation"), None),
        (("combinations",), None),
        (("parity",), None),
        (("contradiction", "limited directions"), None),
        (("case split",), None),
        (("search",), None),
        (("a technique of another version",), None),
    ],
)
def test_tathams_level_is_that_of_the_techniques(techniques: tuple[str, ...], level: str | None) -> None:
    for order in (techniques, techniques[::-1]):
        assert rating_with(*order).tatham == level


@pytest.mark.parametrize("status", ["multiple", "none", "unknown"])
def test_only_rated_puzzles_have_a_level_of_tathams(status: str) -> None:
    assert rating_with("full island", status=status).tatham is None


def test_tathams_level_is_not_stored() -> None:
    """It follows from the counts."""
    rating = rating_with("full island")
    assert "tatham" not in rating.to_dict()
    assert hf.Rating.from_dict({**rating.to_dict(), "tatham": "hard"}).tatham == "easy"


def test_parts_of_a_rating() -> None:
    assert hf.Rating.from_dict(NOT_RATED).difficulty is None
    assert (level_in(GOOD), score_in(GOOD)) == ("hard", 6.305)
    assert level_in({"difficulty": "easy"}) == "easy"
    for other in (None, {}, [], "hard", {"difficulty": ["easy"]}, {"difficulty": "tough"}, {"score": True}):
        assert (level_in(other), score_in(other)) == (None, None)
    for score in (float("inf"), float("nan"), 10**400, "1"):
        assert score_in({"score": score}) is None
