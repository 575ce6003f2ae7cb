"""The levels of difficulty, from easiest to hardest. Imports nothing, so that every room may use it."""
from __future__ import annotations

from typing import Literal

Difficulty = Literal["easy", "medium", "hard", "expert", "extreme"]

DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "expert", "extreme")
