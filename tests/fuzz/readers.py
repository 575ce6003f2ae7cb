"""Readers: the first byte chooses the format, or lets it be recognised; the rest is the text."""
from __future__ import annotations

from contextlib import suppress

from chooser import check_message

from hashi_fast.errors import FormatError
from hashi_fast.formats import dumps, get, loads_record, names

READERS = [None, *(name for name in names() if get(name).reads)]
_MOST_ISLANDS = 300  # reading is what is tested, and a large board takes long


def check(data: bytes) -> None:
    """Read a text; what can be read can be written as json and read again."""
    name = READERS[data[0] % len(READERS)] if data else None
    text = data[1:].decode("utf-8", "surrogateescape")
    try:
        record = loads_record(text, name)
    except FormatError as error:
        check_message(error)
        return
    assert loads_record(dumps(record)) == record
    if len(record.puzzle.islands) > _MOST_ISLANDS or record.puzzle.width * record.puzzle.height > 10_000:
        return
    for other in READERS[1:]:
        assert other is not None
        with suppress(FormatError):
            again = loads_record(dumps(record, other), other)
            # No format but json has a place for everything, and some say that a puzzle without loops may have loops.
            assert again.puzzle.islands == record.puzzle.islands, other
            # A drawing of an island alone is solved, even if nobody said so.
            bridges = () if record.solution is None else record.solution.bridges
            assert again.solution is None or again.solution.bridges == bridges, other
