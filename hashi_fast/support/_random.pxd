"""Random numbers for the generator: one stream per (seed, index), the same on every machine (csrc/hf_random.h)."""
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "hf_random.h" nogil:
    ctypedef struct hf_random:
        uint64_t s[4]

    # Begin the stream of one index of a seed.
    void hf_random_start(hf_random *r, uint64_t seed, uint64_t index)

    # 64 random bits.
    uint64_t hf_random_next(hf_random *r)

    # The next number of a simpler generator, whose state is any number: half as much work, for many bits at once.
    uint64_t hf_split_next(uint64_t *state)

    # A number from 0 to n - 1, exactly uniform. Precondition: n is at least 1.
    uint32_t hf_random_below(hf_random *r, uint32_t n)

    # A number from 0 to n - 1 from the front of a random fraction, in 1/2**64, of which the rest stays.
    uint32_t hf_random_part(uint64_t *fraction, uint32_t n)

    # Whether something with a chance of `share` in 65536 happens.
    bint hf_random_chance(hf_random *r, uint32_t share)
