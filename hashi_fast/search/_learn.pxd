"""The second gear: search that learns a clause from every conflict, so that it never blows up.

Takes over where depth-first search has stalled, with what that knows about the root. Each
conflict is traced back to the latest literal that all of it rests on (the first unique
implication point); the clause learnt is kept, the search goes back to where it first says
something new, and decides by activity in recent conflicts, with the value a variable had last.

Solutions found are excluded by a clause each. After RECALL of them the search stops jumping
back over its decisions and turns them round one by one instead, which needs no memory for
solutions at all.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from hashi_fast.search._clauses cimport Clauses
from hashi_fast.search._cycles cimport Cycles
from hashi_fast.search._domains cimport IslandDomain
from hashi_fast.search._exits cimport Exits
from hashi_fast.search._literals cimport Literals
from hashi_fast.support._memory cimport Arena, Carver
from hashi_fast.support._status cimport Status
from hashi_fast.board._topology cimport Topo


cdef enum:
    RECALL = 1000


cdef struct Learn:
    Literals literals
    Clauses clauses
    Exits exits
    Cycles cycles        # used where loops are forbidden
    # The order of decisions: a heap of open variables by activity.
    uint64_t *activity   # [n_variables]
    uint64_t bump        # what the next conflict adds; grows, so that old conflicts fade
    int32_t *heap        # [n_variables]
    int32_t *heap_place  # [n_variables] -1 = not in the heap
    int32_t heap_size
    int8_t *phase        # [n_variables] the sign to try: 0 "at least", 1 "fewer than"
    bint avoiding        # whether signs stay what `learn_avoid` made them, rather than follow the values had last
    # Scratch of the analysis.
    uint8_t *seen        # [n_variables]
    int32_t *learnt      # [2 * n_variables] the clause being learnt
    int32_t learnt_size
    int32_t *because     # [2 * n_edges + n_variables + 8] one explanation
    int32_t *level_mark  # [n_variables + 1]
    int32_t marks
    # Where the search stands.
    bint solved          # the assignment is a solution that has been reported
    bint in_conflict     # there is a conflict to learn from
    bint exhausted
    bint out_of_memory
    int32_t assumption   # a literal to decide first, -1 = none
    int64_t recalled     # solutions excluded by a clause
    int32_t floor        # levels up to here have been turned round and stay
    uint8_t *turned      # [n_variables + 1] whether a level's decision is its second half
    int64_t conflicts
    int64_t decisions
    int64_t effort
    int64_t restart_at   # conflicts at which to restart
    int64_t restarts
    int32_t store_limit  # size of the store at which to reduce it
    Arena memory


# Begin with the domains of a settled root and the conflict weights of islands. Zero it before the first time.
cdef Status learn_start(Learn *l, const Topo *topo, const IslandDomain *islands, const int32_t *weight) noexcept nogil

# Try these bridges last wherever there is a choice.
cdef void learn_avoid(Learn *l, const int8_t *bridges) noexcept nogil

# Exclude a solution found elsewhere.
cdef Status learn_exclude(Learn *l, const int8_t *bridges) noexcept nogil

# Go on until there is a SOLUTION or all are EXHAUSTED, for that much effort and that many conflicts and decisions.
cdef Status learn_run(Learn *l, int64_t effort, int64_t nodes) noexcept nogil

# Go back to the root and look only for solutions with `literal` from now on (-1: for all of them).
cdef void learn_assume(Learn *l, int32_t literal) noexcept nogil

# At the root: let `literal` hold for good.
cdef void learn_restrict(Learn *l, int32_t literal) noexcept nogil

cdef void learn_free(Learn *l) noexcept nogil
