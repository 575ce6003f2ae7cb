"""The one allocator of the kernels: growable blocks, carved into arrays.

A kernel measures its arrays with a `Carver` that has no base, reserves one
`Block` of that size, and carves again with the block as base. Blocks grow and
are kept, so a batch allocates for its largest puzzle and never again.
"""
from libc.stddef cimport size_t


cdef struct Block:
    char *base        # NULL until the first reserve
    size_t capacity   # bytes at base


cdef struct Carver:
    char *base        # NULL while measuring
    size_t used       # bytes handed out so far, red zones included


cdef extern from "hf_memory.h" nogil:
    const int HF_REDZONE
    void hf_poison(void *p, size_t n)


# Make sure that `block` holds `bytes`; its old contents are lost. False when memory ran out (nothing changed).
cdef bint block_reserve(Block *block, size_t bytes) noexcept nogil

# The same, but the first `keep` bytes stay.
cdef bint block_grow(Block *block, size_t keep, size_t bytes) noexcept nogil

# Give the memory back; the block can be reserved again.
cdef void block_free(Block *block) noexcept nogil


cdef inline void *carve(Carver *carver, size_t bytes) noexcept nogil:
    """The next `bytes` of the block, 16-aligned (NULL while measuring)."""
    cdef char *p = NULL
    cdef size_t rounded = (bytes + 15) & ~(<size_t>15)
    if carver.base != NULL:
        p = carver.base + carver.used
        if HF_REDZONE:
            hf_poison(p + bytes, rounded - bytes + HF_REDZONE)
    carver.used += rounded + HF_REDZONE
    return p
