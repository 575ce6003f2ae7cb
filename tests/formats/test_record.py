"""Records: ratings as Ratings, complete or not, and ids of generated puzzles."""
import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hashi_fast as hf

PAIR = hf.Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])


def test_ratings_are_ratings_everywhere() -> None:
    made = hf.generate(7, 7, difficulty="medium", seed=1)
    record = made.record()
    again = hf.loads_record(hf.dumps(record))
    for each in (made.rating, record.rating, again.rating, hf.Record(PAIR, rating=made.rating.to_dict()).rating):
        assert isinstance(each, hf.Rating)
        assert each == made.rating
        assert each.difficulty == "medium"
        assert each.to_dict() == made.rating.to_dict()
        assert repr(each) == repr(made.rating)
    assert isinstance(record._replace(rating={"difficulty": "easy"}).rating, hf.Rating)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"difficulty": "hard"}, ("rated", "hard", None, 0, {})),
        ({"score": 1.5}, ("unknown", None, 1.5, 0, {})),
        ({"score": "high", "difficulty": 3, "status": []}, ("unknown", None, None, 0, {})),
        ({"status": "multiple"}, ("multiple", None, None, 0, {})),
        ({}, ("unknown", None, None, 0, {})),
    ],
)
def test_ratings_that_say_less(fields: dict[str, Any], expected: tuple[object, ...]) -> None:
    rating = hf.Record(PAIR, rating=fields).rating
    assert rating is not None
    assert (rating.status, rating.difficulty, rating.score, rating.steps, rating.counts) == expected
    assert rating.to_dict() == fields
    text = hf.dumps(hf.Record(PAIR, rating=fields))
    assert hf.dumps(hf.loads_record(text)) == text


FLOATS = st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.none() | st.booleans() | st.integers(-5, 5) | FLOATS | st.text(max_size=3)
VALUES = PLAIN | st.lists(PLAIN, max_size=2) | st.dictionaries(st.text(max_size=2), PLAIN, max_size=2)
KEYS = st.sampled_from([*hf.Rating._fields, "stars"])


@given(st.dictionaries(KEYS, VALUES))
def test_what_a_file_says_is_written_again(fields: dict[str, Any]) -> None:
    text = hf.dumps(hf.Record(PAIR, rating=fields))
    record = hf.loads_record(text)
    assert isinstance(record.rating, hf.Rating)
    assert hf.dumps(record) == text
    for same in (pickle.loads(pickle.dumps(record)), copy.deepcopy(record)):
        assert same == record
        assert hf.dumps(same) == text


def test_what_is_no_rating() -> None:
    with pytest.raises(ValueError, match="expected the fields of a rating, not 5"):
        hf.Record(PAIR, rating=5)  # type: ignore[arg-type]
    with pytest.raises(hf.FormatError, match="rating: expected an object, found 5"):
        hf.loads_record('{"w": 3, "h": 1, "task": "2a2", "rating": 5}')


def test_a_changed_rating_says_what_it_is() -> None:
    rating = hf.Record(PAIR, rating={"difficulty": "hard", "stars": 3}).rating
    assert rating is not None
    assert rating._replace(difficulty="easy").to_dict()["difficulty"] == "easy"


def test_ids_of_generated_puzzles() -> None:
    made = [hf.generate(5, 5, seed=seed, index=index) for seed in (1, 2) for index in range(3)]
    ids = [each.id for each in made]
    assert len(set(ids)) == 6
    assert ids[4].startswith("2-1-")
    assert ids == [hf.generate(5, 5, seed=each.seed, index=each.index).id for each in made]
    assert ids == [each.record().id for each in made]
    assert ids == [hf.loads_record(hf.dumps(each)).id for each in made]
    assert ids == [hf.loads_record(hf.dumps(each, "task")).id for each in made]
    assert all(each.puzzle.id is None for each in made)  # files of generated puzzles do not spell it out
    # The kinds of a run share seed and index.
    kinds = [hf.generate(5, 5, difficulty=level, seed=1).id for level in ("easy", "medium")]
    assert kinds[0] != kinds[1]
    assert hf.Record(PAIR.with_id("mine"), extra={"seed": 1, "index": 0}).id == "mine"
    for extra in ({}, {"seed": 1}, {"seed": "a", "index": 0}, {"seed": True, "index": 0}):
        assert hf.Record(PAIR, extra=extra).id is None
    assert hf.Record(hf.Puzzle(4, 4, [(0, 0, None), (0, 3, 1)]), extra={"seed": 1, "index": 0}).id is not None


def test_the_id_is_that_of_all_versions() -> None:
    assert hf.Record(PAIR, extra={"seed": 7, "index": 12}).id == "7-12-9b09c7"
