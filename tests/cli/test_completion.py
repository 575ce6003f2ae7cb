"""Completions, asked for in the shells themselves where they are installed."""
import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import run
from patience import PATIENCE

from hashi_fast.cli import COMMANDS, SHELLS, main
from hashi_fast.cli.parser import OLD_SPELLINGS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs shells of Unix")
NAMES = [row.name for row in COMMANDS]


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The script of each shell, in a file named as the help says."""
    folder = tmp_path_factory.mktemp("completions")
    names = {"bash": "hashi-fast", "zsh": "_hashi-fast", "fish": "hashi-fast.fish"}
    for shell in SHELLS:
        (folder / names[shell]).write_text(run("--completion", shell).stdout)
    return {shell: folder / name for shell, name in names.items()}


@pytest.mark.parametrize("shell", SHELLS)
def test_nothing_old_is_completed(shell: str, scripts: dict[str, Path]) -> None:
    words = scripts[shell].read_text().replace("{", " ").replace("}", " ").replace(",", " ").split()
    for old in OLD_SPELLINGS:
        assert old not in words
        assert f" -l {old.removeprefix('--')} " not in scripts[shell].read_text()


@pytest.mark.parametrize("shell", SHELLS)
def test_help_says_how_to_install_them(
    shell: str, scripts: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["help"])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if f"--completion {shell} >" in line]
    assert f"/{scripts[shell].name}" in line


def test_bash(scripts: dict[str, Path]) -> None:
    def completed(*words: str) -> list[str]:
        line = " ".join(f"'{word}'" for word in ("hashi-fast", *words))
        code = f". {scripts['bash']}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _hashi_fast; echo ${{COMPREPLY[@]}}"
        return subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert completed("co") == ["count", "convert", "content"]
    assert completed("") == [*NAMES, "help", "--help", "--version", "--completion"]
    assert completed("help", "di") == ["diagnose"]
    assert completed("--completion", "z") == ["zsh"]
    assert completed("solve", "--s") == ["--strict", "--stats", "--search", "--solver"]
    assert completed("solve", "--search", "d") == ["dfs"]
    assert completed("solve", "--search", "=", "d") == ["dfs"]
    assert completed("solve", "--search", "=") == ["auto", "dfs", "learn"]
    assert "tatham" in completed("convert", "file", "--to", "")
    assert completed("convert", "--from", "j") == ["json", "jsonl", "janko"]
    assert completed("generate", "--k") == ["--kinds"]
    assert completed("generate", "--style", "") == ["classic", "rich", "open"]
    assert completed("generate", "--require", "no") == ["no-way-out", "no-loop"]
    assert completed("generate", "--exclude", "no") == ["no-way-out", "no-loop"]
    assert completed("generate", "--to", "g") == ["game", "grid"]
    assert completed("book", "--paper", "le") == ["letter", "legal"]
    assert completed("book", "--language", "") == ["en", "de", "fr", "es", "ja"]
    assert completed("solve", "") == []  # left to bash, which knows files
    assert completed("solve", "--out", "") == []


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish(scripts: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "puzzles.jsonl").write_text("")
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path))
    environment = {**os.environ, **homes}

    def completed(*lines: str) -> list[list[str]]:
        code = "".join(f"complete -C 'hashi-fast {line}'; echo =;" for line in lines)
        command = ["fish", "--no-config", "-c", f"source {scripts['fish']}; {code}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=tmp_path)
        assert done.stderr == ""
        return [[line.split("\t")[0] for line in part.splitlines()] for part in done.stdout.split("=\n")[:-1]]

    found = completed(
        "sol", "help co", "solve --sear", "solve --search d", "generate --require no", "convert --from ta",
        "solve puz", "generate --form", "solve --workers 2 --str", "generate --exclude p",
    )  # fmt: skip
    assert found == [
        ["solve"], ["content", "convert", "count"], ["--search"], ["dfs"], ["no-loop", "no-way-out"],
        ["task", "tatham"], ["puzzles.jsonl"], [], ["--strict"], ["parity", "puzzles.jsonl"],
    ]  # fmt: skip


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
def test_zsh_by_fpath(scripts: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "puzzles.jsonl").write_text("")
    shell = Zsh(tmp_path)
    try:
        folder = scripts["zsh"].parent
        shell.type(f"fpath=({folder} $fpath); autoload -U compinit; compinit -u -d {tmp_path}/dump\n")
        shell.type("echo got $_comps[hashi-fast]\n")
        shell.wait_for("got _hashi-fast")
        for typed, wanted in (
            ("hashi-fast sol\t", "hashi-fast solve "),
            ("hashi-fast help cou\t", "hashi-fast help count "),
            ("hashi-fast solve --sear\t", "hashi-fast solve --search "),
            ("hashi-fast solve --search d\t", "--search dfs "),
            ("hashi-fast generate --require ful\t", "--require full-island "),
            ("hashi-fast generate --exclude ful\t", "--exclude full-island "),
            ("hashi-fast generate --exclude puz\t", "--exclude puzzles.jsonl "),
            ("hashi-fast convert --from tat\t", "--from tatham "),
            ("hashi-fast --completion f\t", "--completion fish "),
        ):
            shell.type(typed)
            shell.wait_for(wanted)
            shell.type("\x15")  # clears the line
    finally:
        shell.end()


class Zsh:
    """An interactive zsh without any configuration."""

    def __init__(self, home: Path) -> None:
        self._master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "dumb", "HOME": str(home), "COLUMNS": "200"}
        self._shell = subprocess.Popen(
            ["zsh", "-f", "-i"], stdin=slave, stdout=slave, stderr=slave, env=environment, cwd=home,
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self._shown = ""

    def type(self, text: str) -> None:
        self._shown = ""
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text not in self._shown:
            assert time.monotonic() < end, self._shown
            if select.select([self._master], [], [], 1)[0]:
                self._shown += os.read(self._master, 1 << 16).decode(errors="replace")

    def end(self) -> None:
        self._shell.kill()
        self._shell.wait()
        os.close(self._master)
