"""The answers of a search, in either gear, besides those that all kernels share."""
from hashi_fast.support._status cimport OWN


cdef enum:
    SOLUTION = 2 * OWN   # found one; call again for the next
    EXHAUSTED            # there is no further solution
    NODE_LIMIT           # the node budget is used up
    TIME_LIMIT           # the deadline has passed
