"""Names of numbered files."""
import pytest

from hashi_fast.support.numbered import is_numbered, numbered


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("b{n}.svg", "b12.svg"),
        ("b{n:1}.svg", "b12.svg"),
        ("b{n:3}.svg", "b012.svg"),
        ("{n:05}/{n}", "00012/12"),
        ("{n:01}", "12"),
    ],
)
def test_names(name: str, expected: str) -> None:
    assert is_numbered(name)
    assert numbered(name, 12) == expected


@pytest.mark.parametrize("name", ["b.svg", "{m}", "{n:x}", "{n:0}", "{n:}", "{n!r}", "{n:33}", "{}"])
def test_other_braces_stay(name: str) -> None:
    assert not is_numbered(name)
    assert numbered(name, 12) == name
