"""What a search answers, in either gear, besides what every kernel may."""
from hashi_fast.support._status cimport OWN


cdef enum:
    SOLUTION = 2 * OWN   # here it is; run again for the next one
    EXHAUSTED            # there is no further solution
    NODE_LIMIT           # the budget of nodes is used up
    TIME_LIMIT           # the deadline has passed
