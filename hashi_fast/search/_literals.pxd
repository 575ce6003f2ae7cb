"""The state of the learning gear: an assignment of literals, each with its reason.

A *literal* says something about the bridges of one edge:

    "at least k"    2 * variable          variable = edge << shift | k - 1
    "fewer than k"  2 * variable + 1      shift: the least with 2^shift >= max_bridges

So literal ^ 1 is the opposite. Literals are on the trail in the order in which they
became true. The words of `_domains` are kept up to date with them, bit for bit: lo bit
k - 1 of an edge is its "at least k", a cleared hi bit k - 1 is its "fewer than k".

A *reason* says why a literal is true. It determines which earlier literals on the trail
imply it. For sums and cuts, these are worked out only when a conflict asks for them, from
the places on the trail. Between any two calls the literals of an edge are consistent:
"at least k" implies "at least k - 1", and "fewer than k" implies "fewer than k + 1". What
holds at level 0 holds in every solution that has not been reported, and is left out of
explanations.

    reason = number << 3 | kind

A search can *doubt* the numbers of islands. A doubted number counts only while the literal of
its clue is true, and until then an island behaves as one with an unknown clue. The clue of
island i takes the place of an "at least 2" of edge n_edges + i, so whatever looks for first
bridges on the trail passes over it.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t

from hashi_fast.search._domains cimport IslandDomain
from hashi_fast.support._memory cimport Carver
from hashi_fast.board._topology cimport Topo


cdef extern from "hf_bits.h" nogil:
    bint HF_UNLIKELY(bint x)


cdef enum Kind:
    DECISION = 0     # no reason: assumed
    ISLAND = 1       # the sum of island `number`
    LITERAL = 2      # literal `number`: a crossing bridge, or the next k of the same edge
    CLAUSE = 3       # the clause at place `number` of the store
    EXIT = 4         # the edge is the only exit of the group of island `number`
    LOOP = 5         # the ends of the edge are connected without it, and loops are forbidden


cdef struct Literals:
    const Topo *topo
    int shift
    const int8_t *doubted  # [n_islands] the numbers that are doubted; NULL: all numbers count
    int least            # bridges that an island with an unknown clue needs
    int32_t n_clues      # literals of clues on the trail
    int32_t n_variables  # including numbers that never occur
    IslandDomain *islands  # [n_islands]
    int8_t *value        # [2 * n_variables] 1 true, -1 false, 0 open
    int32_t *level       # [n_variables] the number of decisions when it was assigned; 0 = it depends on none
    int32_t *place       # [n_variables] its place on the trail, -1 if it was known from the start
    int32_t *reason      # [n_variables]
    int32_t *trail       # [n_variables]
    int32_t trail_size
    int32_t handled      # literals on the trail whose consequences have been drawn
    int32_t *start       # [n_variables + 1] size of the trail when each level began
    int32_t n_levels
    # A conflict, until it is analysed: true literals that cannot all hold.
    int32_t *conflict    # [2 * n_edges + n_variables + 8]
    int32_t conflict_size


# Set `doubted` before.
cdef void literals_carve(Literals *s, const Topo *topo, Carver *carver) noexcept nogil

# Start at level 0 with the settled domains in `islands`. If numbers are doubted, all clues must be unknown there.
cdef void literals_reset(Literals *s, const IslandDomain *islands) noexcept nogil

# Draw the consequences of a true literal for its crossings and the sums of its islands. False: a conflict.
cdef bint apply_rules(Literals *s, int32_t literal) noexcept nogil

# Write the literals that imply `literal` by the sum of `island` to `out`. Returns their number.
# Precondition: the literal is on the trail.
cdef int32_t explain_sum(const Literals *s, int32_t literal, int32_t island, int32_t *out) noexcept nogil

# Undo every level above `level`.
cdef void literals_undo(Literals *s, int32_t level) noexcept nogil


cdef inline int32_t at_least(const Literals *s, int32_t edge, int k) noexcept nogil:
    return (edge << s.shift | (k - 1)) << 1


cdef inline int32_t fewer_than(const Literals *s, int32_t edge, int k) noexcept nogil:
    return (edge << s.shift | (k - 1)) << 1 | 1


cdef inline int32_t bound_literal(const Literals *s, int32_t edge, int k, bint lower) noexcept nogil:
    """The literal "at least k" for a lower bound, else "fewer than k"."""
    return (edge << s.shift | (k - 1)) << 1 | (not lower)


cdef inline int32_t edge_of(const Literals *s, int32_t literal) noexcept nogil:
    return literal >> (s.shift + 1)


cdef inline int count_of(const Literals *s, int32_t literal) noexcept nogil:
    """The k of a literal."""
    return ((literal >> 1) & ((1 << s.shift) - 1)) + 1


cdef inline int32_t clue_literal(const Literals *s, int32_t island) noexcept nogil:
    """The literal that says that the doubted number of an island counts."""
    return at_least(s, s.topo.n_edges + island, 2)


cdef inline int32_t clue_island(const Literals *s, int32_t literal) noexcept nogil:
    return edge_of(s, literal) - s.topo.n_edges


# Make the literal of a clue true.
cdef void put_clue(Literals *s, int32_t literal, int32_t reason) noexcept nogil


cdef inline uint32_t bit_of(const Literals *s, int32_t literal) noexcept nogil:
    """The bit that a literal flips in the word of the edge's upper or left island; in the other word it is 8 higher."""
    # "At least k" sets bit k - 1 of lo, "fewer than k" clears bit k - 1 of hi.
    cdef uint32_t bit = <uint32_t>1 << (count_of(s, literal) - 1 + 4 * (literal & 1))
    return bit << (16 * s.topo.edge_orient[edge_of(s, literal)])


