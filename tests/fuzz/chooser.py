"""Turns bytes into choices. Targets do without atheris' own, so that kept inputs can be done again without atheris."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chooser:
    """Reads choices from bytes; when they are used up, it always takes the first.

    >>> chooser = Chooser(bytes([7, 1, 0, 255]))
    >>> chooser.pick("abc"), chooser.number(-10, 10), chooser.left()
    ('b', -9, b'\\x00\\xff')
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def byte(self) -> int:
        """Return the next byte, 0 after the last."""
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of the choices."""
        return choices[self.byte() % len(choices)]

    def number(self, low: int, high: int) -> int:
        """Return a number from low to high, from one byte or as many as it takes."""
        span, value = high - low + 1, 0
        while span:
            value = value << 8 | self.byte()
            span >>= 8
        return low + value % (high - low + 1)

    def left(self) -> bytes:
        """Return all bytes that are left."""
        return self._data[self._at :]


def check_message(error: Exception) -> None:
    """Fail if the message of an error quotes more of the input than people want to read."""
    assert len(str(error)) < 500, error
