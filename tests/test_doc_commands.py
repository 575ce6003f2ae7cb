"""The commands in the README and in docs/ do what they are shown for, on small files with the names that they use."""
from __future__ import annotations

import gzip
import re
import shlex
import shutil
from itertools import pairwise
from pathlib import Path

import paths
import pytest
from command_line import run

import hashi_fast as hf

PAGES = sorted([paths.ROOT / "README.md", *paths.ROOT.glob("docs/**/*.md")])
SHELL = re.compile(r"^```(?:shell|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MANIFEST = re.compile(r"^```toml\n(# content\.toml\n.*?)^```$", re.MULTILINE | re.DOTALL)
# What takes a browser or a cluster; their options are checked in test_docs.py, and they have tests of their own.
ELSEWHERE = re.compile(r"hashi-fast play|--dask ")
MOST = "4"  # puzzles of a kind that are made here, whatever the page says


def commands(page: Path) -> list[str]:
    """Return the calls of hashi-fast on a page that can be done here, each for fewer puzzles."""
    lines = [
        line.removeprefix("$ ")
        for block in SHELL.findall(page.read_text())
        for line in block.replace("\\\n", " ").splitlines()
    ]
    found = [line for line in lines if line.startswith("hashi-fast ") and not ELSEWHERE.search(line)]
    return [fewer(re.sub(r"^hashi-fast generate \d+", f"hashi-fast generate {MOST}", line)) for line in found]


def fewer(text: str) -> str:
    """Return kinds as text with other numbers of puzzles."""
    return re.sub(r"(\d+x\d+ (?:easy|medium|hard|expert)) \d+", rf"\1 {MOST}", text)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that pages take for granted."""
    for extra in ("pysat", "matplotlib", "reportlab", "pyarrow", "fsspec"):
        pytest.importorskip(extra)
    from pysat.formula import CNF
    from pysat.solvers import Solver

    folder = tmp_path_factory.mktemp("samples")
    made = [hf.generate(7, 7, seed=3, index=index) for index in range(5)]
    puzzle = made[0].puzzle
    for name in ("puzzles", "shipped", "release-1", "hard"):
        hf.dump(made, folder / f"{name}.jsonl")
    (folder / "more.txt.gz").write_bytes(gzip.compress(hf.dumps(puzzle, "task").encode()))
    (folder / "puzzle.txt").write_text(hf.dumps(puzzle, "grid"))
    (folder / "puzzle.json").write_text(hf.dumps(puzzle))
    (folder / "game.sav").write_text(hf.dumps(puzzle, "sav"))
    hf.Game(puzzle).save(folder / "game.json")
    with Solver("glucose4", bootstrap_with=CNF(from_string=hf.dumps(puzzle, "dimacs"))) as solver:
        solver.solve()
        (folder / "answer1").write_text(f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n")
    manifest = MANIFEST.search((paths.ROOT / "docs" / "generating.md").read_text())
    assert manifest is not None
    (folder / "content.toml").write_text(re.sub("puzzles = 160", f"puzzles = {4 * int(MOST)}", fewer(manifest[1])))
    packing = "pack", folder / "puzzles.jsonl", "--out", folder / "pack.json"
    for words in (packing, ("fleet", f"7x7 easy {MOST}", "--seed", "1", "--out", folder / "run")):
        done = run(*words)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_commands_of_a_page(page: Path, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "work"
    shutil.copytree(samples, folder)
    monkeypatch.chdir(folder)
    for line in commands(page):
        words = shlex.split(re.split(r" [|>&] ", line)[0], comments=True)[1:]
        if words[0] == "generate" and "--resume" not in words:
            for name in written(words):  # which it does not overwrite
                (folder / name).unlink(missing_ok=True)
        done = run(*words)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        assert all((folder / out).stat().st_size for out in written(words)), line


def written(words: list[str]) -> set[str]:
    """Return the files that a command is to write, unless they are numbered."""
    return {name for option, name in pairwise(words) if option in ("-o", "--out", "--plot") and "{" not in name}


def test_pages_have_commands() -> None:
    assert sum(len(commands(page)) for page in PAGES) > 40
