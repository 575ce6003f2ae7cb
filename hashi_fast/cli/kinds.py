"""Options that say what kinds of puzzles to make, and how many of each."""
from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Any

from hashi_fast.cli import Failure, options
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.errors import FormatError, did_you_mean
from hashi_fast.generation.excluded import Excluded
from hashi_fast.generation.spec import STRATEGIES, SYMMETRIES, Spec
from hashi_fast.generation.spec_text import Kind, parse_kinds, parse_size
from hashi_fast.generation.styles import STYLES
from hashi_fast.levels import DIFFICULTIES, TATHAM_LEVELS

# The options for one kind by what argparse calls them: the size, and the keywords of a Spec.
_SIZE = "size"
_EXCLUDE = "exclude"
_EXCLUDABLE = f"expected a file of puzzles or one of {', '.join(NAMES)}"
_TARGETS = tuple(each.name for each in fields(Spec) if each.kw_only)


def add_kind_options(parser: argparse.ArgumentParser) -> None:
    """Add COUNT and the options for one kind, and --kinds, which takes their place."""
    parser.add_argument("count", nargs="?", type=options.whole_number(0), metavar="COUNT", help="how many puzzles")
    # An option that is not given is not there. So Spec alone knows the defaults, and --kinds knows what is too much.
    kind = parser.add_argument_group("what kind", argument_default=argparse.SUPPRESS)
    kind.add_argument("--size", type=_size, metavar="WxH", help="columns and rows, as in 12x10; 10 is 10x10")
    kind.add_argument("--difficulty", choices=DIFFICULTIES, metavar="LEVEL", help=", ".join(DIFFICULTIES))
    kind.add_argument("--score", type=_range(float), metavar="LOW-HIGH", help="the score of its rating, as in 8.5-9")
    tatham_help = f"its level on the scale of Simon Tatham's Bridges: {', '.join(TATHAM_LEVELS)}"
    kind.add_argument("--tatham", choices=TATHAM_LEVELS, metavar="LEVEL", help=tatham_help)
    kind.add_argument(
        "--style", choices=STYLES, metavar="STYLE",
        help="how boards look: classic (full boards, short bridges, hardly a cycle), rich (cycles and large numbers as "
        "well) or open (few islands, long bridges) (classic)",
    )  # fmt: skip
    kind.add_argument("--islands", type=_range(int), metavar="N|LOW-HIGH", help="how many islands")
    kind.add_argument("--density", type=_range(float), metavar="SHARE|LOW-HIGH", help="islands per cell")
    doubles_help = "share of the pairs with bridges that have two or more"
    kind.add_argument("--doubles", type=_range(float), metavar="SHARE|LOW-HIGH", help=doubles_help)
    kind.add_argument("--cycles", type=_range(int), metavar="N|LOW-HIGH", help="independent cycles in the solution")
    kind.add_argument("--no-loops", dest="loops", action="store_false", help="forbid loops")
    bridges_help = "most bridges per pair, 1 to 4 (2)"
    kind.add_argument("--max-bridges", type=options.whole_number(1), metavar="N", help=bridges_help)
    kind.add_argument("--strategy", choices=STRATEGIES, metavar="HOW", help="grow or tree (grow)")
    kind.add_argument(
        "--symmetry", choices=SYMMETRIES, metavar="HOW",
        help="of the islands: rotate (by half a turn), mirror-h (left and right swapped), mirror-v (top and bottom "
        "swapped) or diagonal (rows and columns swapped)",
    )  # fmt: skip
    kind.add_argument(
        "--require", action="append", type=_technique, choices=NAMES, metavar="NAME",
        help=f"a technique that it must take; may be repeated: {', '.join(name.replace(' ', '-') for name in NAMES)}",
    )  # fmt: skip
    kind.add_argument(
        "--exclude", action="append", type=_technique_or_file, metavar="NAME|FILE",
        help="a technique that it must not take, or a file of puzzles that must not be made again, turned or mirrored, "
        "in any format; may be repeated",
    )  # fmt: skip
    kind.add_argument("--unknown-clues", type=float, metavar="SHARE", help="share of clues to hide")
    several = parser.add_argument_group("several kinds")
    several.add_argument(
        "--kinds", metavar="'KIND; KIND ...'",
        help="instead of COUNT and all options above: kinds in the order in which they are made, each with its size, "
        "level, count and other options, as in '7x7 easy 40; 10x10 hard 60 style=rich islands=30-34'",
    )  # fmt: skip
    climb_help = "let the scores of each kind rise evenly over those of its level, or of all up to expert"
    several.add_argument("--climb", action="store_true", help=climb_help)


def kinds_of(arguments: argparse.Namespace) -> list[Kind]:
    """Return the kinds and how many puzzles of each, or raise Failure."""
    given = {name: getattr(arguments, name) for name in (_SIZE, *_TARGETS) if hasattr(arguments, name)}
    if _EXCLUDE in given:
        given[_EXCLUDE] = [name for name in given[_EXCLUDE] if name in NAMES]
        if not given[_EXCLUDE]:
            del given[_EXCLUDE]
    try:
        if arguments.kinds is not None:
            too_much = [*(["COUNT"] if arguments.count is not None else []), *map(_option, given)]
            if too_much:
                raise Failure(f"--kinds says how many of what kind; expected no {' and no '.join(too_much)}")
            return parse_kinds(arguments.kinds)
        if arguments.count is None or _SIZE not in given:
            missing = "COUNT" if arguments.count is None else "--size"
            raise Failure(f"no {missing}; expected COUNT and --size, or --kinds")
        return [(Spec(*given.pop(_SIZE), **given), arguments.count)]
    except (TypeError, ValueError) as error:
        raise Failure(str(error)) from None


def excluded_of(arguments: argparse.Namespace) -> Excluded:
    """Return the puzzles of all files that --exclude names; raise Failure for one that cannot be read."""
    files = [name for name in getattr(arguments, _EXCLUDE, ()) if name not in NAMES]
    for name in files:
        if not os.path.exists(name):
            raise Failure(f"--exclude {name}: there is no such file; {_EXCLUDABLE}")
    return read_excluded(files)


def read_excluded(files: Sequence[str]) -> Excluded:
    """Return the puzzles of all files; raise Failure for one that cannot be read."""
    try:
        return Excluded(files)
    except FormatError as error:
        raise Failure(f"--exclude {error}") from None


def _option(name: str) -> str:
    return "--no-loops" if name == "loops" else f"--{name.replace('_', '-')}"


def _size(text: str) -> tuple[int, int]:
    size = parse_size(text)
    if size is None or not all(size):
        raise argparse.ArgumentTypeError(f"expected columns x rows, as in 10x10, found {text!r}")
    return size


def _technique(text: str) -> str:
    return text.replace("-", " ")


def _technique_or_file(text: str) -> str:
    name = _technique(text)
    if name in NAMES:
        return name
    meant = did_you_mean(name, NAMES)
    if meant and not os.path.exists(text):
        raise argparse.ArgumentTypeError(f"{_EXCLUDABLE}; found {text!r}{meant}")
    return text


def _range(number: type[int] | type[float]) -> Callable[[str], Any]:
    """Return the type of an option that takes one number, or two with a dash between them."""

    def read(text: str) -> Any:
        low, _, high = text.partition("-")
        with suppress(ValueError):
            return number(text)
        try:
            return number(low), number(high)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected a number or LOW-HIGH, found {text!r}") from None

    return read
