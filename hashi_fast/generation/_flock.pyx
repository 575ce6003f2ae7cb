"""Many boards with the same islands (see _flock.pxd)."""
from libc.stdint cimport uint32_t

from hashi_fast.board._topology cimport find_ring
from hashi_fast.deduction._wide_glance cimport EdgeLanes, wide_free, wide_glance, wide_start
from hashi_fast.support._lanes cimport lanes_of, lanes_word, no_lanes
from hashi_fast.support._memory cimport Carver, arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._random cimport hf_random_next, hf_random_part, hf_split_next
from hashi_fast.support._status cimport OK, OUT_OF_MEMORY


cdef extern from "hf_bits.h" nogil:
    int hf_ctz64(uint64_t x)


cdef enum:
    DRAWN_TOGETHER = 2       # changes from one random number, which has enough bits for any board
    MIXING_EFFORT = 4        # so many of them are as much work as a look at an island


cdef void carve_flock(Flock *f, const Topo *topo, int32_t mixing, Carver *carver) noexcept nogil:
    cdef size_t n = topo.board.n_islands
    f.turns = <Turn *>carve(carver, 2 * topo.n_edges * sizeof(Turn))
    f.changes = <Change *>carve(carver, mixing * n * sizeof(Change))
    f.lo = <int8_t *>carve(carver, topo.n_edges)
    f.hi = <int8_t *>carve(carver, topo.n_edges)


cdef void list_turns(Flock *f, const Topo *topo) noexcept nogil:
    cdef Turn *turn
    cdef int32_t i, e
    cdef int slot, k
    f.n_turns = 0
    for i in range(topo.board.n_islands):
        for slot in range(4):
            if topo.slot_edge[4 * i + slot] >= 0:
                turn = &f.turns[f.n_turns]
                f.n_turns += 1
                turn.after = topo.slot_edge[4 * i + slot]
                for k in range(3):
                    e = topo.slot_edge[4 * i + (slot ^ k + 1)]
                    turn.before[k] = e if e >= 0 else topo.n_edges


cdef void draw_changes(Flock *f, const Topo *topo, int32_t mixing, hf_random *random) noexcept nogil:
    cdef Change *change
    cdef uint64_t state = hf_random_next(random), fraction = 0
    cdef int32_t k, word, last = 0
    f.n_changes = mixing * topo.board.n_islands if topo.n_edges else 0
    for k in range(f.n_changes):
        change = &f.changes[k]
        if k % DRAWN_TOGETHER == 0:
            fraction = hf_split_next(&state)
        change.turn = <int32_t>hf_random_part(&fraction, <uint32_t>f.n_turns)
        change.one = last
        change.two = <int32_t>hf_random_part(&fraction, <uint32_t>topo.n_edges)
        for word in range(FLOCK_WORDS):
            change.boards[word] = hf_split_next(&state)
        last = change.two


cdef void turn_end(WideGlance *g, const Turn *turn, lanes boards) noexcept nogil:
    cdef const Topo *topo = g.topo
    cdef EdgeLanes *after = &g.edge[turn.after]
    cdef EdgeLanes *before
    cdef lanes linked = no_lanes(), double = no_lanes()
    cdef int32_t k
    boards &= ~after.one
    for k in range(3):
        before = &g.edge[turn.before[k]]
        boards &= ~(linked & before.one)
        linked |= before.one
    boards &= linked
    for k in range(topo.cross_start[turn.after], topo.cross_start[turn.after + 1]):
        boards &= ~g.edge[topo.cross_list[k]].one
    for k in range(3):
        before = &g.edge[turn.before[k]]
        double |= before.two & boards
        before.one &= ~boards
        before.two &= ~boards
    after.one |= boards
    after.two |= double


cdef void swap_double(WideGlance *g, int32_t e, int32_t f, lanes boards) noexcept nogil:
    cdef EdgeLanes *one = &g.edge[e]
    cdef EdgeLanes *two = &g.edge[f]
    boards &= (one.two ^ two.two) & one.one & two.one
    one.two ^= boards
    two.two ^= boards


