"""The content of an app: the files of a manifest, made from the records of its run, and all checks of both.

a. A puzzle's id is its form in letters and digits. It depends on nothing but the board, however it is turned, so it
   stays the same whatever seed, order or version made the puzzle, and no two puzzles of an app share one.
b. Nothing is believed. Every puzzle is solved and rated anew by the kernels, its solution is compared with the file's,
   and every output is read again.
"""
from __future__ import annotations

import base64
import os
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from hashi_fast.board.batch import PuzzleBatch
from hashi_fast.board.status import Status
from hashi_fast.deduction.rating import rate_batch
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record, dump, get, iter_load
from hashi_fast.generation._form_set import SeenForms, forms_of
from hashi_fast.generation.excluded import Excluded
from hashi_fast.generation.manifest import PACK, Manifest, Part
from hashi_fast.levels import DIFFICULTIES, Difficulty
from hashi_fast.publishing.packs import Pack
from hashi_fast.search.batch import solve_batch

_BATCH = 2048  # puzzles that are checked together

Told = Callable[[int], object]  # how many puzzles are done


class Total(NamedTuple):
    """What a part has come to."""

    name: str
    file: str
    puzzles: int
    levels: dict[str, int]
    scores: tuple[float, float] | None  # the lowest and the highest
    bytes: int


def stable_id(form: int) -> str:
    """Return the id of all puzzles of a form.

    >>> stable_id(0), stable_id(2**64 - 1)
    ('aaaaaaaaaaaaa', '7777777777776')
    """
    return base64.b32encode(form.to_bytes(8, "big")).decode().rstrip("=").lower()


def write_outputs(manifest: Manifest, tell: Told = lambda done: None) -> list[Total]:
    """Write the file of every part, each complete or absent, and return what they have come to."""
    totals = []
    done = 0
    with_ids = _with_ids(iter_load(manifest.records, "jsonl"))
    for part in manifest.parts:
        records = list(islice(with_ids, part.puzzles))
        if part.format == PACK:
            Pack(_by_level(records)).save(part.output)
        else:
            dump(records, part.output, part.format)
        done += len(records)
        tell(done)
        totals.append(_total(part, records))
    return totals


def problems_of(manifest: Manifest, excluded: Excluded, tell: Told = lambda done: None) -> Iterator[str]:
    """Yield all that is wrong with records and outputs: nothing, if all is well."""
    seen = SeenForms()
    done = 0
    with_ids = _with_ids(iter_load(manifest.records, "jsonl"))
    for part in manifest.parts:
        records = list(islice(with_ids, part.puzzles))
        if len(records) < part.puzzles:
            yield f"{manifest.records}: expected {part.puzzles:,} records of {part.name}, found {len(records):,}"
        levels = [level for leg in part.legs for level in [leg.spec.difficulty] * leg.count]
        for at in range(0, len(records), _BATCH):
            chosen = records[at : at + _BATCH]
            yield from _problems(part, chosen, levels[at : at + len(chosen)], seen, excluded)
            done += len(chosen)
            tell(done)
        yield from _differences(part, records)
    if next(with_ids, None) is not None:
        yield f"{manifest.records}: expected {done:,} records, found more"
    size = sum(os.path.getsize(part.output) for part in manifest.parts if os.path.exists(part.output))
    if manifest.checks.bytes is not None and size > manifest.checks.bytes:
        yield f"{manifest.path}, checks: expected at most {manifest.checks.bytes:,} bytes, found {size:,}"


def _with_ids(records: Iterator[Record]) -> Iterator[Record]:
    """Yield the records with stable ids."""
    while part := list(islice(records, _BATCH)):
        forms = forms_of(PuzzleBatch.from_puzzles(record.puzzle for record in part).boards).tolist()
        for record, form in zip(part, forms, strict=True):
            yield record._replace(puzzle=record.puzzle.with_id(stable_id(form)))


def _grade(record: Record) -> tuple[Difficulty | None, float | None]:
    """Return the level and the score in the file."""
    return (None, None) if record.rating is None else (record.rating.difficulty, record.rating.score)


def _by_level(records: list[Record]) -> dict[Difficulty, list[Record]]:
    return {level: [record for record in records if _grade(record)[0] == level] for level in DIFFICULTIES}


def _total(part: Part, records: list[Record]) -> Total:
    levels = Counter(_grade(record)[0] for record in records)
    scores = [score for record in records if (score := _grade(record)[1]) is not None]
    return Total(
        part.name,
        part.output,
        len(records),
        {level: levels[level] for level in DIFFICULTIES if levels[level]},
        (min(scores), max(scores)) if scores else None,
        os.path.getsize(part.output),
    )


def _problems(
    part: Part, records: list[Record], levels: list[Any], seen: SeenForms, excluded: Excluded
) -> Iterator[str]:
    """Yield what is wrong with records of the run: solved and rated anew, and compared with all earlier ones."""
    batch = PuzzleBatch.from_puzzles(record.puzzle for record in records)
    solved = solve_batch(batch, limit=2)
    ratings = rate_batch(batch).ratings()
    forms = forms_of(batch.boards)
    new, unwanted = seen.add_many(forms), excluded.has(forms)
    for i, (record, rating, level) in enumerate(zip(records, ratings, levels, strict=True)):
        place = f"{part.name}, puzzle {record.puzzle.id}"
        counts = solved.bridges[solved.bridge_offsets[i] : solved.bridge_offsets[i + 1]].tobytes()
        if solved.status[i] != Status.ONE:
            yield f"{place}: expected exactly one solution"
        elif record.solution is None or record.solution.edge_counts != counts:
            yield f"{place}: the solution in the file is not its solution"
        if _grade(record) != (rating.difficulty, rating.score):
            yield f"{place}: the rating in the file is not its rating, {rating.difficulty} {rating.score}"
        if level not in (None, rating.difficulty):
            yield f"{place}: expected {level}, found {rating.difficulty}"
        if not new[i]:
            yield f"{place}: equals an earlier one, turned or mirrored"
        if unwanted[i]:
            yield f"{place}: is one of those that are excluded"


def _differences(part: Part, records: list[Record]) -> Iterator[str]:
    """Yield what an output says otherwise than the records."""
    is_pack = part.format == PACK
    try:
        outputs = list(iter_load(part.output, None if is_pack else part.format))
    except FormatError as error:
        yield str(error)
        return
    except OSError as error:
        yield f"{part.output}: {error.strerror}"
        return
    if is_pack:
        records = [record for level in _by_level(records).values() for record in level]
    if len(outputs) != len(records):
        yield f"{part.output}: expected {len(records):,} puzzles, found {len(outputs):,}"
        return
    has_solutions = is_pack or get(part.format).solutions
    for record, output in zip(records, outputs, strict=True):
        if output.puzzle != record.puzzle:
            yield f"{part.output}: expected puzzle {record.puzzle.id} there, found another one"
        elif has_solutions and output.solution != record.solution:
            yield f"{part.output}, puzzle {record.puzzle.id}: expected its solution, found another one"
