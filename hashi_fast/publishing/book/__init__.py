"""Books: puzzles by level and their answers as a printable PDF, drawn in vectors throughout.

`contents` decides what is in a book and `layout` where each board goes; neither knows about PDF. `pages`, `front` and
`board` draw on a `canvas`, the only module that knows reportlab. `paper` has the sizes of pages, and `make` puts it all
together. All lengths are points (1/72 inch), and y runs downwards from the top of a page.
"""

from hashi_fast.publishing.book.make import Book, make_book

__all__ = ["Book", "make_book"]
