"""Where boards go: in order, as many per page as are comfortable to work on, all boards of a page at one scale.

Boards are placed in rows, from left to right and from the top down. The comfortable size of a cell decides how many go
on a page; then cells grow as far as these boards allow. If the boards of a chapter do not fill its last page, the page
is laid out as if more like the last one followed, so that all pages of a kind look the same. A board that does not
share its page fills it, in landscape if that makes its cells larger. If they are still too small to read, the page
grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hashi_fast.publishing.book.paper import Leaf, Paper

# Viewers need not support pages of more than 200 inches.
MOST_SIDE = 14_400
_GAIN = 1.1  # how much larger cells must become to justify a landscape page
_WIDEST = 2.5  # the largest distance between boards, in least distances, if there is room


class Box(NamedTuple):
    """A board to be placed: its size in cells, and the width that its caption needs."""

    columns: float
    rows: float
    caption: float


class Style(NamedTuple):
    """How boards are placed: cell sizes, the height of captions, and the least distances between boards."""

    least: float  # the smallest that can be read
    comfort: float  # the least size on shared pages
    most: float  # the largest on shared pages
    most_alone: float  # and on a page with one board
    caption: float
    gap_x: float
    gap_y: float

    def magnified(self, factor: float) -> Style:
        """Return the style for larger print."""
        return Style(*(factor * size for size in self))


class Spot(NamedTuple):
    """A place on a page: the box it is for, and where its board goes. `left` and `width` are those of the caption.

    All are measured from the corner of what the margins leave free.
    """

    which: int
    x: float
    y: float
    cell: float
    left: float
    width: float


class Sheet(NamedTuple):
    """A page with its spots. It is drawn `turned` if the book is bound but the board needs a landscape page."""

    leaf: Leaf
    turned: bool
    spots: tuple[Spot, ...]


class Frame(NamedTuple):
    """The part of a page that boards are placed in: what the margins leave free, without header and footer."""

    leaf: Leaf
    first_top: float  # the header on the first page of a chapter
    top: float
    bottom: float
    turned: bool = False

    @property
    def landscape(self) -> Frame:
        """The same part of a landscape page."""
        return self._replace(leaf=self.leaf.landscape, turned=self.leaf.is_bound)

    def top_of(self, first: bool) -> float:
        """Return the height of the header, on the first page of a chapter or on others."""
        return self.first_top if first else self.top

    def area(self, first: bool) -> tuple[float, float]:
        """Return the width and height of that part."""
        width, height = self.leaf.box(self.turned)
        return width, height - self.top_of(first) - self.bottom


def lay_out(boxes: Sequence[Box], frame: Frame, style: Style, per_page: int | None) -> list[Sheet]:
    """Return the pages of a chapter, with at most `per_page` boards each.

    Raises ValueError for a board that is too large for any page.

    >>> frame, style = Frame(Leaf(Paper(500, 700), 40), 60, 20, 0), Style(7, 20, 30, 60, 14, 18, 16)
    >>> [len(sheet.spots) for sheet in lay_out([Box(7, 7, 80)] * 20, frame, style, None)]
    [6, 6, 6, 2]
    """
    sheets: list[Sheet] = []
    start = 0
    while start < len(boxes):
        sheet = _shared_sheet(boxes, start, frame, style, per_page, not sheets)
        if not sheet.spots:
            sheet = _own_sheet(boxes, start, frame, style, not sheets)
        sheets.append(sheet)
        start += len(sheet.spots)
    return sheets


def _shared_sheet(
    boxes: Sequence[Box], start: int, frame: Frame, style: Style, per_page: int | None, first: bool
) -> Sheet:
    """Return a page with all boards that fit at a comfortable size: none if they are not at least two."""
    width, height = frame.area(first)
    rows = _fill(boxes, start, width, height, style, style.comfort, per_page)
    wanted = sum(map(len, rows))
    if wanted < 2:
        return Sheet(frame.leaf, False, ())
    low, high = style.comfort, style.most
    for _ in range(20):  # bisect until only fractions of a point are left
        middle = (low + high) / 2
        tried = _fill(boxes, start, width, height, style, middle, per_page)
        if sum(map(len, tried)) >= wanted:
            low, rows = middle, tried
        else:
            high = middle
    return Sheet(frame.leaf, False, _spread(boxes, rows, frame, style, low, first))


def _fill(
    boxes: Sequence[Box], start: int, width: float, height: float, style: Style, cell: float, per_page: int | None
) -> list[list[int]]:
    """Return rows of indices from `start` on, as many as fit. Beyond the end, more boxes like the last one follow."""
    rows: list[list[int]] = []
    index = start
    top = 0.0
    while per_page is None or index - start < per_page:
        row: list[int] = []
        left = tallest = 0.0
        while per_page is None or index - start < per_page:
            box = _box(boxes, index)
            right = left + _slot(box, cell)
            tall = max(tallest, style.caption + cell * box.rows)
            if right > width or top + tall > height:
                break
            row.append(index)
            left, tallest = right + style.gap_x, tall
            index += 1
        if not row:
            break
        rows.append(row)
        top += tallest + style.gap_y
    return rows


def _spread(
    boxes: Sequence[Box], rows: list[list[int]], frame: Frame, style: Style, cell: float, first: bool
) -> tuple[Spot, ...]:
    """Return the places of the boards in these rows, with some of the free space between them."""
    width, height = frame.area(first)
    tall = [style.caption + cell * max(_box(boxes, index).rows for index in row) for row in rows]
    space_y = _space(height - sum(tall), len(rows), style.gap_y)
    spots = []
    # A board alone is a little above the middle.
    y = frame.top_of(first) + (0.4 * (height - tall[0]) if sum(map(len, rows)) == 1 else 0.0)
    for row, row_height in zip(rows, tall, strict=True):
        slots = [_slot(_box(boxes, index), cell) for index in row]
        space_x = _space(width - sum(slots), len(row), style.gap_x)
        x = (width - sum(slots) - space_x * (len(row) - 1)) / 2
        for index, slot in zip(row, slots, strict=True):
            if index < len(boxes):
                board = cell * boxes[index].columns
                spots.append(Spot(index, x + (slot - board) / 2, y + style.caption, cell, x, slot))
            x += slot + space_x
        y += row_height + space_y
    return tuple(spots)


def _own_sheet(boxes: Sequence[Box], index: int, frame: Frame, style: Style, first: bool) -> Sheet:
    """Return a page with one board: portrait or landscape, and larger than the paper if necessary."""
    box = boxes[index]
    cell = _largest_cell(box, frame, style, first)
    if (lying := _largest_cell(box, frame.landscape, style, first)) > _GAIN * cell:
        cell, frame = lying, frame.landscape
    if cell < style.least:
        cell = style.least
        width, height = frame.area(first)
        old = frame.leaf.paper
        paper = Paper(
            old.width + max(0.0, cell * box.columns - width),
            old.height + max(0.0, cell * box.rows + style.caption - height),
        )
        if max(paper) > MOST_SIDE:
            raise ValueError(f"a board of {box.columns} by {box.rows} cells does not fit on any page")
        frame = frame._replace(leaf=frame.leaf._replace(paper=paper))
    return Sheet(frame.leaf, frame.turned, _spread(boxes, [[index]], frame, style, cell, first))


def _largest_cell(box: Box, frame: Frame, style: Style, first: bool) -> float:
    width, height = frame.area(first)
    return min(width / box.columns, (height - style.caption) / box.rows, style.most_alone)


def _space(left: float, count: int, least: float) -> float:
    """Return the distance between `count` things in a row that leave this much space free."""
    return min(left / max(count - 1, 1), _WIDEST * least)


def _box(boxes: Sequence[Box], index: int) -> Box:
    return boxes[min(index, len(boxes) - 1)]


def _slot(box: Box, cell: float) -> float:
    return max(cell * box.columns, box.caption)
