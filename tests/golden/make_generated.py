"""Writes generated.json: puzzles that this version of the generator makes, for tests/test_generator.py.

Run it after a change to the generator that is meant to change its puzzles, together with a new GENERATOR_VERSION.
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import hashi_fast as hf
from hashi_fast.generation.recipes import GENERATOR_VERSION

CASES: list[tuple[tuple[int, int], int, int, dict[str, Any]]] = [
    ((7, 7), 1, 0, {"difficulty": "easy"}),
    ((7, 7), 1, 1, {"difficulty": "medium"}),
    ((10, 10), 2, 0, {"difficulty": "hard"}),
    ((10, 10), 3, 7, {"difficulty": "expert"}),
    ((10, 10), 4, 0, {"difficulty": "extreme"}),
    ((12, 5), 2**64 - 1, 2**64 - 1, {}),
    ((9, 9), 5, 0, {"loops": False, "max_bridges": 3}),
    ((9, 9), 6, 0, {"symmetry": "rotate"}),
    ((9, 9), 7, 0, {"unknown_clues": 0.2}),
    ((9, 9), 8, 0, {"strategy": "tree", "difficulty": "easy"}),
    ((9, 9), 8, 1, {"strategy": "tree", "difficulty": "hard"}),
    ((11, 11), 9, 0, {"style": "rich", "difficulty": "medium"}),
    ((12, 10), 9, 1, {"style": "rich", "difficulty": "expert"}),
    ((16, 16), 10, 0, {"difficulty": "hard"}),
    ((16, 16), 10, 1, {"difficulty": "expert", "score": (11, 12)}),
    ((8, 8), 11, 0, {"difficulty": "easy", "doubles": 0.5, "max_bridges": 4}),
    ((10, 10), 12, 0, {"style": "open", "tatham": "easy"}),
    ((10, 10), 12, 1, {"style": "open", "tatham": "medium"}),
    ((10, 10), 12, 2, {"style": "open", "tatham": "hard"}),
    ((10, 10), 12, 3, {"style": "open", "difficulty": "extreme"}),
    ((10, 10), 13, 0, {"symmetry": "mirror-h", "difficulty": "medium"}),
    ((10, 10), 13, 1, {"symmetry": "diagonal", "difficulty": "easy"}),
    ((15, 13), 14, 0, {"difficulty": "extreme"}),
    ((25, 25), 14, 1, {"difficulty": "extreme", "style": "rich"}),
]


def main() -> None:
    cases = [
        {
            "size": size,
            "seed": seed,
            "index": index,
            "targets": targets,
            "record": hf.dumps(hf.generate(*size, seed=seed, index=index, **targets).record(), "jsonl"),
        }
        for size, seed, index, targets in CASES
    ]
    text = json.dumps({"version": GENERATOR_VERSION, "cases": cases}, indent=1)
    Path(__file__).with_name("generated.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
