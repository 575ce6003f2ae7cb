"""Draw all pictures of the documentation anew: `python website/draw.py` writes them to docs/pictures.

The files are committed, so that the pages can be read on a code host. A test compares them with what this draws.
"""
from __future__ import annotations

import json
from pathlib import Path

from pictures.glossary import technique_pictures, term_pictures
from pictures.growing import growing_pictures
from pictures.kernels import kernel_pictures
from pictures.searching import searching_pictures
from pictures.speed import speed_plot

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
FIGURES = ROOT / "benchmarks" / "figures.json"


def all_pictures() -> dict[str, str]:
    """Return all pictures as SVG, by file name."""
    plot = {"speed.svg": speed_plot(json.loads(FIGURES.read_text(encoding="utf-8")))}
    boards = technique_pictures() | term_pictures()
    return boards | kernel_pictures() | searching_pictures() | growing_pictures() | plot


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    pictures = all_pictures()
    for name, picture in pictures.items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
    print(f"{len(pictures)} pictures in {FOLDER}")


if __name__ == "__main__":
    main()
