"""Writes hashi_fast/web/built_in.json.gz: the puzzles that come with the package.

Run it after a change to the generator that changes its puzzles, or after a change to KINDS. An id says what kind a
puzzle is of and which one of that kind, so other kinds keep their ids. The last kinds of each level are for practice:
with them, every technique has puzzles that cannot do without it.
"""
from __future__ import annotations

from collections.abc import Iterator

import hashi_fast as hf
from hashi_fast.formats.json_ import text_of
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.production import portions
from hashi_fast.levels import DIFFICULTIES
from hashi_fast.support.atomic_file import WholeFile
from hashi_fast.web.built_in import PATH
from hashi_fast.web.entries import board_of

SEED = 14

# As `hashi-fast generate --kinds` reads them. Phones come first: most boards are 7x7, 9x9 and 9x13.
KINDS = """\
5x5 easy 6; 7x7 easy 10; 7x7 easy 3 style=open; 9x9 easy 8; 9x9 easy 4 style=rich; 9x13 easy 8;
9x13 easy 4 style=rich; 12x12 easy 4; 15x20 easy 2;
9x9 easy 3 require=limited-directions; 7x7 easy 3 require=limited-neighbours;
5x5 medium 4; 7x7 medium 8; 7x7 medium 4 style=open; 9x9 medium 7; 9x9 medium 4 style=rich; 9x9 medium 3 style=open;
9x13 medium 6; 9x13 medium 3 style=rich; 12x12 medium 3; 15x20 medium 2;
9x9 medium 3 require=forbidden-pair; 7x7 medium 3 require=no-way-out;
7x7 medium 3 loops=no require=no-loop; 9x9 medium 2 loops=no require=no-loop;
5x5 hard 3; 6x6 hard 3; 7x7 hard 9; 7x7 hard 4 style=open; 9x9 hard 8; 9x9 hard 4 style=rich; 9x9 hard 3 style=open;
9x13 hard 7; 9x13 hard 3 style=rich; 12x12 hard 3; 15x20 hard 2;
7x7 hard 3 require=only-way-out; 9x9 hard 3 require=only-way-out;
5x5 expert 2; 6x6 expert 3; 7x7 expert 8; 7x7 expert 4 style=open; 9x9 expert 7; 9x9 expert 4 style=rich;
9x9 expert 3 style=open; 9x13 expert 7; 9x13 expert 3 style=rich; 12x12 expert 3; 15x20 expert 2;
7x7 expert 3 require=combinations; 7x7 expert 3 require=parity; 9x9 expert 3 require=parity;
6x6 extreme 4; 7x7 extreme 10; 7x7 extreme 5 style=open; 9x9 extreme 9; 9x9 extreme 4 style=rich;
9x9 extreme 3 style=open; 9x13 extreme 8; 9x13 extreme 3 style=rich; 12x12 extreme 4; 15x20 extreme 2;
9x9 extreme 3 style=open require=search
"""


def kinds() -> dict[str, tuple[hf.Spec, int]]:
    """Return spec and number of each kind, by what the ids of its puzzles begin with."""
    found = {}
    for kind in KINDS.split(";"):
        spec, count = hf.Spec.parse(kind.strip())
        words = [spec.difficulty or "any", f"{spec.width}x{spec.height}", *(spec.require or (spec.style,))]
        found["-".join(words).replace(" ", "-").removesuffix("-classic")] = spec, count
    return found


def made() -> Iterator[hf.Record]:
    """Make all puzzles, kind after kind; no puzzle equals another one, turned or mirrored."""
    names = {spec: name for name, (spec, _) in kinds().items()}
    numbers = dict.fromkeys(names, 0)
    for block, chosen, _ in portions([Leg(spec, count, 0) for spec, count in kinds().values()], seed=SEED):
        for k in chosen.tolist():
            numbers[block.spec] += 1
            record = block.puzzle(k).record()
            puzzle = record.puzzle.with_id(f"{names[block.spec]}-{numbers[block.spec]}")
            yield record._replace(puzzle=puzzle, extra={"style": block.spec.style, **record.extra})


def main() -> None:
    pack = hf.pack(made())
    levels = [f'"{level}": [\n' + ",\n".join(map(line_of, pack[level])) + "\n]" for level in DIFFICULTIES]
    with WholeFile(PATH) as file:
        file.write(f"{{{','.join(levels)}}}\n".encode())
    print(pack, f"{PATH.stat().st_size:,} bytes")


def line_of(record: hf.Record) -> str:
    """Return a record with its board as a task, and without its solution, which takes no time to find."""
    fields = {"id": record.puzzle.id, **board_of(record.puzzle)}
    return text_of("task", fields, record._replace(solution=None))


if __name__ == "__main__":
    main()
