"""The search, in two gears: finds solutions one after the other until none is left.

It starts depth-first over the domains, which is best for everyday puzzles. Learning
(`_learn`) takes over from the root: at once if the root leaves much open, else after STALL
backtracks without a solution.

A search owns all the memory it needs, so any number of searches can run side by side. It
works in slices: `search_run` returns CALL_AGAIN after about a millisecond, so that the
caller can handle signals, which the kernels know nothing about. It looks at the clock once
per slice.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t

from hashi_fast.search._groups cimport Groups
from hashi_fast.search._domains cimport Domains
from hashi_fast.search._learn cimport Learn
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._status cimport Status
from hashi_fast.board._topology cimport Topo


cdef enum:
    WIDE = 6000       # islands times the slack that the root leaves them, from which on learning takes over at once
    STALL = 24        # backtracks without a solution after which it takes over in any case
    EARLY = 8         # a depth-first search that has found more solutions than this never stalls


cdef enum Mode:
    AUTO = 0          # depth-first, then learning
    DEPTH_FIRST = 1   # depth-first only
    LEARNING = 2      # learning from the start


# A bound of an edge: at least k bridges, or fewer than k.
cdef struct Bound:
    int32_t edge
    int k
    bint at_least


# A decision whose second half has not been tried yet.
cdef struct Choice:
    int32_t mark      # size of the trail before it
    int32_t edge
    uint32_t flips    # what the second half changes


# Zero it before the first `search_start`; each start reuses the memory of the previous one.
cdef struct Search:
    Domains domains
    Groups groups
    int32_t *weight        # [n_islands] 1 + contradictions found at the island
    Choice *choices        # [max_bridges * n_edges]
    int32_t depth          # the number of open choices
    bint refuted           # whether the current node is refuted or done
    bint started           # whether the root node has been entered
    int32_t root           # size of the trail when the root was settled
    Mode mode              # (search_start sets AUTO)
    bint learning          # whether the second gear has taken over
    Learn learn            # the second gear, valid from then on
    int64_t stalled        # backtracks since the start or the last solution
    int64_t found          # solutions found in the first gear
    int8_t *early          # [EARLY * n_edges] the first of these solutions, for the second gear to exclude
    bint assuming          # whether `assumed` is assumed
    Bound assumed
    const int8_t *avoid    # [n_edges] counts to try last if there is a choice (search_start sets NULL: none)
    int64_t node_limit     # nodes that may be entered (search_start sets no limit)
    double deadline        # on the clock of hf_now (search_start sets none)
    int64_t nodes          # nodes entered: the root, and each half of a decision
    int64_t backtracks     # nodes refuted
    int64_t effort         # work done, about one unit per island visited
    Arena memory


cdef Status search_start(Search *s, const Topo *topo) noexcept nogil

# Before the first run: look only for solutions with at least k bridges on edge e.
cdef void search_require(Search *s, int32_t e, int k) noexcept nogil

# Before the first run: look only for solutions with at most k bridges on edge e.
cdef void search_allow(Search *s, int32_t e, int k) noexcept nogil

# Instead of a run: settle the root. False: there is no solution.
cdef bint search_root(Search *s) noexcept nogil

# Search until there is an answer (see _answers.pxd), or for one slice.
cdef Status search_run(Search *s) noexcept nogil

# Skip `left` solutions, counting `left` down; SOLUTION when all are skipped.
cdef Status search_skip(Search *s, int64_t *left) noexcept nogil

# Go back to the settled root and drop any assumption. Returns the domain of edge e there, as `edge_byte` does.
# Precondition: the root was not refuted.
cdef uint32_t search_rewind(Search *s, int32_t e) noexcept nogil

# At the root: until the next rewind, look only for solutions within a bound. Solutions that were found before may be
# found again. Precondition: the root leaves the bound open.
cdef void search_assume(Search *s, Bound bound) noexcept nogil

# At the root: from now on, look only for solutions within a bound. Precondition: there are some.
cdef void search_restrict(Search *s, Bound bound) noexcept nogil

# After SOLUTION: the bridges of every edge.
cdef void search_bridges(const Search *s, int8_t *bridges) noexcept nogil

cdef void search_free(Search *s) noexcept nogil
