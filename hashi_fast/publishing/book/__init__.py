"""Books: puzzles by level and their answers as a PDF to print, all of it vectors.

contents.py decides what is in a book, layout.py where each board goes, and neither knows of PDF; pages.py, front.py and
board.py draw on a canvas (canvas.py), the only module that knows reportlab. All lengths are points (1/72 inch), and y
runs downwards from the top of a page.
"""

from hashi_fast.publishing.book.make import Book, make_book

__all__ = ["Book", "make_book"]
