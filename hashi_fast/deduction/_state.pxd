"""A deduction: the state of a board as far as a person has worked it out, and the steps that are open in it.

A *technique* is a rule that people have a name for; a *rung* is its place on the ladder from easy to hard. A *step* is
one use of a technique: it looks at some islands and concludes bounds of some edges. All steps of the easiest rung that
has any make a *round*: they are found in the same state, then applied together. So nothing depends on the order in
which islands are looked at, nor on how the board is turned.

    find       a rung looks at the state and calls, for each step, look_at / conclude / end_step
    pending    what the steps of the round conclude, edge by edge, until it is applied
    log        (only when it is asked for) every step in full, as a stream of numbers; see Mark

Two kinds of caps. A direction never takes more than either of its islands still needs: the domains keep to that by
themselves, without a step. But to know it takes a look at what the neighbour has got already, and the easiest
techniques do without: they see the printed numbers and which directions are closed. For them, `cap` holds what the
printed numbers and the steps so far leave to an edge.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from hashi_fast.search._groups cimport Groups
from hashi_fast.search._domains cimport Domains
from hashi_fast.support._memory cimport Arena, arena_grow
from hashi_fast.support._status cimport Status
from hashi_fast.search._search cimport Search
from hashi_fast.board._topology cimport Topo


cdef enum:
    MAX_RUNGS = 24


# What an entry of the log begins with.
cdef enum Mark:
    LOOKED = 0           # an island
    CONCLUDED = 1        # an edge, bits that flip
    STEP = 2             # the island it is about or -1, the edge it is about or -1; after what it saw and concluded
    ROUND = 3            # the rung, how many steps; after them
    CAPPED = 4           # an edge, bits that flip because an island needs no more; after the round
    CASES = 5            # an edge, k: the step looks at both cases, fewer than k bridges on it and at least k


cdef struct Log:
    bint wanted
    bint failed          # whether memory ran out
    int32_t *entries     # in `memory`
    int64_t size
    int64_t step         # size when the current step began
    Arena memory


# How the board was solved, by rung.
cdef struct Tally:
    int32_t steps[MAX_RUNGS]
    int32_t rounds[MAX_RUNGS]
    int64_t looking[MAX_RUNGS]   # for each round, the root of the unfinished islands a step that was open; thousandths
    int64_t scarcest             # the most of these islands a step in any round, in thousandths
    int64_t backtracks           # of the search, where it came to that


# Invariant between rounds: nothing is pending and the queue of the domains is empty. The groups follow when a rung
# needs them.
cdef struct Deduction:
    Domains domains
    Groups groups
    bint hopeless            # whether some island can never get what it needs
    int32_t undecided        # edges whose number of bridges is not known
    int32_t unfinished       # islands with such an edge
    int8_t *cap              # [n_edges] most bridges by the printed numbers and by steps
    uint8_t *pending         # [n_edges] bits that the steps of the round flip
    int32_t *touched         # [n_edges] the edges that have any
    int32_t n_touched
    int32_t n_steps          # steps of the round so far
    bint concluded           # whether the current step has concluded anything new
    int32_t completed        # how much of the trail `find_completions` has looked at
    int32_t *stamp           # [n_islands] the last pass in which a rung met the island
    int32_t pass_number
    uint8_t *flipped         # [n_edges] scratch of case splits: bits that the first case flips, all zero in between
    int32_t *changed         # [n_edges + 1] and the edges that have any
    int rung                 # the rung that is being looked at
    int32_t cursor           # where it goes on
    int64_t effort           # work done, about one unit for each island looked at
    int64_t effort_limit     # of the current slice
    int64_t node_limit       # of the search
    bint may_search          # whether the rungs that may be used include it
    Status proof             # what it says of the board, CALL_AGAIN until it has come to its end; OK: it is unique
    bint searching           # whether the search has been started
    bint has_found           # whether it has found a solution,
    int8_t *found            # [oriented.n_edges] this one
    Topo oriented            # the board as the search sees it
    int32_t *origin          # [n_islands] which island of ours each island there is
    Search search
    Tally tally
    Log log
    Arena memory
    Arena oriented_memory
    Arena found_memory


# A rung's function. OK: all its steps in this state have been found. CALL_AGAIN: it has done enough for now and goes on
# at `cursor`. Anything else (see _answers.pxd) is said of the board.
ctypedef Status (*Find)(Deduction *) noexcept nogil


cdef inline void log_entry(Log *log, int32_t mark, int32_t one, int32_t two) noexcept nogil:
    if not log.wanted or log.failed:
        return
    if (log.size + 3) * sizeof(int32_t) > log.memory.capacity:
        if not arena_grow(&log.memory, log.size * sizeof(int32_t), 2 * (log.size + 512) * sizeof(int32_t)):
            log.failed = True
            return
        log.entries = <int32_t *>log.memory.base
    log.entries[log.size] = mark
    log.entries[log.size + 1] = one
    log.entries[log.size + 2] = two
    log.size += 3


cdef inline void look_at(Deduction *t, int32_t island) noexcept nogil:
    """The current step takes this island into account."""
    log_entry(&t.log, LOOKED, island, 0)


cdef inline void conclude(Deduction *t, int32_t e, uint32_t flips) noexcept nogil:
    """The current step concludes that these bits of edge e's domain flip; none of them has flipped yet."""
    if not flips:
        return
    if t.pending[e] == 0:
        t.touched[t.n_touched] = e
        t.n_touched += 1
    t.pending[e] |= flips
    t.concluded = True
    log_entry(&t.log, CONCLUDED, e, <int32_t>flips)


cdef inline void end_step(Deduction *t, int32_t island, int32_t edge) noexcept nogil:
    """The current step, about this island or this edge (else -1), is done; it counts if it concluded anything."""
    if not t.concluded:
        t.log.size = t.log.step
        return
    t.concluded = False
    t.n_steps += 1
    log_entry(&t.log, STEP, island, edge)
    t.log.step = t.log.size
