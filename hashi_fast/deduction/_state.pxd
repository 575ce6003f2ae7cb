"""A deduction: what a person has worked out about a board so far, and the steps of the current round.

A *technique* is a rule that people have a name for; a *rung* is its place on the ladder from easy to hard. A *step* is
one use of a technique: it looks at some islands and concludes bounds of some edges. All steps of the easiest rung that
has any make a *round*: they are found in the same state, then applied together. So nothing depends on the order of
islands or on how the board is turned.

    find       a rung looks at the state and calls look_at / conclude / end_step for each step
    pending    what the steps of the round conclude, per edge, until the round is applied
    log        (only on request) every step in full, as a stream of numbers; see Mark

Two kinds of caps. A direction never takes more than either of its islands still needs; the domains enforce that without
a step. But seeing it takes a look at what the neighbour already has. The easiest techniques go by the printed numbers
and by which directions are closed. For them, `cap` holds what the printed numbers and the steps so far leave to an
edge.

Nobody looks twice at what has not changed. Each rung that goes by one island and its directions has a set of islands to
look at. The first gets all islands, later those that the trail names since it looked last; what one of them has looked
at is handed on to the next. Other rungs go through the islands that are not settled. All are sets of bits, so islands
are met in the order of their numbers, whatever order they changed in.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from hashi_fast.search._groups cimport Groups
from hashi_fast.search._domains cimport Domains, is_settled
from hashi_fast.support._memory cimport Arena, arena_grow
from hashi_fast.support._status cimport Status
from hashi_fast.search._search cimport Search
from hashi_fast.board._topology cimport Topo


cdef enum:
    MAX_RUNGS = 24


# The first number of an entry of the log. The comments say what the other two are.
cdef enum Mark:
    LOOKED = 0           # an island
    CONCLUDED = 1        # an edge, bits that flip
    STEP = 2             # the island it is about or -1, the edge it is about or -1; follows what it saw and concluded
    ROUND = 3            # the rung, the number of steps; follows them
    CAPPED = 4           # an edge, bits that flip because an island needs no more; follows the round
    CASES = 5            # an edge, k: the step looks at two cases, fewer than k bridges on the edge and at least k


cdef struct Log:
    bint wanted
    bint failed          # whether memory ran out
    int32_t *entries     # in `memory`
    int64_t size
    int64_t step         # size when the current step began
    Arena memory


# Rungs that go by one island and its directions, in the order of the ladder.
cdef enum:
    FULL = 0
    EACH_WAY = 1
    DIRECTIONS = 2
    NEIGHBOURS = 3
    WATCHERS = 4


# How the board was solved, per rung.
cdef struct Tally:
    int32_t steps[MAX_RUNGS]
    int32_t rounds[MAX_RUNGS]
    int64_t looking[MAX_RUNGS]   # sum over rounds: the root of unfinished islands per open step; thousandths
    int64_t scarcest             # the most unfinished islands per open step in any round; thousandths
    int64_t backtracks           # of the search, if it was needed


# Invariant between rounds: nothing is pending and the queue of the domains is empty. The groups are updated when a rung
# needs them.
cdef struct Deduction:
    Domains domains
    Groups groups
    bint hopeless            # whether some island can never get what it needs
    int32_t undecided        # edges whose number of bridges is not known
    int32_t unfinished       # islands with such an edge
    int8_t *cap              # [n_edges] most bridges, by the printed numbers and the steps so far
    uint8_t *pending         # [n_edges] bits that the steps of the round flip
    int32_t *touched         # [n_edges] the edges that have such bits
    int32_t n_touched
    int32_t n_steps          # steps of the round so far
    bint concluded           # whether the current step has concluded anything new
    int32_t completed        # how much of the trail `find_completions` has looked at
    uint64_t *waiting[WATCHERS]  # [n_islands] bits: the islands that each of these rungs still has to look at
    int32_t watched          # how much of the trail is in the first of them
    uint64_t *unsettled      # [n_islands] bits: all islands with an undecided edge, and maybe some others
    int32_t *stamp           # [n_islands] the last pass in which a rung met the island
    int32_t pass_number
    uint8_t *flipped         # [n_edges] scratch of case splits: bits that the first case flips, all zero in between
    int32_t *changed         # [n_edges + 1] the edges that have such bits
    int rung                 # the rung that is looking for steps
    int32_t cursor           # where it goes on
    bint restless            # whether it has changed anything since it began from the first island
    int64_t effort           # work done, about one unit per island looked at
    int64_t effort_limit     # of the current slice
    int64_t node_limit       # of the search
    bint may_search          # whether the rungs in use include it
    const int8_t *known      # [n_edges] a solution that the caller knows, or NULL: no trial would refute it
    bint proved              # whether the caller knows that the board is unique, so that no search need prove it
    Status proof             # its answer; CALL_AGAIN until it has ended, OK if the board is unique
    bint searching           # whether the search has been started
    bint has_found           # whether it has found a solution
    int8_t *found            # [oriented.n_edges] that solution
    Topo oriented            # the board as the search sees it
    int32_t *origin          # [n_islands] for each island there, the island of ours
    Search search
    Tally tally
    Log log
    Arena memory
    Arena oriented_memory
    Arena found_memory


# The function of a rung. OK: it has found all its steps in this state. CALL_AGAIN: its slice is used up, and it will go
# on at `cursor`. Anything else is an answer about the board (see _answers.pxd).
ctypedef Status (*Find)(Deduction *) noexcept nogil


cdef extern from "hf_bits.h" nogil:
    int hf_ctz64(uint64_t x)


cdef inline int32_t words_for(int32_t n) noexcept nogil:
    """How many words a set of n bits takes."""
    return (n + 63) >> 6


cdef inline int32_t next_in(const uint64_t *bits, int32_t i, int32_t n) noexcept nogil:
    """The first member of a set of numbers below n that is i or more; -1: there is none."""
    cdef uint64_t word
    if i >= n:
        return -1
    word = bits[i >> 6] >> (i & 63)
    if word:
        return i + hf_ctz64(word)
    for i in range((i >> 6) + 1, words_for(n)):
        if bits[i]:
            return 64 * i + hf_ctz64(bits[i])
    return -1


cdef inline void catch_up(Deduction *t) noexcept nogil:
    """Let the first watcher look at the islands that have changed since it looked last."""
    cdef uint64_t *islands = t.waiting[FULL]
    cdef const Domains *d = &t.domains
    cdef int32_t k, a, b
    for k in range(t.watched, d.trail_size):
        a = d.topo.edge_a[d.trail[k] >> 8]
        b = d.topo.edge_b[d.trail[k] >> 8]
        islands[a >> 6] |= <uint64_t>1 << (a & 63)
        islands[b >> 6] |= <uint64_t>1 << (b & 63)
    t.effort += 1 + (d.topo.board.n_islands >> 6) + 4 * (d.trail_size - t.watched)
    t.watched = d.trail_size


cdef inline int32_t next_unsettled(Deduction *t, int32_t i) noexcept nogil:
    """The first island that is i or more and has an undecided edge; -1: there is none."""
    i = next_in(t.unsettled, i, t.domains.topo.board.n_islands)
    while i >= 0 and is_settled(&t.domains.islands[i]):
        t.unsettled[i >> 6] &= ~(<uint64_t>1 << (i & 63))
        i = next_in(t.unsettled, i + 1, t.domains.topo.board.n_islands)
    return i


cdef inline int32_t take_next(Deduction *t, int who, int32_t i) noexcept nogil:
    """Take the first island that is i or more from those that a rung has to look at; -1: there is none."""
    cdef uint64_t bit
    i = next_in(t.waiting[who], i, t.domains.topo.board.n_islands)
    if i >= 0:
        bit = <uint64_t>1 << (i & 63)
        t.waiting[who][i >> 6] &= ~bit
        if who + 1 < WATCHERS:
            t.waiting[who + 1][i >> 6] |= bit
    return i


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
    """Note that the current step takes this island into account."""
    log_entry(&t.log, LOOKED, island, 0)


cdef inline void conclude(Deduction *t, int32_t e, uint32_t flips) noexcept nogil:
    """Let the current step conclude that these bits of edge e's domain flip. None of them may have flipped before."""
    if not flips:
        return
    if t.pending[e] == 0:
        t.touched[t.n_touched] = e
        t.n_touched += 1
    t.pending[e] |= flips
    t.concluded = True
    log_entry(&t.log, CONCLUDED, e, <int32_t>flips)


cdef inline void end_step(Deduction *t, int32_t island, int32_t edge) noexcept nogil:
    """End the current step, which is about this island or this edge (else -1). It counts if it concluded anything."""
    if not t.concluded:
        t.log.size = t.log.step
        return
    t.concluded = False
    t.n_steps += 1
    log_entry(&t.log, STEP, island, edge)
    t.log.step = t.log.size
