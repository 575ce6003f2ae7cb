"""Books: puzzles by level and their answers as a printable PDF, drawn in vectors throughout.

`contents` decides what is in a book, `layout` where each board goes, and `language` in which words; none of them knows
about PDF. `pages`, `front`, `rules`, `captions` and `board` draw on a `canvas`, which alone knows reportlab, together
with `fonts`. `paper` has the sizes of pages, `flow` fills pages with text, and `make` puts it all together. All lengths
are points (1/72 inch), and y runs downwards from the top of a page.
"""

from hashi_fast.publishing.book.make import Book, make_book

__all__ = ["Book", "make_book"]
