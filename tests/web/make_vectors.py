"""Writes tests/web/vectors/*.json: boards and positions, with Python's answers, for the tests of the page.

Run it (`PYTHONPATH=tests python tests/web/make_vectors.py`) after a change to what hints or refusals say, or to the
boards below. It always chooses the same boards and positions, as long as the generator makes the same puzzles.
"""
from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator

from boards import random_puzzle
from hand_made import HAND_MADE, grid
from ladder import BOARDS
from vectors import ANSWERS, FOLDER, IN_JAVASCRIPT, Json, solution_of

import hashi_fast as hf
from hashi_fast.web.entries import board_of, digits

# The boards that hints are asked about, as `hashi-fast generate --kinds` reads them.
KINDS = """\
4x4 easy 4; 5x5 easy 4; 5x5 easy 4 style=rich; 6x6 easy 4 style=open; 7x7 easy 4; 9x9 easy 4; 5x8 easy 4 max_bridges=1;
5x5 medium 4; 6x6 medium 4 style=open; 7x7 medium 4; 7x7 medium 4 style=rich; 9x9 medium 4; 6x6 medium 4 loops=no;
6x6 medium 4 max_bridges=3; 6x6 medium 4 max_bridges=4; 7x7 medium 4 loops=no; 7x7 medium 4 unknown_clues=0.2;
7x7 hard 4; 7x7 hard 4 style=open; 9x9 hard 4; 7x7 hard 4 loops=no; 7x7 hard 4 unknown_clues=0.4;
7x7 hard 4 max_bridges=3; 7x7 expert 4; 9x9 expert 4; 7x7 expert 4 max_bridges=4;
8x8 expert 4 unknown_clues=0.3 loops=no; 7x7 extreme 4; 9x9 extreme 4;
7x7 medium 6 require=no-way-out; 9x9 hard 4 style=rich; 6x6 medium 4 loops=no require=no-loop
"""
# Positions per board, on the way and beside it.
HARD = 6
EASY = 1

# Positions that tests of other positions do not cover: here a reason must not rest on steps that came after it.
PICKED = {
    "10x10:2a3a3a3b2j3a3b2a1e2b1b3b1b2a2b4b4k2a2a44a2a1a1a2b2a3a2a1a23a3a4a4a3a": (
        "101010001011100002001000001000100211000000120001121"
    ),
}

# Texts that are read: all forms of every format, then what is wrong with each.
TEXTS = (
    "3x1:2a2", "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2", "10x10m4:a2a6c9a33d4m4c4g7cDaFaBza4c2h6dAc7",
    "10x10m2L:3g1b4c5c4l4b4a3e2b1j2e2a4c5b2h4a3a4b2a4a3f2", "3i30e10m2d0:2a2f", "30x1:2zb2", "  3x1m2:2a2\n",
    "\ufeff3x1:2a2",
    "3x1:2?2", "3x1:2a", "3x1:2a23", "2x1:1x", "3x1:2c", "0x1:2", "3x1m5:2a2", "3x1m2#123456", "3x1:9a9",
    "3x1m3:DaD", "10001x1:2", "3x1:", "2x1:ab", "3x3:i", "3x1:2b",
    "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3", "hashi/3/1/2g.", "http://pzv.jp/p.html?hashikake_play/3/1/2g2",
    "https://pzprxs.vercel.app/p?bridges_edit/v:2/3/1/2g2", "puzz.link/p?hashi/3/1/2g2", "hashi/3/3/2g2",
    "hashi/3/1/-02g2",
    "https://puzz.link/p?slither/3/1/2g2", "hashi/3/", "hashi/3/1/2g9", "hashi/3/1/2h2", "hashi/3/1/2G2", "hashi/0/1/",
    "hashi/3/1/2g-1f", "https://example.org/", "hashi/3/1/ggg", "hashi/1/1/00",
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 2, "target": 2}, {"r": 0, "c": 0, "target": null}]}',
    '{"id": "a", "w": 3, "h": 1, "task": "2a2", "max_bridges": 3, "loops": false, "seed": 1}',
    '{"id": 7, "w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}]}',
    '{"w": 3, "h": 1}', '{"w": 3, "islands": []}', '{"w": 3, "h": 1, "islands": []}', '{"w": 3, "h": 1, "islands": 5}',
    '{"w": 3, "h": 1, "islands": [5]}', '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0}]}',
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 3, "target": 1}]}',
    '{"w": 3, "h": 1, "islands": [{"r": -1, "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "islands": [{"r": "0", "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": true, "target": 1}]}',
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 1.5}]}',
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 9}]}',
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": -1}]}',
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}, {"r": 0, "c": 2, "target": 1}]}',
    '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 1}, {"r": 0, "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "max_bridges": 5, "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "max_bridges": null, "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "loops": 1, "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "loops": "it\'s", "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 0, "h": 1, "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 20000, "h": 1, "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 3, "h": "x", "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "id": [1, [2, {"a": 3}], "long", null, true, 6, 7], "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "id": {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}, "islands": [{"r": 0, "c": 0, "target": 1}]}',
    '{"w": 3, "h": 1, "task": 5}', '{"w": 3, "h": 1, "task": "2a2", "islands": []}', '{"w": 3, "h": 1, "task": "2a9"}',
    '{"w": 3, "h": 1, "task": "2ab"}', '{"w": 3, "task": "2a2"}', '{"w": 3, "h": 0, "task": "2a2"}', '{"task": "2"}',
    '{"w": 3, "h": 1, "task": "2A2"}', f'{{"w": 3, "h": 1, "task": "{"?" * 90}"}}',
    f'{{"w": "{"x" * 90}", "h": 1, "islands": [{{"r": 0, "c": 0, "target": 1}}]}}',
)  # fmt: skip


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    cases = {
        "topology": list(topology_cases()),
        "moves": list(moves_cases(random.Random(2))),
        "hints": list(hints_cases(random.Random(3))),
        "reading": [{"text": text} for text in TEXTS],
        "writing": list(writing_cases()),
        "techniques": [{"name": name} for name in IN_JAVASCRIPT],
    }
    for name, chosen in cases.items():
        # One case per line, so that a change can be seen.
        lines = ",\n".join(json.dumps(ANSWERS[name](case), separators=(",", ":")) for case in chosen)
        (FOLDER / f"{name}.json").write_text(f"[\n{lines}\n]\n")


