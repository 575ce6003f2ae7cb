"""The levels of difficulty, from the easiest to the hardest. Imports nothing, so that readers of files may have it."""
from __future__ import annotations

from typing import Literal

Difficulty = Literal["easy", "medium", "hard", "expert", "extreme"]

DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "expert", "extreme")
