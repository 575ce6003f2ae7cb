"""A small board for each technique and for each term of docs/techniques.md and docs/terms.md."""
from __future__ import annotations

import sys
from pathlib import Path

import hashi_fast as hf
from pictures.canvas import Bridge, Drawing, Ends, board_size, board_svg

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))
from ladder import BOARDS

GAP = 28  # between boards side by side
EXAMPLE = "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"


def file_name(technique: str) -> str:
    """Return the name of the picture of a technique.

    >>> file_name("full island")
    'technique-full-island.svg'
    """
    return f"technique-{technique.replace(' ', '-')}.svg"


def technique_pictures() -> dict[str, str]:
    """Return a picture of each technique, by file name: what was known before, and what its first step adds."""
    boards = {"completion": BOARDS["one each way"], **BOARDS}
    return {file_name(technique.name): _step(boards[technique.name], technique.name) for technique in hf.TECHNIQUES}


def ends_of(puzzle: hf.Puzzle) -> list[Ends]:
    """Return the cells that each edge joins."""
    cells = [(island.row, island.col) for island in puzzle.islands]
    return [(*cells[a], *cells[b]) for a, b, _ in puzzle.topology.edge_list()]


def _step(puzzle: hf.Puzzle, technique: str) -> str:
    """Return the board at the first step of a technique that places a bridge, or else at its first step."""
    path = hf.rate(puzzle, path=True).path or ()
    least = [0] * puzzle.topology.n_edges
    most = [puzzle.max_bridges] * puzzle.topology.n_edges
    places = [step for step in path if step.technique == technique]
    shown = next((step for step in places if any(each.least for each in step.conclusions)), places[0])
    for step in path:
        if step is shown:
            break
        for edge, low, high in step.conclusions:
            least[edge], most[edge] = max(least[edge], low), min(most[edge], high)
    ends = ends_of(puzzle)
    placed = {edge: low for edge, low, _ in shown.conclusions if low > least[edge]}
    known = [(*ends[edge], count) for edge, count in enumerate(least) if count and edge not in placed]
    new = [(*ends[edge], count) for edge, count in placed.items()]
    closed = [ends[edge] for edge, low, high in shown.conclusions if high == 0]
    limits = {
        ends[edge]: f"\N{LESS-THAN OR EQUAL TO} {high}" for edge, low, high in shown.conclusions
        if low == least[edge] and 0 < high < most[edge] and technique != "search"
    }
    possible = [each for edge, each in enumerate(ends) if most[edge] and not least[edge] and edge not in placed]
    cells = [(puzzle.islands[island].row, puzzle.islands[island].col) for island in shown.islands]
    picture = board_svg(
        puzzle, known, new=new, looked=cells, edges=possible, closed=closed, labels=limits
    )
    return _alone(puzzle, picture, f"The technique {technique} on a small board")


def _alone(puzzle: hf.Puzzle, picture: str, title: str) -> str:
    width, height = board_size(puzzle)
    drawing = Drawing(width, height, title)
    drawing.board(0, 0, picture)
    return drawing.svg()


def side_by_side(title: str, boards: list[tuple[hf.Puzzle, str, str]]) -> Drawing:
    """Return boards in a row, each a puzzle, its picture and a caption below."""
    sizes = [board_size(puzzle) for puzzle, _, _ in boards]
    widths = [max(width, 7 * len(caption)) for (width, _), (_, _, caption) in zip(sizes, boards, strict=True)]
    height = max(height for _, height in sizes)
    drawing = Drawing(sum(widths) + GAP * (len(boards) - 1) + 16, height + 34, title)
    x = 8.0
    for (puzzle, picture, caption), (width, own), room in zip(boards, sizes, widths, strict=True):
        drawing.board(x + (room - width) / 2, 6 + (height - own) / 2, picture)
        drawing.text(x + room / 2, height + 24, caption, anchor="middle", says="soft")
        x += room + GAP
        del puzzle
    return drawing


