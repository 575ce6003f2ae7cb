"""Engines and encodings that others add: registered, or as entry points of an installed package."""
import doctest
import os
import tomllib
from pathlib import Path

import paths
import pytest
from command_line import run_process
from oracle import all_solutions
from readme import blocks

import hashi_fast as hf

pytest.importorskip("pysat")
pytestmark = pytest.mark.usefixtures("forget_registered")

NINE = hf.loads("3x3:232343232")  # 31 solutions
PACKAGE = '''
import hashi_fast as hf

class Backwards(hf.engines.OrderEncoding):
    """Sums by the clauses of the order encoding, the last ones first."""

    @staticmethod
    def sum_places(most, caps, target):
        clauses, auxiliary = hf.engines.OrderEncoding.sum_places(most, caps, target)
        return clauses[::-1], auxiliary

class Echo:
    """The native search by another name, with an option."""

    def __init__(self, solver="none"):
        self.solver = solver

    def solve(self, puzzle, *, time_limit=None):
        return hf.solve(puzzle, time_limit=time_limit)

    def count(self, puzzle, limit, *, time_limit=None):
        found = hf.count_solutions(puzzle, limit)
        return hf.engines.Count(found, (), None, hf.solve(puzzle).stats)
'''


class Oracle:
    """An engine of one's own: tries everything."""

    def solve(self, puzzle: hf.Puzzle, *, time_limit: float | None = None) -> hf.Result:
        for bridges in all_solutions(puzzle):
            return hf.Result("solved", hf.Solution.from_bridges(puzzle, bridges), hf.Stats(1, 0, 0, 0.0))
        return hf.Result("unsolvable", None, hf.Stats(1, 0, 0, 0.0))

    def count(self, puzzle: hf.Puzzle, limit: int | None, *, time_limit: float | None = None) -> hf.engines.Count:
        found = [hf.Solution.from_bridges(puzzle, bridges) for bridges in all_solutions(puzzle)]
        kept = found if limit is None else found[:limit]
        return hf.engines.Count(len(kept), tuple(kept[:2]), None, hf.Stats(1, 0, 0, 0.0))


class Totalizer(hf.engines.OrderEncoding):
    """An encoding of one's own: island sums by PySAT's totalizer."""

    @staticmethod
    def sum_places(most: int, caps: tuple[int, ...], target: int) -> tuple[list[list[int]], int]:
        from pysat.card import CardEnc, EncType

        literals = [most * i + k for i, cap in enumerate(caps) for k in range(1, cap + 1)]
        top = most * len(caps)
        formula = CardEnc.equals(literals, target, top_id=top, encoding=EncType.totalizer)
        return formula.clauses, max(0, formula.nv - top)


def test_an_engine_of_ones_own() -> None:
    hf.engines.register_engine("oracle", Oracle)
    assert "oracle" in hf.engines.engine_names()
    four = hf.loads("3x3:3a3c3a3")
    assert hf.check(four, hf.solve(four, engine="oracle")) == []
    assert hf.count_solutions(four, None, engine="oracle") == 2
    assert hf.uniqueness(four, engine="oracle").status == "multiple"
    with pytest.raises(ValueError, match="encoding='pb' is not an option of engine='oracle'"):
        hf.solve(NINE, engine="oracle", encoding="pb")
    with pytest.raises(ValueError, match="engine must be one of 'native', 'sat', 'ilp', 'oracle', not 'auracle'"):
        hf.solve(NINE, engine="auracle")


def test_an_encoding_of_ones_own() -> None:
    hf.engines.register_encoding("totalizer", Totalizer)
    assert "totalizer" in hf.engines.encoding_names()
    for connectivity in ("lazy", "eager"):
        how = {"engine": "sat", "encoding": "totalizer", "connectivity": connectivity}
        assert hf.count_solutions(NINE, None, **how) == 31
        text = hf.dumps(NINE, "dimacs", encoding="totalizer", connectivity=connectivity)
        assert 'c Encoding "totalizer"' in text


