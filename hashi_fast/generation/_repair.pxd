"""Repair: changing an intended solution until it is the only one.

Rejecting boards with several solutions dies with their size. Repair finds a solution that differs from the intended
one and changes the intended one where the two differ:

    s bridges intended on an edge, t in the other solution, d = |t - s|
    t > s   RAISED to more than max - d (LINKED where s = 0): then the other solution would need more than max
    t < s   LOWERED to less than d, or CUT: it would need less than none
    s > 0   SPLIT: an island that has 2 s bridges, where the other solution brings 2 t
    TOLD    the hidden clue of an island at which the sums differ

Each of them rules out the other solution as it stands. All but SPLIT leave the islands where they are, and so keep the
topology.

a. The edges on which the two differ fall into *clusters* that share islands. Each is an ambiguity of its own more often
   than not, so each gets one change a round; and the search is told to stay away from the intended solution wherever it
   has a choice (`Search.avoid`), so that one round meets nearly all of them.
b. More than half of all ambiguities are *rings*: four edges round which a bridge can be moved. They are found without
   a search, by a look at every island, before each one.
c. Where a style has a say (`_look`), changes that would make the board look less like it are less likely, and bridges
   may be moved: a pair is linked, and another one that closes the same cycle is cut.
d. Where no change is possible, bridges are moved from an edge to another that joins what comes apart; failing that, the
   other solution is intended instead, for which other changes are possible.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t

from hashi_fast.generation._draft cimport Draft, Targets
from hashi_fast.generation._look cimport UNIT_COST, Look
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._random cimport hf_random, hf_random_below
from hashi_fast.support._status cimport OWN, Status
from hashi_fast.search._search cimport Search
from hashi_fast.board._topology cimport Topo


cdef enum:
    MOST_RISE = UNIT_COST  # of the energy of the look by a move that a repair makes


# Kinds of change.
cdef enum:
    RAISED = 0           # a pair with bridges has more
    LOWERED = 1          # or fewer
    LINKED = 2           # a pair without bridges has some
    CUT = 3              # or the other way round
    SPLIT = 4            # a new island stands in a bridge
    TOLD = 5             # a hidden clue is told
    MOVED = 6            # a pair is linked and another one cut for it; logged as these two
    KINDS = 7


cdef struct Edit:
    int32_t kind
    int32_t a            # cells of the pair
    int32_t b
    int32_t at           # SPLIT: the cell of the new island (its image is not logged); TOLD: of the island; else 0
    int32_t before       # bridges of the pair
    int32_t after


# What may be done, and how much of it.
cdef struct Remedy:
    int32_t weights[KINDS]  # by kind, at most 100: how much more likely than another it is, 0 = never
    int64_t edit_limit
    int64_t solve_limit
    int64_t node_limit   # of one solve


# Why a board was not made unique.
cdef enum:
    LIMIT = 5 * OWN      # a limit of the remedy is reached
    INCURABLE            # there is another solution, and nothing that may be done about it
    UNINTENDED           # the intended bridges are no solution
    TOO_PLAIN            # counting around islands decides more edges than allowed


# Zero it before the first `repair_start`; each start reuses the memory of the one before.
cdef struct Repair:
    # For callers to read. After UNIQUE the topology and the lists of the draft are those of the repaired board.
    Topo topo
    int64_t effort       # work done since it was zeroed, about one unit for each island looked at
    int64_t n_edits
    Edit *edits          # [n_edits] all changes in order
    # The rest is its own.
    Draft *draft
    hf_random *random
    Remedy remedy
    Targets aims
    Look *look           # NULL: nothing is known about how the board should look
    bint guessing        # whether the other solution is only what may have to be ruled out, not a solution
    Search search
    int8_t *intended     # [n_edges]
    int8_t *other        # [n_edges] the other solution
    # Scratch of one round.
    int32_t *differing   # [n_edges] the edges on which the two differ
    int32_t n_differing
    int32_t *parent      # [n_islands] clusters as a union-find; like the rest, valid for islands of differing edges
    int32_t *sum_change  # [n_islands] bridges in the other solution less those intended
    # At the island that stands for a cluster:
    int32_t *weight      # [n_islands] of all changes considered so far
    Edit *chosen         # [n_islands] one of them, by weight
    int32_t *chosen_edge  # [n_islands] and its edge
    # Where it stands.
    bint surveyed        # whether the topology is that of the draft
    bint searching       # whether a search is under way
    bint seen_intended   # whether it has found the intended solution
    int64_t solves
    int32_t least_open   # edges that counting around islands must leave undecided; 0 = that is not looked at
    int32_t open         # and how many it did
    Arena memory
    Arena log


# Begin with a draft, which stays the caller's, as do its look (or NULL) and the stream of random numbers. Changes that
# lead beyond `aims` are the last resort.
cdef void repair_start(
    Repair *r, Draft *draft, const Remedy *remedy, const Targets *aims, Look *look, hf_random *random
) noexcept nogil

# Go on for a slice, or until it is proved UNIQUE.
cdef Status repair_run(Repair *r) noexcept nogil

cdef void repair_free(Repair *r) noexcept nogil

# ---- for those who know by themselves what to change

# Make sure that the topology is that of the draft.
cdef Status repair_survey(Repair *r) noexcept nogil

# Change the intended solution until no bridge can be moved round a ring, as far as that can be done.
cdef Status repair_rings(Repair *r) noexcept nogil

# The caller has put other bridges and islands into the draft.
cdef void repair_draft_replaced(Repair *r) noexcept nogil

# Intend these bridges of the edges of the topology instead. That cannot be taken back. Precondition: a survey.
cdef void repair_intend(Repair *r, const int8_t *bridges) noexcept nogil

# Allow so many changes in all, those made before included.
cdef void repair_allow_edits(Repair *r, int64_t limit) noexcept nogil

# Make a change of edge e and log it, unless another one is in its way: then nothing is logged.
cdef Status make_edit(Repair *r, const Edit *edit, int32_t e) noexcept nogil

# How much the energy of the look would rise if an edge had so many bridges. Precondition: a look.
cdef int64_t rise_of(Repair *r, int32_t e, int after) noexcept nogil

# MOVED: link a pair, cut another one for it that suits the look, and log both; nothing is done where the energy of the
# look would rise by more than `most_rise`. Precondition: a look.
cdef Status make_move(Repair *r, const Edit *edit, int32_t e, int64_t most_rise) noexcept nogil

# Take back all changes after the first `n_edits`. Precondition: none of them has moved an island.
cdef void repair_undo(Repair *r, int64_t n_edits) noexcept nogil

# From now on only prove that the draft is unique as it stands: `repair_run` starts anew and may change nothing more.
# It ends with TOO_PLAIN if counting around islands leaves fewer than `least_open` edges undecided.
cdef void repair_prove_only(Repair *r, int32_t least_open) noexcept nogil

# Let the other solution be the intended one; `suppose` then lets it differ. Precondition of both: a survey.
cdef void suppose_intended(Repair *r) noexcept nogil

# Make one change in every cluster of edges on which the other solution differs from the intended one. OK: something was
# changed; else INCURABLE or LIMIT.
cdef Status change_clusters(Repair *r) noexcept nogil

# The same where the other solution is only supposed: any change of an edge may help.
cdef Status change_supposed(Repair *r) noexcept nogil


cdef inline int32_t draw_below(Repair *r, int32_t n) noexcept nogil:
    return <int32_t>hf_random_below(r.random, <uint32_t>n) if n > 1 else 0


cdef inline int32_t cell_a(const Repair *r, int32_t e) noexcept nogil:
    return r.draft.at[r.topo.edge_a[e]]


cdef inline int32_t cell_b(const Repair *r, int32_t e) noexcept nogil:
    return r.draft.at[r.topo.edge_b[e]]


cdef inline int slot_of(const Repair *r, int32_t e) noexcept nogil:
    """The slot of an edge at its upper or left island."""
    return 2 * r.topo.edge_orient[e]


cdef inline Edit edit_of(const Repair *r, int32_t e, int kind, int after, int32_t at) noexcept nogil:
    """A change of an edge to so many bridges; `at` as in Edit."""
    cdef Edit edit
    edit.kind = kind
    edit.a = cell_a(r, e)
    edit.b = cell_b(r, e)
    edit.at = at
    edit.before = r.intended[e]
    edit.after = after
    return edit


cdef inline int intended_on(const Repair *r, int32_t e) noexcept nogil:
    """The intended bridges of an edge."""
    return r.intended[e]


cdef inline bint is_crossed(const Repair *r, int32_t e) noexcept nogil:
    """Whether an intended bridge crosses an edge."""
    cdef int32_t k
    for k in range(r.topo.cross_start[e], r.topo.cross_start[e + 1]):
        if r.intended[r.topo.cross_list[k]]:
            return True
    return False


cdef inline void suppose(Repair *r, int32_t e, int count) noexcept nogil:
    """Let the other solution have so many bridges on an edge."""
    r.other[e] = <int8_t>count


cdef inline int64_t nodes_searched(const Repair *r) noexcept nogil:
    """Nodes of the last search, so after UNIQUE those of the proof."""
    return r.search.nodes
