"""Bad usage: what may be meant, in a few lines; help; one spelling for one thing."""
import argparse
from importlib import import_module

import pytest
from command_line import PAIR, run

from hashi_fast.cli import COMMANDS, command_parser, main
from hashi_fast.cli.parser import OLD_SPELLINGS

# What a word means, whatever the command.
MEANINGS = {"--to": "FORMAT", "--from": "FORMAT", "--workers": "N", "--seed": "N", "--solution": None, "--out": "FILE"}


def parser_of(name: str) -> argparse.ArgumentParser:
    (row,) = [row for row in COMMANDS if row.name == name]
    return command_parser(row, import_module(f"hashi_fast.cli.{row.module}"))


def said_by(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command line that ends at once."""
    with pytest.raises(SystemExit) as left:
        main(list(words))
    out, err = capsys.readouterr()
    return int(str(left.value.code)), out, err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("slove", "there is no command 'slove' (did you mean 'solve'?); expected solve, count, "),
        ("help genrate", "there is no command 'genrate' (did you mean 'generate'?)"),
        ("hlep", "there is no command 'hlep' (did you mean 'help'?)"),
        ("exporthtml", "(did you mean 'export-html'?)"),
        ("xyz", "there is no command 'xyz'; expected solve"),
        ("--versoin", "there is no option '--versoin' (did you mean '--version'?)"),
        ("--completion zhs", "expected one of bash, zsh, fish; found 'zhs' (did you mean 'zsh'?)"),
        ("solve --stirct", "there is no option '--stirct' (did you mean '--strict'?)"),
        ("solve -strict", "there is no option '-strict' (did you mean '--strict'?)"),
        ("solve --xyz", "there is no option '--xyz'\n"),
        # Otherwise "hard" would be taken for COUNT, and the complaint would be about that.
        ("generate --dificulty hard 5", "there is no option '--dificulty' (did you mean '--difficulty'?)"),
        ("generate --dificulty=hard 5", "there is no option '--dificulty' (did you mean '--difficulty'?)"),
        ("generate 5 --size 7 --difficulty meduim", "found 'meduim' (did you mean 'medium'?)"),
        ("generate 5 --size 7 --difficulty Easy", "found 'Easy' (did you mean 'easy'?)"),
        ("generate 5 --size 7 --require no-way-ot", "found 'no way ot' (did you mean 'no way out'?)"),
        ("generate 5 --size 7 --exclude parrity", "found 'parrity' (did you mean 'parity'?)"),
        ("generate 5 --size 7 --style clasic", "found 'clasic' (did you mean 'classic'?)"),
        ("generate 5 --size 7 6", "unexpected argument '6'"),
        ("convert --to jsnol", "expected one of game, json, jsonl, "),
        ("convert --from thatam", "argument --from: expected one of"),
        ("count --engine natve", "found 'natve' (did you mean 'native'?)"),
        ("solve --limit", "argument --limit: expected one argument"),
        ("pack x.jsonl", "the following arguments are required: -o/--out\n"),
    ],
)
def test_what_may_be_meant(words: str, problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said_by(capsys, *words.split())
    assert (code, out) == (2, "")
    assert problem in err
    usage, error, more = err.splitlines()
    command = words.split()[0] if words.split()[0] in [row.name for row in COMMANDS] else ""
    assert usage.startswith(f"usage: hashi-fast {command}".rstrip())
    assert len(usage) < 80
    assert error.startswith(f"hashi-fast {command}".rstrip() + ": error: ")
    assert more == f"'hashi-fast help {command}".rstrip() + "' says more."


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["generate", "--kinds", "7x7 meduim 3"], "found 'meduim' (did you mean 'medium'?)"),
        (["generate", "--kinds", "7x7 easy 3 styl=rich"], "there is no 'styl' (did you mean 'style'?)"),
        (["generate", "--kinds", "7x7 easy 3 require=no-way-ot"], "not 'no way ot' (did you mean 'no way out'?)"),
        (["book", PAIR, "--paper", "leter", "-o", "a.pdf"], "not 'leter' (did you mean 'letter'?)"),
        (["count", PAIR, "--engine", "sat", "--solver", "cadicl195"], "(did you mean 'cadical195'?)"),
    ],
)
def test_what_may_be_meant_in_values(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "sat" in words:
        pytest.importorskip("pysat")
    assert main(words) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize("words", [("help",), ("help", "help"), ("--help",)])
def test_help_of_all(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said_by(capsys, *words)
    assert (code, err) == (0, "")
    assert "'hashi-fast help COMMAND' says more." in out
    assert "hashi-fast --completion zsh > ~/.zfunc/_hashi-fast" in out  # how to install completions
    assert "fpath=(~/.zfunc $fpath)" in out


@pytest.mark.parametrize("name", [row.name for row in COMMANDS])
def test_help_of_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    helped = said_by(capsys, "help", name)
    assert helped == said_by(capsys, name, "--help")
    assert helped[0] == 0
    for old in OLD_SPELLINGS:
        assert f"{old} " not in helped[1]
        assert f"{old}," not in helped[1]


@pytest.mark.parametrize("name", [row.name for row in COMMANDS])
def test_one_word_means_one_thing(name: str) -> None:
    for action in parser_of(name)._actions:
        for option in action.option_strings:
            if option in MEANINGS and MEANINGS[option] is not None:
                assert str(action.metavar).startswith((str(MEANINGS[option]), "DIR"))
        # Every old spelling stands beside the one that is shown.
        shown = [option for option in action.option_strings if option not in OLD_SPELLINGS]
        assert shown or not action.option_strings
        assert {"--threads", "--jobs"}.isdisjoint(shown)
        if "-o" in shown:
            assert shown == ["-o", "--out"]
            assert "--output" in action.option_strings
        if "-j" in shown:
            assert shown == ["-j", "--workers"]


def test_old_spellings_still_work() -> None:
    new = run("count", "--from", "tatham", "--workers", "2", "--color", "never", stdin=PAIR)
    old = run("count", "--format", "tatham", "--threads", "2", "--colour", "never", stdin=PAIR)
    assert (new.returncode, new.stdout, new.stderr) == (0, "line 1: 1 solution\n", "")
    assert (old.returncode, old.stdout, old.stderr) == (0, new.stdout, "")
    made = run("generate", "2", "--size", "5", "--seed", "1", "--to", "tatham", "-q")
    assert made.stdout.count("\n") == 2
    old = run("generate", "2", "--size", "5x5", "--seed", "1", "--format", "tatham", "--threads", "1", "-q")
    assert (old.returncode, old.stdout, old.stderr) == (0, made.stdout, "")


def test_options_may_be_shortened_and_files_may_begin_with_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "--stri", PAIR]) == 0
    assert "1 solution" in capsys.readouterr().out
    assert main(["count", "--", "--no-such-file"]) == 2
    assert "--no-such-file: No such file" in capsys.readouterr().err
    assert main(["count", "--time-limit", "1.5", PAIR]) == 0
    code, _, err = said_by(capsys, "count", "--time-limit", "-1", PAIR)  # a number, not an option
    assert code == 2
    assert "expected a number of seconds from 0, found '-1'" in err
