"""The check sum of a board: the lowest 24 bits of the CRC-32 (as in zlib) of size, rules and islands.

All numbers are 16 bits, the lower byte first; an unknown target is -1.
"""
from libc.stdint cimport int32_t, uint32_t


cdef enum:
    POLYNOMIAL = 0xEDB88320
    ALL_ONES = 0xFFFFFFFF


cdef uint32_t[256] REMAINDERS    # of each byte


cdef void fill_remainders() noexcept nogil:
    cdef uint32_t byte, rest
    cdef int _bit
    for byte in range(256):
        rest = byte
        for _bit in range(8):
            rest = (rest >> 1) ^ (<uint32_t>POLYNOMIAL if rest & 1 else 0)
        REMAINDERS[byte] = rest


fill_remainders()


cdef inline uint32_t add(uint32_t crc, int32_t number) noexcept nogil:
    crc = REMAINDERS[(crc ^ <uint32_t>number) & 0xFF] ^ (crc >> 8)
    return REMAINDERS[(crc ^ (<uint32_t>number >> 8)) & 0xFF] ^ (crc >> 8)


cdef char *write_sum(char *p, const Board *board) noexcept nogil:
    cdef const char *digits = b"0123456789abcdef"
    cdef uint32_t crc = <uint32_t>ALL_ONES
    cdef int32_t i
    crc = add(add(crc, board.width), board.height)
    crc = add(add(crc, board.max_bridges), 1 if board.loops else 0)
    for i in range(board.n_islands):
        crc = add(add(add(crc, board.row[i]), board.col[i]), board.target[i])
    crc ^= <uint32_t>ALL_ONES
    p[0] = c"-"
    for i in range(6):
        p[1 + i] = digits[(crc >> (20 - 4 * i)) & 15]
    return p + 7
