"""The only allocator of the kernels: growable arenas, carved into arrays.

A kernel takes its arrays from a `Carver` twice, with the same lines of code: the first
time only measures them, the second time takes them from an `Arena` of that size. Arenas
grow and are kept, so a batch allocates for its largest puzzle and never again.

    cdef Carver carver = measuring_carver()
    carve_search(s, topo, &carver)
    if not carve_from(&carver, &s.memory):
        return OUT_OF_MEMORY
    carve_search(s, topo, &carver)
"""
from libc.stddef cimport size_t


cdef struct Arena:
    char *base        # NULL until the first reserve
    size_t capacity   # bytes at base


cdef struct Carver:
    char *base        # NULL while measuring
    size_t used       # bytes handed out so far, red zones included


cdef extern from "hf_memory.h" nogil:
    const int HF_REDZONE
    void hf_poison(void *p, size_t n)


# Make sure that `arena` holds `bytes`; its old contents are lost. False if out of memory (nothing changed).
cdef bint arena_reserve(Arena *arena, size_t bytes) noexcept nogil

# The same, but keep the first `keep` bytes.
cdef bint arena_grow(Arena *arena, size_t keep, size_t bytes) noexcept nogil

# Give the memory back; the arena can be reserved again.
cdef void arena_free(Arena *arena) noexcept nogil

# Test hook: let this many reservations succeed and all later ones fail; negative switches it off.
cdef void fail_reservations_after(int reservations) noexcept nogil


cdef inline Carver measuring_carver() noexcept nogil:
    """A carver that only measures."""
    cdef Carver carver
    carver.base = NULL
    carver.used = 0
    return carver


cdef inline bint carve_from(Carver *carver, Arena *arena) noexcept nogil:
    """Reserve what was measured, then carve from its start. False if out of memory."""
    if not arena_reserve(arena, carver.used):
        return False
    carver.base = arena.base
    carver.used = 0
    return True


cdef inline void *carve(Carver *carver, size_t bytes) noexcept nogil:
    """The next `bytes` of the arena, 16-aligned (NULL while measuring)."""
    cdef char *p = NULL
    cdef size_t rounded = (bytes + 15) & ~(<size_t>15)
    if carver.base != NULL:
        p = carver.base + carver.used
        if HF_REDZONE:
            hf_poison(p + bytes, rounded - bytes + HF_REDZONE)
    carver.used += rounded + HF_REDZONE
    return p
