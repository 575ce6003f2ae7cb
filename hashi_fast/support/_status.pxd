"""What kernels answer: a status, one number.

All kernels share the answers below. A kernel with more to say numbers its own answers from `n * OWN` on, where no other
kernel uses that n. So a status can be passed from kernel to kernel without changing its meaning.

    0..OWN - 1       OK, CALL_AGAIN, OUT_OF_MEMORY
    n * OWN ..       the answers of one kernel, listed in its .pxd
"""

ctypedef int Status


cdef enum:
    OK = 0               # done
    CALL_AGAIN = 1       # the slice is over; call again to go on
    OUT_OF_MEMORY = 2
    OWN = 16
