"""Makes boards/*.jsonl, and the boards that test ratings, with Simon Tatham's generator (Debian package sgt-puzzles).

The commands are in boards/README.md and tests/data/README.md.
"""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).parent / "boards"
LEVELS = Path(__file__).parent.parent / "tests" / "data" / "tatham_levels.jsonl"
# side: how many, Tatham's difficulty (0 Easy, 1 Medium, 2 Hard)
SETS = {7: (500, 0), 10: (500, 1), 15: (300, 2), 25: (200, 2), 40: (50, 2)}
LEVEL_SIDES = (7, 10, 15)
LEVEL_NAMES = ("easy", "medium", "hard")
LEVEL_COUNT = 100


def generated(program: str, count: int, params: str, side: int) -> list[dict[str, Any]]:
    """Return the boards of one call as objects of the task format."""
    made = subprocess.run([program, "--generate", str(count), params], capture_output=True, text=True, check=True)
    print(f"{count} boards by sgt-bridges --generate {count} {params}")
    return [{"w": side, "h": side, "task": line.split(":")[1]} for line in made.stdout.splitlines()]


def write(path: Path, objects: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(fields) + "\n" for fields in objects))


def main() -> int:
    program = shutil.which("sgt-bridges", path="/usr/games:/usr/bin:/usr/local/bin")
    if program is None:
        print("sgt-bridges is not installed (Debian package sgt-puzzles)", file=sys.stderr)
        return 2
    for side, (count, difficulty) in SETS.items():
        boards = generated(program, count, f"{side}x{side}i30e10m2d{difficulty}#{side}", side)
        names = (f"tatham-{side}-{number:03}" for number in range(count))
        write(BOARDS / f"tatham_{side}.jsonl", [{"id": name, **b} for name, b in zip(names, boards, strict=True)])
    levels = []
    for side in LEVEL_SIDES:
        for difficulty, level in enumerate(LEVEL_NAMES):
            params = f"{side}x{side}i30e10m2d{difficulty}#{side}-{level}"
            for number, board in enumerate(generated(program, LEVEL_COUNT, params, side)):
                levels.append({"id": f"tatham-{side}-{level}-{number:02}", **board, "level": level})
    write(LEVELS, levels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
