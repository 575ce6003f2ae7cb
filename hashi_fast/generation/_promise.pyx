"""How much a layout promises (see _promise.pxd)."""
from libc.string cimport memset

from hashi_fast.generation._draft cimport ISLAND, cell_at
from hashi_fast.support._memory cimport Carver, arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport OK, OUT_OF_MEMORY


cdef void carve_sweep(Sweep *s, const Draft *d, Carver *carver) noexcept nogil:
    cdef size_t cells = <size_t>(d.height + 2) * d.stride
    s.above = <int32_t *>carve(carver, d.width * sizeof(int32_t))
    s.lowest = <int32_t *>carve(carver, d.width * sizeof(int32_t))
    s.right_of = <int32_t *>carve(carver, cells * sizeof(int32_t))
    s.below = <int32_t *>carve(carver, cells * sizeof(int32_t))
    s.seen = <uint8_t *>carve(carver, cells)
    s.free = <uint8_t *>carve(carver, cells)
    s.crossed = <uint8_t *>carve(carver, cells)


cdef inline void note_edge(Sweep *s, int32_t a, int32_t b, bint crossed, int32_t *counted) noexcept nogil:
    """Count an edge, for itself and for both its islands."""
    counted[EDGES] += 1
    counted[CROSSED] += crossed
    s.seen[a] += 1
    s.seen[b] += 1
    s.free[a] += not crossed
    s.free[b] += not crossed


cdef void look_around(Sweep *s, const Draft *d, int32_t *counted) noexcept nogil:
    """Find which islands see each other, and count edges and crossings."""
    cdef int32_t row, col, at, left, between
    cdef bint crossed
    memset(s.above, 0, d.width * sizeof(int32_t))
    memset(s.lowest, 0, d.width * sizeof(int32_t))
    for row in range(d.height):
        for col in range(d.width):
            at = cell_at(d, row, col)
            if d.cell[at] & ISLAND:
                s.lowest[col] = at
                s.right_of[at] = s.below[at] = 0
                s.seen[at] = s.free[at] = s.crossed[at] = 0
    for row in range(d.height):
        left = 0
        for col in range(d.width):
            at = cell_at(d, row, col)
            if not d.cell[at] & ISLAND:
                continue
            if left:
                crossed = False
                for between in range(col - (at - left) + 1, col):
                    if s.above[between] and s.lowest[between] > at:
                        counted[CROSSINGS] += 1
                        crossed = s.crossed[s.above[between]] = True
                s.right_of[left] = at
                note_edge(s, left, at, crossed, counted)
            if s.above[col]:
                s.below[s.above[col]] = at
                note_edge(s, s.above[col], at, s.crossed[s.above[col]], counted)
            left = s.above[col] = at


cdef Status promise_of(Sweep *s, const Draft *d, const int32_t *weights, int64_t *promise) noexcept nogil:
    cdef Carver carver = measuring_carver()
    cdef int32_t counted[COUNTED]
    cdef int32_t row, at, k
    carve_sweep(s, d, &carver)
    if not carve_from(&carver, &s.memory):
        return OUT_OF_MEMORY
    carve_sweep(s, d, &carver)
    memset(counted, 0, sizeof(counted))
    look_around(s, d, counted)
    counted[ISLANDS] = d.islands
    for row in range(d.height):
        for at in range(cell_at(d, row, 0), cell_at(d, row, d.width)):
            if d.cell[at] & ISLAND:
                counted[DEAD_ENDS] += s.seen[at] == 1
                counted[HEMMED_IN] += s.free[at] == 0
                counted[HELD] += s.free[at] == 1
                if s.right_of[at] and s.below[at] and s.below[s.right_of[at]]:
                    counted[SQUARES] += s.below[s.right_of[at]] == s.right_of[s.below[at]]
    promise[0] = 0
    for k in range(COUNTED):
        promise[0] += <int64_t>weights[k] * counted[k]
    return OK


cdef void sweep_free(Sweep *s) noexcept nogil:
    arena_free(&s.memory)
