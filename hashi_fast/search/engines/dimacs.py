"""dimacs, the puzzle as clauses for SAT solvers: writes the file, and reads the answer of a solver.

    p cnf 2 3      2 variables and 3 clauses
    1 0            a clause: literals, and 0 after the last
    1 -2 0

Comments at the top explain the variables and list the islands at the ends of each edge. The clauses are those of `cnf`.
With connectivity "eager" they are complete: every answer is a solution, and in our own encodings there are as many
models as solutions. With "lazy" they contain only the part of connectivity and of the ban on loops that is known up
front, so a solver may answer with several groups of islands. The file written again `without` that answer also has the
clauses that refute it. Repeating this ends with a solution or with a proof that there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hashi_fast.board.checker import check
from hashi_fast.board.puzzle import Puzzle, check_puzzle
from hashi_fast.board.solution import Solution, edge_ends
from hashi_fast.errors import FormatError, Unsolvable, shown
from hashi_fast.formats._text import expected_found, number, summary_of
from hashi_fast.formats.record import Record
from hashi_fast.search.engines.base import Connectivity
from hashi_fast.search.engines.cnf import Formula, check_connectivity
from hashi_fast.search.engines.encodings import Clause

__all__ = ["dumps", "solution_from_dimacs"]

# The verdicts of solvers that follow the rules of the SAT competitions, and of MiniSat.
_FOUND = ("s SATISFIABLE", "SAT")
_NONE = ("s UNSATISFIABLE", "UNSAT")


def dumps(
    record: Record,
    encoding: str = "order",
    connectivity: Connectivity = "lazy",
    without: Iterable[Solution] = (),
) -> str:
    """Return the clauses of a record's puzzle, and those that rule out earlier answers.

    An answer with several groups, or with forbidden loops, is ruled out together with all others that have the same
    fault. If the answer is a solution, only that one is ruled out.

    >>> print(dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]))))
    c A Hashi puzzle: width 3, height 1, islands 2, max_bridges 2, loops allowed.
    c Not all is in the clauses: an answer may leave several groups of islands. Clauses against it must be added then.
    c Encoding "order", variables of an edge: at least 1, at least 2 bridges.
    c The edges, by their variables and by (row, column) of the islands at their ends, counted from 0:
    c 1 2: (0, 0) - (0, 2)
    p cnf 2 4
    1 0
    1 -2 0
    2 0
    2 0
    """
    check_connectivity(connectivity)
    formula = Formula(record.puzzle, encoding, connectivity)
    clauses = [clause for part in formula.parts() for clause in part]
    for answer in without:
        clauses += _against(formula, answer)
    head = [*_legend(formula, encoding), f"p cnf {formula.encoding.top} {len(clauses)}"]
    return "\n".join(head + [" ".join(map(str, (*clause, 0))) for clause in clauses])


def solution_from_dimacs(puzzle: Puzzle, text: str, encoding: str = "order") -> Solution:
    """Return the bridges in a SAT solver's answer to a file of `dumps`: its `v` lines, or the file that MiniSat writes.

    If the solver is right, all sums are right and nothing crosses. Unless the clauses were eager, there may be several
    groups of islands; `check` finds out, and such an answer can be passed to `dumps` in `without`. Raises `Unsolvable`
    if the solver says that there is no answer, and `FormatError` for a text that is not an answer to the clauses of
    this puzzle in this encoding.

    >>> print(solution_from_dimacs(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), "s SATISFIABLE\\nv 1 2 0"))
    2=2
    """
    check_puzzle(puzzle)
    if not isinstance(text, str):
        raise FormatError(f"dimacs: expected an answer as text (str), not {shown(text)}")
    formula = Formula(puzzle, encoding)
    variables = formula.edge_variables
    model = [0] * (variables + 1)
    for place, literal in _literals(text):
        variable = abs(literal)
        if variable <= variables:  # the others are auxiliary
            if model[variable] == -literal:
                raise FormatError(f"{place}: both {variable} and -{variable}; expected one of them")
            model[variable] = literal
    if 0 in model[1:]:
        missing = model.index(0, 1)
        raise FormatError(f"dimacs: no value for variable {missing}; expected one for each of 1..{variables}")
    counts = formula.counts(model[1:])
    values = [value for count in counts for value in formula.encoding.values(count)]
    if values != [literal > 0 for literal in model[1:]]:
        raise FormatError(f"dimacs: not an answer to the clauses of this puzzle in the encoding {encoding!r}")
    return Solution(puzzle, counts)


def is_answer(text: str) -> bool:
    """Return whether a text looks like the answer of a SAT solver.

    >>> is_answer("c very fast\\ns SATISFIABLE\\nv 1 2 0"), is_answer("SAT\\n1 2 0"), is_answer("3x1:2a2")
    (True, True, False)
    """
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and line != "c" and not line.startswith("c ")), "")
    return first in _FOUND + _NONE or first.startswith("v ")


def _legend(formula: Formula, encoding: str) -> Iterator[str]:
    puzzle = formula.puzzle
    yield f"c {summary_of(puzzle)}"
    if formula.connectivity == "eager":
        yield "c All rules are in the clauses: every answer is a solution."
    else:
        faults = "leave several groups of islands" if puzzle.loops else "leave several groups of islands or have loops"
        yield f"c Not all is in the clauses: an answer may {faults}. Clauses against it must be added then."
    yield f'c Encoding "{encoding}", variables of an edge: {", ".join(formula.encoding.meanings())} bridges.'
    if formula.encoding.top > formula.edge_variables:
        yield f"c Variables from {formula.edge_variables + 1} on are auxiliary."
    yield "c The edges, by their variables and by (row, column) of the islands at their ends, counted from 0:"
    for edge, (r1, c1, r2, c2) in enumerate(edge_ends(puzzle)):
        yield f"c {' '.join(map(str, formula.encoding.plus[edge]))}: ({r1}, {c1}) - ({r2}, {c2})"


def _against(formula: Formula, answer: Solution) -> list[Clause]:
    """Return the clauses that rule out an earlier answer."""
    if not isinstance(answer, Solution) or answer.puzzle != formula.puzzle:
        raise FormatError(f"dimacs: 'without' takes answers to this puzzle, not {shown(answer)}")
    faults = [violation for violation in check(formula.puzzle, answer) if violation.rule not in ("connected", "loop")]
    if faults:
        raise FormatError(f"dimacs: 'without' takes answers that satisfy the clauses; this one has {faults[0].message}")
    counts = answer.counts.tolist()
    return formula.refute(counts) or [formula.exclude(counts)]


def _literals(text: str) -> Iterator[tuple[str, int]]:
    """Yield the literals of an answer with their places, up to the 0 at the end."""
    found = False
    for i, line in enumerate(text.splitlines(), 1):
        place = f"dimacs, line {i}"
        line = line.strip()
        if not line or line.startswith("c"):
            continue
        if line in _NONE:
            raise Unsolvable("the SAT solver says that there is no answer")
        if line in _FOUND:
            found = True
            continue
        if line[0] == "v":
            line = line[1:]
        elif not found or line[0] not in "-0123456789":
            raise expected_found(place, f"one of {', '.join(_FOUND + _NONE)} or a line of literals", line)
        for token in line.split():
            value = number(token.removeprefix("-"))
            if value is None:
                raise expected_found(place, "a literal or 0", token)
            if value == 0:
                return
            yield place, -value if token.startswith("-") else value
