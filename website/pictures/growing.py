"""Pictures of growth and repair, the picture of the first page, and the icon."""
from __future__ import annotations

import hashi_fast as hf
from pictures.canvas import Bridge, Cell, Drawing, Ends, board_size, board_svg
from pictures.glossary import EXAMPLE, ends_of, side_by_side

AMBIGUOUS = "6x6:2c2c2h24a4g1a2a2b3"  # it has two solutions, which differ on a ring of four edges


def growing_pictures() -> dict[str, str]:
    return {
        "kernel-growth.svg": _growth(),
        "kernel-repair.svg": _repair(),
        "home.svg": _home(),
        "favicon.svg": _icon(),
    }


def _bridges(puzzle: hf.Puzzle) -> list[Bridge]:
    solution = hf.solve(puzzle).solution
    assert solution is not None
    return list(solution.bridges)


def _growth() -> str:
    """A board in four states, island by island. The islands come in an order in which they could have grown."""
    bridges = _bridges(hf.loads(EXAMPLE))
    order: list[Cell] = [(2, 3)]
    for cell in order:
        for r1, c1, r2, c2, _ in bridges:
            ends = ((r1, c1), (r2, c2))
            if cell in ends:
                order += [each for each in ends if each not in order]
    states = []
    for count in (2, 5, 9, len(order)):
        there = [each for each in bridges if {each[:2], each[2:4]} <= set(order[:count])]
        clues = dict.fromkeys(order[:count], 0)
        for r1, c1, r2, c2, number in there:
            clues[r1, c1] += number
            clues[r2, c2] += number
        islands = [(row, col, clue) for (row, col), clue in clues.items()]
        puzzle = hf.Puzzle(7, 7, sorted(islands, key=lambda island: island[:2]))
        states.append((puzzle, board_svg(puzzle, there), f"{count} islands"))
    upper = side_by_side("A draft grows: a solved board in every state", states[:2])
    lower = side_by_side("", states[2:])
    both = Drawing(upper.width, upper.height + lower.height, upper.title)
    both.board(0, 0, upper.svg())
    both.board(0, upper.height, lower.svg())
    both.line(upper.width / 2, 16, upper.width / 2, both.height - 16, kind="soft", width=1, dash="1 5")
    both.line(16, upper.height, upper.width - 16, upper.height, kind="soft", width=1, dash="1 5")
    return both.svg()


def _repair() -> str:
    """An ambiguous board, where its solutions differ, and the same board with one more bridge."""
    puzzle = hf.loads(AMBIGUOUS)
    first, second = (solution.bridges for solution in hf.uniqueness(puzzle).solutions)
    counts = [{bridge[:4]: bridge[4] for bridge in bridges} for bridges in (first, second)]
    differing = [ends for ends in ends_of(puzzle) if counts[0].get(ends, 0) != counts[1].get(ends, 0)]
    repaired = hf.make_unique(puzzle)
    changed = [cell for change in repaired.changes for cell in change.between]
    pictures = [
        (puzzle, _with(puzzle, counts[0], differing), "intended"),
        (puzzle, _with(puzzle, counts[1], differing), "also a solution"),
        (
            repaired.puzzle,
            board_svg(repaired.puzzle, repaired.solution.bridges, looked=changed),
            "one more bridge: unique",
        ),
    ]
    return side_by_side("Repair: the difference between two solutions tells what to change", pictures).svg()


def _with(puzzle: hf.Puzzle, counts: dict[Ends, int], marked: list[Ends]) -> str:
    same = [(*ends, count) for ends, count in counts.items() if ends not in marked]
    other = [(*ends, counts[ends]) for ends in marked if ends in counts]
    return board_svg(puzzle, same, new=other, edges=[ends for ends in marked if ends not in counts])


def _home() -> str:
    puzzle = hf.loads(EXAMPLE)
    return side_by_side(
        "A puzzle and its solution",
        [(puzzle, board_svg(puzzle), "a puzzle"), (puzzle, board_svg(puzzle, _bridges(puzzle)), "its only solution")],
    ).svg()


def _icon() -> str:
    puzzle = hf.Puzzle(2, 2, [(0, 0, 3), (0, 1, 2), (1, 0, 1)])
    width, height = board_size(puzzle)
    drawing = Drawing(width, height, "hashi-fast")
    drawing.board(0, 0, board_svg(puzzle, _bridges(puzzle)))
    return drawing.svg()
