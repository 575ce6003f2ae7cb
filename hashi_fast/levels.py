"""The levels of difficulty, from easiest to hardest. Imports nothing, so that every room may use it."""
from __future__ import annotations

from typing import Literal

Difficulty = Literal["easy", "medium", "hard", "expert", "extreme"]
TathamLevel = Literal["easy", "medium", "hard"]

DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "expert", "extreme")

# What the levels of Simon Tatham's generator take, each beyond those before it. His generator makes nothing that takes
# any other technique: that was checked on 4,300 of his boards. (It sees "no loop" at medium, but earlier than our
# ladder does, so boards without loops may be a level lower on his scale.)
TATHAM_TECHNIQUES: dict[TathamLevel, tuple[str, ...]] = {
    "easy": ("completion", "full island", "one each way"),
    "medium": ("limited directions", "no loop"),
    "hard": ("limited neighbours", "forbidden pair", "no way out", "group isolation"),
}
TATHAM_LEVELS: tuple[TathamLevel, ...] = tuple(TATHAM_TECHNIQUES)
