"""The command line `hashi-fast`. Subcommands live in modules of their own, imported only when they run."""
from __future__ import annotations

import argparse
from collections.abc import Sequence

from hashi_fast import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="hashi-fast", description="Solve, count, check and play Hashi (Hashiwokakero, Bridges) puzzles."
    )
    parser.add_argument("--version", action="version", version=f"hashi-fast {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("demo", help="solve and draw a few built-in puzzles")
    parser.parse_args(argv)

    from hashi_fast.cli import demo

    return demo.run()
