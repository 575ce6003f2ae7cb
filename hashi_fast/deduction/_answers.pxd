"""What deduction says about a board, besides the statuses of all kernels and the NODE_LIMIT of its search."""
from hashi_fast.support._status cimport OWN


cdef enum:
    UNIQUE = 3 * OWN     # solved: it has this solution and no other
    NO_SOLUTION
    SEVERAL              # it has more than one solution
    STUCK                # some edges are open, and the rungs in use decide none of them
