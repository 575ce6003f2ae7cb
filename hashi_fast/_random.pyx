"""A face of the random numbers for the tests; the kernels use the header itself."""


def split_numbers(seed, int count):
    """The first `count` numbers of SplitMix64 from a 64-bit seed."""
    cdef uint64_t state = seed
    return [hf_split_next(&state) for _ in range(count)]


cdef class Stream:
    """The stream of random numbers of one (seed, index)."""
    cdef hf_random random

    def __init__(self, seed, index=0):
        hf_random_start(&self.random, seed, index)

    @staticmethod
    def of_state(s0, s1, s2, s3):
        """A stream with this state, for the published vectors."""
        cdef Stream stream = Stream.__new__(Stream)
        stream.random.s[0], stream.random.s[1], stream.random.s[2], stream.random.s[3] = s0, s1, s2, s3
        return stream

    def next(self):
        """64 random bits as a number."""
        return hf_random_next(&self.random)

    def below(self, uint32_t n):
        """A number from 0 to n - 1."""
        if n == 0:
            raise ValueError("n is at least 1")
        return hf_random_below(&self.random, n)

    def chance(self, uint32_t share):
        """Whether something with a chance of `share` in 65536 happens."""
        return hf_random_chance(&self.random, share) != 0
