"""`make_book`: from puzzles to a PDF file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, get_args

from hashi_fast._version import __version__
from hashi_fast.errors import check_choice
from hashi_fast.formats.record import Item
from hashi_fast.publishing.book.canvas import Canvas
from hashi_fast.publishing.book.contents import Sort, contents_of
from hashi_fast.publishing.book.pages import Drawing, Words
from hashi_fast.publishing.book.paper import paper_of
from hashi_fast.support.arguments import optional_whole
from hashi_fast.support.atomic_file import WholeFile

Answers = Literal["end", "none"]


class Book(NamedTuple):
    """What was made: the numbers of pages and puzzles, and the number of puzzles per chapter.

    outsized: the numbers of puzzles that would be too small to read on the paper; their pages are larger.
    """

    pages: int
    puzzles: int
    chapters: dict[str, int]
    outsized: tuple[int, ...]


def make_book(
    items: Iterable[Item],
    path: str | os.PathLike[str],
    *,
    title: str = "Hashi",
    subtitle: str = "",
    author: str = "",
    paper: str = "a4",
    per_page: int | None = None,
    answers: Answers = "end",
    sort: Sort = "level",
    allow_ambiguous: bool = False,
    font: str | os.PathLike[str] | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> Book:
    """Write a book of these puzzles as a PDF: title, rules, puzzles by level, and their answers at the end.

    Items are puzzles, records or what `generate` and `produce` make.
    Needs `pip install "hashi-fast[book]"`. The file is complete or absent, and the same input gives the same bytes.

    title, subtitle, author: up to 120 characters each.
    paper: "a4", "a5", "a3", "letter", "legal", or width and height in millimetres, such as "152x229".
    per_page: the most puzzles per page; None: as many as are comfortable to work on, so fewer of larger ones.
    answers: "end" or "none". sort: "level" (a chapter per level, sorted by score, then by islands) or "as-is".
    allow_ambiguous: accept puzzles with several solutions; otherwise they raise ValueError with their names.
    font: a TrueType file for title, subtitle and author, needed for letters other than those of western Europe.
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
    size = paper_of(paper)
    check_choice("answers", answers, get_args(Answers))
    check_choice("sort", sort, get_args(Sort))
    per_page = optional_whole("per_page", per_page, 1)
    listed = list(items)
    steps = _Steps(len(listed) * (2 + (answers == "end")), on_progress)
    with WholeFile(path) as file:
        canvas = Canvas(file, font)
        words = Words(
            canvas.checked("title", title), canvas.checked("subtitle", subtitle), canvas.checked("author", author)
        )
        contents = contents_of(listed, sort, allow_ambiguous, steps.advance)
        drawing = Drawing(canvas, size, words, contents, per_page, answers == "end")
        canvas.describe(words.title, words.author, "Hashi puzzles", f"hashi-fast {__version__}")
        drawing.draw(steps.advance)
        canvas.save()
    chapters = {chapter.title: len(chapter.entries) for chapter in contents.chapters}
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
