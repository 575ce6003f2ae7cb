"""Manifests: what an app ships, as TOML. One run makes all of it, part after part, without a repeat among them.

    seed = 7
    exclude = ["release-1.jsonl"]             # files of puzzles that must not be made again

    [[part]]
    name = "easy"
    kinds = "7x7 easy 40; 9x9 easy 40"        # as in Spec.parse
    climb = true                              # scores rise within each kind

    [[part]]
    name = "hard"
    kinds = ["10x10 hard 60 style=rich", "12x12 hard 20"]
    output = "hard.json"                      # hard.compact if it is left out
    format = "pack"                           # compact if it is left out

    [checks]
    puzzles = 160                             # exactly so many
    bytes = 20_000                            # of all outputs together, at most

Names of files are relative to the folder of the manifest.
"""
from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from hashi_fast.errors import shown
from hashi_fast.generation.generator import MOST_INDEX
from hashi_fast.generation.legs import Leg, legs_of
from hashi_fast.generation.spec_text import Kind, parse_kinds
from hashi_fast.support.arguments import whole_argument

COMPACT, PACK = "compact", "pack"


class Part(NamedTuple):
    """Puzzles that belong together, and the file that an app gets."""

    name: str
    kinds: list[Kind]
    legs: list[Leg]
    output: str
    format: str

    @property
    def puzzles(self) -> int:
        """How many puzzles it has."""
        return sum(leg.count for leg in self.legs)


class Checks(NamedTuple):
    """What must be true of the content besides what is always checked; None: anything."""

    puzzles: int | None = None
    bytes: int | None = None


class Manifest(NamedTuple):
    """The contents of a manifest, with names of files as they are seen from the current folder."""

    path: str
    seed: int
    records: str  # the file that the run writes as it goes, and resumes
    exclude: list[str]
    parts: list[Part]
    checks: Checks

    @property
    def legs(self) -> list[Leg]:
        """The legs of the run."""
        return [leg for part in self.parts for leg in part.legs]


def read_manifest(path: str) -> Manifest:
    """Read a manifest; a ValueError says what is wrong with it, and where."""
    with open(path, "rb") as file:
        try:
            fields = tomllib.load(file)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: expected TOML: {error}") from None
    return _Reader(path).manifest(fields)


class _Reader:
    """One pass over the fields of a manifest."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._folder = os.path.dirname(path)

    def manifest(self, fields: Mapping[str, Any]) -> Manifest:
        self._check_keys(fields, ("seed", "records", "exclude", "part", "checks"), "")
        seed = self._number(fields, "seed", "", MOST_INDEX)
        if seed is None:
            self._fail("", "expected seed = N: the same seed gives the same puzzles")
        stem = os.path.splitext(os.path.basename(self._path))[0]
        tables = fields.get("part")
        if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
            self._fail("", "expected at least one [[part]] with a name and kinds")
        parts = [self._part(table, f", part {number}") for number, table in enumerate(tables, 1)]
        records = self._file(fields.get("records", f"{stem}.jsonl"), ", records")
        exclude = fields.get("exclude", [])
        if not isinstance(exclude, list):
            self._fail(", exclude", f"expected a list of names of files, found {shown(exclude)}")
        files = [self._file(name, ", exclude") for name in exclude]
        self._check_distinct([part.name for part in parts], "name of a part")
        self._check_distinct([self._path, records, *files, *(part.output for part in parts)], "name of a file")
        checks = fields.get("checks", {})
        if not isinstance(checks, dict):
            self._fail(", checks", f"expected a table, found {shown(checks)}")
        self._check_keys(checks, Checks._fields, ", checks")
        wanted = Checks(*(self._number(checks, name, ", checks") for name in Checks._fields))
        made = sum(part.puzzles for part in parts)
        if wanted.puzzles not in (None, made):
            self._fail(", checks", f"puzzles = {wanted.puzzles:,}, but all kinds together have {made:,}")
        return Manifest(self._path, seed, records, files, parts, wanted)

    def _part(self, table: Mapping[str, Any], place: str) -> Part:
        self._check_keys(table, ("name", "kinds", "climb", "start", "output", "format"), place)
        name, kinds = table.get("name"), table.get("kinds")
        if not isinstance(name, str) or not name:
            self._fail(place, f"expected a name, found {shown(name)}")
        if isinstance(kinds, list) and all(isinstance(kind, str) for kind in kinds):
            kinds = ";".join(kinds)
        if not isinstance(kinds, str):
            self._fail(place, f"expected kinds = '10x10 hard 60; ...', found {shown(kinds)}")
        climb = table.get("climb", False)
        if not isinstance(climb, bool):
            self._fail(place, f"climb must be true or false, not {shown(climb)}")
        start = self._number(table, "start", place, MOST_INDEX) or 0
        format = table.get("format", COMPACT)
        if not isinstance(format, str):
            self._fail(place, f"format must be the name of a format, not {shown(format)}")
        try:
            parsed = parse_kinds(kinds)
            legs = legs_of(parsed, start, climb=climb)
        except (TypeError, ValueError) as error:
            self._fail(place, str(error))
        return Part(name, parsed, legs, self._file(table.get("output", f"{name}.{format}"), place), format)

    def _file(self, name: object, place: str) -> str:
        if not isinstance(name, str) or not name:
            self._fail(place, f"expected the name of a file, found {shown(name)}")
        return os.path.join(self._folder, name)

    def _number(self, fields: Mapping[str, Any], name: str, place: str, most: int | None = None) -> int | None:
        if name not in fields:
            return None
        try:
            return whole_argument(name, fields[name], 0, most, error=ValueError)
        except (TypeError, ValueError) as error:
            self._fail(place, str(error))

    def _check_keys(self, fields: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
        for key in fields:
            if key not in known:
                near = get_close_matches(key, known, 1)
                meant = f" (did you mean {near[0]!r}?)" if near else ""
                self._fail(place, f"there is no {key!r}{meant}; expected {', '.join(known)}")

    def _check_distinct(self, names: list[str], what: str) -> None:
        seen: set[str] = set()
        for name in names:
            if name in seen:
                self._fail("", f"expected every {what} once, found {name!r} twice")
            seen.add(name)

    def _fail(self, place: str, problem: str) -> NoReturn:
        raise ValueError(f"{self._path}{place}: {problem}")
