"""Options that several subcommands share."""
from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, get_args

from hashi_fast import formats
from hashi_fast.cli import Failure
from hashi_fast.search.engines import OWN_ENGINES, Connectivity, encoding_names, engine_names, get_engine
from hashi_fast.search.engines.encodings import OWN_ENCODINGS
from hashi_fast.support.arguments import MOST_INT64, MOST_UINT64, whole_numbers_in_words


def add_input_options(
    parser: argparse.ArgumentParser, noun: str = "FILE", without: str = "none, or -: standard input"
) -> None:
    """Add the files to read, and how to read them; `without` says what is read if none is given."""
    group = parser.add_argument_group("input")
    group.add_argument("files", nargs="*", metavar=noun, help=f"files of puzzles; {without}")
    readable = [name for name in formats.names() if formats.get(name).reads]
    group.add_argument(
        "--from",
        "--format",
        dest="format",
        choices=readable,
        metavar="FORMAT",
        help=f"the format of the input, instead of detecting it: {', '.join(readable)}",
    )
    group.add_argument("--strict", action="store_true", help="stop at the first puzzle that cannot be read")


def add_output_options(parser: argparse.ArgumentParser, json_help: str, *, product: str | None = None) -> None:
    """Add where the answers go, and in which form.

    A command that makes a `product` takes the name of that file instead; its answers go to standard output.
    """
    group = parser.add_argument_group("output")
    if product is None:
        group.add_argument("-o", "--output", metavar="FILE", help="write to this file, which appears when complete")
    else:
        parser.set_defaults(output=None)
        group.add_argument(
            "-o", "--out", "--output", dest="product", required=True, metavar="FILE",
            help=f"the {product} to make, which appears when complete",
        )  # fmt: skip
    add_manner_options(group, json_help)


def add_manner_options(group: argparse._ArgumentGroup, json_help: str) -> None:
    """Add the options for JSON, colours and quiet runs."""
    group.add_argument("--json", action="store_true", help=json_help)
    group.add_argument(
        "--color",
        "--colour",
        choices=("auto", "always", "never"),
        default="auto",
        metavar="WHEN",
        help="colours: auto (on a terminal unless NO_COLOR is set), always or never (auto)",
    )
    group.add_argument("-q", "--quiet", action="store_true", help="show no progress bar and no notes")


def add_drawing_options(parser: argparse.ArgumentParser) -> None:
    """Add how boards are drawn as text."""
    parser.add_argument("--ascii", action="store_true", help="draw in ASCII instead of Unicode")


def add_budget_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the limits of a search, and return the group, so that more can be added."""
    group = parser.add_argument_group("search")
    group.add_argument("--time-limit", type=_seconds, metavar="SECONDS", help="the time for each puzzle")
    group.add_argument("--node-limit", type=whole_number(0), metavar="N", help="the search nodes for each puzzle")
    return group


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """Add the limits of a search and the ways to search."""
    group = add_budget_options(parser)
    group.add_argument(
        "--search",
        choices=("auto", "dfs", "learn"),
        default="auto",
        metavar="HOW",
        help="auto, dfs (depth first) or learn (from conflicts); all give the same answers (auto)",
    )
    group.add_argument(
        "--engine",
        choices=_Open(OWN_ENGINES, engine_names),
        default="native",
        metavar="ENGINE",
        help="native, or for a second opinion sat or ilp, which are extras to install (native)",
    )
    add_clause_options(group, "for --engine sat")
    group.add_argument(
        "--solver", metavar="NAME", help="for --engine sat: any SAT solver that PySAT knows, as cadical195 (minisat22)"
    )


class _Open(tuple[str, ...]):
    """The names that help and completions show; `in` also finds those that other packages have added."""

    all_names: Callable[[], tuple[str, ...]]

    def __new__(cls, own: tuple[str, ...], all_names: Callable[[], tuple[str, ...]]) -> _Open:
        names = super().__new__(cls, own)
        names.all_names = all_names
        return names

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.all_names()


def add_clause_options(parser: argparse._ActionsContainer, use: str) -> None:
    """Add how a puzzle is turned into SAT clauses."""
    parser.add_argument(
        "--encoding",
        choices=_Open(OWN_ENCODINGS, encoding_names),
        metavar="NAME",
        help=f"{use}: {', '.join(OWN_ENCODINGS)} ({OWN_ENCODINGS[0]})",
    )
    parser.add_argument(
        "--connectivity",
        choices=get_args(Connectivity),
        metavar="WHEN",
        help=f"{use}: eager writes all clauses, lazy leaves out those that few puzzles need (lazy)",
    )


def clause_options_of(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the options of `add_clause_options` that are given, as keywords."""
    names = ("encoding", "connectivity")
    return {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}


def add_thread_option(parser: argparse.ArgumentParser) -> None:
    """Add how many puzzles are worked on at a time."""
    parser.add_argument(
        "-j",
        "--threads",
        type=whole_number(0),
        default=1,
        metavar="N",
        help="work on N puzzles at a time (1); 0: one per processor",
    )


def budget_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the limits as keywords of the search functions."""
    return {"time_limit": arguments.time_limit, "node_limit": arguments.node_limit}


def search_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return how to search as keywords of the search functions, or raise Failure for options that do not combine."""
    engine = arguments.engine
    how = clause_options_of(arguments)
    if arguments.solver is not None:
        how["solver"] = arguments.solver
    if how and engine in OWN_ENGINES and engine != "sat":
        raise Failure(f"--{next(iter(how))} needs --engine sat")
    if engine == "native":
        return {"search": arguments.search}
    if arguments.search != "auto" or arguments.node_limit is not None:
        raise Failure(f"{'--node-limit' if arguments.search == 'auto' else '--search'} needs --engine native")
    try:
        get_engine(engine, **how)
    except (ModuleNotFoundError, ValueError) as error:
        raise Failure(str(error)) from None
    return {"engine": engine, **how}


def whole_number(least: int, most: int = MOST_INT64) -> Callable[[str], int]:
    """Return the type of an option that takes a whole number from `least` to `most`."""

    def read(text: str) -> int:
        # Longer texts are refused unread: Python converts only a limited number of digits.
        number = int(text) if len(text) <= 20 and text.isascii() and text.isdigit() else -1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"expected {whole_numbers_in_words(least, most)}, found {text!r}")
        return number

    return read


# A seed or an index. (This is `generator.MOST_INDEX`, but importing that would load all kernels for every command.)
stream = whole_number(0, MOST_UINT64)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise argparse.ArgumentTypeError(f"expected a number of seconds from 0, found {text!r}")
    return seconds
