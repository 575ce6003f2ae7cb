"""The command line `hashi-fast`: a table of subcommands. Each is a module that is imported only when it runs.

A subcommand's module has `configure(parser)`, which adds its options, and `run(arguments)`, which returns the exit
code. `console` connects it to input, output and exit code; `source` reads, `output` writes, `options` are shared.
"""
from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import NamedTuple, NoReturn

from hashi_fast._version import __version__
from hashi_fast.cli.parser import Parser
from hashi_fast.errors import BrokenPlugin, did_you_mean

DESCRIPTION = "Solve, count, rate, explain, generate, print and play Hashi (Hashiwokakero, Bridges) puzzles."
EPILOG = """\
Commands read puzzles from files (also compressed), from standard input, or as arguments, in any format.
'hashi-fast help COMMAND' says more.

completions, for the next shells that you start:
  bash  hashi-fast --completion bash > ~/.local/share/bash-completion/completions/hashi-fast
  zsh   hashi-fast --completion zsh > ~/.zfunc/_hashi-fast, and in ~/.zshrc, before compinit: fpath=(~/.zfunc $fpath)
  fish  hashi-fast --completion fish > ~/.config/fish/completions/hashi-fast.fish

exit codes, the first that applies:
  130  interrupted with Ctrl-C; 143 or 129 if ended by SIGTERM or SIGHUP
  141  the reader of the output has gone (broken pipe)
    2  bad usage, or input that is not a puzzle; all other puzzles are done
    3  a budget (--time-limit, --node-limit) ran out for some puzzle
    1  a negative answer for some puzzle: no solution, not unique, not a solution
    0  done
"""

INTERRUPTED = 130
BROKEN_PIPE = 141
BAD_INPUT = 2
HELP = "help"  # `help solve` is `solve --help`, and `help` is `--help`
SHELLS = ("bash", "zsh", "fish")


class Command(NamedTuple):
    """A row of the table. The help is shown without importing the module, which is in this package."""

    name: str
    help: str
    module: str


COMMANDS = (
    Command("solve", "find a solution of each puzzle, or prove that there is none", "solve"),
    Command("count", "count the solutions of each puzzle", "count"),
    Command("check", "check solutions, or that each puzzle has exactly one", "check"),
    Command("rate", "rate how hard puzzles are for people", "rate"),
    Command("hint", "give the next step from the bridges already placed", "hint"),
    Command("explain", "explain the whole way to the solution, step by step", "explain"),
    Command("diagnose", "explain why puzzles have no solution, or several", "diagnose"),
    Command("convert", "write puzzles in another format", "convert"),
    Command("pack", "sort puzzles by difficulty into one file", "pack"),
    Command("book", "make a printable book of puzzles (PDF)", "book"),
    Command("show", "draw puzzles as text or as pictures (SVG, PNG, PDF)", "show"),
    Command("repair", "change puzzles with several solutions until they have exactly one", "repair"),
    Command("generate", "make unique, rated puzzles of one kind or several", "generate"),
    Command("content", "make all puzzles of an app, as a manifest says", "content"),
    Command("fleet", "make millions of puzzles as Parquet files, here or on a Dask cluster", "fleet"),
    Command("merge", "drop the duplicates across the files of a fleet", "merge"),
    Command("play", "play in the browser", "play"),
    Command("export-html", "make a page to play, as one file", "export_html"),
    Command("demo", "solve and draw a few built-in puzzles", "demo"),
)


class Failure(Exception):
    """Ends a command at once: bad usage or input, or an output that cannot be written."""


class Ended(KeyboardInterrupt):
    """Somebody asked the process to end. Whatever cleans up after Ctrl-C cleans up after this."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        with _endings_heard():
            code = _dispatch(list(sys.argv[1:] if argv is None else argv))
            if sys.stdout is not None:
                sys.stdout.flush()
            return code
    except Ended as ended:
        _say(f"ended by {signal.Signals(ended.number).name}")
        return 128 + ended.number
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except (Failure, BrokenPlugin) as failure:
        _say(str(failure))
    except MemoryError as error:
        _say(f"out of memory{f': {error}' if str(error) else ''}")
    except OSError as error:
        _drop_output()
        _say(str(error) if error.filename is None else f"{error.filename}: {error.strerror}")
    return BAD_INPUT


@contextmanager
def _endings_heard() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the command as Ctrl-C does, unless somebody ignores or handles them, as nohup does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    heard = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in heard:
            signal.signal(number, _end)
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: object) -> NoReturn:
    raise Ended(number)


def _dispatch(arguments: list[str]) -> int:
    rows = {command.name: command for command in COMMANDS}
    if arguments[:1] == [HELP]:
        arguments = [*(word for word in arguments if word != HELP), "--help"]
    if not arguments or arguments[0] not in rows:
        _top_level(arguments)
    row = rows[arguments[0]]
    module = import_module(f"{__name__}.{row.module}")
    parser = command_parser(row, module)
    code: int = module.run(parser.read(arguments[1:]))
    return code


def command_parser(row: Command, module: object) -> Parser:
    """Return the parser of a subcommand."""
    parser = Parser(f"hashi-fast {row.name}", f"{row.help[0].upper()}{row.help[1:]}.", f"hashi-fast help {row.name}")
    module.configure(parser)  # type: ignore[attr-defined]
    return parser


def _top_level(arguments: list[str]) -> NoReturn:
    """Handle a command line without a subcommand: help, version, completion, or an error."""
    names = [command.name for command in COMMANDS]
    parser = Parser("hashi-fast", DESCRIPTION, "hashi-fast help", EPILOG)
    parser.add_argument("--version", action="version", version=f"hashi-fast {__version__}")
    shells_help = f"print completions for {', '.join(SHELLS)}; how to install them is below"
    parser.add_argument("--completion", choices=SHELLS, metavar="SHELL", help=shells_help)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for command in COMMANDS:
        commands.add_parser(command.name, help=command.help, prog="", description="", more="")
    for word in arguments:
        if not word.startswith("-") and arguments[0] != "--completion":
            meant = did_you_mean(word, ["help", *names])
            parser.error(f"there is no command {word!r}{meant}; expected {', '.join(names)}")
    parsed = parser.read(arguments)
    if parsed.completion is None:
        parser.error(f"expected a command: {', '.join(names)}")
    from hashi_fast.cli.completion import script

    print(script(parsed.completion))
    sys.exit(0)


def _say(message: str) -> None:
    if sys.stderr is not None:
        print(f"hashi-fast: {message}", file=sys.stderr)


def _drop_output() -> None:
    """Drop what is still buffered for standard output: it would fail again when the interpreter exits."""
    with suppress(AttributeError, OSError, ValueError):  # no standard output, or one without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
