"""The pages of a book, in order: title, rules and chapters, puzzles by chapter, answers.

Everything is laid out before anything is drawn, so that earlier pages can refer to later ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.levels import Difficulty
from hashi_fast.publishing.book.board import draw_board, framed
from hashi_fast.publishing.book.canvas import Canvas, Face
from hashi_fast.publishing.book.contents import Contents, Entry
from hashi_fast.publishing.book.front import Line, draw_cover, draw_rules, stars_of, usual_bridges, width_of_stars
from hashi_fast.publishing.book.layout import Box, Frame, Sheet, Spot, Style, lay_out
from hashi_fast.publishing.book.paper import Paper

PUZZLES = Style(least=8.5, comfort=18, most=30, caption=18, gap_x=20, gap_y=16)
# If the user sets the number per page, boards may be smaller than comfortable, or larger than usual.
PUZZLES_AS_ASKED = PUZZLES._replace(comfort=11, most=60)
ANSWERS = Style(least=4.6, comfort=8.5, most=11, caption=11, gap_x=14, gap_y=10)

_HEADING = 24.0
_RUNNING = 9.0
_SIDE = 8.0
_NUMBER = 11.0
_INFO = 7.5
_RULES_LINE = 10.0  # added to captions if some puzzle has its own rules
_STAR = 6.0
_ANSWER_NUMBER = 7.5
_PALE = 0.4
_SEPARATOR = "  ·  "


class Words(NamedTuple):
    """What is printed on the title page."""

    title: str
    subtitle: str
    author: str


class _Part(NamedTuple):
    """A chapter of puzzles, or the answers: its heading, its entries, and where each entry goes.

    caption: the height of captions.
    """

    title: str
    level: Difficulty | None
    anchor: str
    entries: tuple[Entry, ...]
    caption: float
    sheets: list[Sheet]

    @property
    def numbers(self) -> str:
        first, last = self.entries[0].number, self.entries[-1].number
        return f"{first}" if first == last else f"{first}–{last}"  # noqa: RUF001  # an en dash, for a range


class Drawing:
    """One book: laid out on construction, drawn by `draw`."""

    def __init__(
        self, canvas: Canvas, paper: Paper, words: Words, contents: Contents, per_page: int | None, answers: bool
    ) -> None:
        self._canvas = canvas
        self._paper = paper
        self._words = words
        self._contents = contents
        self._usual = usual_bridges(contents)
        self._mixed_loops = len({entry.puzzle.loops for entry in contents.entries}) == 2
        self._margin = margin = paper.margin  # also on larger pages
        frame = Frame(paper, margin, margin + 44 * paper.scale, margin + 20, margin + 4)
        self._chapters = []
        for i, chapter in enumerate(contents.chapters, 1):
            style = PUZZLES if per_page is None else PUZZLES_AS_ASKED
            if any(map(self._rules, chapter.entries)):
                style = style._replace(caption=style.caption + _RULES_LINE)
            sheets = lay_out(self._puzzle_boxes(chapter.entries), frame, style, per_page)
            part = _Part(chapter.title, chapter.level, f"chapter-{i}", chapter.entries, style.caption, sheets)
            self._chapters.append(part)
        self._answers: _Part | None = None
        if answers:
            entries = contents.entries
            sheets = lay_out([self._answer_box(entry) for entry in entries], frame, ANSWERS, None)
            self._answers = _Part("Answers", None, "answers", entries, ANSWERS.caption, sheets)

    @property
    def outsized(self) -> tuple[int, ...]:
        """The numbers of the puzzles whose page is larger than the paper."""
        return tuple(
            part.entries[spot.which].number
            for part in self._chapters
            for sheet in part.sheets
            if sorted(sheet.paper) > sorted(self._paper)
            for spot in sheet.spots
        )

    def draw(self, on_board: Callable[[], object]) -> None:
        """Draw all pages; `on_board` is called after each board."""
        # Only drawing the rules shows how many pages they take, so a sketch with wrong page numbers comes first.
        sketch = self._canvas.sketch()
        self._draw_front(sketch, 0)
        self._draw_front(self._canvas, sketch.page)
        for part in self._chapters:
            self._draw_part(part, self._draw_puzzle, on_board)
        if self._answers is not None:
            self._draw_part(self._answers, self._draw_answer, on_board)

    def _draw_front(self, canvas: Canvas, pages: int) -> None:
        count = len(self._contents.entries)
        summary = f"{count:,} puzzle{'' if count == 1 else 's'}{' with answers' if self._answers else ''}"
        draw_cover(canvas, self._paper, *self._words, summary)
        parts = [*self._chapters, *([self._answers] if self._answers else [])]
        starts = accumulate((len(part.sheets) for part in parts), initial=pages + 1)
        lines = [
            Line(part.title, part.level, "" if part is self._answers else part.numbers, page, part.anchor)
            for part, page in zip(parts, starts, strict=False)
        ]
        draw_rules(canvas, self._paper, self._contents, lines, lambda: self._draw_footer(canvas, self._paper))

    def _draw_part(
        self, part: _Part, draw: Callable[[Entry, Spot, float], None], on_board: Callable[[], object]
    ) -> None:
        for i, sheet in enumerate(part.sheets):
            self._canvas.begin_page(sheet.paper)
            self._draw_header(part, sheet.paper, first=i == 0)
            self._draw_footer(self._canvas, sheet.paper)
            for spot in sheet.spots:
                draw(part.entries[spot.which], spot, part.caption)
                on_board()

    def _draw_header(self, part: _Part, paper: Paper, *, first: bool) -> None:
        """Draw the heading of a part, large on its first page, and the text at the right if there is room for it."""
        canvas, left, right = self._canvas, self._margin, paper.width - self._margin
        size = _HEADING * self._paper.scale if first else _RUNNING
        base = self._margin + 0.8 * size
        canvas.text(left, base, part.title, size, face="bold")
        end = left + canvas.width_of(part.title, size, "bold") + 0.5 * size
        if part.level is not None:
            canvas.stars(end, base - 0.36 * size, 0.62 * size, *stars_of(part.level))
            end += width_of_stars(0.62 * size) + 0.5 * size
        words = self._words.title
        if first:
            canvas.anchor(part.anchor)
            canvas.outline(part.title, part.anchor)
            words = "" if part is self._answers else f"Puzzle{'s' if len(part.entries) > 1 else ''} {part.numbers}"
        face: Face = "plain" if first else "title"
        if canvas.width_of(words, _SIDE, face) <= right - end:
            canvas.text(right, base, words, _SIDE, face=face, align="right", grey=_PALE)
        under = base + (0.4 if first else 0.6) * size
        canvas.lines([(left, under, right, under)], 0.8 if first else 0.4, 0 if first else 0.7)

    def _draw_footer(self, canvas: Canvas, paper: Paper) -> None:
        canvas.text(paper.width / 2, paper.height - 0.5 * self._margin, str(canvas.page), 9, align="centre", grey=0.2)

    # Puzzles

    def _puzzle_boxes(self, entries: tuple[Entry, ...]) -> list[Box]:
        """Return the boxes of a chapter. Boards of one size have captions of one width, so that columns line up."""
        sizes = [framed(entry.puzzle) for entry in entries]
        widest: dict[tuple[float, float], float] = {}
        for size, entry in zip(sizes, entries, strict=True):
            widest[size] = max(widest.get(size, 0.0), self._caption_width(entry))
        return [Box(*size, widest[size]) for size in sizes]

    def _caption_width(self, entry: Entry) -> float:
        stars = 0.0 if entry.level is None else 8 + width_of_stars(_STAR)
        number = self._canvas.width_of(str(entry.number), _NUMBER, "bold") + 6
        info, rules = (self._canvas.width_of(text, _INFO) for text in (self._info(entry), self._rules(entry)))
        return max(number + info + stars, rules)

    def _info(self, entry: Entry) -> str:
        """Return what is printed next to the number of a puzzle."""
        puzzle = entry.puzzle
        parts = [f"{puzzle.width} × {puzzle.height}"]  # noqa: RUF001  # the multiplication sign
        if entry.score is not None:
            parts.append(f"{entry.score:.1f}")
        return _SEPARATOR.join(parts)

    def _rules(self, entry: Entry) -> str:
        """Return how the rules of a puzzle differ from the usual ones. It gets its own line, as it may be long."""
        puzzle, parts = entry.puzzle, []
        if puzzle.max_bridges != self._usual:
            parts.append("single bridges" if puzzle.max_bridges == 1 else f"up to {puzzle.max_bridges} bridges")
        if self._mixed_loops and not puzzle.loops:
            parts.append("no loops")
        return _SEPARATOR.join(parts)

    def _draw_puzzle(self, entry: Entry, spot: Spot, caption: float) -> None:
        canvas, top = self._canvas, spot.y - caption
        base = top + PUZZLES.caption - 6
        number = str(entry.number)
        canvas.text(spot.left, base, number, _NUMBER, face="bold")
        after = spot.left + canvas.width_of(number, _NUMBER, "bold") + 6
        canvas.text(after, base, self._info(entry), _INFO, grey=_PALE)
        if entry.level is not None:
            stars = spot.left + spot.width - width_of_stars(_STAR)
            canvas.stars(stars, base - 0.5 * _STAR, _STAR, *stars_of(entry.level))
        if rules := self._rules(entry):
            canvas.text(spot.left, base + _RULES_LINE, rules, _INFO, grey=_PALE)
        draw_board(canvas, entry.puzzle, spot.x, spot.y, spot.cell)
        canvas.anchor(f"puzzle-{number}", top)
        if self._answers is not None:
            canvas.link(spot.left, top, spot.width, caption, f"answer-{number}")

    # Answers

    def _answer_box(self, entry: Entry) -> Box:
        width = self._canvas.width_of(str(entry.number), _ANSWER_NUMBER, "bold")
        return Box(*framed(entry.puzzle), width)

    def _draw_answer(self, entry: Entry, spot: Spot, caption: float) -> None:
        canvas, top = self._canvas, spot.y - caption
        canvas.text(spot.left, spot.y - 3, str(entry.number), _ANSWER_NUMBER, face="bold")
        draw_board(canvas, _told(entry), spot.x, spot.y, spot.cell, entry.solution.bridges, grid=False)
        canvas.anchor(f"answer-{entry.number}", top)
        canvas.link(spot.left, top, spot.width, caption, f"puzzle-{entry.number}")


def _told(entry: Entry) -> Puzzle:
    """Return the puzzle with all clues shown, taken from the solution."""
    puzzle = entry.puzzle
    ends: Counter[tuple[int, int]] = Counter()
    for r1, c1, r2, c2, count in entry.solution.bridges:
        ends[r1, c1] += count
        ends[r2, c2] += count
    islands = [(row, col, ends[row, col]) for row, col, _ in puzzle.islands]
    return Puzzle(puzzle.width, puzzle.height, islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops)