def term_pictures() -> dict[str, str]:
    """Return a picture of each term, by file name."""
    example = hf.loads(EXAMPLE)
    pair = hf.loads("5x3:3c2e1d")
    square = hf.loads("3x3:2a2c2a2")
    chain = hf.loads("5x3:2a3a2e2a3a2")
    plus = hf.Puzzle(5, 5, [(0, 2, 1), (2, 0, 1), (2, 4, 1), (4, 2, 1)])
    across, down = ends_of(plus)[1], ends_of(plus)[0]
    boards = {
        "island": (pair, board_svg(pair, looked=[(0, 0)]), "Islands and their clues"),
        "bridge": (pair, board_svg(pair, _solved(pair)), "A solution with a double"),
        "edge": (example, board_svg(example, edges=ends_of(example)), "The edges of a board"),
        "crossing": (plus, board_svg(plus, edges=[down], new=[(*across, 1)]), "Two edges that cross"),
        "group": (
            chain,
            board_svg(
                chain, [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1)], looked=[(0, 0), (0, 2), (2, 0)], edges=ends_of(chain)
            ),
            "A group of three islands",
        ),
        "isolated": (
            square, board_svg(square, new=[(0, 0, 0, 2, 2), (2, 0, 2, 2, 2)]), "Two groups that are cut off"
        ),
        "loop": (square, board_svg(square, _solved(square)), "A loop of four islands"),
    }
    pictures = {f"term-{name}.svg": _alone(*board) for name, board in boards.items()}
    return pictures | {
        "term-unknown.svg": _unknown(),
        "term-most.svg": _most(),
        "term-unique.svg": _two_solutions(),
        "term-symmetry.svg": _symmetry(),
        "term-styles.svg": _styles(),
    }


def _solved(puzzle: hf.Puzzle) -> tuple[Bridge, ...]:
    solution = hf.solve(puzzle).solution
    assert solution is not None, "a picture shows a board without a solution"
    return tuple(solution.bridges)


def _unknown() -> str:
    puzzle = hf.Puzzle(5, 3, [(0, 0, 3), (0, 2, None), (0, 4, 1), (2, 0, 1)])
    return _alone(puzzle, board_svg(puzzle, looked=[(0, 2)]), "An unknown clue")


def _most() -> str:
    puzzle = hf.Puzzle(5, 3, [(0, 0, 4), (0, 4, 3), (2, 0, 1)], max_bridges=3)
    return _alone(puzzle, board_svg(puzzle, _solved(puzzle)), "Three bridges on one edge")


def _two_solutions() -> str:
    puzzle = hf.loads("3x3:3a3c3a3")
    pictures = [board_svg(puzzle, solution.bridges) for solution in hf.enumerate_solutions(puzzle)]
    return side_by_side(
        "A board with two solutions", [(puzzle, picture, f"solution {n}") for n, picture in enumerate(pictures, 1)]
    ).svg()


def _symmetry() -> str:
    puzzle = hf.loads("7x7:b2a3a22b3a2h4e3h1a2b23a3a2b")
    return _alone(puzzle, board_svg(puzzle), "Islands that stay in place after half a turn")


def _styles() -> str:
    texts = {
        "classic": "9x9:a1b3a4a22a3b2g1a3a3a2a4a1c3a1e3a2a6b3b3a1b3b3i2b2a3a2a",
        "rich": "9x9:a1a2b2a32a4a3b1g1a4b2f3c5c5a3a2b1b2f1b2b3a2a22a2b2a2a",
        "open": "9x9:a1a2b3a24a2a1j2k3a2c2m4a6a3k1a2a2c2",
    }
    puzzles = {style: hf.loads(text) for style, text in texts.items()}
    return side_by_side(
        "The same size in three styles",
        [(puzzle, board_svg(puzzle, _solved(puzzle)), style) for style, puzzle in puzzles.items()],
    ).svg()
