"""Working out many boards with the same islands at once (see _wide_glance.pxd)."""
from libc.string cimport memset

from hashi_fast.deduction._state cimport next_in, words_for
from hashi_fast.support._lanes cimport any_lane, no_lanes
from hashi_fast.support._memory cimport Carver, arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport OK, OUT_OF_MEMORY


cdef enum:
    COUNT_BITS = 32          # of a number of edges
    SUM_SHIFT = 1            # a sum of all boards is as much work as half an island of one


cdef void carve_wide(WideGlance *g, Carver *carver) noexcept nogil:
    cdef size_t n = g.topo.board.n_islands
    g.edge = <EdgeLanes *>carve(carver, (g.topo.n_edges + 1) * sizeof(EdgeLanes))
    g.island = <IslandLanes *>carve(carver, n * sizeof(IslandLanes))
    g.spoke = <Spoke *>carve(carver, 4 * n * sizeof(Spoke))
    g.waiting = <uint64_t *>carve(carver, words_for(<int32_t>n) * sizeof(uint64_t))


cdef Status wide_start(WideGlance *g, const Topo *topo) noexcept nogil:
    cdef Carver carver = measuring_carver()
    cdef Spoke *spoke
    cdef int32_t k
    g.topo = topo
    carve_wide(g, &carver)
    if not carve_from(&carver, &g.memory):
        return OUT_OF_MEMORY
    carve_wide(g, &carver)
    memset(&g.edge[topo.n_edges], 0, sizeof(EdgeLanes))
    for k in range(4 * topo.board.n_islands):
        spoke = &g.spoke[k]
        spoke.edge = topo.slot_edge[k]
        spoke.island = topo.slot_island[k]
        spoke.crossed = spoke.edge >= 0 and topo.cross_start[spoke.edge] < topo.cross_start[spoke.edge + 1]
        if spoke.edge < 0:
            spoke.edge = topo.n_edges
            spoke.island = k >> 2
    g.effort = 0
    return OK


# ---- sums and crossings

cdef inline void wait(WideGlance *g, int32_t i, lanes changed) noexcept nogil:
    """Look at an island again if anything has changed. (A branch would be guessed wrong too often.)"""
    g.waiting[i >> 6] |= <uint64_t>any_lane(changed) << (i & 63)


cdef inline void wait_for_all(WideGlance *g) noexcept nogil:
    cdef int32_t i
    memset(g.waiting, 0, words_for(g.topo.board.n_islands) * sizeof(uint64_t))
    for i in range(g.topo.board.n_islands):
        g.waiting[i >> 6] |= <uint64_t>1 << (i & 63)


cdef inline int32_t next_waiting(WideGlance *g, int32_t i) noexcept nogil:
    """Take the first island that waits from i on, or else from 0 on; -1: none does."""
    cdef int32_t n = g.topo.board.n_islands
    i = next_in(g.waiting, i, n)
    if i < 0:
        i = next_in(g.waiting, 0, n)
    if i >= 0:
        g.waiting[i >> 6] &= ~(<uint64_t>1 << (i & 63))
    return i


cdef void open_all(WideGlance *g, lanes boards) noexcept nogil:
    """Let every count be possible."""
    cdef int32_t e
    cdef EdgeLanes *edge
    for e in range(g.topo.n_edges):
        edge = &g.edge[e]
        edge.less_one = edge.one & boards
        edge.less_two = edge.two & boards
        edge.more_one = ~edge.one & boards
        edge.more_two = no_lanes()
        if g.topo.board.max_bridges > 1:
            edge.more_two = edge.more_one
            edge.more_one = ~edge.two & boards
    wait_for_all(g)


cdef void drop_others(WideGlance *g, lanes boards) noexcept nogil:
    """Look only at these boards from now on."""
    cdef int32_t e
    cdef EdgeLanes *edge
    for e in range(g.topo.n_edges):
        edge = &g.edge[e]
        edge.less_one &= boards
        edge.less_two &= boards
        edge.more_one &= boards
        edge.more_two &= boards


cdef inline lanes sure_on(const EdgeLanes *edge) noexcept nogil:
    """The boards on which there is a bridge for sure."""
    return (edge.two & ~edge.less_two) | (edge.one & ~edge.two & ~edge.less_one)


cdef void close_crossings(WideGlance *g, int32_t e) noexcept nogil:
    """Where there is a bridge on an edge, nothing crosses it."""
    cdef const Topo *topo = g.topo
    cdef EdgeLanes *crossed
    cdef lanes sure, closed
    cdef int32_t k, f
    if topo.cross_start[e] == topo.cross_start[e + 1]:
        return
    sure = sure_on(&g.edge[e])
    for k in range(topo.cross_start[e], topo.cross_start[e + 1]):
        f = topo.cross_list[k]
        crossed = &g.edge[f]
        closed = crossed.more_one & sure
        crossed.more_one &= ~closed
        crossed.more_two &= ~closed
        wait(g, topo.edge_a[f], closed)
        wait(g, topo.edge_b[f], closed)


