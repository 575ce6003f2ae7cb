"""Status codes of the kernels: no number and no name has two meanings."""
import re
from collections.abc import Iterable

import paths
import pytest

COMMON = paths.ROOT / "hashi_fast" / "support" / "_status.pxd"
OWN = int(re.findall(r"OWN = (\d+)", COMMON.read_text())[0])
ANSWERS = re.compile(r"^    (\w+) = (\d+) \* OWN\b.*\n((?:    \w+ *(?:#.*)?\n)*)", re.MULTILINE)


def answers(declarations: Iterable[str]) -> dict[str, int]:
    """Return the answers that .pxd files declare, with their numbers."""
    found: dict[str, int] = {}
    for text in declarations:
        for first, base, rest in ANSWERS.findall(text):
            names = [first, *re.findall(r"^    (\w+)", rest, re.MULTILINE)]
            assert len(names) <= OWN
            for number, name in enumerate(names, int(base) * OWN):
                assert name not in found, f"{name} is declared twice"
                assert number not in found.values(), f"{name} has the number {number} of another answer"
                found[name] = number
    return found


def test_no_answer_is_taken_for_another() -> None:
    declarations = [path.read_text() for path in sorted((paths.ROOT / "hashi_fast").rglob("*.pxd"))]
    found = answers(declarations)
    assert {"TOO_MANY_CROSSINGS", "TIME_LIMIT", "STUCK", "ASTRAY", "INCURABLE", "NOTHING_GROWS"} <= found.keys()
    assert min(found.values()) >= OWN
    assert max(found.values()) < 128  # a candidate of the generator stores its status in one byte


@pytest.mark.parametrize("planted", ["    ONE = 2 * OWN\n", "    OTHER = 1 * OWN\n", "    OTHER = 0 * OWN\n    ONE\n"])
def test_a_planted_collision_is_found(planted: str) -> None:
    with pytest.raises(AssertionError):
        answers(["    ONE = 1 * OWN  # the first\n    TWO\n", planted])
