"""Sums and crossings with reasons (see _literals.pxd)."""
from libc.string cimport memcpy, memset

from hashi_fast.search._domains cimport UNKNOWN_NEED, edge_byte, hi_of, lo_of, slot_byte, sum_flips
from hashi_fast.support._memory cimport carve


cdef extern from "hf_bits.h" nogil:
    int hf_ctz32(uint32_t x)


cdef void literals_carve(Literals *s, const Topo *topo, Carver *carver) noexcept nogil:
    cdef size_t n = topo.board.n_islands
    cdef size_t v
    s.topo = topo
    s.shift = 0 if topo.board.max_bridges == 1 else 1 if topo.board.max_bridges == 2 else 2
    s.n_variables = topo.n_edges << s.shift
    if s.doubted != NULL:
        s.shift = max(s.shift, 1)
        s.n_variables = (topo.n_edges + topo.board.n_islands) << s.shift
    v = s.n_variables
    s.islands = <IslandDomain *>carve(carver, n * sizeof(IslandDomain))
    s.level = <int32_t *>carve(carver, v * sizeof(int32_t))
    s.place = <int32_t *>carve(carver, v * sizeof(int32_t))
    s.reason = <int32_t *>carve(carver, v * sizeof(int32_t))
    s.trail = <int32_t *>carve(carver, v * sizeof(int32_t))
    s.start = <int32_t *>carve(carver, (v + 1) * sizeof(int32_t))
    s.conflict = <int32_t *>carve(carver, (2 * topo.n_edges + v + 8) * sizeof(int32_t))
    s.value = <int8_t *>carve(carver, 2 * v)


cdef void literals_reset(Literals *s, const IslandDomain *islands) noexcept nogil:
    cdef int32_t e, variable, k
    cdef uint32_t byte
    memcpy(s.islands, islands, s.topo.board.n_islands * sizeof(IslandDomain))
    memset(s.level, 0, s.n_variables * sizeof(int32_t))
    memset(s.place, 0xFF, s.n_variables * sizeof(int32_t))
    memset(s.reason, 0, s.n_variables * sizeof(int32_t))
    s.trail_size = 0
    s.handled = 0
    s.n_levels = 0
    s.conflict_size = 0
    s.n_clues = 0
    if s.doubted != NULL:
        memset(s.value, 0, 2 * s.n_variables)
    for e in range(s.topo.n_edges):
        byte = edge_byte(s.topo, islands, e)
        for k in range(1 << s.shift):
            variable = e << s.shift | k
            # 1 if the lo bit is set, -1 if the hi bit is not.
            s.value[2 * variable] = <int8_t>((byte >> k & 1) + (byte >> (k + 4) & 1) - 1)
            s.value[2 * variable + 1] = -s.value[2 * variable]


cdef void put_clue(Literals *s, int32_t literal, int32_t reason) noexcept nogil:
    cdef int32_t variable = literal >> 1, i = clue_island(s, literal)
    if not literal & 1:
        s.islands[i].need += s.doubted[i] - UNKNOWN_NEED
        s.islands[i].slack += s.least - s.doubted[i]
    s.value[literal] = 1
    s.value[literal ^ 1] = -1
    s.level[variable] = s.n_levels
    s.place[variable] = s.trail_size
    s.reason[variable] = reason
    s.trail[s.trail_size] = literal
    s.trail_size += 1
    s.n_clues += 1


cdef void take_back_clue(Literals *s, int32_t literal) noexcept nogil:
    cdef int32_t i = clue_island(s, literal)
    if not literal & 1:
        s.islands[i].need += UNKNOWN_NEED - s.doubted[i]
        s.islands[i].slack += s.doubted[i] - s.least
    s.value[literal] = 0
    s.value[literal ^ 1] = 0
    s.n_clues -= 1


cdef void blame_sum(Literals *s, int32_t i, bint too_many) noexcept nogil:
    """Record a conflict: the sum of island i fails, since it has too many sure bridges or too few possible ones."""
    cdef int32_t slot, e, k
    cdef uint32_t byte
    s.conflict_size = 0
    for slot in range(4):
        e = s.topo.slot_edge[4 * i + slot]
        if e < 0:
            continue
        byte = slot_byte(&s.islands[i], slot)
        k = lo_of(byte) if too_many else hi_of(byte)
        if too_many and k > 0:
            s.conflict[s.conflict_size] = at_least(s, e, k)
            s.conflict_size += 1
        elif not too_many and k < s.topo.board.max_bridges:
            s.conflict[s.conflict_size] = fewer_than(s, e, k + 1)
            s.conflict_size += 1
    if s.doubted != NULL and s.value[clue_literal(s, i)] > 0:
        s.conflict[s.conflict_size] = clue_literal(s, i)
        s.conflict_size += 1


