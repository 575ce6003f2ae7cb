"""Measure, and write what docs/speed.md shows: its table, its plot, and the figures behind both.

    pip install ".[bench]"
    python website/speed.py --rival RIVAL.py --coelho INSTANCES.jsonl    # options are those of benchmarks/compare.py
    python website/speed.py --redraw                                     # the same figures again, without measuring

The figures are benchmarks/figures.json. All of them come from one run: sets and solvers that are missing in it are
missing on the page. `--root FOLDER` reads and writes the three files in another checkout.
"""
from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "benchmarks"))
from comparison.report import in_units
from pictures.speed import set_title, speed_plot

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = {"batch": "batch", "call": "call", "pysat": "PySAT", "clingo": "clingo", "cp-sat": "CP-SAT", "highs": "HiGHS"}
BLOCK = re.compile(r"(<!-- figures: .*?-->\n\n).*?(\n\n<!-- end of figures -->)", re.DOTALL)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--redraw", action="store_true", help="from benchmarks/figures.json, without measuring")
    parser.add_argument("--root", metavar="FOLDER", type=Path, default=ROOT, help="(default: this checkout)")
    options, rest = parser.parse_known_args(arguments)
    stored = options.root / "benchmarks" / "figures.json"
    if options.redraw and rest:
        parser.error(f"nothing is measured with --redraw: {' '.join(rest)}")
    if not options.redraw:
        code, figures = _measure(rest)
        if code:
            return code
        stored.write_text(_as_text(figures), encoding="utf-8")
    write_page(options.root, json.loads(stored.read_text(encoding="utf-8")))
    return 0


def _measure(arguments: list[str]) -> tuple[int, dict[str, Any]]:
    """Run the comparison and return its exit code and the figures for the page."""
    import compare

    with tempfile.TemporaryDirectory() as folder:
        told, plot = Path(folder) / "all.json", Path(folder) / "plot.png"
        code = compare.main([*arguments, "--json", str(told), "--plot", str(plot)])
        return code, (condensed(json.loads(told.read_text(encoding="utf-8"))) if not code else {})


def condensed(told: dict[str, Any]) -> dict[str, Any]:
    """Return the figures that the page shows, of all that compare.py tells; None is a timeout."""
    rival = any(each["best rival"] for each in told["sets"].values())
    how = "the best of three solvers, with an order encoding and lazy cuts" if rival else "our own engine `sat`"
    return {
        "pysat": how,
        "time limit": told["options"]["time limit"],
        "sets": [_condensed_set(name, each) for name, each in told["sets"].items()],
    }


def _condensed_set(name: str, told: dict[str, Any]) -> dict[str, Any]:
    peers = told["peers"]
    # Where the slowest boards matter, batches of one give medians; elsewhere a batch has shares of the whole.
    sources = {
        "batch": "one" if "one" in peers else "batch", "call": "call", "pysat": told["best rival"] or "sat",
        "clingo": "clingo", "cp-sat": "cp-sat", "highs": "highs",
    }
    summaries = {key: peers[source]["summary"] for key, source in sources.items() if source in peers}
    tails = [bar["value"] for bar in told["bars"] if bar["what"] == "p99"]
    return {
        "name": name,
        "boards": len(told["boards"]),
        "seconds": {key: _rounded(summary["median"]) for key, summary in summaries.items() if summary},
        "p99 ratio": _rounded(tails[0]) if tails else None,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.3g}")


def _as_text(figures: dict[str, Any]) -> str:
    """Return the figures as JSON with a line per set, so that changes can be read."""
    sets = ",\n".join("  " + json.dumps(each) for each in figures["sets"])
    head = json.dumps({key: value for key, value in figures.items() if key != "sets"}, indent=1)
    return f'{head[:-2]},\n "sets": [\n{sets}\n ]\n}}\n'


def write_page(root: Path, figures: dict[str, Any]) -> None:
    """Write the plot, and the table between its two marks."""
    page = root / "docs" / "speed.md"
    text, count = BLOCK.subn(lambda match: match[1] + table(figures) + match[2], page.read_text(encoding="utf-8"))
    if count != 1:
        raise ValueError(f"{page}: expected one block between `<!-- figures: ... -->` and `<!-- end of figures -->`")
    page.write_text(text, encoding="utf-8")
    (root / "docs" / "pictures" / "speed.svg").write_text(speed_plot(figures), encoding="utf-8")


def table(figures: dict[str, Any]) -> str:
    """Return the table of the page."""
    keys = list(COLUMNS)
    keys[3:3] = ["ratio", "p99 ratio"]
    lines = ["| boards | " + " | ".join(COLUMNS.get(key, key) for key in keys) + " |", "|---" * (len(keys) + 1) + "|"]
    for each in figures["sets"]:
        seconds, limit = each["seconds"], figures["time limit"]
        cells = {
            key: in_units(float("inf") if value is None else value, limit) for key, value in seconds.items()
        }
        if seconds.get("pysat") and seconds.get("batch"):
            cells["ratio"] = f"{seconds['pysat'] / seconds['batch']:.0f}x"
        if each["p99 ratio"] is not None:
            cells["p99 ratio"] = f"{each['p99 ratio']:.1f}x"
        row = " | ".join(cells.get(key, "") for key in keys)
        lines.append(f"| {set_title(each['name'])} ({each['boards']}) | {row} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