cdef void sum_up(WideGlance *g, int32_t i) noexcept nogil:
    """No direction of an island gets more than the island needs on top of lo, or loses more than its slack from hi."""
    cdef const Spoke *spoke = &g.spoke[4 * i]
    cdef EdgeLanes *edge
    cdef lanes need_one = no_lanes(), need_two = no_lanes(), slack_one = no_lanes(), slack_two = no_lanes()
    cdef lanes less_one, less_two, more_one, more_two
    cdef int slot
    for slot in range(4):
        edge = &g.edge[spoke[slot].edge]
        need_two |= (need_one & edge.less_one) | edge.less_two
        need_one |= edge.less_one
        slack_two |= (slack_one & edge.more_one) | edge.more_two
        slack_one |= edge.more_one
    for slot in range(4):
        edge = &g.edge[spoke[slot].edge]
        # hi - lo is at most the slack, and at most the need.
        less_one = edge.less_one & ~(slack_one & (slack_two | ~edge.more_one))
        less_two = edge.less_two & ~slack_two
        more_one = edge.more_one & ~(need_one & (need_two | ~edge.less_one))
        more_two = edge.more_two & ~need_two
        wait(g, spoke[slot].island, less_one | less_two | more_one | more_two)
        edge.less_one ^= less_one
        edge.less_two ^= less_two
        edge.more_one ^= more_one
        edge.more_two ^= more_two
        if spoke[slot].crossed and any_lane(less_one | less_two):
            close_crossings(g, spoke[slot].edge)


cdef void sum_all_up(WideGlance *g) noexcept nogil:
    """Look at waiting islands until nothing changes."""
    cdef int32_t visits = 0
    cdef int32_t i = next_waiting(g, 0)
    while i >= 0:
        sum_up(g, i)
        visits += 1
        i = next_waiting(g, i + 1)
    g.effort += visits >> SUM_SHIFT


cdef lanes with_open(const WideGlance *g, int32_t least) noexcept nogil:
    """The boards with that many undecided edges or more."""
    cdef lanes count[COUNT_BITS]
    cdef lanes carry, both, more = no_lanes(), equal = ~no_lanes()
    cdef int32_t e
    cdef int bits = 1, k
    while g.topo.n_edges >> bits or least >> bits:
        bits += 1
    for k in range(bits):
        count[k] = no_lanes()
    for e in range(g.topo.n_edges):
        carry = g.edge[e].less_one | g.edge[e].more_one
        for k in range(bits):
            both = count[k] & carry
            count[k] ^= carry
            carry = both
    for k in range(bits - 1, -1, -1):
        if least >> k & 1:
            equal &= count[k]
        else:
            more |= equal & count[k]
            equal &= ~count[k]
    return more | equal


# ---- groups

cdef void look_around(WideGlance *g) noexcept nogil:
    """Note what the conclusions of a round rest on, which are all drawn in one state."""
    cdef int32_t e, i
    cdef EdgeLanes *edge
    for e in range(g.topo.n_edges):
        edge = &g.edge[e]
        edge.leads_on[0] = edge.leads_on[1] = no_lanes()
        edge.open_one = edge.less_one | edge.more_one
        edge.open_two = edge.less_two | edge.more_two | (edge.less_one & edge.more_one)
        edge.sure = sure_on(edge)
        edge.raised = edge.lowered = no_lanes()
    for i in range(g.topo.board.n_islands):
        add_up(g, i)
    wait_for_all(g)
    i = next_waiting(g, 0)
    while i >= 0:
        look_beyond(g, i)
        i = next_waiting(g, i + 1)


cdef void add_up(WideGlance *g, int32_t i) noexcept nogil:
    """Note what an island needs and can lose."""
    cdef const Spoke *spoke = &g.spoke[4 * i]
    cdef IslandLanes *island = &g.island[i]
    cdef const EdgeLanes *edge
    cdef int slot
    memset(island, 0, sizeof(IslandLanes))
    for slot in range(4):
        edge = &g.edge[spoke[slot].edge]
        island.need[2] |= (island.need[1] & edge.less_one) | (island.need[0] & edge.less_two)
        island.need[1] |= (island.need[0] & edge.less_one) | edge.less_two
        island.need[0] |= edge.less_one
        island.slack[2] |= (island.slack[1] & edge.more_one) | (island.slack[0] & edge.more_two)
        island.slack[1] |= (island.slack[0] & edge.more_one) | edge.more_two
        island.slack[0] |= edge.more_one


cdef void look_beyond(WideGlance *g, int32_t i) noexcept nogil:
    """Note in which directions an island is joined to one that needs more, as far as its neighbours know."""
    cdef const Spoke *spoke = &g.spoke[4 * i]
    cdef lanes joined[4]
    cdef lanes found
    cdef lanes *known
    cdef int slot
    for slot in range(4):
        joined[slot] = needed_beyond(g, &spoke[slot], slot)
    for slot in range(4):
        found = joined[slot ^ 1] | joined[slot ^ 2] | joined[slot ^ 3]
        # In slots 1 and 3 an island is at the lower or right end of its edges.
        known = &g.edge[spoke[slot].edge].leads_on[slot & 1]
        wait(g, spoke[slot].island, found & ~known[0] & g.edge[spoke[slot].edge].sure)
        known[0] |= found