cdef inline void put(
    Literals *s, int32_t literal, int32_t reason,
    IslandDomain *here, uint32_t bit_here, IslandDomain *there, uint32_t bit_there,
) noexcept nogil:
    """Make an open literal true and nothing else: the caller handles the other k of its edge.

    The islands of the edge are given with the bits that the literal flips in their words.
    """
    cdef int32_t variable = literal >> 1
    cdef int fewer = literal & 1
    here.slots ^= bit_here
    there.slots ^= bit_there
    here.need -= 1 - fewer
    there.need -= 1 - fewer
    here.slack -= fewer
    there.slack -= fewer
    s.value[literal] = 1
    s.value[literal ^ 1] = -1
    s.level[variable] = s.n_levels
    s.place[variable] = s.trail_size
    s.reason[variable] = reason
    s.trail[s.trail_size] = literal
    s.trail_size += 1


cdef inline void assign(Literals *s, int32_t literal, int32_t reason) noexcept nogil:
    """Make an open literal true, with all literals of the same edge that it implies."""
    cdef int step = 2 if literal & 1 else -2
    cdef int32_t k = count_of(s, literal)
    cdef int32_t last = s.topo.board.max_bridges if literal & 1 else 1
    cdef int32_t e = edge_of(s, literal)
    cdef IslandDomain *a
    cdef IslandDomain *b
    cdef uint32_t bit
    if HF_UNLIKELY(e >= s.topo.n_edges):
        put_clue(s, literal, reason)
        return
    a = &s.islands[s.topo.edge_a[e]]
    b = &s.islands[s.topo.edge_b[e]]
    bit = bit_of(s, literal)
    put(s, literal, reason, a, bit, b, bit << 8)
    # "Fewer than k" implies "fewer than k + 1"; "at least k" implies "at least k - 1".
    while k != last and s.value[literal + step] == 0:
        bit = bit << 1 if literal & 1 else bit >> 1
        put(s, literal + step, literal << 3 | LITERAL, a, bit, b, bit << 8)
        literal += step
        k += step // 2


cdef inline bint true_before(const Literals *s, int32_t literal, int32_t place) noexcept nogil:
    """Whether the literal was true when the one at `place` was put on the trail."""
    return s.value[literal] == 1 and s.place[literal >> 1] < place
