"""The parser of a command: short errors that say what may be meant, and old spellings that are not shown."""
from __future__ import annotations

import argparse
import copy
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from hashi_fast.errors import did_you_mean, shown

# Still understood, but shown nowhere: one thing has one name in all commands.
OLD_SPELLINGS = frozenset(("--format", "--threads", "--output", "--colour"))

_NUMBER = re.compile(r"-\d+|-\d*\.\d+")
_OLD = re.compile("|".join(f"/{old}" for old in sorted(OLD_SPELLINGS)))


class OpenChoices(tuple[str, ...]):
    """Our own names, which help and completions show; `in` also finds those that other packages have added."""

    all_names: Callable[[], tuple[str, ...]]

    def __new__(cls, own: tuple[str, ...], all_names: Callable[[], tuple[str, ...]]) -> OpenChoices:
        names = super().__new__(cls, own)
        names.all_names = all_names
        return names

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.all_names()


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help without old spellings."""

    def _format_action_invocation(self, action: argparse.Action) -> str:
        seen = copy.copy(action)
        seen.option_strings = shown_options(action)
        return super()._format_action_invocation(seen)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors take a few lines: a short usage, the problem, and where to read more."""

    def __init__(self, prog: str, description: str, more: str, epilog: str | None = None) -> None:
        super().__init__(prog=prog, description=description, epilog=epilog, formatter_class=_Help)
        self._more = more  # the command that says more

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words of a command line; bad usage ends the process with exit code 2."""
        for word in _before_dashes(words):
            self._check_option(word)
        parsed, left = self.parse_known_args(words)
        if left:
            self.error(f"unexpected {'option' if left[0].startswith('-') else 'argument'} {left[0]!r}")
        return parsed

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        usage = " ".join(["usage:", self.prog, "[OPTION ...]", *map(_usage_of, self._positionals_shown())])
        self.exit(2, f"{usage}\n{self.prog}: error: {_OLD.sub('', message)}\n'{self._more}' says more.\n")

    def _positionals_shown(self) -> list[argparse.Action]:
        return [action for action in self._actions if not action.option_strings]

    def _check_option(self, word: str) -> None:
        """Complain about an option that does not exist, before its value is taken for something else."""
        if not word.startswith("-") or word == "-" or _NUMBER.fullmatch(word):
            return
        known = self._option_string_actions
        name = word.partition("=")[0]
        if name in known or (not word.startswith("--") and word[:2] in known):
            return
        if name.startswith("--") and any(option.startswith(name) for option in known):
            return  # shortened; argparse complains if several begin like this
        current = [option for option in known if option not in OLD_SPELLINGS]
        self.error(f"there is no option {name!r}{did_you_mean('--' + name.lstrip('-'), current)}")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        choices = action.choices
        if choices is not None and value not in choices:
            known = choices.all_names() if isinstance(choices, OpenChoices) else tuple(choices)
            message = f"expected one of {', '.join(map(str, known))}; found {shown(value)}{did_you_mean(value, known)}"
            raise argparse.ArgumentError(action, message)


def shown_options(action: argparse.Action) -> list[str]:
    """Return the spellings of an option that help and completions show; none if it is hidden altogether."""
    if action.help == argparse.SUPPRESS:
        return []
    return [option for option in action.option_strings if option not in OLD_SPELLINGS]


def _before_dashes(words: Sequence[str]) -> Iterator[str]:
    """Yield the words up to `--`, after which there are no options."""
    for word in words:
        if word == "--":
            return
        yield word


def _usage_of(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest)
    return {"*": f"[{name} ...]", "?": f"[{name}]", "+": f"{name} ..."}.get(str(action.nargs), name)
