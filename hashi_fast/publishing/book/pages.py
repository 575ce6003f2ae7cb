"""The pages of a book, in order: title and front matter, rules and chapters, puzzles by chapter, answers.

Everything is laid out before anything is drawn, so that earlier pages can refer to later ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.levels import Difficulty
from hashi_fast.publishing.book.board import draw_board, framed
from hashi_fast.publishing.book.canvas import Canvas
from hashi_fast.publishing.book.captions import Captions, stars_of, width_of_stars
from hashi_fast.publishing.book.contents import Contents, Entry
from hashi_fast.publishing.book.flow import HEADING, Flow, draw_folio
from hashi_fast.publishing.book.front import Words, draw_copyright, draw_cover, draw_dedication, draw_introduction
from hashi_fast.publishing.book.language import Language
from hashi_fast.publishing.book.layout import Box, Frame, Sheet, Spot, Style, lay_out
from hashi_fast.publishing.book.paper import Leaf
from hashi_fast.publishing.book.rules import Line, draw_rules

Answers = Literal["end", "next", "none"]

PUZZLES = Style(least=8.5, comfort=18, most=30, most_alone=100, caption=18, gap_x=20, gap_y=16)
# If the user sets the number per page, boards may be smaller than comfortable, or larger than usual.
PUZZLES_AS_ASKED = PUZZLES._replace(comfort=11, most=60)
ANSWERS = Style(least=4.6, comfort=8.5, most=11, most_alone=30, caption=11, gap_x=14, gap_y=10)
_LARGE_ANSWERS = 1.4  # answers in large print grow by this, too: usually they are small

_RUNNING = 9.0
_SIDE = 8.0
_PALE = 0.4
_TAB = 10.0  # how far a tab reaches into the page
_MOST_TABS = 12  # of which each takes its share of the height, at least


class Design(NamedTuple):
    """How a book looks, and what is printed (see `make_book`)."""

    leaf: Leaf
    language: Language
    per_page: int | None = None
    answers: Answers = "end"
    right_hand: bool = False
    scores: bool = True
    ids: bool = False
    tabs: bool = False

    @property
    def starts_right(self) -> bool:
        """Whether parts begin on right-hand pages: also if answers are overleaf, which they would face otherwise."""
        return self.right_hand or self.answers == "next"


class _Part(NamedTuple):
    """A chapter of puzzles, or the answers: its heading, its entries, and where each entry goes.

    which: its place among the parts. caption: the height of captions. numbers: those of its puzzles, in words.
    """

    which: int
    title: str
    level: Difficulty | None
    anchor: str
    entries: tuple[Entry, ...]
    caption: float
    sheets: list[Sheet]
    numbers: str


class Drawing:
    """One book: laid out on construction, drawn by `draw`."""

    def __init__(self, canvas: Canvas, design: Design, words: Words, contents: Contents) -> None:
        self._canvas = canvas
        self._design = design
        self._leaf = leaf = design.leaf
        self._language = language = design.language
        self._words = words
        self._contents = contents
        self._captions = captions = Captions(
            canvas, language, contents, magnify=leaf.magnify, scores=design.scores, ids=design.ids
        )
        frame = Frame(leaf, 44 * leaf.scale, 20 * leaf.magnify, 4)
        asked = PUZZLES if design.per_page is None else PUZZLES_AS_ASKED
        self._chapters = []
        for i, chapter in enumerate(contents.chapters):
            style = captions.style_for(chapter.entries, asked.magnified(leaf.magnify))
            sheets = lay_out(self._puzzle_boxes(chapter.entries), frame, style, design.per_page)
            title, entries = language.text(chapter.heading), chapter.entries
            numbers = self._numbers(entries)
            part = _Part(i, title, chapter.level, f"chapter-{i + 1}", entries, style.caption, sheets, numbers)
            self._chapters.append(part)
        self._answers: _Part | None = None
        if design.answers == "end":
            large = leaf.magnify > 1
            style = ANSWERS.magnified(leaf.magnify * (_LARGE_ANSWERS if large else 1))
            boxes = [Box(*framed(entry.puzzle), captions.answer_width(entry)) for entry in contents.entries]
            title, which = language.text("headings.answers"), len(self._chapters)
            sheets = lay_out(boxes, frame, style, None)
            self._answers = _Part(which, title, None, "answers", contents.entries, style.caption, sheets, "")

    @property
    def _parts(self) -> list[_Part]:
        return [*self._chapters, *([self._answers] if self._answers else [])]

    @property
    def outsized(self) -> tuple[int, ...]:
        """The numbers of the puzzles whose page is larger than the paper."""
        return tuple(
            part.entries[spot.which].number
            for part in self._chapters
            for sheet in part.sheets
            if sorted(sheet.leaf.paper) > sorted(self._leaf.paper)
            for spot in sheet.spots
        )

    def draw(self, on_board: Callable[[], object]) -> None:
        """Draw all pages; `on_board` is called after each board."""
        # Only drawing the rules shows how many pages they take, so a sketch with wrong page numbers comes first.
        sketch = self._canvas.sketch()
        self._draw_front(sketch, 0)
        self._draw_front(self._canvas, sketch.page)
        for part in self._chapters:
            self._begin_part(self._canvas)
            for first, sheet in _with_first(part.sheets):
                self._begin_sheet(part, sheet, first)
                self._draw_puzzles(part, sheet, on_board)
                if self._design.answers == "next":
                    self._begin_sheet(part, sheet, False)
                    self._draw_answers(part, sheet, on_board)
        if self._answers is not None:
            self._begin_part(self._canvas)
            for first, sheet in _with_first(self._answers.sheets):
                self._begin_sheet(self._answers, sheet, first)
                self._draw_answers(self._answers, sheet, on_board)

    def _begin_part(self, canvas: Canvas) -> None:
        """Leave a page blank if the next part must begin on a right-hand page and the next page is none."""
        if self._design.starts_right and canvas.page % 2:
            canvas.begin_page(self._leaf.paper)

    # Front

    def _draw_front(self, canvas: Canvas, pages: int) -> None:
        """Draw what comes before the puzzles, which takes this many pages."""
        leaf, language, words = self._leaf, self._language, self._words
        draw_cover(canvas, leaf, words, self._summary())
        if words.copyright:
            draw_copyright(canvas, leaf, words.copyright)
        if words.dedication:
            self._begin_part(canvas)
            draw_dedication(canvas, leaf, words.dedication)
        if words.introduction:
            self._begin_part(canvas)
            draw_introduction(Flow(canvas, leaf), language, words.introduction)
        self._begin_part(canvas)
        lines = [
            Line(part.title, part.level, part.numbers, page, part.anchor)
            for part, page in zip(self._parts, self._starts(pages), strict=True)
        ]
        draw_rules(Flow(canvas, leaf), language, self._contents, lines, self._design.scores)

    def _summary(self) -> str:
        count = len(self._contents.entries)
        name = f"cover.{'one' if count == 1 else 'many'}{'' if self._design.answers == 'none' else '_with_answers'}"
        return self._language.text(name, count=self._language.whole(count))

    def _starts(self, page: int) -> Iterator[int]:
        """Yield the first page of each part, if this many pages come before the first one."""
        for part in self._parts:
            page += self._design.starts_right and page % 2
            yield page + 1
            page += len(part.sheets) * (2 if self._design.answers == "next" else 1)

    def _numbers(self, entries: tuple[Entry, ...]) -> str:
        first, last = entries[0].number, entries[-1].number
        if first == last:
            return self._language.text("words.puzzle", number=first)
        return self._language.text("words.puzzles", first=first, last=last)

    # Pages with boards

    def _begin_sheet(self, part: _Part, sheet: Sheet, first: bool) -> None:
        """Start a page with its header and number."""
        self._canvas.begin_page(sheet.leaf.paper, turned=sheet.turned)
        self._draw_header(part, sheet, first)
        draw_folio(self._canvas, sheet.leaf, sheet.turned)
        if self._design.tabs and not sheet.turned:
            self._draw_tab(part, sheet.leaf)

    def _draw_header(self, part: _Part, sheet: Sheet, first: bool) -> None:
        """Draw the heading of a part, large on its first page, and the text at the right if there is room for it."""
        canvas, fonts, magnify = self._canvas, self._canvas.fonts, self._leaf.magnify
        (left, top), (width, _) = sheet.leaf.corner(canvas.page, sheet.turned), sheet.leaf.box(sheet.turned)
        size = HEADING * self._leaf.scale if first else _RUNNING * magnify
        needed = fonts.width_of(part.title, 1, "bold") + (0 if part.level is None else 0.5 + width_of_stars(0.62))
        size = min(size, width / needed)
        base = top + 0.8 * size
        canvas.text(left, base, part.title, size, face="bold")
        end = left + fonts.width_of(part.title, size, "bold") + 0.5 * size
        if part.level is not None:
            canvas.stars(end, base - 0.36 * size, 0.62 * size, *stars_of(part.level))
            end += width_of_stars(0.62 * size) + 0.5 * size
        if first:
            canvas.anchor(part.anchor)
            canvas.outline(part.title, part.anchor)
        words = part.numbers if first else self._words.title
        if fonts.width_of(words, _SIDE * magnify) <= left + width - end:
            canvas.text(left + width, base, words, _SIDE * magnify, align="right", grey=_PALE)
        under = base + (0.4 if first else 0.6) * size
        canvas.lines([(left, under, left + width, under)], 0.8 if first else 0.4, 0 if first else 0.7)

    def _draw_tab(self, part: _Part, leaf: Leaf) -> None:
        """Draw the tab of a part: a block at the outer edge, lower for each part; it shows on the side of the book."""
        bleed, width = leaf.bleed, min(_TAB, 0.5 * leaf.margin)
        height = leaf.box()[1] / max(len(self._parts), _MOST_TABS)
        x = leaf.paper.width - width if self._canvas.page % 2 else -bleed
        self._canvas.block(x, leaf.margin + part.which * height, width + bleed, 0.85 * height, 0.25)

    def _puzzle_boxes(self, entries: tuple[Entry, ...]) -> list[Box]:
        """Return the boxes of a chapter. Boards of one size have captions of one width, so that columns line up."""
        sizes = [framed(entry.puzzle) for entry in entries]
        widest: dict[tuple[float, float], float] = {}
        for size, entry in zip(sizes, entries, strict=True):
            widest[size] = max(widest.get(size, 0.0), self._captions.width(entry))
        return [Box(*size, widest[size]) for size in sizes]

    def _draw_puzzles(self, part: _Part, sheet: Sheet, on_board: Callable[[], object]) -> None:
        canvas = self._canvas
        for spot in self._placed(sheet):
            entry, top = part.entries[spot.which], spot.y - part.caption
            self._captions.draw(entry, spot, part.caption)
            draw_board(canvas, entry.puzzle, spot.x, spot.y, spot.cell)
            canvas.anchor(f"puzzle-{entry.number}", top)
            if self._design.answers != "none":
                canvas.link(spot.left, top, spot.width, part.caption, f"answer-{entry.number}")
            on_board()

    def _draw_answers(self, part: _Part, sheet: Sheet, on_board: Callable[[], object]) -> None:
        canvas = self._canvas
        for spot in self._placed(sheet):
            entry, top = part.entries[spot.which], spot.y - part.caption
            self._captions.draw_answer(entry, spot)
            draw_board(canvas, _told(entry), spot.x, spot.y, spot.cell, entry.solution.bridges, grid=False)
            canvas.anchor(f"answer-{entry.number}", top)
            canvas.link(spot.left, top, spot.width, part.caption, f"puzzle-{entry.number}")
            on_board()

    def _placed(self, sheet: Sheet) -> Iterator[Spot]:
        """Yield the spots of a sheet where they are on the current page."""
        x, y = sheet.leaf.corner(self._canvas.page, sheet.turned)
        for spot in sheet.spots:
            yield spot._replace(x=x + spot.x, y=y + spot.y, left=x + spot.left)


def _with_first(sheets: Iterable[Sheet]) -> Iterator[tuple[bool, Sheet]]:
    for i, sheet in enumerate(sheets):
        yield i == 0, sheet


def _told(entry: Entry) -> Puzzle:
    """Return the puzzle with all clues shown, taken from the solution."""
    puzzle = entry.puzzle
    ends: Counter[tuple[int, int]] = Counter()
    for r1, c1, r2, c2, count in entry.solution.bridges:
        ends[r1, c1] += count
        ends[r2, c2] += count
    islands = [(row, col, ends[row, col]) for row, col, _ in puzzle.islands]
    return Puzzle(puzzle.width, puzzle.height, islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops)
