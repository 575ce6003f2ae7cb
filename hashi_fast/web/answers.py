"""What the page asks the engine: one function per question, from the fields of a request to those of the answer.

Everything in a request is doubted. A board is bounded before anything is asked about it, and every question has a
budget: in seconds where the engine takes a time limit, otherwise by a process of its own (`errands`).
"""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from hashi_fast import formats
from hashi_fast.board.checker import check
from hashi_fast.board.puzzle import Puzzle, board_size
from hashi_fast.board.solution import Solution
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.diagnosis import diagnose
from hashi_fast.coaching.hints import hint
from hashi_fast.coaching.walkthrough import explain
from hashi_fast.deduction.rating import rate
from hashi_fast.errors import BudgetExceeded, TargetNotReached, Unsolvable, shown
from hashi_fast.formats import Record
from hashi_fast.formats.json_ import fields_of, puzzle_from
from hashi_fast.formats.task import record_from
from hashi_fast.search.solver import uniqueness
from hashi_fast.web.entries import board_of, digits, entry_of
from hashi_fast.web.steps import follow

Fields = dict[str, Any]

MOST_CELLS = 250_000
MOST_ISLANDS = 4_000
MOST_GENERATED_SIDE = 60


class Refused(ValueError):
    """A request that cannot be answered; the message says why, in a sentence for people."""


def _hint(fields: Fields, seconds: float) -> Fields:
    puzzle = _puzzle(fields)
    found = hint(puzzle, _bridges(fields, puzzle), time_limit=seconds)
    return {**found.to_dict(), "text": [found.text(strength) for strength in (1, 2, 3)]}


def _explain(fields: Fields, seconds: float) -> Fields:
    puzzle = _puzzle(fields)
    end = time.perf_counter() + seconds
    status = _certain(uniqueness(puzzle, time_limit=seconds).status)
    steps = follow(puzzle, Budget(_left(end), None)) if status != "none" else []
    return {"status": status, "steps": steps, "text": explain(puzzle, time_limit=_left(end))}


def _check(fields: Fields, seconds: float) -> Fields:
    puzzle = _puzzle(fields)
    broken = check(puzzle, _bridges(fields, puzzle))
    return {"violations": [violation._asdict() for violation in broken], "solved": not broken}


def _rate(fields: Fields, seconds: float) -> Fields:
    rating = rate(_puzzle(fields), time_limit=seconds)
    return {
        "status": _certain(rating.status),
        "level": rating.difficulty,
        "score": rating.score,
        "hardest": rating.hardest,
        "techniques": rating.counts,
        "tatham": rating.tatham,
    }


def _uniqueness(fields: Fields, seconds: float) -> Fields:
    answer = uniqueness(_puzzle(fields), time_limit=seconds)
    return {
        "status": _certain(answer.status),
        "solutions": [digits(solution.edge_counts) for solution in answer.solutions],
        "differs": answer.differing,
    }


