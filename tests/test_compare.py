"""benchmarks/compare.py as users call it: it names what is missing; a timeout, a crash or a lie is never an answer."""
from __future__ import annotations

import importlib.util
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import paths
import pytest
from boards import random_puzzle, solvable_puzzle
from patience import PATIENCE

import hashi_fast as hf

SCRIPT = paths.BENCHMARKS / "compare.py"
# Stands in for the rival. `count` must be right on two islands, since every peer is tried on those first.
RIVAL = """
import os, time
def count(islands, limit=2, solver=""):
    if len(islands) == 2:
        return 1
    {body}
    return 1
"""


def compare(folder: Path, *options: str, **changes: str) -> tuple[int, str, dict[str, Any]]:
    """Return the exit code, the output and the figures."""
    figures = folder / "figures.json"
    environment = {**os.environ, **changes}
    command = [sys.executable, str(SCRIPT), *options, "--json", str(figures), "--plot", str(folder / "plot.png")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, done.stdout, json.loads(figures.read_text())


def compare_rival(folder: Path, body: str, *options: str) -> tuple[int, str, dict[str, Any]]:
    """Compare with a rival whose count has this body, where there is no matplotlib."""
    rival = folder / "rival.py"
    rival.write_text(RIVAL.format(body=body))
    (folder / "matplotlib.py").write_text("raise ImportError('not here')")
    where = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    common = ("--quick", "--sets", "tatham_7", "--peers", "call,minisat22", "--rival", str(rival))
    code, printed, figures = compare(folder, *common, *options, PYTHONPATH=where)
    assert "missing: the plot: not here" in printed
    return code, printed, figures


def write_boards(path: Path, puzzles: list[hf.Puzzle]) -> None:
    path.write_text("".join(hf.dumps(puzzle, "json").strip() + "\n" for puzzle in puzzles))


def test_figures_and_what_is_missing(tmp_path: Path) -> None:
    pytest.importorskip("pysat")
    pytest.importorskip("highspy")
    code, printed, figures = compare(
        tmp_path, "--quick", "--sets", "tatham_7,coelho_100,random_50",
        "--peers", "batch,one,call,learn,sat,sat-pb,sat-direct,sat-eager,ilp,minisat22", "--markdown",
    )
    assert code == 0, printed
    assert "missing: coelho_100: no --coelho FILE was given" in printed
    assert "missing: rival minisat22: no --rival PATH was given" in printed
    assert figures["missing"].keys() == {"coelho_100", "rival minisat22"}
    for title in ("hashi_fast sat order", "hashi_fast sat pb", "hashi_fast sat direct", "hashi_fast ilp"):
        assert f"\n  {title} " in printed
    assert "| tatham_7 (10 boards" in printed
    tatham, grown = figures["sets"]["tatham_7"], figures["sets"]["random_50"]
    assert tatham["peers"].keys() == {"batch", "call", "learn", "sat", "sat-pb", "sat-direct", "sat-eager", "ilp"}
    assert set(tatham["peers"]["batch"]["answers"].values()) == {1}
    assert grown["peers"]["one"]["summary"]["n"] == len(grown["boards"]) == 3
    assert 0 < grown["peers"]["one"]["summary"]["median"] <= grown["peers"]["one"]["summary"]["max"]
    lazy, eager = (tatham["sizes"][key] for key in ("sat", "sat-eager"))
    assert lazy["clauses"] < eager["clauses"]
    assert f"tatham_7: hashi_fast sat eager: {eager['variables']:.0f} variables, {eager['clauses']:.0f} cl" in printed
    assert (tmp_path / "plot.png").exists() or "missing: the plot" in printed


def test_ratios_to_the_rival(tmp_path: Path) -> None:
    code, printed, figures = compare_rival(tmp_path, "time.sleep(0.01)")
    assert code == 0, printed
    [bar] = figures["sets"]["tatham_7"]["bars"]
    medians = {key: peer["summary"]["median"] for key, peer in figures["sets"]["tatham_7"]["peers"].items()}
    assert medians["minisat22"] >= 0.01
    assert bar["value"] == pytest.approx(medians["minisat22"] / medians["call"])
    assert bar["passed"]


def test_a_wrong_answer_is_told(tmp_path: Path) -> None:
    code, printed, figures = compare_rival(tmp_path, "return 2")
    assert code == 1
    assert printed.count("DISAGREEMENT: tatham_7, tatham-7-") == len(figures["disagreements"]) == 10
    assert "rival minisat22 found 2 solutions, hashi_fast call 1" in printed


def test_a_timeout_is_no_answer(tmp_path: Path) -> None:
    # Sleeps only once: the process that takes over continues with the next board.
    flag = tmp_path / "slept"
    body = f"if not os.path.exists({str(flag)!r}): open({str(flag)!r}, 'w').close(); time.sleep({PATIENCE})"
    code, printed, figures = compare_rival(tmp_path, body, "--time-limit", "2")
    assert code == 0, printed
    rival = figures["sets"]["tatham_7"]["peers"]["minisat22"]
    assert len(rival["timeouts"]) == 1
    assert len(rival["answers"]) == 9
    assert rival["timeouts"][0] not in rival["answers"]
    assert rival["summary"]["n"] == 10
    assert rival["summary"]["max"] is None
    assert "1 timeouts at 2 s" in printed


@pytest.mark.parametrize(("body", "told"), [("os._exit(3)", "ended with code 3"), ("1 / 0", "ZeroDivisionError")])
def test_a_crash_is_no_answer(tmp_path: Path, body: str, told: str) -> None:
    code, printed, figures = compare_rival(tmp_path, body)
    assert code == 1
    assert told in printed
    assert figures["sets"]["tatham_7"]["peers"]["minisat22"]["answers"] == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("peer", "module"),
    [
        ("cp-sat", "ortools"), ("highs", "highspy"), ("clingo", "clingo"), ("sat", "pysat"), ("sat-eager", "pysat"),
        ("ilp", "highspy"), ("native-minisat22", "pysat"), ("native-cadical153", "pysat"),
    ],
)
def test_the_models_of_peers_count_right(tmp_path: Path, peer: str, module: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    rng = random.Random(5)
    puzzles = [random_puzzle(rng, max_bridges=2, loops=True, unknown=0) for _ in range(150)]
    puzzles += [solvable_puzzle(rng, max_bridges=2, loops=True, unknown=0)[0] for _ in range(150)]
    write_boards(tmp_path / "small.jsonl", puzzles)
    code, printed, figures = compare(
        tmp_path, "--sets", "tatham_7", "--boards", str(tmp_path / "small.jsonl"), "--peers", f"call,{peer}",
        "--rounds", "1",
    )
    assert code == 0, printed
    answers = figures["sets"]["small"]["peers"][peer]["answers"]
    assert len(answers) == len(puzzles)
    assert set(answers.values()) == {0, 1, 2}


@pytest.mark.slow
def test_the_package_from_pypi_finds_first_solutions(tmp_path: Path) -> None:
    if importlib.util.find_spec("hashi") is None:
        pytest.skip("hashiwokakero is not installed")
    code, printed, figures = compare(tmp_path, "--sets", "tatham_7", "--peers", "call,hashiwokakero", "--rounds", "1")
    assert code == 0, printed
    peer = figures["sets"]["tatham_7"]["peers"]["hashiwokakero"]
    assert peer["first_only"]
    assert set(peer["answers"].values()) == {1}
