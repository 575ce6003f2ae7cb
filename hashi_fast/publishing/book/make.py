"""`make_book`: from puzzles to a PDF file."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable
from typing import NamedTuple, get_args

from hashi_fast._version import __version__
from hashi_fast.errors import check_choice, shown
from hashi_fast.formats.record import Item
from hashi_fast.publishing.book.canvas import Canvas
from hashi_fast.publishing.book.contents import Sort, contents_of
from hashi_fast.publishing.book.fonts import Fonts
from hashi_fast.publishing.book.front import words_of
from hashi_fast.publishing.book.language import language_of
from hashi_fast.publishing.book.pages import Answers, Design, Drawing
from hashi_fast.publishing.book.paper import leaf_of
from hashi_fast.support.arguments import optional_whole
from hashi_fast.support.atomic_file import WholeFile

File = str | os.PathLike[str]


class Book(NamedTuple):
    """What was made: the numbers of pages and puzzles, and the number of puzzles per chapter, by its title.

    outsized: the numbers of puzzles that would be too small to read on the paper; their pages are larger.
    """

    pages: int
    puzzles: int
    chapters: dict[str, int]
    outsized: tuple[int, ...]


def make_book(
    items: Iterable[Item],
    path: File,
    *,
    title: str = "Hashi",
    subtitle: str = "",
    author: str = "",
    copyright: str = "",
    dedication: str = "",
    introduction: str = "",
    language: File = "en",
    font: File | None = None,
    bold_font: File | None = None,
    paper: str = "a4",
    margin: str | float | None = None,
    gutter: str | float = 0,
    bleed: str | float = 0,
    right_hand: bool = False,
    tabs: bool = False,
    large_print: bool = False,
    per_page: int | None = None,
    answers: Answers = "end",
    scores: bool = True,
    ids: bool = False,
    sort: Sort = "level",
    allow_ambiguous: bool = False,
    date: datetime.date | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> Book:
    """Write a book of these puzzles as a PDF: title, rules, puzzles by level, and their answers.

    Items are puzzles, records or what `generate` and `produce` make.
    Needs `pip install "hashi-fast[book]"`. The file is complete or absent, and the same input gives the same bytes.

    title, subtitle, author: up to 120 characters each. copyright: lines for the page behind the title. dedication: a
    few lines. introduction: paragraphs with empty lines between them; a line that begins with "# " is a heading.
    language: "en", "de", "fr", "es", "ja", or a translation file (.toml).
    font, bold_font: TrueType files, needed for letters other than those of western Europe; without bold_font, headings
    are in `font`.

    paper: a name such as "a4" or "letter", or width and height, such as "152x229" (millimetres) or "6x9in".
    margin, gutter, bleed: lengths such as "12mm" or "0.5in", or numbers of millimetres. The gutter is added to the
    margin at the binding. The bleed is printed around the paper and cut off. A book with either is bound: all pages
    have the same size, and boards that need a landscape page are printed sideways.
    right_hand: begin chapters on right-hand pages. tabs: mark chapters at the outer edge.
    large_print: larger boards and letters.

    per_page: the most puzzles per page; None: as many as are comfortable to work on, so fewer of larger ones.
    answers: "end", "next" (overleaf, on the page after the puzzles; so chapters begin on right-hand pages) or "none".
    scores, ids: whether they are printed. date: the date of the file; without it, it is always the same.
    sort: "level" (a chapter per level, sorted by score, then by islands) or "as-is".
    allow_ambiguous: accept puzzles with several solutions; otherwise they raise ValueError with their names.
    on_progress: a function that is called with the work done so far and the total work.

    Puzzles without a rating are rated. A level that was set by hand is kept.

    >>> import os, tempfile
    >>> from hashi_fast import loads, make_book
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     make_book([loads("3x1:2a2"), loads("4x1:1b1")], os.path.join(folder, "book.pdf"), title="Two bridges")
    Book(pages=4, puzzles=2, chapters={'Easy': 2}, outsized=())

    >>> from hashi_fast import Spec, produce
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     make_book(produce(3, Spec(7, 7, difficulty="hard"), seed=1), os.path.join(folder, "book.pdf"))
    Book(pages=4, puzzles=3, chapters={'Hard': 3}, outsized=())
    """
    check_choice("answers", answers, get_args(Answers))
    check_choice("sort", sort, get_args(Sort))
    if date is not None and not isinstance(date, datetime.date):
        raise TypeError(f"date must be a date, a datetime or None, not {shown(date)}")
    leaf = leaf_of(paper, margin, gutter, bleed, large_print)
    texts = language_of(language)
    design = Design(
        leaf, texts, optional_whole("per_page", per_page, 1), answers, right_hand, scores=scores, ids=ids, tabs=tabs
    )
    fonts = Fonts(font, bold_font)
    words = words_of(fonts, title, subtitle, author, copyright, dedication, introduction)
    for name, text in texts.all_texts.items():
        fonts.checked(f"language {texts.code!r}, {name}", text)
    listed = list(items)
    steps = _Steps(len(listed) * (2 + (answers != "none")), on_progress)
    with WholeFile(path) as file:
        contents = contents_of(listed, sort, allow_ambiguous, steps.advance)
        canvas = Canvas(file, fonts, bleed=leaf.bleed, lang=texts.code, date=date)
        drawing = Drawing(canvas, design, words, contents)
        canvas.describe(words.title, words.author, texts.text("cover.subject"), f"hashi-fast {__version__}")
        drawing.draw(steps.advance)
        canvas.save()
    chapters = {texts.text(chapter.heading): len(chapter.entries) for chapter in contents.chapters}
    return Book(canvas.page, len(listed), chapters, drawing.outsized)


class _Steps:
    """Counts steps and reports them if asked to."""

    def __init__(self, total: int, tell: Callable[[int, int], object] | None) -> None:
        self._done = 0
        self._total = total
        self._tell = tell

    def advance(self) -> None:
        self._done += 1
        if self._tell is not None:
            self._tell(self._done, self._total)
