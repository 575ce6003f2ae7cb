"""Fleets: the shards of one kind or several, made on one machine or on all machines of a Dask cluster.

    out/000-7x7-easy-1f2e3d4c/part-00000000000000000000-00000000000000100000.parquet

Each kind has a folder, numbered in the order given, and each shard a part whose name is its range. Workers write parts
themselves. What is there is found by listing the folder, so a fleet that was stopped goes on where it was, also with
shards of another size.
"""
from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from hashi_fast.cluster.crews import do_all, say_in_log
from hashi_fast.cluster.shards import Origin, make_part
from hashi_fast.cluster.shards import shard as make_shard
from hashi_fast.errors import shown
from hashi_fast.generation.generator import MOST_INDEX
from hashi_fast.generation.production import WrongResult
from hashi_fast.generation.recipes import GENERATOR_VERSION
from hashi_fast.generation.spec import Spec
from hashi_fast.generation.spec_text import Kind, parse_kinds, text_of_kind
from hashi_fast.support.arguments import MOST_INT64, whole_argument
from hashi_fast.support.store import Place, place_of

PART = re.compile(r"part-([0-9]{20})-([0-9]{20})\.parquet")

Progress = Callable[[int, int, int], object]  # candidates done, of how many, and puzzles among those of this run


class Fleet(NamedTuple):
    """What a fleet has made: all candidates of the kinds, how many of them were there before, and the new puzzles."""

    candidates: int
    before: int
    puzzles: int


class ShardWork(NamedTuple):
    """A shard to be made by whoever is called with it."""

    spec: Spec
    seed: int
    start: int
    stop: int
    url: str
    version: int = GENERATOR_VERSION

    def __call__(self) -> int:
        """Make it and return how many puzzles it has."""
        if self.version != GENERATOR_VERSION:
            found = f"a worker has version {GENERATOR_VERSION} of the generator"
            raise WrongResult(f"{found}; expected {self.version}, as where the fleet began")
        # A worker of a cluster does as many tasks at a time as it has threads.
        return make_shard(self.spec, self.seed, self.start, self.stop, self.url, workers=1)

    def make_here(self, tell: Callable[[int, int], object]) -> int:
        """Do the same with all processors; `tell` is called with the candidates and puzzles so far."""
        return make_part(Origin(self.spec, self.seed, self.start, self.stop), place_of(self.url), None, tell)

    def check(self, puzzles: object) -> None:
        """Raise ValueError for what cannot be the number of puzzles."""
        if not isinstance(puzzles, int) or not 0 <= puzzles <= self.stop - self.start:
            raise ValueError(f"{shown(puzzles)} puzzles; expected at most {self.stop - self.start:,}")


def fleet(
    kinds: str | Iterable[str | Kind],
    out: str | os.PathLike[str],
    *,
    seed: int,
    client: Any | None = None,
    shard: int = 100_000,
    on_progress: Progress | None = None,
    say: Callable[[str], object] = say_in_log,
) -> Fleet:
    """Make all candidates of some kinds, as Parquet files of up to `shard` candidates in the folder `out`.

    Kinds are texts, as in "7x7 easy 1000000", or pairs of a Spec and a number, which is that of candidates: some of
    them may not be made, or equal others. Each kind begins with candidate 0. What is in the folder is not made again.
    `out` may be a URL that fsspec knows. With the `client` of a Dask cluster, its workers make the shards and write
    them; they must see the same folder. `merge` then drops the duplicates among the shards.

    >>> import tempfile
    >>> from hashi_fast import fleet
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     fleet("7x7 easy 100; 7x7 medium 30", folder, seed=1, shard=40), fleet("7x7 easy 120", folder, seed=1)
    (Fleet(candidates=130, before=0, puzzles=130), Fleet(candidates=120, before=100, puzzles=20))
    """
    seed = whole_argument("seed", seed, 0, MOST_INDEX)
    size = whole_argument("shard", shard, 1, MOST_INT64)
    root = place_of(out)
    listed = _kinds(kinds)
    missing = list(_missing(listed, root, seed))
    total = sum(count for _, count in listed)
    before = total - sum(len(gap) for _, _, gap in missing)
    made = {"candidates": before, "puzzles": 0}

    def count(work: Any, puzzles: int) -> None:
        made["candidates"] += work.stop - work.start
        made["puzzles"] += puzzles
        tell()

    def tell(tried: int = 0, puzzles: int = 0) -> None:
        """Report what is done, and what is under way."""
        if on_progress is not None:
            on_progress(made["candidates"] + tried, total, made["puzzles"] + puzzles)

    for folder in {folder.path: folder for _, folder, _ in missing}.values():
        folder.make_folder()
    works = _works(missing, seed, size)
    if client is not None:
        do_all(works, count, client, say, tell)
    else:
        for work in works:
            tell()
            count(work, work.make_here(tell))
    return Fleet(total, before, made["puzzles"])


def _kinds(kinds: str | Iterable[str | Kind]) -> list[Kind]:
    if isinstance(kinds, str):
        return parse_kinds(kinds)
    listed: list[Kind] = []
    for kind in kinds:
        if isinstance(kind, str):
            listed += parse_kinds(kind)
        elif isinstance(kind, tuple) and len(kind) == 2 and isinstance(kind[0], Spec):
            listed.append((kind[0], whole_argument("the number of candidates", kind[1], 0, MOST_INT64)))
        else:
            raise TypeError(f"expected kinds as texts, or pairs of a Spec and a number, not {shown(kind)}")
    if not listed:
        raise ValueError("no kinds; expected at least one")
    return listed


def _missing(kinds: list[Kind], root: Place, seed: int) -> Iterator[tuple[Spec, Place, range]]:
    """Yield the ranges of candidates that are in no part, kind after kind."""
    parts: dict[str, list[range]] = {}
    for path in root.files():
        folder, _, name = path.rpartition("/")
        if found := PART.fullmatch(name):
            parts.setdefault(folder, []).append(range(int(found[1]), int(found[2])))
    for number, (spec, count) in enumerate(kinds):
        name = folder_of(number, spec, seed)
        at = 0
        for part in sorted(parts.get(name, []), key=lambda part: part.start):
            if at < min(part.start, count):
                yield spec, root / name, range(at, min(part.start, count))
            at = max(at, part.stop)
        if at < count:
            yield spec, root / name, range(at, count)


def _works(missing: list[tuple[Spec, Place, range]], seed: int, size: int) -> Iterator[ShardWork]:
    for spec, folder, gap in missing:
        for start in range(gap.start, gap.stop, size):
            stop = min(start + size, gap.stop)
            yield ShardWork(spec, seed, start, stop, (folder / name_of(start, stop)).url)


def name_of(start: int, stop: int) -> str:
    """Return the name of a part; sorted by name, parts are in order."""
    return f"part-{start:020}-{stop:020}.parquet"


def folder_of(number: int, spec: Spec, seed: int) -> str:
    """Return the name of the folder of a kind; sorted by name, kinds are in order."""
    text = text_of_kind(spec)
    short = "-".join(text.split()[: 2 if spec.difficulty else 1])
    sign = hashlib.sha256(f"{text}, seed {seed}, generator {GENERATOR_VERSION}".encode()).hexdigest()[:8]
    return f"{number:03}-{short}-{sign}"
