"""Packed solutions: one letter for two edges.

The edges of a board are in the order of their upper or left island, row by row; those to the right come before those
down. Two edges with a and b bridges are the letter number 5 * a + b of the alphabet, from 0 for "a" to 24 for "y". If
the number of edges is odd, b of the last letter is 0.
"""
from __future__ import annotations

from string import ascii_lowercase

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError, shown

_BASE = 5  # no pair of islands has more than four bridges
_LETTERS = ascii_lowercase[: _BASE * _BASE]


def pack(solution: Solution) -> str:
    """Return a solution as letters.

    >>> pack(Solution(Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1)]), [2, 1]))
    'l'
    """
    counts = solution.edge_counts + b"\0"
    pairs = zip(counts[::2], counts[1::2], strict=False)
    return "".join([_LETTERS[_BASE * a + b] for a, b in pairs])


def unpack(text: object, puzzle: Puzzle, place: str) -> Solution:
    """Return the solution in packed form, or raise a FormatError that starts with `place`.

    >>> unpack("l", Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1)]), "packed").bridges
    ((0, 0, 0, 2, 2), (0, 0, 2, 0, 1))
    """
    if not isinstance(text, str):
        raise FormatError(f"{place}: expected a string of letters, found {shown(text)}")
    edges = puzzle.topology.n_edges
    if len(text) != (edges + 1) // 2:
        raise FormatError(f"{place}: expected {(edges + 1) // 2} letters for {edges} edges, found {len(text)}")
    counts: list[int] = []
    for at, letter in enumerate(text, 1):
        if letter not in _LETTERS:
            raise FormatError(f"{place}, character {at}: expected a letter a..{_LETTERS[-1]}, found {shown(letter)}")
        counts += divmod(_LETTERS.index(letter), _BASE)
    if any(counts[edges:]):
        raise FormatError(f"{place}, character {len(text)}: expected one edge in the last letter, found two")
    try:
        return Solution(puzzle, counts[:edges])
    except ValueError as error:
        raise FormatError(f"{place}: {error}") from None
