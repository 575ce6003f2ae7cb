"""Makes benchmarks/boards/*.jsonl with Simon Tatham's generator (Debian package sgt-puzzles); see boards/README.md."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

BOARDS = Path(__file__).parent / "boards"
# side: how many, Tatham's difficulty (0 Easy, 1 Medium, 2 Hard)
SETS = {7: (500, 0), 10: (500, 1), 15: (300, 2), 25: (200, 2), 40: (50, 2)}


def main() -> int:
    program = shutil.which("sgt-bridges", path="/usr/games:/usr/bin:/usr/local/bin")
    if program is None:
        print("sgt-bridges is not installed (Debian package sgt-puzzles)", file=sys.stderr)
        return 2
    for side, (count, difficulty) in SETS.items():
        params = f"{side}x{side}i30e10m2d{difficulty}#{side}"
        made = subprocess.run([program, "--generate", str(count), params], capture_output=True, text=True, check=True)
        with open(BOARDS / f"tatham_{side}.jsonl", "w") as file:
            for number, line in enumerate(made.stdout.splitlines()):
                task = line.split(":")[1]
                file.write(json.dumps({"id": f"tatham-{side}-{number:03}", "w": side, "h": side, "task": task}) + "\n")
        print(f"tatham_{side}.jsonl: {count} boards by sgt-bridges --generate {count} {params}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
