"""`hashi-fast --completion SHELL`: a script that completes commands, options and values, made from the parsers."""
from __future__ import annotations

import argparse
from importlib import import_module

from hashi_fast.cli import COMMANDS, command_parser

BASH = """\
_hashi_fast() {{
    local command=${{COMP_WORDS[1]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{commands}"
    else
        case "$command $before" in
{cases}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _hashi_fast hashi-fast"""


def script(shell: str) -> str:
    """Return the script for bash, zsh or fish."""
    parsers = {row.name: command_parser(row, import_module(f"hashi_fast.cli.{row.module}")) for row in COMMANDS}
    if shell == "fish":
        return _fish(parsers)
    # zsh runs bash completions unchanged.
    head = "" if shell == "bash" else "autoload -U +X bashcompinit && bashcompinit\n"
    return head + _bash(parsers)


def _bash(parsers: dict[str, argparse.ArgumentParser]) -> str:
    cases = []
    for name, parser in parsers.items():
        for action in parser._actions:
            if action.choices is not None:
                patterns = " | ".join(f'"{name} {option}"' for option in action.option_strings)
                cases.append(f'            {patterns}) words="{" ".join(action.choices)}" ;;')
        options = " ".join(option for action in parser._actions for option in action.option_strings)
        cases.append(f'            "{name} "*) words="{options}" ;;')
    return BASH.format(commands=" ".join((*parsers, "--help", "--version")), cases="\n".join(cases))


def _fish(parsers: dict[str, argparse.ArgumentParser]) -> str:
    lines = []
    for row in COMMANDS:
        lines.append(f"complete -c hashi-fast -n __fish_use_subcommand -f -a {row.name} -d {_quoted(row.help)}")
        for action in parsers[row.name]._actions:
            if not action.option_strings:
                continue
            words = []
            for option in action.option_strings:
                words.append(f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}")
            if action.choices is not None:
                words.append(f"-x -a {_quoted(' '.join(action.choices))}")
            elif action.nargs != 0:
                words.append("-r")
            help = _quoted(action.help or "")
            condition = _quoted(f"__fish_seen_subcommand_from {row.name}")
            lines.append(f"complete -c hashi-fast -n {condition} {' '.join(words)} -d {help}")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
