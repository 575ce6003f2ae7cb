"""The sets of boards, and which boards of a set the slow peers get."""
from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from peers.base import Board
from random_boards import grown_board

import hashi_fast as hf

FOLDER = Path(__file__).resolve().parent.parent / "boards"
TATHAM = (7, 10, 15, 25, 40)
COELHO = (100, 200, 300, 400)  # islands
# side: islands (15 % of the cells), boards, boards for slow peers
RANDOM = {50: (375, 20, 5), 100: (1500, 12, 3), 200: (6000, 6, 2)}
NAMES = (
    *(f"tatham_{side}" for side in TATHAM),
    *(f"coelho_{islands}" for islands in COELHO),
    *(f"random_{side}" for side in RANDOM),
)
SLOW_BOARDS = 20  # for slow peers, unless RANDOM says otherwise


class BoardSet(NamedTuple):
    """Boards of one kind. Slow peers get `sample`, in this order; its first boards are a fair sample, too."""

    name: str
    boards: list[Board]
    sample: list[int]
    tails: bool  # whether the slowest boards matter

    def describe(self) -> str:
        sizes = [len(board.islands) for board in self.boards]
        islands = str(sizes[0]) if min(sizes) == max(sizes) else f"{min(sizes)} to {max(sizes)}"
        return f"{len(self.boards)} boards, {islands} islands"


def load_sets(
    names: Iterable[str], coelho: Path | None, extra: Path | None, quick: bool
) -> tuple[list[BoardSet], dict[str, str]]:
    """Return the sets with these names, in this order, and by name the reason why a set is missing."""
    found: list[BoardSet] = []
    missing: dict[str, str] = {}
    instances: list[hf.Puzzle] = []
    if coelho is not None and coelho.is_file():
        instances = list(hf.PuzzleBatch.from_jsonl(coelho))
    for name in names:
        kind, _, number = name.partition("_")
        slow = SLOW_BOARDS
        if kind == "tatham":
            puzzles = list(hf.PuzzleBatch.from_jsonl(FOLDER / f"{name}.jsonl"))
        elif kind == "coelho":
            # Ids look like Hs_{side}_{islands}_{alpha}_{beta}_{serial}.
            puzzles = [puzzle for puzzle in instances if str(puzzle.id).split("_")[2] == number]
            if not puzzles:
                missing[name] = "no --coelho FILE was given" if coelho is None else f"no such boards in {coelho.name}"
                continue
        else:
            islands, count, slow = RANDOM[int(number)]
            puzzles = [grown_board(int(number), islands, seed) for seed in range(3 if quick else count)]
        found.append(_made(name, puzzles, slow, kind != "tatham", quick))
    if extra is not None:
        puzzles = list(hf.PuzzleBatch.from_jsonl(extra))
        found.append(_made(extra.stem, puzzles, len(puzzles), True, quick))
    return found, missing


def _made(name: str, puzzles: list[hf.Puzzle], slow: int, tails: bool, quick: bool) -> BoardSet:
    # A fixed random sample: the same boards in every run, and not neighbours in the file, which are of one class.
    rng = random.Random(name)
    if quick and len(puzzles) > 10:
        puzzles = [puzzles[i] for i in sorted(rng.sample(range(len(puzzles)), 10))]
    boards = [_board(i, puzzle) for i, puzzle in enumerate(puzzles)]
    sample = rng.sample(range(len(boards)), min(len(boards), 2 if quick else slow))
    return BoardSet(name, boards, sample, tails)


def _board(number: int, puzzle: hf.Puzzle) -> Board:
    name = str(number if puzzle.id is None else puzzle.id)
    islands = [(row, col, target) for row, col, target in puzzle.islands if target is not None]
    if puzzle.max_bridges != 2 or not puzzle.loops or len(islands) < len(puzzle.islands):
        raise ValueError(f"board {name} has special rules or unknown clues, which most peers do not support")
    return Board(name, puzzle.width, puzzle.height, islands)
