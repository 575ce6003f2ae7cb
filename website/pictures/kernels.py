"""Diagrams of docs/how-it-works.md about the board, its words, sums, crossings and groups."""
from __future__ import annotations

import hashi_fast as hf
from hashi_fast.board.svg import CELL, MARGIN
from pictures.canvas import Drawing, board_size, board_svg, centre
from pictures.glossary import EXAMPLE, ends_of

BIT = 19  # width of a bit in a picture of a word
SLOTS = ("UP", "DOWN", "LEFT", "RIGHT")  # from the highest byte to the lowest


def kernel_pictures() -> dict[str, str]:
    return {
        "kernel-board.svg": _board_and_graph(),
        "kernel-word.svg": _word(),
        "kernel-bounds.svg": _bounds(),
        "kernel-sum.svg": _sum(),
        "kernel-sweep.svg": _sweep(),
        "kernel-groups.svg": _groups(),
    }


def _board_and_graph() -> str:
    """The example as people see it, and what is left of it in the kernels."""
    puzzle = hf.loads(EXAMPLE)
    width, height = board_size(puzzle)
    drawing = Drawing(2 * width + 60, height + 34, "A board, and the islands, edges and crossings that the kernels see")
    drawing.board(4, 4, board_svg(puzzle))
    left = width + 56
    drawing.board(left, 4, board_svg(puzzle, edges=ends_of(puzzle)))
    crossings = _crossings(puzzle)
    for x, y in crossings:
        drawing.circle(left + x, 4 + y, 5, fill="new", kind="new")
    drawing.arrow(width + 12, 4 + height / 2, width + 48, 4 + height / 2)
    drawing.text(4 + width / 2, height + 22, "what people see", anchor="middle", says="soft")
    n_edges = puzzle.topology.n_edges
    drawing.text(
        left + width / 2, height + 22, f"{len(puzzle.islands)} islands, {n_edges} edges, {len(crossings)} crossings",
        anchor="middle", says="soft",
    )
    return drawing.svg()


def _crossings(puzzle: hf.Puzzle) -> list[tuple[int, int]]:
    """Return the points where two edges cross."""
    ends = ends_of(puzzle)
    return [
        centre((ends[edge][0], ends[other][1]))
        for edge in range(puzzle.topology.n_edges)
        if ends[edge][0] == ends[edge][2]
        for other in puzzle.topology.crossings(edge)
    ]


def bits_of(low: int, high: int) -> str:
    """Return the byte of a domain: hi in the upper, lo in the lower four bits, each a thermometer.

    >>> bits_of(1, 2)
    '00110001'
    """
    return f"{(1 << high) - 1:04b}{(1 << low) - 1:04b}"


def _draw_byte(drawing: Drawing, x: float, y: float, bits: str, *, marked: tuple[int, ...] = ()) -> None:
    for place, bit in enumerate(bits):
        fill = "halo" if place in marked else "faint" if place < 4 else "paper"
        drawing.box(x + BIT * place, y, BIT, 24, fill=fill, kind="soft", round_=0)
        drawing.text(x + BIT * (place + 0.5), y + 17, bit, anchor="middle", mono=True, bold=bit == "1")


def _word(left: float = 16) -> str:
    """The word of the 3 in the upper left corner of the example, once it has a bridge each way."""
    drawing = Drawing(32 * BIT + 32, 168, "The word of an island: four slots of eight bits")
    drawing.text(left, 22, "The 3 in the corner, once it surely has a bridge each way:", says="soft")
    domains = {"DOWN": (1, 2), "RIGHT": (1, 2)}
    for number, slot in enumerate(SLOTS):
        x = left + 8 * BIT * number
        _draw_byte(drawing, x, 62, bits_of(*domains.get(slot, (0, 0))))
        drawing.text(x + 4 * BIT, 46, slot, anchor="middle", bold=True)
        drawing.text(x + 2 * BIT, 104, "hi", anchor="middle", says="soft")
        drawing.text(x + 6 * BIT, 104, "lo", anchor="middle", says="soft")
        words = "1 to 2 bridges" if slot in domains else "no edge"
        drawing.text(x + 4 * BIT, 126, words, anchor="middle", says="new" if slot in domains else "soft")
    drawing.text(left, 154, "need = 3 - (1 + 1) = 1 more to get        slack = (2 + 2) - 3 = 1 to lose", mono=True)
    return drawing.svg()


