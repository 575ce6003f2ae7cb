"""Blocks of lines: whole lines with plain ends, whatever the pieces that a stream comes in."""
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_fast.formats import line_blocks
from hashi_fast.formats.line_blocks import BOM


def blocks(text: bytes, size: int) -> list[bytes]:
    return list(line_blocks.line_blocks(io.BytesIO(text).read, lambda: size))


@given(st.lists(st.sampled_from([b"ab", b"c", b"\r", b"\n", b"\r\n"])).map(b"".join), st.integers(1, 9))
def test_lines_are_those_of_a_text_file(text: bytes, size: int) -> None:
    found = blocks(text, size)
    assert all(block.endswith(b"\n") and b"\r" not in block for block in found)
    expected = io.TextIOWrapper(io.BytesIO(text)).read()
    joined = b"".join(found).decode()
    assert joined == (expected if expected.endswith("\n") or not expected else expected + "\n")


def test_a_mark_only_at_the_start() -> None:
    assert b"".join(blocks(BOM + b"a\n" + BOM + b"b", 64)) == b"a\n" + BOM + b"b\n"


def test_a_line_beyond_all_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_blocks, "LONGEST_LINE", 100)
    found = b"".join(blocks(b"x" * 1000 + b"\nshort\n" + b"y" * 1000, 64))
    assert [line[:1] for line in found.splitlines()] == [b"x", b"s", b"y"]
    assert len(found) < 500
