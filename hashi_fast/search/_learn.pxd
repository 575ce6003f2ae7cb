"""The second gear: search that learns a clause from every conflict, so that it never blows up.

It takes over from depth-first search, with what that knows about the root. Each
conflict is traced back to the first unique implication point: the latest literal that every
way from the last decision to the conflict passes through. The clause is kept, and the search
goes back to the level where it first says something new. Decisions prefer the
variable that was in a conflict last, with the value it had last.

One clause excludes each solution found. After RECALL solutions, the search stops jumping back
over its decisions and instead reverses them one by one, which needs no memory for solutions.

It can also be asked whether some numbers of a puzzle leave a solution, again and again with
other numbers. A number is an assumption then, and whatever was learnt names the numbers that it
depends on, so it stays true for all questions.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from hashi_fast.search._clauses cimport Clauses
from hashi_fast.search._cycles cimport Cycles
from hashi_fast.search._domains cimport IslandDomain
from hashi_fast.search._exits cimport Exits
from hashi_fast.search._literals cimport Literals
from hashi_fast.support._memory cimport Arena, Carver
from hashi_fast.support._status cimport Status
from hashi_fast.board._topology cimport Topo


cdef enum:
    RECALL = 1000        # solutions that are excluded by a clause


cdef struct Learn:
    Literals literals
    Clauses clauses
    Exits exits
    Cycles cycles        # used if loops are forbidden
    # The order of decisions: a queue of the variables that the root leaves open, in the order of their last conflicts.
    int32_t *older       # [n_variables] the one before it, -1 = none
    int32_t *newer       # [n_variables] the one after it, -1 = none
    int32_t newest
    int64_t *stamp       # [n_variables] rises along the queue
    int64_t stamps       # the last one given
    int32_t n_open       # variables in the queue
    int32_t cursor       # all variables newer than this one have values
    int8_t *phase        # [n_variables] the sign to try: 0 "at least", 1 "fewer than"
    bint avoiding        # whether signs stay as `learn_avoid` set them, instead of following the last values
    # Scratch of the analysis.
    uint8_t *seen        # [n_variables]
    int32_t *learnt      # [2 * n_variables] the clause being learnt
    int32_t learnt_size
    int32_t *because     # [2 * n_edges + n_variables + 8] one explanation
    int32_t *level_mark  # [n_variables + 1]
    int32_t marks
    # The state of the search.
    bint solved          # the assignment is a solution that has been reported
    bint in_conflict     # there is a conflict to learn from
    bint exhausted
    bint out_of_memory
    int32_t assumption   # a literal to decide first, -1 = none
    bint disconnected    # whether islands need not be connected
    int32_t *asked       # [n_islands] if numbers are doubted: the clues that a question is about, as literals
    int32_t n_asked
    int32_t *core        # [n_islands] after "no": islands whose numbers alone leave no solution
    int32_t core_size
    int64_t recalled     # solutions excluded by a clause
    int32_t floor        # the decisions of levels up to here have been reversed and stay
    uint8_t *turned      # [n_variables + 1] whether the decision of a level is its second half
    int64_t conflicts
    int64_t decisions
    int64_t effort
    int64_t restart_at   # conflicts at which to restart
    int64_t restarts
    int32_t store_limit  # size of the store at which to reduce it
    Arena memory


# Start from the domains of a settled root. Zero the struct before the first start.
cdef Status learn_start(Learn *l, const Topo *topo, const IslandDomain *islands) noexcept nogil

# The same, to be asked about numbers: all clues are unknown in `topo` and `islands`, and `doubted` has the numbers.
# If `disconnected`, the islands need not be connected, and an island without a number needs no bridge.
cdef Status learn_doubting(
    Learn *l, const Topo *topo, const IslandDomain *islands, const int8_t *doubted, bint disconnected
) noexcept nogil

# Go back to the root for the next question, which numbers are added to one by one with `learn_ask`. Then run:
# SOLUTION: they leave a solution. EXHAUSTED: they leave none, see `core`.
cdef void learn_question(Learn *l) noexcept nogil
cdef void learn_ask(Learn *l, int32_t island) noexcept nogil

# Wherever there is a choice, try these bridges last.
cdef void learn_avoid(Learn *l, const int8_t *bridges) noexcept nogil

# Exclude a solution found elsewhere.
cdef Status learn_exclude(Learn *l, const int8_t *bridges) noexcept nogil

# Search until SOLUTION or EXHAUSTED, or (CALL_AGAIN) for this much effort and this many conflicts and decisions.
cdef Status learn_run(Learn *l, int64_t effort, int64_t nodes) noexcept nogil

# Go back to the root and from now on look only for solutions with `literal` (-1: for all solutions).
cdef void learn_assume(Learn *l, int32_t literal) noexcept nogil

# At the root: make `literal` true for good.
cdef void learn_restrict(Learn *l, int32_t literal) noexcept nogil

cdef void learn_free(Learn *l) noexcept nogil