def _bounds() -> str:
    """Every domain of an edge that may carry up to two bridges, as a byte."""
    domains = [(0, 2), (0, 1), (1, 2), (0, 0), (1, 1), (2, 2)]
    drawing = Drawing(3 * (8 * BIT + 40) + 8, 148, "The six domains of an edge, as bytes")
    for number, (low, high) in enumerate(domains):
        x = 24 + (8 * BIT + 40) * (number % 3)
        y = 34 + 66 * (number // 3)
        _draw_byte(drawing, x, y, bits_of(low, high))
        words = f"{low} to {high}" if low < high else f"exactly {low}"
        drawing.text(x + 4 * BIT, y - 10, f"{words} bridge{'s' if high != 1 or low != 1 else ''}", anchor="middle")
    return drawing.svg()


def _sum() -> str:
    """What the sum of a 3 in a corner does to its two edges."""
    puzzle = hf.Puzzle(4, 4, [(0, 0, 3), (0, 3, 2), (3, 0, 2)])
    right, down = (0, 0, 0, 3), (0, 0, 3, 0)
    width, height = board_size(puzzle)
    drawing = Drawing(2 * width + 300, height + 12, "One visit to an island: its sum narrows two edges at once")
    drawing.board(6, 6, board_svg(puzzle, edges=[right, down], looked=[(0, 0)], labels={right: "0..2", down: "0..2"}))
    x = width + 26
    drawing.text(x, 36, "need 3    slack 1", mono=True)
    drawing.text(x, 64, "No edge can lose more than 1", says="soft")
    drawing.text(x, 82, "of its 2, so each keeps 1:", says="soft")
    _draw_byte(drawing, x, 96, bits_of(0, 2))
    drawing.text(x + 8 * BIT + 10, 113, "before", says="soft")
    _draw_byte(drawing, x, 126, bits_of(1, 2), marked=(7,))
    drawing.text(x + 8 * BIT + 10, 143, "after", says="soft")
    drawing.arrow(x + 225, height / 2, x + 258, height / 2)
    left = x + 262
    drawing.board(
        left, 6,
        board_svg(
            puzzle, new=[(*right, 1), (*down, 1)], looked=[(0, 0)], labels={right: "1..2", down: "1..2"}
        ),
    )
    return drawing.svg()


def _sweep() -> str:
    """Crossings are bits: a row of the example while vertical edges run through it."""
    puzzle = hf.loads(EXAMPLE)
    ends = ends_of(puzzle)
    row = 5
    across = next(each for each in ends if each[0] == each[2] == row)
    down = [each for each in ends if each[1] == each[3]]
    running = [each[1] for each in down if each[0] < row < each[2]]
    width, height = board_size(puzzle)
    drawing = Drawing(width + 330, height + 12, "A sweep from top to bottom finds crossings as bits")
    drawing.board(6, 6, board_svg(puzzle, edges=down, new=[(*across, 1)]))
    x = width + 32
    top = 6 + MARGIN + CELL * row
    drawing.text(x, top - 40, "One bit per column, set while", says="soft")
    drawing.text(x, top - 22, f"a vertical edge runs through row {row + 1}:", says="soft")
    for col in range(puzzle.width):
        inside = across[1] < col < across[3]
        fill = "halo" if inside else "faint"
        drawing.box(x + 34 * col, top - 4, 34, 30, fill=fill, kind="soft", round_=0)
        bit = "1" if col in running else "0"
        drawing.text(x + 34 * (col + 0.5), top + 16, bit, anchor="middle", mono=True, bold=bit == "1")
    count = sum(across[1] < col < across[3] for col in running)
    drawing.text(x, top + 50, "The bits between the ends of the edge", says="soft")
    drawing.text(x, top + 68, f"are what it crosses: {count} edge here.", says="soft")
    return drawing.svg()


def _groups() -> str:
    """Two groups, what they need, and a bridge that would close one of them."""
    puzzle = hf.loads("7x3:b2a3a1g2a4a2b")
    sure = [(2, 0, 2, 2, 2), (0, 4, 0, 6, 1)]
    width, height = board_size(puzzle)
    drawing = Drawing(width + 350, height + 24, "Groups of islands, and what they still need")
    joined = {bridge[:4] for bridge in sure}
    drawing.board(6, 12, board_svg(puzzle, sure, edges=[ends for ends in ends_of(puzzle) if ends not in joined]))
    for first, last, kind in (((2, 0), (2, 2), "new"), ((0, 4), (0, 6), "other")):
        (x1, y1), (x2, _) = centre(first), centre(last)
        drawing.path(
            f"M{x1 + 6} {y1 - 8}H{x2 + 6}a20 20 0 0 1 0 40H{x1 + 6}a20 20 0 0 1 0 -40", kind=kind, width=2, dash="5 4"
        )
    x = width + 28
    drawing.text(x, 34, "group of the 3 and the 1: needs 2 more", says="other")
    drawing.text(x, height - 6, "group of the 2 and the 4: needs 2 more", says="new")
    drawing.text(x, 66, "A 2 that gave both of its bridges to one", says="soft")
    drawing.text(x, 84, "of them would close it, and leave islands out.", says="soft")
    return drawing.svg()
