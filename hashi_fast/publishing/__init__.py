"""Publishing: packs of rated puzzles, and printable books.

`packs` sorts puzzles by level; `book` prints them as a PDF.

Above `generation` and `coaching`.
"""
