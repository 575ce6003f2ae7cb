"""Depth-first search over the domains: finds solutions one after the other, until none is left.

A search owns all memory it needs, so any number of them can run side by side. It works
in slices: `search_run` comes back with SLICE after about a millisecond, so that the
caller can handle signals, which the kernels know nothing about, and looks at the clock
once a slice.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t

from hashi_fast._connect cimport Groups
from hashi_fast._domains cimport Domains
from hashi_fast._memory cimport Block
from hashi_fast._topology cimport Failure, Topo


cdef extern from "hf_clock.h" nogil:
    double hf_now()          # seconds on a monotonic clock


cdef enum Outcome:
    SOLUTION = 0      # the domains hold a solution; run again for the next one
    EXHAUSTED = 1     # there is no further solution
    NODE_LIMIT = 2    # the budget of nodes is used up; run again with a larger one to go on
    TIME_LIMIT = 3    # the deadline has passed
    SLICE = 4         # nothing yet; run again to go on


# A decision whose second half is still to be tried.
cdef struct Choice:
    int32_t mark      # size of the trail before it
    int32_t edge
    uint32_t flips    # what the second half changes


# Zero it before the first `search_start`; each start reuses the memory of the one before.
cdef struct Search:
    Domains domains
    Groups groups
    int32_t *weight        # [n_islands] 1 + contradictions met at the island
    Choice *choices        # [max_bridges * n_edges]
    int32_t depth          # how many choices are open
    bint refuted           # whether the current node is refuted or done with
    bint started           # whether the root node has been entered
    int32_t root           # size of the trail when the root was settled
    int64_t node_limit     # nodes that may be entered (search_start sets no limit)
    double deadline        # on the clock of hf_now (search_start sets none)
    int64_t nodes          # nodes entered: the root, and each half of a decision
    int64_t backtracks     # nodes refuted
    int64_t effort         # work done, about one unit for each island looked at
    Block memory


cdef Failure search_start(Search *s, const Topo *topo) noexcept nogil

# Go on until there is something to say, or for a slice.
cdef Outcome search_run(Search *s) noexcept nogil

# Pass over `left` solutions, counting them off; SOLUTION once they are passed.
cdef Outcome search_skip(Search *s, int64_t *left) noexcept nogil

# Forget the node and its choices and go back to the settled root. Precondition: the root was not refuted.
cdef void search_rewind(Search *s) noexcept nogil

# At the root: search only where a bound of edge e is moved inward by `flips`, until the next rewind.
cdef void search_assume(Search *s, int32_t e, uint32_t flips) noexcept nogil

# At the root: move a bound of edge e for good. Precondition: that loses some solutions, but not all.
cdef void search_restrict(Search *s, int32_t e, uint32_t flips) noexcept nogil

# After SOLUTION: the bridges of every edge.
cdef void search_bridges(const Search *s, int8_t *bridges) noexcept nogil

cdef void search_free(Search *s) noexcept nogil
