"""Entries: puzzles as the page wants them, with level, solution and walkthrough.

An entry is told by the engine, not by the file: a solution in a file may be wrong, and a board may have several. Only
the level, the score and the title are taken from a file, because people may sort their packs as they like.
"""
from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.rating import Rating
from hashi_fast.coaching.budget import Budget
from hashi_fast.deduction.rating import rate
from hashi_fast.errors import BudgetExceeded, FormatError
from hashi_fast.formats import Record, dumps
from hashi_fast.formats.game import is_game
from hashi_fast.formats.json_ import fields_of
from hashi_fast.search.solver import uniqueness
from hashi_fast.web.steps import follow, packed

Entry = dict[str, Any]

NODES = 1_000_000  # per question, so that the same puzzle has the same entry on every machine


def entry_of(record: Record, name: str, *, walkthrough: bool = False, time_limit: float | None = None) -> Entry:
    """Return a record as an entry; `name` is its id if it has none. A game starts with its bridges.

    A board without exactly one solution has a "status" instead of a level and a solution. Where the budget runs out,
    what it was spent on is left out.

    >>> from hashi_fast import loads
    >>> entry = entry_of(Record(loads("3x1:2a2")), "1")
    >>> [entry[key] for key in ("id", "w", "h", "task", "level", "hardest", "solution")]
    ['1', 3, 1, '2a2', 'easy', 'full island', '2']
    """
    puzzle = record.puzzle
    budget = Budget(time_limit, NODES)
    entry: Entry = {"id": name if puzzle.id is None else str(puzzle.id)}
    entry |= {key: record.extra[key] for key in ("title", "style") if isinstance(record.extra.get(key), str)}
    entry |= board_of(puzzle)
    if record.solution is not None and is_game(record) and any(record.solution.edge_counts):
        entry["start"] = digits(record.solution.edge_counts)
    answer = uniqueness(puzzle, time_limit=budget.time_left, node_limit=NODES)
    if answer.status != "unique":
        return {**entry, "status": answer.status}
    entry["solution"] = digits(answer.solutions[0].edge_counts)
    entry |= _rated(record, budget)
    if walkthrough:
        with suppress(BudgetExceeded):  # without it, the page still has its own steps, and the solution
            entry["walkthrough"] = packed(follow(puzzle, budget))
    return entry


def board_of(puzzle: Puzzle) -> Entry:
    """Return the fields of a board, as compact as it allows, without its id.

    >>> from hashi_fast import Puzzle
    >>> board_of(Puzzle(2, 1, [(0, 0, None), (0, 1, 1)]))
    {'w': 2, 'h': 1, 'islands': [{'r': 0, 'c': 0, 'target': None}, {'r': 0, 'c': 1, 'target': 1}]}
    """
    nameless = puzzle.with_id(None)
    try:
        fields: Entry = json.loads(dumps(nameless, "task"))
    except FormatError:
        fields = fields_of(nameless)
    return fields


def digits(counts: bytes | tuple[int, ...]) -> str:
    """Return counts of bridges, one per edge, as a digit each.

    >>> digits(b"\\0\\2\\1")
    '021'
    """
    return "".join(map(str, counts))


def _rated(record: Record, budget: Budget) -> Entry:
    """Return level, score, hardest technique and how often each is taken."""
    rating = _rating_in(record)
    if rating is None:
        rating = rate(record.puzzle, time_limit=budget.time_left, node_limit=NODES)
        if rating.status != "rated":
            return {}
    stated = record.rating or rating
    return {
        "level": stated.difficulty or rating.difficulty,
        "score": rating.score if stated.score is None else stated.score,
        "hardest": rating.hardest or "",  # a lone island takes no technique
        "techniques": rating.counts,
    }


def _rating_in(record: Record) -> Rating | None:
    """Return the rating of a record if it is complete."""
    if record.rating is None:
        return None
    try:
        rating = Rating.from_dict(record.rating.to_dict())
    except ValueError:
        return None
    return rating if rating.status == "rated" else None