cdef bint check_sum(Literals *s, int32_t i) noexcept nogil:
    """Draw the consequences of an island's sum, like `propagate` in _domains. False: a conflict."""
    cdef IslandDomain *island = &s.islands[i]
    cdef uint32_t flips
    cdef int bit
    cdef int32_t at
    if HF_UNLIKELY(island.need < 0 or island.slack < 0):
        blame_sum(s, i, island.need < 0)
        return False
    flips = sum_flips(island)
    while flips:
        bit = hf_ctz32(flips)
        flips &= flips - 1
        at = 4 * i + (bit >> 3)
        put(
            s, at_least(s, s.topo.slot_edge[at], (bit & 3) + 1) | (bit >> 2 & 1), i << 3 | ISLAND,
            island, <uint32_t>1 << bit,
            # The edge is in the opposite slot of the other island.
            &s.islands[s.topo.slot_island[at]], <uint32_t>1 << (bit ^ 8),
        )
    return True


cdef bint apply_rules(Literals *s, int32_t literal) noexcept nogil:
    cdef const Topo *topo = s.topo
    cdef int32_t e = edge_of(s, literal)
    cdef int32_t x, other
    if HF_UNLIKELY(e >= topo.n_edges):
        return literal & 1 or check_sum(s, e - topo.n_edges)
    if literal == at_least(s, e, 1):
        for x in range(topo.cross_start[e], topo.cross_start[e + 1]):
            other = fewer_than(s, topo.cross_list[x], 1)
            if s.value[other] == 0:
                assign(s, other, literal << 3 | LITERAL)
            elif HF_UNLIKELY(s.value[other] < 0):
                s.conflict[0] = literal
                s.conflict[1] = other ^ 1
                s.conflict_size = 2
                return False
    return check_sum(s, topo.edge_a[e]) and check_sum(s, topo.edge_b[e])


cdef int32_t explain_sum(const Literals *s, int32_t literal, int32_t island, int32_t *out) noexcept nogil:
    cdef int32_t e = edge_of(s, literal), f, _k, slot, other, at, hit, found, size = 0
    cdef int32_t place = s.place[literal >> 1]
    cdef int32_t most = s.topo.board.max_bridges
    # The edge cannot carry more, because of what the others already carry, or it must carry as many, because the
    # others cannot carry more. The strongest bound of each other edge counts, which is found without branches, since
    # no processor could predict them.
    cdef int32_t weakest = 0 if literal & 1 else 2 * (most - 1) + 1
    cdef int32_t step = 2 if literal & 1 else -2
    for slot in range(4):
        f = s.topo.slot_edge[4 * island + slot]
        if f < 0 or f == e:
            continue
        other = at_least(s, f, 1) + weakest
        found = -1
        for _k in range(most):
            at = s.place[other >> 1]
            hit = -<int32_t>((s.value[other] > 0) & (at < place))
            out[size] = other & hit | out[size] & ~hit
            found = at & hit | found & ~hit
            other += step
        size += found >= 0
    if HF_UNLIKELY(s.doubted != NULL) and true_before(s, clue_literal(s, island), place):
        out[size] = clue_literal(s, island)
        size += 1
    return size


cdef void literals_undo(Literals *s, int32_t level) noexcept nogil:
    cdef int32_t literal, e, mark = s.start[level]
    cdef uint32_t bit
    cdef IslandDomain *a
    cdef IslandDomain *b
    while s.trail_size > mark:
        s.trail_size -= 1
        literal = s.trail[s.trail_size]
        e = edge_of(s, literal)
        if HF_UNLIKELY(e >= s.topo.n_edges):
            take_back_clue(s, literal)
            continue
        a = &s.islands[s.topo.edge_a[e]]
        b = &s.islands[s.topo.edge_b[e]]
        bit = bit_of(s, literal)
        a.slots ^= bit
        b.slots ^= bit << 8
        if literal & 1:
            a.slack += 1
            b.slack += 1
        else:
            a.need += 1
            b.need += 1
        s.value[literal] = 0
        s.value[literal ^ 1] = 0
    s.n_levels = level
    if s.handled > mark:
        s.handled = mark