cdef void mix(Flock *f, int part, const int8_t *intended) noexcept nogil:
    """Change the bridges in each board at random."""
    cdef WideGlance *g = &f.glance[part]
    cdef const Change *change
    cdef lanes boards
    cdef int32_t e, k
    for e in range(g.topo.n_edges):
        g.edge[e].one = ~no_lanes() if intended[e] > 0 else no_lanes()
        g.edge[e].two = ~no_lanes() if intended[e] > 1 else no_lanes()
    for k in range(f.n_changes):
        change = &f.changes[k]
        boards = lanes_of(&change.boards[part * LANE_WORDS])
        turn_end(g, &f.turns[change.turn], boards)
        swap_double(g, change.one, change.two, ~boards)


cdef lanes moved_round(const WideGlance *g, const int32_t *ring) noexcept nogil:
    """The boards on which a bridge less on the last two edges of a ring, and one more on the others, solve it, too."""
    cdef const Topo *topo = g.topo
    cdef const EdgeLanes *more
    cdef lanes boards = g.edge[ring[2]].one & g.edge[ring[3]].one
    cdef int32_t k, j
    for k in range(2):
        more = &g.edge[ring[k]]
        boards &= ~(more.two if topo.board.max_bridges > 1 else more.one)
        for j in range(topo.cross_start[ring[k]], topo.cross_start[ring[k] + 1]):
            boards &= more.one | ~g.edge[topo.cross_list[j]].one
    # The four islands stay joined where three of the edges have bridges.
    return boards & (g.edge[ring[2]].two | g.edge[ring[3]].two)


cdef lanes without_rings(const WideGlance *g) noexcept nogil:
    """The boards on which no bridge can be moved round four islands (as `_repair` has it)."""
    cdef const Topo *topo = g.topo
    cdef lanes ambiguous = no_lanes()
    cdef int32_t ring[6]
    cdef int32_t i
    if not topo.board.loops:
        return ~ambiguous
    for i in range(topo.board.n_islands):
        if find_ring(topo, i, ring):
            # The other way round as well.
            ring[4], ring[5] = ring[0], ring[1]
            ambiguous |= moved_round(g, ring) | moved_round(g, &ring[2])
    return ~ambiguous


cdef Status flock_raise(
    Flock *f, const Topo *topo, const int8_t *intended, int32_t mixing, int32_t least_open, hf_random *random
) noexcept nogil:
    cdef Carver carver = measuring_carver()
    cdef WideGlance *g
    cdef lanes boards
    cdef Status status
    cdef int part, word
    carve_flock(f, topo, mixing, &carver)
    if not carve_from(&carver, &f.memory):
        return OUT_OF_MEMORY
    carve_flock(f, topo, mixing, &carver)
    list_turns(f, topo)
    draw_changes(f, topo, mixing, random)
    f.effort = f.n_changes // MIXING_EFFORT
    for part in range(FLOCK_PARTS):
        g = &f.glance[part]
        status = wide_start(g, topo)
        if status != OK:
            return status
        mix(f, part, intended)
        boards = wide_glance(g, without_rings(g), least_open)
        f.effort += g.effort
        for word in range(LANE_WORDS):
            f.left[part * LANE_WORDS + word] = lanes_word(&boards, word)
    return OK


cdef inline int8_t count_in(const lanes *one, const lanes *two, int word, int bit) noexcept nogil:
    """The number in a lane, of which two words say whether it is at least one and two."""
    return <int8_t>((lanes_word(one, word) >> bit & 1) + (lanes_word(two, word) >> bit & 1))


cdef bint flock_next(Flock *f, int8_t *bridges) noexcept nogil:
    cdef const WideGlance *g
    cdef const EdgeLanes *edge
    cdef int32_t e
    cdef int word, bit
    for word in range(FLOCK_WORDS):
        if f.left[word]:
            bit = hf_ctz64(f.left[word])
            f.left[word] &= f.left[word] - 1
            g = &f.glance[word // LANE_WORDS]
            word %= LANE_WORDS
            for e in range(g.topo.n_edges):
                edge = &g.edge[e]
                bridges[e] = count_in(&edge.one, &edge.two, word, bit)
                f.lo[e] = <int8_t>(bridges[e] - count_in(&edge.less_one, &edge.less_two, word, bit))
                f.hi[e] = <int8_t>(bridges[e] + count_in(&edge.more_one, &edge.more_two, word, bit))
            return True
    return False


cdef void flock_free(Flock *f) noexcept nogil:
    cdef int part
    for part in range(FLOCK_PARTS):
        wide_free(&f.glance[part])
    arena_free(&f.memory)
