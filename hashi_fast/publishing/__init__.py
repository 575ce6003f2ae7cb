"""Publishing: packs of rated puzzles, and printable books of them.

Above `generation` and `coaching`.
"""
