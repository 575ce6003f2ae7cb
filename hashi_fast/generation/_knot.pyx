"""Planting a small board in a large one (see _knot.pxd)."""
from libc.stdint cimport uint16_t, uint32_t

from hashi_fast.board._topology cimport DOWN, RIGHT
from hashi_fast.generation._draft cimport (
    HIDDEN,
    ISLAND,
    cell_at,
    in_knot,
    lay,
    next_island,
    put_island,
    seen_from,
    side,
    slot_between,
)
from hashi_fast.support._random cimport hf_random_below


cdef inline int32_t place_of(const Knot *knot, const Draft *d, int32_t at) noexcept nogil:
    """Return the cell of the large board on which a cell of the knot is put."""
    cdef int32_t row = at // knot.board.stride - 1, col = at % knot.board.stride
    if knot.turn & 1:
        row, col = col, row
    if knot.turn & 2:
        row = d.knot_height - 1 - row
    if knot.turn & 4:
        col = d.knot_width - 1 - col
    return cell_at(d, d.knot_row + row, d.knot_col + col)


cdef void knot_shut(Knot *knot, Draft *d, hf_random *random) noexcept nogil:
    cdef int32_t row, col, at
    knot.turn = <int>hf_random_below(random, 8)
    d.knot_height = knot.board.width if knot.turn & 1 else knot.board.height
    d.knot_width = knot.board.height if knot.turn & 1 else knot.board.width
    d.knot_row = <int32_t>hf_random_below(random, <uint32_t>(d.height - d.knot_height + 1))
    d.knot_col = <int32_t>hf_random_below(random, <uint32_t>(d.width - d.knot_width + 1))
    for row in range(knot.board.height):
        for col in range(knot.board.width):
            at = cell_at(knot.board, row, col)
            d.cell[place_of(knot, d, at)] = <uint16_t>(HIDDEN | (knot.board.cell[at] & ISLAND))


cdef bint lay_seam(Draft *d, int32_t longest, int count, hf_random *random) noexcept nogil:
    """Lay bridges from the knot to a random island that it sees. False: it sees none that is near enough."""
    cdef int32_t row, at, end, best_at = 0, best_end = 0, found = 0
    cdef int slot, best_slot = 0
    for row in range(d.knot_row, d.knot_row + d.knot_height):
        for at in range(cell_at(d, row, d.knot_col), cell_at(d, row, d.knot_col + d.knot_width)):
            if not d.cell[at] & ISLAND:
                continue
            for slot in range(4):
                if side(d.cell[at], slot):
                    continue
                end = seen_from(d, at, slot)
                if not d.cell[end] & ISLAND or in_knot(d, end) or (end - at) // d.step[slot] > longest:
                    continue
                found += 1
                if hf_random_below(random, <uint32_t>found) == 0:
                    best_at, best_slot, best_end = at, slot, end
    if found:
        lay(d, best_at, best_slot, best_end, count)
    return found > 0


cdef bint knot_put(const Knot *knot, Draft *d, int32_t longest, int count, hf_random *random) noexcept nogil:
    cdef const Draft *board = knot.board
    cdef int32_t row, at, here, there
    cdef int slot
    for row in range(d.knot_row, d.knot_row + d.knot_height):
        for at in range(cell_at(d, row, d.knot_col), cell_at(d, row, d.knot_col + d.knot_width)):
            d.cell[at] = 0
    for row in range(board.height):
        for at in range(cell_at(board, row, 0), cell_at(board, row, board.width)):
            if board.cell[at] & ISLAND:
                put_island(d, place_of(knot, d, at))
    for row in range(board.height):
        for at in range(cell_at(board, row, 0), cell_at(board, row, board.width)):
            if not board.cell[at] & ISLAND:
                continue
            for slot in range(RIGHT, DOWN + 1, 2):
                if side(board.cell[at], slot):
                    here = place_of(knot, d, at)
                    there = place_of(knot, d, next_island(board, at, slot))
                    lay(d, here, slot_between(d, here, there), there, side(board.cell[at], slot))
    return lay_seam(d, longest, count, random)
