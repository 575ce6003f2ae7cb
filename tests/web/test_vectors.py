"""The shared vectors of Python and the page are up to date: Python still gives the answers in the files.

If this fails because words have changed on purpose, run tests/web/make_vectors.py, and change the page's words, too.
"""
import pytest
from vectors import ANSWERS, FOLDER, IN_JAVASCRIPT, stored

from hashi_fast.deduction.techniques import NAMES


@pytest.mark.parametrize("name", ANSWERS)
def test_python_gives_the_answers_in_the_file(name: str) -> None:
    cases = stored(name)
    assert cases
    for case in cases:
        assert ANSWERS[name](case) == case


def test_every_file_is_checked() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*ANSWERS}


def test_the_page_has_the_easiest_techniques() -> None:
    assert NAMES[: len(IN_JAVASCRIPT)] == IN_JAVASCRIPT


def test_enough_hints_are_compared() -> None:
    positions = [position for case in stored("hints") for position in case["positions"]]
    assert sum(position["kind"] == "step" and "words" in position for position in positions) >= 1000
    assert {position["technique"] for position in positions} >= {*IN_JAVASCRIPT} - {"completion"}
