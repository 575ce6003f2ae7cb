"""What kernels answer: a status, one number.

The answers below are everybody's. A kernel that has more to say numbers its own answers from `n * OWN` on, with an n
that no other kernel has: so a status can be handed on from kernel to kernel and never changes its meaning on the way.

    0..OWN - 1       OK, CALL_AGAIN, OUT_OF_MEMORY
    n * OWN ..       the answers of one kernel, listed in its .pxd
"""

ctypedef int Status


cdef enum:
    OK = 0               # done, and nothing more to say
    CALL_AGAIN = 1       # a slice is over; run again to go on
    OUT_OF_MEMORY = 2
    OWN = 16
