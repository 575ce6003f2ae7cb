"""Publishing: packs of rated puzzles, printable books, and pictures of single puzzles.

`packs` sorts puzzles by level; `book` prints them as a PDF; `pictures` draws them one by one.

Above `generation` and `coaching`.
"""