OFFERED = {"hashi_fast.engines": {"echo": "others:Echo"}, "hashi_fast.encodings": {"backwards": "others:Backwards"}}


def installed(
    folder: Path, name: str = "others", code: str = PACKAGE, offered: dict[str, dict[str, str]] = OFFERED
) -> None:
    """Put a package into a folder, as if it had been installed there."""
    (folder / f"{name}.py").write_text(code)
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    with (metadata / "entry_points.txt").open("w") as file:
        for group, each in offered.items():
            print(f"[{group}]", *(f"{own} = {where}" for own, where in each.items()), sep="\n", file=file)


def test_the_entry_points_in_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (paths.ROOT / "docs" / "engines-and-exports.md").read_text(encoding="utf-8")
    ((_, text),) = blocks(page, "toml")
    shown = "".join(code for _, code in blocks(page, "python"))
    examples = [each.source for each in doctest.DocTestParser().get_examples(shown)]
    classes = [source for source in examples if source.startswith(("class ", "from pysat"))]
    code = "\n".join(["import hashi_fast as hf", *classes])
    installed(tmp_path, "my_package", code, tomllib.loads(text)["project"]["entry-points"])
    monkeypatch.syspath_prepend(tmp_path)
    assert hf.count_solutions(NINE, None, engine="patient") == 31
    assert hf.count_solutions(NINE, None, engine="sat", encoding="totalizer") == 31


def test_entry_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert hf.engines.engine_names() == ("native", "sat", "ilp", "echo")
    assert hf.solve(NINE, engine="echo", solver="any")
    assert hf.count_solutions(NINE, None, engine="sat", encoding="backwards") == 31
    assert "backwards" in hf.dumps(NINE, "dimacs", encoding="backwards")


def test_entry_points_on_the_command_line(tmp_path: Path) -> None:
    installed(tmp_path)
    where = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    echo, sat = ("--engine", "echo"), ("--engine", "sat", "--encoding", "backwards")
    for how in (echo, (*echo, "--solver", "x"), sat):
        done = run_process("solve", *how, stdin="3x1:2a2", PYTHONPATH=where)
        assert (done.returncode, done.stderr) == (0, ""), how
    done = run_process("convert", "--to", "dimacs", "--encoding", "backwards", stdin="3x1:2a2", PYTHONPATH=where)
    assert 'c Encoding "backwards"' in done.stdout
    refused = run_process("solve", "--engine", "ecco", stdin="3x1:2a2", PYTHONPATH=where)
    assert refused.returncode == 2
    expected = "argument --engine: expected one of native, sat, ilp, echo; found 'ecco' (did you mean 'echo'?)"
    assert expected in refused.stderr


def test_broken_entry_points_on_the_command_line(tmp_path: Path) -> None:
    groups = ("hashi_fast.engines", "hashi_fast.encodings")
    installed(tmp_path, offered={group: {"broken": "nowhere:Gone"} for group in groups})
    where = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    commands = {
        ("solve", "--engine", "broken"): "engine",
        ("count", "--engine", "sat", "--encoding", "broken"): "encoding",
        ("convert", "--to", "dimacs", "--encoding", "broken"): "encoding",
    }
    for command, what in commands.items():
        done = run_process(*command, stdin="3x1:2a2", PYTHONPATH=where)
        assert (done.returncode, done.stdout) == (2, "")
        place = f"the entry point 'broken = nowhere:Gone' in the group 'hashi_fast.{what}s' of others 1.0"
        problem = "ModuleNotFoundError: No module named 'nowhere'"
        assert done.stderr == f"hashi-fast: the {what} 'broken' cannot be loaded: {place}: {problem}\n"
    # Other names are not affected.
    done = run_process("solve", "--engine", "sat", stdin="3x1:2a2", PYTHONPATH=where)
    assert (done.returncode, done.stderr) == (0, "")