cdef inline lanes needed_beyond(const WideGlance *g, const Spoke *spoke, int slot) noexcept nogil:
    """The boards on which a sure bridge in a slot leads to islands that need more."""
    cdef const EdgeLanes *edge = &g.edge[spoke.edge]
    return edge.sure & (g.island[spoke.island].need[0] | edge.leads_on[~slot & 1])


cdef void strike_closing_count(WideGlance *g, int32_t e) noexcept nogil:
    """If two islands need the same and the rest of their groups nothing, their edge cannot take all of that."""
    cdef EdgeLanes *edge = &g.edge[e]
    cdef IslandLanes *a
    cdef IslandLanes *b
    cdef lanes closed = edge.more_one
    a = &g.island[g.topo.edge_a[e]]
    b = &g.island[g.topo.edge_b[e]]
    closed &= (
        (a.need[0] & ~a.need[1] & b.need[0] & ~b.need[1] & edge.open_one) |
        (a.need[1] & ~a.need[2] & b.need[1] & ~b.need[2] & edge.open_two)
    ) & ~(edge.leads_on[0] | edge.leads_on[1])
    edge.lowered = closed


cdef void open_closed_star(WideGlance *g, int32_t i) noexcept nogil:
    """If all directions of an island but one would close a group, the remaining direction needs a bridge."""
    cdef const Spoke *spoke = &g.spoke[4 * i]
    cdef const IslandLanes *island = &g.island[i]
    cdef const IslandLanes *other
    cdef EdgeLanes *edge
    cdef lanes one = island.slack[0] & ~island.slack[1], two = island.slack[1] & ~island.slack[2]
    cdef lanes closed
    cdef lanes joined[4]
    cdef lanes used_up[4]
    cdef int slot
    if not any_lane(one | two):
        return
    for slot in range(4):
        edge = &g.edge[spoke[slot].edge]
        other = &g.island[spoke[slot].island]
        joined[slot] = needed_beyond(g, &spoke[slot], slot)
        # Taking all it can, the direction gives the island there all that it needs, and nobody beyond needs anything.
        used_up[slot] = ~(edge.open_one | joined[slot]) | (edge.open_one & ~edge.leads_on[~slot & 1] & (
            (edge.open_two & other.need[1] & ~other.need[2]) | (~edge.open_two & other.need[0] & ~other.need[1])
        ))
    for slot in range(4):
        edge = &g.edge[spoke[slot].edge]
        # Without this direction there is no slack left, so the others take all they can.
        closed = edge.less_one & ((one & edge.open_one & ~edge.open_two) | (two & edge.open_two))
        closed &= used_up[slot ^ 1] & used_up[slot ^ 2] & used_up[slot ^ 3]
        edge.raised |= closed & ~joined[slot]


cdef bint conclude(WideGlance *g) noexcept nogil:
    """Make the changes of a round. False: there are none."""
    cdef int32_t e
    cdef EdgeLanes *edge
    cdef bint changed = False
    for e in range(g.topo.n_edges):
        edge = &g.edge[e]
        if not any_lane(edge.raised | edge.lowered):
            continue
        changed = True
        edge.less_one &= ~edge.raised | edge.less_two
        edge.less_two &= ~edge.raised
        edge.more_one &= ~edge.lowered | edge.more_two
        edge.more_two &= ~edge.lowered
        wait(g, g.topo.edge_a[e], edge.raised | edge.lowered)
        wait(g, g.topo.edge_b[e], edge.raised | edge.lowered)
        close_crossings(g, e)
    return changed


cdef bint isolate(WideGlance *g) noexcept nogil:
    """Rule out what closes a group. False: there is nothing of that kind."""
    cdef int32_t e, i
    look_around(g)
    for e in range(g.topo.n_edges):
        strike_closing_count(g, e)
    for i in range(g.topo.board.n_islands):
        open_closed_star(g, i)
    g.effort += g.topo.board.n_islands
    return conclude(g)


cdef lanes worth_more(WideGlance *g, lanes boards, int32_t least_open) noexcept nogil:
    """Work out all sums, and return the boards that still have enough undecided edges. The others are dropped."""
    sum_all_up(g)
    boards &= with_open(g, least_open)
    drop_others(g, boards)
    return boards


cdef lanes wide_glance(WideGlance *g, lanes boards, int32_t least_open) noexcept nogil:
    open_all(g, boards)
    boards = worth_more(g, boards, least_open)
    while any_lane(boards) and isolate(g):
        boards = worth_more(g, boards, least_open)
    return boards


cdef void wide_free(WideGlance *g) noexcept nogil:
    arena_free(&g.memory)
