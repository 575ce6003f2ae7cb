"""Writes text into a buffer: each writer returns the place after its text, and trusts that there is room."""
from libc.stdint cimport int8_t, int32_t, uint64_t
from libc.string cimport memcpy, strlen

from hashi_fast.board._topology cimport Topo


cdef enum:
    MOST_BRIDGE_TEXT = 32    # characters of [9999, 9999, 9999, 9999, 4] and the separator


cdef inline char *write_text(char *p, const char *text) noexcept nogil:
    cdef size_t size = strlen(text)
    memcpy(p, text, size)
    return p + size


cdef inline char *write_number(char *p, uint64_t number) noexcept nogil:
    cdef char[20] digits
    cdef int n = 0
    if number < 10:
        p[0] = <char>(c"0" + number)
        return p + 1
    while number:
        digits[n] = <char>(c"0" + number % 10)
        number //= 10
        n += 1
    while n:
        n -= 1
        p[0] = digits[n]
        p += 1
    return p


cdef inline char *write_thousandths(char *p, uint64_t number) noexcept nogil:
    """number / 1000 as Python writes it, for up to 15 digits: at least one decimal, then no trailing zeros."""
    cdef int rest = <int>(number % 1000)
    p = write_number(p, number // 1000)
    p[0] = c"."
    p[1] = <char>(c"0" + rest // 100)
    p[2] = <char>(c"0" + rest // 10 % 10)
    p[3] = <char>(c"0" + rest % 10)
    if rest % 10:
        return p + 4
    return p + 3 if rest % 100 else p + 2


cdef inline char *write_bridges(char *p, const Topo *topo, const int8_t *bridges) noexcept nogil:
    """The bridges on the edges of a topology as lists [r1, c1, r2, c2, count]."""
    cdef const int32_t *row = topo.board.row
    cdef const int32_t *col = topo.board.col
    cdef int32_t e, a, b
    cdef bint more = False
    for e in range(topo.n_edges):
        if bridges[e] == 0:
            continue
        a, b = topo.edge_a[e], topo.edge_b[e]
        p = write_number(write_text(p, b", [" if more else b"["), row[a])
        p = write_number(write_text(p, b", "), col[a])
        p = write_number(write_text(p, b", "), row[b])
        p = write_number(write_text(p, b", "), col[b])
        p = write_text(write_number(write_text(p, b", "), bridges[e]), b"]")
        more = True
    return p
