"""Options that several subcommands share."""
from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, get_args

from hashi_fast import formats
from hashi_fast.cli import Failure
from hashi_fast.cli.parser import OpenChoices
from hashi_fast.search.engines import OWN_ENGINES, Connectivity, encoding_names, engine_names, get_engine
from hashi_fast.search.engines.encodings import OWN_ENCODINGS
from hashi_fast.support.arguments import MOST_INT64, MOST_UINT64, whole_numbers_in_words

_RANDOM_SEEDS = 1_000_000_000  # short enough to be typed again


def add_input_options(
    parser: argparse.ArgumentParser, noun: str = "FILE", without: str = "none, or -: standard input"
) -> None:
    """Add the files to read, and how to read them; `without` says what is read if none is given."""
    group = parser.add_argument_group("input")
    files_help = f"files of puzzles, or puzzles as text, such as '3x1:2a2'; {without}"
    group.add_argument("files", nargs="*", metavar=noun, help=files_help)
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
        group.add_argument(
            "-o", "--out", "--output", dest="output", metavar="FILE",
            help="write to this file, which appears when complete",
        )  # fmt: skip
    else:
        parser.set_defaults(output=None)
        group.add_argument(
            "-o", "--out", "--output", dest="product", required=True, metavar="FILE",
            help=f"the {product} to make, which appears when complete",
        )  # fmt: skip
    add_manner_options(group, json_help)


def add_answer_options(parser: argparse.ArgumentParser, fields: str) -> None:
    """Add where the answers go; `fields` are those of an answer in JSON, after those that say what it belongs to."""
    add_output_options(parser, f'write JSON Lines: {{"id", "file", "line", {fields}}}')


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
        choices=OpenChoices(OWN_ENGINES, engine_names),
        default="native",
        metavar="ENGINE",
        help="native, or for a second opinion sat or ilp, which are extras to install (native)",
    )
    add_clause_options(group, "for --engine sat")
    group.add_argument(
        "--solver", metavar="NAME", help="for --engine sat: any SAT solver that PySAT knows, as cadical195 (minisat22)"
    )


def add_clause_options(parser: argparse._ActionsContainer, use: str) -> None:
    """Add how a puzzle is turned into SAT clauses."""
    parser.add_argument(
        "--encoding",
        choices=OpenChoices(OWN_ENCODINGS, encoding_names),
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
        "-j", "--workers", "--threads", dest="threads", type=whole_number(0), default=1, metavar="N",
        help="work on N puzzles at a time (1); 0: one per processor",
    )  # fmt: skip


def add_worker_option(parser: argparse._ActionsContainer, help: str, *old: str) -> None:
    """Add how many threads or processes make something; None, or 0 on the command line: one per processor.

    `old` are spellings that are still understood.
    """
    parser.add_argument("-j", "--workers", *old, type=_workers, metavar="N", help=help)


def _workers(text: str) -> int | None:
    return whole_number(0)(text) or None


def add_solution_option(parser: argparse._ActionsContainer, help: str) -> None:
    """Add the only way to see answers that come with puzzles."""
    parser.add_argument("--solution", action="store_true", help=help)


def add_seed_option(parser: argparse._ActionsContainer, otherwise: str = "a random one, which is reported") -> None:
    """Add the seed of what is made."""
    parser.add_argument(
        "--seed", type=stream, metavar="N", help=f"the same seed gives the same puzzles ({otherwise})"
    )


def seed_of(arguments: argparse.Namespace, say: Callable[[str], object]) -> int:
    """Return the seed that is asked for, or a random one, which `say` is told unless a summary in JSON has it."""
    if arguments.seed is None:
        import secrets  # here, since it takes longer to load than most commands

        arguments.seed = secrets.randbelow(_RANDOM_SEEDS)
        if not arguments.json:
            say(f"--seed {arguments.seed} makes these puzzles again")
    seed: int = arguments.seed
    return seed


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
