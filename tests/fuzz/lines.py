"""The bulk scanner of JSON Lines beside the ordinary reader: every line it takes means the same to both."""
from __future__ import annotations

import json

from hashi_fast import PuzzleBatch, loads_record
from hashi_fast.errors import FormatError
from hashi_fast.formats._jsonl_reader import Lines


def check(data: bytes) -> None:
    """Scan a block of lines. Taken lines are read to the same puzzles; together with those left, they are all lines."""
    block = data + b"\n"
    lines = Lines(block)
    batch = PuzzleBatch.from_arrays(*lines.arrays())
    left = {number: text for number, _, text in lines.left()}
    taken = 0
    for number, line in enumerate(block.split(b"\n")[:-1]):
        if number in left:
            assert left[number].lstrip(b" \t\r") == line.lstrip(b" \t\r") + b"\n"
        elif line.strip(b" \t\r"):
            read = _puzzle(line)
            assert read is not None, line
            assert read == batch[taken], line
            assert json.dumps(read.id).encode() == lines.id(taken), line
            taken += 1
    assert taken == len(lines) == len(batch)


def _puzzle(line: bytes):  # type: ignore[no-untyped-def]
    try:
        return loads_record(line.decode(), "json").puzzle
    except (FormatError, UnicodeDecodeError):
        return None
