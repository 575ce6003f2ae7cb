"""Checks records in flat arrays before they are written: they may come from a pickle, or from a file that was changed.

What writes them (`_jsonl_writer`, `_columns`) trusts what is checked here.
"""
from libc.stdint cimport int8_t, int32_t, int64_t

from hashi_fast.board._boards cimport SOUND, Board, Fault, board_fault, raise_fault


def check_records(
    const int64_t[::1] chosen not None, int32_t width, int32_t height, int32_t max_bridges, arrays
):
    """Raise ValueError unless the chosen records are all there, with valid boards of this kind and counts of bridges.

    `arrays` are RecordArrays.

    >>> import numpy
    >>> from hashi_fast import Spec
    >>> from hashi_fast.generation.block import BlockMaker
    >>> made = BlockMaker(Spec(7, 7), 1, 0, 1).make()
    >>> check_records(made.all_made(), 7, 7, 2, made.arrays)
    >>> check_records(made.all_made(), 3, 7, 2, made.arrays)
    Traceback (most recent call last):
        ...
    hashi_fast.errors.InvalidPuzzle: record 0, island 2 at row 1, column 5 (counted from 1): outside the board; \
expected rows 1..7, columns 1..3
    """
    cdef const int64_t[::1] island_at = arrays.island_at, edge_at = arrays.edge_at
    cdef const int32_t[::1] islands = arrays.islands, edges = arrays.edges, row = arrays.row, col = arrays.col
    cdef const int8_t[::1] target = arrays.target, bridges = arrays.bridges
    cdef int64_t n = islands.shape[0], k = 0, e
    cdef Py_ssize_t i
    cdef int32_t island = 0
    cdef Fault fault = SOUND
    cdef Board board
    cdef bint there = True, counted = True
    for name in ("island_at", "edge_at", "edges", "difficulty", "score", "hardest", "scarcest", "backtracks"):
        if len(getattr(arrays, name)) != n:
            raise ValueError(f"{name} has {len(getattr(arrays, name))} entries; expected {n}, one per record")
    if not row.shape[0] == col.shape[0] == target.shape[0]:
        raise ValueError(f"{row.shape[0]} rows, {col.shape[0]} columns and {target.shape[0]} targets of islands")
    board.width, board.height, board.max_bridges, board.loops = width, height, max_bridges, True
    with nogil:
        for i in range(chosen.shape[0]):
            k = chosen[i]
            there = 0 <= k < n and islands[k] and is_within(island_at[k], islands[k], row.shape[0]) and is_within(
                edge_at[k], edges[k], bridges.shape[0]
            )
            if not there:
                break
            board.n_islands = islands[k]
            board.row, board.col, board.target = &row[island_at[k]], &col[island_at[k]], &target[island_at[k]]
            fault = board_fault(&board, &island)
            for e in range(edge_at[k], edge_at[k] + edges[k]):
                counted = counted and 0 <= bridges[e] <= max_bridges
            if fault != SOUND or not counted:
                break
    if not there:
        raise ValueError(f"record {k} of {n}: its islands or bridges are not there")
    raise_fault(fault, &board, island, f"record {k}")
    if not counted:
        raise ValueError(f"record {k}: expected 0 to {max_bridges} bridges on each edge")


cdef inline bint is_within(int64_t start, int32_t count, Py_ssize_t size) noexcept nogil:
    return 0 <= count <= size and 0 <= start <= size - count
