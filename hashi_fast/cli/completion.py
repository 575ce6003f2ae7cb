"""`hashi-fast --completion SHELL`: a script that completes commands, options and values, made from the parsers."""
from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import NamedTuple

from hashi_fast.cli import COMMANDS, HELP, SHELLS, command_parser
from hashi_fast.cli.cluster import LOCAL
from hashi_fast.cli.parser import shown_options
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.publishing.book.language import LANGUAGES
from hashi_fast.publishing.book.paper import PAPERS

# Values of options that take others, too.
_ALSO = {"--language": tuple(LANGUAGES), "--paper": tuple(PAPERS), "--dask": (LOCAL,), "--exclude": NAMES}
_FILE = "FILE"  # in the metavar of an option that takes files

BASH = """\
_hashi_fast() {{
    local command=${{COMP_WORDS[1]}} word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
    # bash takes --to=json for three words
    [ "$word" = = ] && word=
    [ "$before" = = ] && before=${{COMP_WORDS[COMP_CWORD-2]}}
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{commands}"
    else
        case "$command $before" in
{values}
            *) case "$command $word" in
{options}
            esac ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _hashi_fast hashi-fast"""

ZSH = """\
#compdef hashi-fast

_hashi-fast-or-files() {{ compadd -- "$@"; _files }}

_hashi-fast() {{
    local curcontext="$curcontext" state line
    _arguments -C '(- *)'{{-h,--help}}'[list commands and options]' '(- *)--version[show the version]' \\
        '(- *)--completion[print completions]:shell:({shells})' '1: :->command' '*:: :->rest' && return
    case $state in
        command)
            local -a commands=(
{commands}
            )
            _describe -t commands command commands ;;
        rest)
            case $words[1] in
{cases}
            esac ;;
    esac
}}

# Run when it is autoloaded; if it is sourced instead, say what it is for.
if [ "$funcstack[1]" = _hashi-fast ]; then _hashi-fast "$@"; else compdef _hashi-fast hashi-fast; fi"""


class _Option(NamedTuple):
    """What shells are told about an option: `values` are those to choose from; none: a file, if it takes a value."""

    names: list[str]
    help: str
    metavar: str
    takes_value: bool
    values: tuple[str, ...]
    repeats: bool

    @property
    def also_files(self) -> bool:
        """Whether it takes files beside the values."""
        return bool(self.values) and _FILE in self.metavar


def script(shell: str) -> str:
    """Return the script for bash, zsh or fish."""
    parsers = {row.name: command_parser(row, import_module(f"hashi_fast.cli.{row.module}")) for row in COMMANDS}
    options = {name: list(_options(parser)) for name, parser in parsers.items()}
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](options)


def _options(parser: argparse.ArgumentParser) -> Iterator[_Option]:
    for action in parser._actions:
        names = shown_options(action)
        if names:
            values = [str(value).replace(" ", "-") for value in action.choices or _ALSO.get(names[-1], ())]
            metavar = str(action.metavar or action.dest)
            text = (action.help or "").replace("%%", "%").partition(": ")[0]  # what follows are the values
            repeats = isinstance(action, argparse._AppendAction)
            yield _Option(names, text, metavar, action.nargs != 0, tuple(values), repeats)


def _bash(commands: dict[str, list[_Option]]) -> str:
    values, options = [], []
    for name, own in commands.items():
        for option in own:
            if option.takes_value:
                patterns = " | ".join(f'"{name} {each}"' for each in option.names)
                values.append(f'            {patterns}) words="{" ".join(option.values)}" ;;')
        words = " ".join(each for option in own for each in option.names)
        options.append(f'                "{name} -"*) words="{words}" ;;')
    values.append(f'            "{HELP} "*) words="{" ".join(commands)}" ;;')
    values.append(f'            "--completion "*) words="{" ".join(SHELLS)}" ;;')
    first = " ".join((*commands, HELP, "--help", "--version", "--completion"))
    return BASH.format(commands=first, values="\n".join(values), options="\n".join(options))


def _zsh(commands: dict[str, list[_Option]]) -> str:
    rows = [(row.name, row.help) for row in COMMANDS]
    listed = [f"                {_quoted_zsh(f'{name}:{help}')}" for name, help in [*rows, (HELP, "help of a command")]]
    cases = []
    for name, own in commands.items():
        specs = [_zsh_spec(option) for option in own]
        cases.append(f"                {name}) _arguments -s -S {' '.join(specs)} '*:file:_files' ;;")
    cases.append(f"                {HELP}) _arguments '1:command:({' '.join(commands)})' ;;")
    return ZSH.format(shells=" ".join(SHELLS), commands="\n".join(listed), cases="\n".join(cases))


def _zsh_spec(option: _Option) -> str:
    """Return an option as `_arguments` takes it: what it excludes, its names, its help and its value."""
    names = option.names[0] if len(option.names) == 1 else f"{{{','.join(option.names)}}}"
    before = "'*'" if option.repeats else f"'({' '.join(option.names)})'"
    text = option.help.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    values = f"({' '.join(option.values)})" if option.values else "_files"
    if option.also_files:
        values = f" _hashi-fast-or-files {' '.join(option.values)}"  # the space keeps options away from it
    value = f":{option.metavar.replace(':', '')}:{values}"
    return before + names + _quoted_zsh(f"[{text}]{value if option.takes_value else ''}")


def _quoted_zsh(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(commands: dict[str, list[_Option]]) -> str:
    first = "complete -c hashi-fast -n __fish_use_subcommand"
    lines = [f"{first} -f -a {row.name} -d {_quoted_fish(row.help)}" for row in COMMANDS]
    lines.append(f"{first} -f -a {HELP} -d 'help of a command'")
    lines.append(f"{first} -l completion -x -a {_quoted_fish(' '.join(SHELLS))} -d 'print completions'")
    lines.append(f"{first} -l version -d 'show the version'")
    in_help = _quoted_fish(f"__fish_seen_subcommand_from {HELP}")
    lines.append(f"complete -c hashi-fast -n {in_help} -f -a {_quoted_fish(' '.join(commands))}")
    for name, own in commands.items():
        condition = _quoted_fish(f"__fish_seen_subcommand_from {name}; and not __fish_seen_subcommand_from {HELP}")
        for option in own:
            words = list(_fish_words(option))
            lines.append(f"complete -c hashi-fast -n {condition} {' '.join(words)} -d {_quoted_fish(option.help)}")
    return "\n".join(lines)


def _fish_words(option: _Option) -> Iterable[str]:
    for name in option.names:
        yield f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
    if option.values:
        yield f"{'-r' if option.also_files else '-x'} -a {_quoted_fish(' '.join(option.values))}"
    elif option.takes_value:
        yield "-r"


def _quoted_fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
