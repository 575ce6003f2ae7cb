"""Which public name is described on which page of the reference, and those pages as Markdown for mkdocstrings."""
from __future__ import annotations

from typing import NamedTuple

import hashi_fast


class Group(NamedTuple):
    """A page of the reference: public names of a module, in the order in which they are described."""

    page: str
    title: str
    about: str
    names: tuple[str, ...]
    module: str = "hashi_fast"


GROUPS = (
    Group(
        "puzzles", "Puzzles and solutions", "Boards, what solves them, and what is wrong with an answer.",
        ("Puzzle", "Island", "Solution", "check", "Violation", "Topology"),
    ),
    Group(
        "solving", "Solving", "One puzzle at a time: solutions, proofs and counts. [Solving](../solving.md) shows how.",
        ("solve", "is_unique", "uniqueness", "count_solutions", "enumerate_solutions", "common_bridges", "Result",
         "Uniqueness", "Stats", "Gear"),
    ),
    Group(
        "batches", "Batches", "Many puzzles in flat arrays, on many threads. [Batch](../guides/batch.md) is the guide.",
        ("PuzzleBatch", "solve_batch", "rate_batch", "map_batches", "BatchResult", "BatchRating", "Status"),
    ),
    Group(
        "ratings", "Ratings", "How hard a puzzle is for people. [Rate](../guides/rate.md) is the guide.",
        ("rate", "Rating", "Step", "Conclusion", "TECHNIQUES"),
    ),
    Group(
        "coaching", "Games and hints", "Playing, and help in words. [Hint](../guides/hint.md) is the guide.",
        ("Game", "Move", "hint", "Hint", "explain", "diagnose", "Diagnosis"),
    ),
    Group(
        "generation", "Generation", "New puzzles of a kind. [Generating](../generating.md) shows how.",
        ("generate", "produce", "Spec", "RatedPuzzle", "make_unique", "Repaired", "Change", "ClueChange"),
    ),
    Group(
        "files", "Texts and files", "Reading and writing. [Formats](../formats.md) lists the formats.",
        ("loads", "dumps", "loads_record", "load", "iter_load", "dump", "Record", "json_schema"),
    ),
    Group(
        "publishing", "Publishing and playing",
        "Packs, books, games. [Packs and books](../packs-and-books.md) and [Playing](../playing.md) show how.",
        ("pack", "Pack", "make_book", "make_pictures", "play"),
    ),
    Group(
        "cluster", "Clusters", "Millions of puzzles, on many machines. [Cluster](../guides/cluster.md) is the guide.",
        ("fleet", "Fleet", "shard", "merge", "Merged"),
    ),
    Group(
        "errors", "Errors", "Exceptions of our own. All say what, where, and what was expected.",
        ("InvalidPuzzle", "FormatError", "Unsolvable", "BudgetExceeded", "TargetNotReached"),
    ),
    Group(
        "engines", "hashi_fast.engines",
        "Second opinions, and engines of your own. [Engines and exports](../engines-and-exports.md) shows how.",
        ("engine_names", "get_engine", "register_engine", "Engine", "Count", "Phases", "solver_names", "Connectivity",
         "encoding_names", "register_encoding", "Encoding", "OrderEncoding", "Clause", "solution_from_dimacs"),
        "hashi_fast.search.engines",
    ),
    Group(
        "formats", "hashi_fast.formats", "The registry of formats, and formats of your own.",
        ("names", "get", "detect", "Format", "register"),
        "hashi_fast.formats",
    ),
    Group("capi", "hashi_fast.capi", "The interface for Cython and C. [Embedding](../embedding.md) has examples.",
          ("get_include",), "hashi_fast.capi"),
)  # fmt: skip

# Where a module has names of its own, all of them are on its page; these are in `hashi_fast` itself.
_OF_THE_PACKAGE = {"solution_from_dimacs"}


def identifier(group: Group, name: str) -> str:
    """Return the full name under which a public name is described."""
    module = "hashi_fast" if name in _OF_THE_PACKAGE else group.module
    return f"{module}.{name}"


def pages() -> dict[str, str]:
    """Return the pages of the reference: by path in docs/, Markdown."""
    found = {f"reference/{group.page}.md": _page(group) for group in GROUPS}
    found["reference/README.md"] = _index()
    return found


def _page(group: Group) -> str:
    parts = [f"# {group.title}\n\n{group.about}\n"]
    parts += [f"::: {identifier(group, name)}\n" for name in group.names]
    return "\n".join(parts)


def _index() -> str:
    lines = [
        "# Reference",
        "",
        f"Every public name of hashi-fast {hashi_fast.__version__}, from its docstring. The tests run the examples.",
        "[Compatibility](../compatibility.md) says what else is public, and how it may change.",
        "",
        "| page | names |",
        "|---|---|",
    ]
    for group in GROUPS:
        names = ", ".join(f"[`{name}`][{identifier(group, name)}]" for name in group.names)
        lines.append(f"| [{group.title}]({group.page}.md) | {names} |")
    return "\n".join(lines) + "\n"