def small_boards() -> Iterator[hf.Puzzle]:
    """Yield boards of every kind: made by hand, one per technique, and arbitrary ones that need not have a solution."""
    yield from (grid(text, **rules) for text, rules, _ in HAND_MADE.values())
    yield from BOARDS.values()
    rng = random.Random(1)
    yield from (random_puzzle(rng, max_side=8, max_islands=14) for _ in range(40))


def topology_cases() -> Iterator[Json]:
    yield from ({"board": board_of(puzzle)} for puzzle in small_boards())
    for side, seed in ((12, 1), (15, 2), (20, 3)):
        yield {"board": board_of(hf.generate(side, side, seed=seed).puzzle)}


def moves_cases(rng: random.Random) -> Iterator[Json]:
    for puzzle in small_boards():
        edges = range(puzzle.topology.n_edges)
        if edges:
            counts: Iterable[int | str] = [*range(-1, puzzle.max_bridges + 2), "next", "next", "back"]
            # A few edges, so that moves meet: crossings, targets that are reached, loops.
            favoured = rng.sample(edges, min(len(edges), 6))
            moves = [[rng.choice(favoured), rng.choice([*counts])] for _ in range(12)]
            yield {"board": board_of(puzzle), "strict": rng.random() < 0.6, "moves": moves}
    for puzzle in BOARDS.values():  # a way to the solution
        moves = [[edge, count] for edge, count in enumerate(solution_of(puzzle)) if count]
        yield {"board": board_of(puzzle), "strict": True, "moves": rng.sample(moves, len(moves))}


def hints_cases(rng: random.Random) -> Iterator[Json]:
    for kind in KINDS.split(";"):
        spec, count = hf.Spec.parse(kind.strip())
        for rated in hf.produce(count, spec, seed=14):
            yield positions_on(rated.puzzle, rng)
    for puzzle in BOARDS.values():
        yield positions_on(puzzle, rng)
    for text, counts in PICKED.items():
        yield {"board": board_of(hf.loads(text)), "positions": [{"counts": counts}]}


def positions_on(puzzle: hf.Puzzle, rng: random.Random) -> Json:
    """Return a case with positions on the way to the solution: where hints are hard, others, and one that is wrong."""
    solution = solution_of(puzzle)
    easy, hard = [], []
    for found, counts in way(puzzle):
        (easy if found.technique in ("full island", "one each way") else hard).append(counts)
    chosen = rng.sample(hard, min(len(hard), HARD)) + rng.sample(easy, min(len(easy), EASY))
    # Other bridges than those on the way are placed, and some of them are not.
    for counts in rng.sample(hard, min(len(hard), HARD)) + [bytes(len(solution))] * EASY:
        share = rng.random() * 0.4
        chosen.append(bytes(max(count, _some(rng, most, share)) for count, most in zip(counts, solution, strict=True)))
    free = [edge for edge, count in enumerate(solution) if count < puzzle.max_bridges]
    wrong = rng.sample(free, min(len(free), rng.choice([1, 2, 3])))
    if wrong:
        chosen.append(bytes(count + (edge in wrong) for edge, count in enumerate(solution)))
    distinct = dict.fromkeys(digits(counts) for counts in chosen)
    return {"board": board_of(puzzle), "positions": [{"counts": counts} for counts in distinct]}


def way(puzzle: hf.Puzzle) -> Iterator[tuple[hf.Hint, bytes]]:
    """Yield the hints from the empty board to the solution, each with the bridges it was found with."""
    game = hf.Game(puzzle)
    while (found := hf.hint(game)).kind == "step":
        yield found, bytes(game.counts)
        for bridge in found.bridges:
            game.set_bridge(*bridge)


def _some(rng: random.Random, count: int, share: float) -> int:
    return sum(rng.random() < share for _ in range(count))


def writing_cases() -> Iterator[Json]:
    yield from ({"board": board_of(puzzle.with_id(None))} for puzzle in small_boards())
    yield {"board": board_of(hf.generate(30, 30, seed=4).puzzle)}


if __name__ == "__main__":
    main()
