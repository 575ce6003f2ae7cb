"""The only allocator of the kernels (see _memory.pxd)."""
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


cdef size_t roomier(Arena *arena, size_t bytes) noexcept nogil:
    """The size to ask for: exact at first; when an arena has to grow, at least half as much again."""
    cdef size_t half_more = arena.capacity + (arena.capacity >> 1)
    return half_more if arena.capacity and half_more > bytes else bytes


cdef bint arena_reserve(Arena *arena, size_t bytes) noexcept nogil:
    cdef char *base
    if arena.base != NULL:
        hf_unpoison(arena.base, arena.capacity)
        if arena.capacity >= bytes:
            return True
    if not allowed():
        return False
    bytes = roomier(arena, bytes)
    base = <char *>malloc(bytes)
    if base == NULL:
        return False
    free(arena.base)
    arena.base = base
    arena.capacity = bytes
    return True


cdef bint arena_grow(Arena *arena, size_t keep, size_t bytes) noexcept nogil:
    cdef char *base
    if arena.capacity >= bytes:
        return True
    if keep == 0:
        return arena_reserve(arena, bytes)
    if not allowed():
        return False
    bytes = roomier(arena, bytes)
    base = <char *>realloc(arena.base, bytes)
    if base == NULL:
        return False
    arena.base = base
    arena.capacity = bytes
    return True


cdef void arena_free(Arena *arena) noexcept nogil:
    if arena.base != NULL:
        hf_unpoison(arena.base, arena.capacity)
        free(arena.base)
    arena.base = NULL
    arena.capacity = 0
