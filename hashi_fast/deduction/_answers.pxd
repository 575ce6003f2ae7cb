"""What deduction says of a board, besides what every kernel may and the NODE_LIMIT of its search."""
from hashi_fast.support._status cimport OWN


cdef enum:
    UNIQUE = 3 * OWN     # worked out to the end: it has this solution and no other
    NO_SOLUTION
    SEVERAL              # it has more than one
    STUCK                # some edges are open, and nothing that may be used decides them
