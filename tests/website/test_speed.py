"""The table and the plot of docs/speed.md come from the stored figures, and one command measures them anew."""
from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import paths
import pytest
import speed
from comparison.report import in_units
from patience import PATIENCE

PAGE = paths.ROOT / "docs" / "speed.md"
FIGURES = paths.BENCHMARKS / "figures.json"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the three files that the command reads and writes."""
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    (tmp_path / "benchmarks").mkdir()
    shutil.copy(PAGE, tmp_path / "docs")
    shutil.copy(FIGURES, tmp_path / "benchmarks")
    return tmp_path


def test_the_page_has_the_stored_figures(checkout: Path) -> None:
    assert speed.main(["--redraw", "--root", str(checkout)]) == 0
    assert (checkout / "docs" / "speed.md").read_text() == PAGE.read_text(), "run `python website/speed.py --redraw`"
    plot = paths.ROOT / "docs" / "pictures" / "speed.svg"
    assert (checkout / "docs" / "pictures" / "speed.svg").read_text() == plot.read_text()


def test_other_figures_are_another_page(checkout: Path) -> None:
    figures = json.loads(FIGURES.read_text())
    figures["sets"][0]["seconds"] |= {"batch": 2e-6, "highs": None}
    speed.write_page(checkout, figures)
    text = (checkout / "docs" / "speed.md").read_text()
    assert "| Tatham 7x7 (500) | 2 us | 1.76 us | 70 us | 35x |  | 909 us | 924 us | > 10 s |" in text
    assert text.count("\n") == PAGE.read_text().count("\n")


def test_a_page_without_the_marks_is_refused(checkout: Path) -> None:
    (checkout / "docs" / "speed.md").write_text("# Speed\n")
    with pytest.raises(ValueError, match=r"speed\.md: expected one block between"):
        speed.main(["--redraw", "--root", str(checkout)])


def test_the_readme_has_the_same_figures() -> None:
    readme = (paths.ROOT / "README.md").read_text()
    rows = re.findall(r"^\| ((?:Tatham|Coelho|grown).*?) \|(.*)\|$", readme, re.MULTILINE)
    assert len(rows) > 4
    page = PAGE.read_text()
    for title, cells in rows:
        [row] = re.findall(rf"^\| {re.escape(title)} \(.*$", page, re.MULTILINE)
        assert {cell.strip() for cell in cells.split("|")} <= {cell.strip() for cell in row.split("|")}


@pytest.mark.slow
def test_one_command_measures_and_writes(checkout: Path) -> None:
    command = [sys.executable, str(paths.ROOT / "website" / "speed.py"), "--root", str(checkout)]
    options = ["--quick", "--sets", "tatham_7,random_50", "--peers", "batch,one,call,sat"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads((checkout / "benchmarks" / "figures.json").read_text())
    assert [each["name"] for each in figures["sets"]] == ["tatham_7", "random_50"]
    assert figures["pysat"] == "our own engine `sat`"
    for each in figures["sets"]:
        assert each["seconds"].keys() == {"batch", "call", "pysat"}
        assert min(each["seconds"].values()) > 0
    # What is faster is not asked: a busy machine may stall any of them.
    text = (checkout / "docs" / "speed.md").read_text()
    seconds = figures["sets"][0]["seconds"]
    times = " | ".join(in_units(seconds[key], figures["time limit"]) for key in ("batch", "call", "pysat"))
    assert f"\n| Tatham 7x7 (10) | {times} | {seconds['pysat'] / seconds['batch']:.0f}x |  |  |  |  |\n" in text
    assert "Coelho, 100 islands" not in text.split("<!-- end of figures -->")[0]
    assert "grown 50x50" in (checkout / "docs" / "pictures" / "speed.svg").read_text()