def _diagnose(fields: Fields, seconds: float) -> Fields:
    found = diagnose(_puzzle(fields), time_limit=seconds)
    differs = []
    if found.solutions:
        one, other = (solution.edge_counts for solution in found.solutions)
        differs = [edge for edge, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return {**found.to_dict(), "differs": differs}


def _make_unique(fields: Fields, seconds: float) -> Fields:
    from hashi_fast.generation.repair import make_unique

    puzzle = _puzzle(fields)
    solution = _bridges(fields, puzzle)
    try:
        repaired = make_unique(puzzle, None if check(puzzle, solution) else solution, seed=_whole(fields, "seed", 0))
    except (TargetNotReached, Unsolvable) as error:
        raise Refused(str(error)) from None
    entry = entry_of(Record(repaired.puzzle.with_id(None)), "repaired", time_limit=seconds)
    changes = [str(change) for change in repaired.changes]
    return {"puzzle": fields_of(repaired.puzzle), "entry": entry, "changes": changes}


def _convert(fields: Fields, seconds: float) -> Fields:
    source, to = fields.get("from"), fields.get("to")
    if source is not None and not isinstance(source, str):
        raise Refused(f"'from' must be the name of a format, not {shown(source)}")
    if not isinstance(to, str) or to not in formats.names() or not formats.get(to).writes:
        writable = ", ".join(name for name in formats.names() if formats.get(name).writes)
        raise Refused(f"'to' must be one of {writable}, not {shown(to)}")
    if "text" in fields:
        text = fields["text"]
        if not isinstance(text, str):
            raise Refused(f"'text' must be a text, not {shown(text)}")
        puzzle = _bounded(formats.loads(text, source))
    else:
        puzzle = _puzzle(fields)
    if to == "json":
        return {"puzzle": {**({} if puzzle.id is None else {"id": puzzle.id}), **board_of(puzzle)}}
    try:
        return {"text": formats.dumps(puzzle, to)}
    except ModuleNotFoundError as error:
        raise Refused(str(error)) from None


def _generate(fields: Fields, seconds: float) -> Fields:
    from hashi_fast.generation.generator import generate

    width, height = (_whole(fields, side, None, MOST_GENERATED_SIDE) for side in ("w", "h"))
    seed, index = _whole(fields, "seed", None), _whole(fields, "index", 0)
    wishes = {"difficulty": "level", "style": "style", "symmetry": "symmetry"}
    targets: Any = {name: fields[key] for name, key in wishes.items() if fields.get(key) is not None}
    if unreadable := [value for value in targets.values() if not isinstance(value, str)]:
        raise Refused(f"level, style and symmetry must be texts, not {shown(unreadable[0])}")
    try:
        made = generate(width, height, seed=seed, index=index, **targets)
    except TargetNotReached as error:
        raise Refused(str(error)) from None
    kind = [f"{width}x{height}", *targets.values(), *([] if index == 0 else [f"index {index}"])]
    record = made.record()
    title = f"{' '.join(kind)}, seed {seed}"
    record = record._replace(extra={"title": title, "style": targets.get("style", "classic")})
    return {"entry": entry_of(record, f"seed:{'-'.join(kind).replace(' ', '-')}:{seed}", time_limit=seconds)}


# The questions, by the names under which the page asks them. They raise ValueError if a request makes no sense, and
# BudgetExceeded if the answer takes too long.
QUESTIONS: dict[str, Callable[[Fields, float], Fields]] = {
    "hint": _hint,
    "explain": _explain,
    "check": _check,
    "rate": _rate,
    "uniqueness": _uniqueness,
    "diagnose": _diagnose,
    "make-unique": _make_unique,
    "convert": _convert,
    "generate": _generate,
}


def is_endless(name: str, fields: Fields) -> bool:
    """Return whether a question takes no time limit, so that only ending its process bounds it.

    Generator and repair count work, not seconds, because the same question must always have the same answer. Programs
    for other solvers may be far larger than their board.
    """
    return name in ("generate", "make-unique") or (name == "convert" and fields.get("to") in ("dimacs", "lp"))


def _puzzle(fields: Fields) -> Puzzle:
    """Return the board of a request, given by its islands or as a task."""
    board = fields.get("puzzle")
    if not isinstance(board, dict):
        raise Refused(f"'puzzle' must be an object with 'w', 'h' and 'islands' or 'task', not {shown(board)}")
    _check_size(*board_size(board.get("w"), board.get("h")))
    return _bounded(record_from(board).puzzle if "task" in board else puzzle_from(board, "puzzle"))


def _bounded(puzzle: Puzzle) -> Puzzle:
    _check_size(puzzle.width, puzzle.height)
    if len(puzzle.islands) > MOST_ISLANDS:
        raise Refused(f"the board has {len(puzzle.islands):,} islands; at most {MOST_ISLANDS:,} can be played here")
    return puzzle


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_CELLS:
        raise Refused(f"the board has {width * height:,} cells; at most {MOST_CELLS:,} can be played here")


def _bridges(fields: Fields, puzzle: Puzzle) -> Solution:
    return Solution.from_bridges(puzzle, fields.get("bridges", ()))


def _whole(fields: Fields, key: str, default: int | None, most: int = 2**64 - 1) -> int:
    """Return a whole number from 0; it may be written as text, because JavaScript's numbers end at 2**53."""
    value = fields.get(key, default)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise Refused(f"{key!r} must be a whole number from 0 to {most}, not {shown(value)}")
    return value


def _certain(status: str) -> str:
    if status == "unknown":
        raise BudgetExceeded("time_limit ran out", found=0)
    return status


def _left(end: float) -> float:
    return max(0.0, end - time.perf_counter())
