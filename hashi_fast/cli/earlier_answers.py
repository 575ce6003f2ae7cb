"""Answers that `convert --without` rules out: those of SAT solvers, or the solutions in files of puzzles."""
from __future__ import annotations

from collections.abc import Iterable

from hashi_fast import formats
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.cli import Failure
from hashi_fast.errors import FormatError, Unsolvable
from hashi_fast.search.engines.dimacs import is_answer, solution_from_dimacs
from hashi_fast.support.packed import open_text


class EarlierAnswers:
    """The answers in some files. A SAT solver's answer does not say for which puzzle it is, so there must be only one.

    A file of puzzles may hold solutions of many; each counts for its own puzzle.
    """

    def __init__(self, files: Iterable[str], encoding: str) -> None:
        self._encoding = encoding
        self._answers: list[tuple[str, str]] = []  # files with answers of SAT solvers, and their texts
        self._solutions: list[tuple[str, Solution]] = []  # the file of each
        self._used: set[str] = set()  # files with the solution of a puzzle that was asked for
        self._asked = 0
        for name in files:
            with open_text(name) as file:
                text = file.read()
            if is_answer(text):
                self._answers.append((name, text))
            else:
                self._solutions += [(name, solution) for solution in _solutions_in(name)]

    def of(self, puzzle: Puzzle) -> list[Solution]:
        """Return the answers for a puzzle, or raise Failure if one cannot be for it."""
        self._asked += 1
        if self._answers and self._asked > 1:
            raise Failure(f"--without {self._answers[0][0]}: the answer of a SAT solver needs an input of one puzzle")
        found = []
        for name, solution in self._solutions:
            if solution.puzzle == puzzle:
                found.append(solution)
                self._used.add(name)
        for name, text in self._answers:
            try:
                found.append(solution_from_dimacs(puzzle, text, self._encoding))
            except (FormatError, Unsolvable) as error:
                raise Failure(f"--without {name}: {error}") from None
        return found

    def unused(self) -> list[str]:
        """Return the files of puzzles none of which was asked for."""
        return [name for name in dict.fromkeys(name for name, _ in self._solutions) if name not in self._used]


def _solutions_in(name: str) -> list[Solution]:
    try:
        records = formats.load(name)
    except FormatError as error:
        raise Failure(f"--without {error}") from None
    solutions = [record.solution for record in records if record.solution is not None]
    if not solutions:
        raise Failure(f"--without {name}: expected a SAT solver's answer, or puzzles with solutions; found neither")
    return solutions
