"""The one allocator of the kernels (see _memory.pxd)."""
from libc.stdlib cimport free, malloc, realloc


cdef extern from "hf_memory.h" nogil:
    void hf_unpoison(void *p, size_t n)


# How many reservations still succeed; negative = no limit.
cdef int reservations_left = -1


cdef void fail_reservations_after(int reservations) noexcept nogil:
    global reservations_left
    reservations_left = reservations


cdef bint allowed() noexcept nogil:
    global reservations_left
    if reservations_left < 0:
        return True
    if reservations_left == 0:
        return False
    reservations_left -= 1
    return True


cdef size_t roomier(Block *block, size_t bytes) noexcept nogil:
    """The size to ask for: exact at first, half as much again when a block has to grow."""
    cdef size_t half_more = block.capacity + (block.capacity >> 1)
    return half_more if block.capacity and half_more > bytes else bytes


cdef bint block_reserve(Block *block, size_t bytes) noexcept nogil:
    cdef char *base
    if block.base != NULL:
        hf_unpoison(block.base, block.capacity)
        if block.capacity >= bytes:
            return True
    if not allowed():
        return False
    bytes = roomier(block, bytes)
    base = <char *>malloc(bytes)
    if base == NULL:
        return False
    free(block.base)
    block.base = base
    block.capacity = bytes
    return True


cdef bint block_grow(Block *block, size_t keep, size_t bytes) noexcept nogil:
    cdef char *base
    if block.capacity >= bytes:
        return True
    if keep == 0:
        return block_reserve(block, bytes)
    if not allowed():
        return False
    bytes = roomier(block, bytes)
    base = <char *>realloc(block.base, bytes)
    if base == NULL:
        return False
    block.base = base
    block.capacity = bytes
    return True


cdef void block_free(Block *block) noexcept nogil:
    if block.base != NULL:
        hf_unpoison(block.base, block.capacity)
        free(block.base)
    block.base = NULL
    block.capacity = 0
