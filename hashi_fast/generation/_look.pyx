"""The look of a draft (see _look.pxd)."""
from libc.stdint cimport INT64_MAX, uint32_t
from libc.string cimport memset

from hashi_fast.generation._draft cimport (
    ISLAND,
    SIDES,
    cell_at,
    cycles_of,
    draft_cut,
    draft_set_count,
    find_way,
    in_knot,
    lay,
    next_island,
    seen_from,
    side,
    slot_between,
    take_up,
    too_few_doubles,
    too_many_doubles,
)
from hashi_fast.support._memory cimport Carver, arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._random cimport hf_random_below
from hashi_fast.support._status cimport OK, OUT_OF_MEMORY


# The kind of an island, its links and its clue (as far as the look knows it), by the bridges through its sides.
cdef uint8_t[SIDES + 1] KIND
cdef uint8_t[SIDES + 1] LINKS
cdef uint8_t[SIDES + 1] CLUE
cdef uint8_t[ISLAND_KINDS] KIND_LINKS
cdef uint8_t[ISLAND_KINDS] KIND_DOUBLES


cdef void fill_kinds() noexcept nogil:
    cdef int word, slot, linked, doubles
    for word in range(SIDES + 1):
        linked = doubles = 0
        for slot in range(4):
            linked += side(<uint16_t>word, slot) > 0
            doubles += side(<uint16_t>word, slot) > 1
        KIND[word] = <uint8_t>(linked * (linked + 1) // 2 + doubles)
        LINKS[word] = <uint8_t>(LINKS_AT + linked)
        CLUE[word] = <uint8_t>(CLUES_AT + linked + doubles)
        KIND_LINKS[KIND[word]] = <uint8_t>linked
        KIND_DOUBLES[KIND[word]] = <uint8_t>doubles


fill_kinds()


cdef inline int span_kind(const Draft *d, int32_t at, int slot, int32_t end) noexcept nogil:
    cdef int32_t span = (end - at) // d.step[slot]
    return span if span < SPAN_KINDS else SPAN_KINDS - 1


# ---- beginning

cdef Status draw_zones(Look *look, const Draft *d) noexcept nogil:
    """Note the zone of every cell, unless it is known from another board of this size."""
    cdef Carver carver = measuring_carver()
    cdef size_t cells = <size_t>(d.height + 2) * d.stride
    cdef int32_t row, col, ring
    if look.width == d.width and look.height == d.height:
        return OK
    carve(&carver, cells)
    look.width = look.height = 0
    if not carve_from(&carver, &look.memory):
        return OUT_OF_MEMORY
    look.zone = <uint8_t *>carve(&carver, cells)
    for row in range(d.height):
        for col in range(d.width):
            ring = min(min(row, d.height - 1 - row), min(col, d.width - 1 - col))
            look.zone[cell_at(d, row, col)] = <uint8_t>(ISLAND_KINDS * min(ring, ZONES - 1))
    look.width = d.width
    look.height = d.height
    return OK


cdef inline int32_t draw_below(hf_random *random, int32_t n) noexcept nogil:
    return <int32_t>hf_random_below(random, <uint32_t>n) if n > 1 else 0


cdef void draw_wanted(
    int32_t *wanted, const int32_t *weights, int n_kinds, int32_t drawn, hf_random *random
) noexcept nogil:
    """Draw so many kinds by their weights."""
    cdef int64_t sum = 0, left
    cdef int32_t k, _
    for k in range(n_kinds):
        wanted[k] = 0
        sum += weights[k]
    for _ in range(drawn if sum else 0):
        left = hf_random_below(random, <uint32_t>sum)
        k = 0
        while left >= weights[k]:
            left -= weights[k]
            k += 1
        wanted[k] += 1


cdef void set_costs(Look *look, int first, int n_kinds, int32_t cost) noexcept nogil:
    """Let each unit of excess cost the less the more are wanted, as in a chi-square test."""
    cdef int k
    for k in range(first, first + n_kinds):
        look.price[k].step = 2 * (cost // (look.wanted[k] + 1))


cdef inline int64_t draw_odds(hf_random *random, int32_t spread) noexcept nogil:
    """Draw by how much the odds of something differ on this board, in 1/1024."""
    return 1024 - spread + draw_below(random, 2 * spread + 1)


cdef void tilt(int32_t *tilted, const int32_t *weights, int64_t doubles, int64_t links) noexcept nogil:
    """Change the weights of kinds by the odds of doubles and of links."""
    cdef int64_t weight
    cdef int k, _
    for k in range(ISLAND_KINDS):
        weight = <int64_t>weights[k] << 8
        for _ in range(KIND_DOUBLES[k]):
            weight = weight * doubles >> 10
        for _ in range(KIND_LINKS[k]):
            weight = weight * links >> 10
        tilted[k] = <int32_t>weight


cdef Status look_start(Look *look, const Style *style, Draft *d, hf_random *random) noexcept nogil:
    cdef Status status
    cdef int32_t islands[ZONES]
    cdef int32_t weights[ISLAND_KINDS]
    cdef int32_t row, at, zone, k, n
    cdef int64_t doubles, links
    look.styled = style.sweeps > 0
    if not look.styled:
        return OK
    status = draw_zones(look, d)
    if status != OK:
        return status
    memset(islands, 0, sizeof(islands))
    for row in range(d.height):
        for at in range(cell_at(d, row, 0), cell_at(d, row, d.width)):
            if d.cell[at] & ISLAND:
                islands[look.zone[at] // ISLAND_KINDS] += 1
    memset(look.wanted, 0, sizeof(look.wanted))
    doubles = draw_odds(random, style.spread_doubles)
    links = draw_odds(random, style.spread_links)
    for zone in range(ZONES):
        at = zone * ISLAND_KINDS
        tilt(weights, &style.kinds[at], doubles, links)
        draw_wanted(&look.wanted[at], weights, ISLAND_KINDS, islands[zone], random)
        for k in range(ISLAND_KINDS):
            n = look.wanted[at + k]
            look.wanted[LINKS_AT + KIND_LINKS[k]] += n
            look.wanted[CLUES_AT + KIND_LINKS[k] + KIND_DOUBLES[k]] += n
            look.wanted[PAIRS_AT] += n * KIND_LINKS[k]
            look.wanted[DOUBLES_AT] += n * KIND_DOUBLES[k]
    # Each was counted from both ends.
    look.wanted[PAIRS_AT] //= 2
    look.wanted[DOUBLES_AT] //= 2
    draw_wanted(&look.wanted[SPANS_AT], style.lengths, SPAN_KINDS, d.pairs, random)
    set_costs(look, 0, LINKS_AT, style.costs[0])
    set_costs(look, LINKS_AT, LINK_KINDS, style.costs[1])
    set_costs(look, CLUES_AT, CLUE_KINDS, style.costs[2])
    set_costs(look, SPANS_AT, SPAN_KINDS, style.costs[3])
    look.price[PAIRS_AT].step = 2 * style.costs[4]
    look.price[DOUBLES_AT].step = 2 * style.costs[5]
    look_count(look, d)
    return OK


cdef void look_count(Look *look, const Draft *d) noexcept nogil:
    cdef int32_t excess[COUNTS]
    cdef int32_t row, at, k
    cdef int slot, word
    if not look.styled:
        return
    for k in range(COUNTS):
        excess[k] = -look.wanted[k]
    for row in range(d.height):
        for at in range(cell_at(d, row, 0), cell_at(d, row, d.width)):
            if not d.cell[at] & ISLAND:
                continue
            word = d.cell[at] & SIDES
            excess[look.zone[at] + KIND[word]] += 1
            excess[LINKS[word]] += 1
            excess[CLUE[word]] += 1
            for slot in range(0, 4, 2):
                if side(d.cell[at], slot):
                    excess[SPANS_AT + span_kind(d, at, slot, next_island(d, at, slot))] += 1
    excess[PAIRS_AT] += d.pairs
    excess[DOUBLES_AT] += d.doubles
    for k in range(COUNTS):
        look.price[k].next = (2 * excess[k] + 1) * (look.price[k].step >> 1)


# ---- changes

cdef inline int64_t rise_by(
    const Look *look, int less_a, int more_a, int less_b, int more_b
) noexcept nogil:
    """By how much the energy rises with one less of two things and one more of two, some of which may be the same."""
    cdef int64_t rise = look.price[more_a].next - look.price[less_a].next
    rise += look.price[more_b].next - look.price[less_b].next
    rise += look.price[less_a].step + look.price[less_b].step
    # The squares of sums: two of the same cost more than each of them, one less and one more of the same nothing.
    if less_a == less_b:
        rise += look.price[less_a].step
    if more_a == more_b:
        rise += look.price[more_a].step
    if less_a == more_b:
        rise -= look.price[less_a].step
    if less_b == more_a:
        rise -= look.price[less_b].step
    if less_a == more_a:
        rise -= look.price[less_a].step
    if less_b == more_b:
        rise -= look.price[less_b].step
    return rise


cdef inline void count(Look *look, int k, int64_t more) noexcept nogil:
    look.price[k].next += more * look.price[k].step


cdef struct Words:
    # The sides of both islands of a pair, before and after a change.
    int a
    int a_after
    int b
    int b_after


cdef inline Words words_of(const Draft *d, int32_t at, int slot, int32_t end, int before, int after) noexcept nogil:
    """Whatever the draft says of the pair now, it goes from `before` to `after`."""
    cdef Words words
    cdef int a = 3 * slot, b = 3 * (slot ^ 1)
    words.a = (d.cell[at] & SIDES & ~(7 << a)) + (before << a)
    words.a_after = words.a + (after - before) * (1 << a)
    words.b = (d.cell[end] & SIDES & ~(7 << b)) + (before << b)
    words.b_after = words.b + (after - before) * (1 << b)
    return words


cdef int64_t look_rise(
    const Look *look, const Draft *d, int32_t at, int slot, int32_t end, int before, int after
) noexcept nogil:
    cdef Words w
    cdef int64_t rise
    cdef int zone_a, zone_b
    if not look.styled:
        return 0
    w = words_of(d, at, slot, end, before, after)
    zone_a, zone_b = look.zone[at], look.zone[end]
    rise = rise_by(look, zone_a + KIND[w.a], zone_a + KIND[w.a_after], zone_b + KIND[w.b], zone_b + KIND[w.b_after])
    rise += rise_by(look, CLUE[w.a], CLUE[w.a_after], CLUE[w.b], CLUE[w.b_after])
    if before == 0 or after == 0:
        rise += rise_by(look, LINKS[w.a], LINKS[w.a_after], LINKS[w.b], LINKS[w.b_after])
        rise += rise_of_one(look, SPANS_AT + span_kind(d, at, slot, end), before == 0)
        rise += rise_of_one(look, PAIRS_AT, before == 0)
    if (after > 1) != (before > 1):
        rise += rise_of_one(look, DOUBLES_AT, after > 1)
    return rise


cdef inline int64_t rise_of_one(const Look *look, int k, bint more) noexcept nogil:
    return look.price[k].next if more else look.price[k].step - look.price[k].next


cdef void look_change(
    Look *look, const Draft *d, int32_t at, int slot, int32_t end, int before, int after
) noexcept nogil:
    cdef Words w
    cdef int zone_a, zone_b, pairs = (after > 0) - (before > 0)
    if not look.styled:
        return
    w = words_of(d, at, slot, end, before, after)
    zone_a, zone_b = look.zone[at], look.zone[end]
    count(look, zone_a + KIND[w.a], -1)
    count(look, zone_a + KIND[w.a_after], 1)
    count(look, zone_b + KIND[w.b], -1)
    count(look, zone_b + KIND[w.b_after], 1)
    count(look, CLUE[w.a], -1)
    count(look, CLUE[w.a_after], 1)
    count(look, CLUE[w.b], -1)
    count(look, CLUE[w.b_after], 1)
    count(look, DOUBLES_AT, (after > 1) - (before > 1))
    if pairs:
        count(look, LINKS[w.a], -1)
        count(look, LINKS[w.a_after], 1)
        count(look, LINKS[w.b], -1)
        count(look, LINKS[w.b_after], 1)
        count(look, SPANS_AT + span_kind(d, at, slot, end), pairs)
        count(look, PAIRS_AT, pairs)


cdef bint look_move(
    Look *look, Draft *d, int32_t at, int slot, int count, int64_t most, int32_t *cut_at, int *cut_slot
) noexcept nogil:
    cdef int32_t end = seen_from(d, at, slot), k, here, there, best_at = 0, best_end = 0
    cdef int64_t rise, cut, best = INT64_MAX
    cdef int s, best_slot = 0, best_count = 0
    rise = look_rise(look, d, at, slot, end, 0, count)
    look_change(look, d, at, slot, end, 0, count)
    lay(d, at, slot, end, count)
    k = find_way(d, at, end)
    there = end
    while k >= 0:
        here = d.queue[k]
        s = slot_between(d, here, there)
        cut = look_rise(look, d, here, s, there, side(d.cell[here], s), 0)
        if cut < best:
            best = cut
            best_at, best_end, best_slot = here, there, s
        there = here
        k = d.came_from[k] if k else -1
    if best < INT64_MAX and rise + best <= most:
        best_count = side(d.cell[best_at], best_slot)
        look_change(look, d, best_at, best_slot, best_end, best_count, 0)
        take_up(d, best_at, best_slot, best_end)
        cut_at[0], cut_slot[0] = best_at, best_slot
        return True
    take_up(d, at, slot, end)
    look_change(look, d, at, slot, end, count, 0)
    return False


# ---- for the look alone

cdef void try_count(Look *look, Draft *d, const Targets *aims, hf_random *random, int32_t at, int slot) noexcept nogil:
    """Try another number of bridges for a pair that has some."""
    cdef int before = side(d.cell[at], slot), after
    cdef int32_t end = next_island(d, at, slot)
    if before > 1:
        if too_few_doubles(d, aims, -1):
            return
        after = 1
    else:
        if too_many_doubles(d, aims, 1):
            return
        after = 2 + draw_below(random, d.max_bridges - 1)
    if look_rise(look, d, at, slot, end, before, after) <= 0:
        look_change(look, d, at, slot, end, before, after)
        draft_set_count(d, at, slot, after)


cdef void try_cut(Look *look, Draft *d, int32_t at, int slot) noexcept nogil:
    cdef int before = side(d.cell[at], slot)
    cdef int32_t end = next_island(d, at, slot)
    if look_rise(look, d, at, slot, end, before, 0) < 0 and draft_cut(d, at, slot):
        look_change(look, d, at, slot, end, before, 0)


cdef void try_link(Look *look, Draft *d, const Targets *aims, hf_random *random, int32_t at, int slot) noexcept nogil:
    """Try to link two islands that see each other; where there are enough cycles, something else is cut for it."""
    cdef int32_t end = seen_from(d, at, slot)
    cdef int count = 1, cut_slot = 0
    cdef int32_t cut_at = 0
    if not d.cell[end] & ISLAND:
        return
    if d.max_bridges > 1 and draw_below(random, 3) == 0 and not too_many_doubles(d, aims, 1):
        count = 2
    if d.loops and cycles_of(d) < aims.cycles_high:
        if look_rise(look, d, at, slot, end, 0, count) < 0:
            look_change(look, d, at, slot, end, 0, count)
            lay(d, at, slot, end, count)
            return
    look_move(look, d, at, slot, count, 0, &cut_at, &cut_slot)


cdef bint touches_knot(const Draft *d, int32_t at, int slot) noexcept nogil:
    """Whether one of the islands of a pair is in the knot."""
    return in_knot(d, at) or in_knot(d, next_island(d, at, slot) if side(d.cell[at], slot) else seen_from(d, at, slot))


cdef void look_settle(Look *look, const Style *style, Draft *d, const Targets *aims, hf_random *random) noexcept nogil:
    cdef int32_t row, at, n = 0, _
    cdef int slot
    if not look.styled or d.islands < 2:
        return
    for row in range(d.height):
        for at in range(cell_at(d, row, 0), cell_at(d, row, d.width)):
            if d.cell[at] & ISLAND:
                d.at[n] = at
                n += 1
    for _ in range(style.sweeps * n):
        at = d.at[draw_below(random, n)]
        slot = draw_below(random, 4)
        if d.knot_width and touches_knot(d, at, slot):
            continue
        if not side(d.cell[at], slot):
            try_link(look, d, aims, random, at, slot)
        elif d.loops and cycles_of(d) > aims.cycles_low and draw_below(random, 2):
            try_cut(look, d, at, slot)
        elif d.max_bridges > 1:
            try_count(look, d, aims, random, at, slot)


cdef void look_free(Look *look) noexcept nogil:
    arena_free(&look.memory)
