"""Growing a solved board from nothing (see _grow.pxd).

C does not fix the order in which the arguments of a call are evaluated. So no statement draws two random numbers:
otherwise compilers would make different puzzles from the same seed.
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from hashi_fast.board._boards cimport Board
from hashi_fast.board._topology cimport DOWN, LEFT, RIGHT, UP
from hashi_fast.generation._draft cimport (
    ASYMMETRIC,
    DIAGONAL,
    HIDDEN,
    ISLAND,
    MARK,
    MIRROR_H,
    MIRROR_V,
    ROTATE,
    WALL,
    can_split,
    cell_at,
    cycles_of,
    draft_cut,
    draft_link,
    draft_plant,
    draft_reach,
    draft_set_count,
    draft_split,
    draft_start,
    draft_stretch,
    image_of,
    in_knot,
    is_free,
    lay,
    on_target,
    put_island,
    seen_from,
    side,
    too_few_doubles,
    too_many_doubles,
)
from hashi_fast.generation._knot cimport knot_put, knot_shut
from hashi_fast.support._memory cimport Carver, arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._random cimport hf_random_below, hf_random_chance, hf_random_next, hf_random_part
from hashi_fast.support._status cimport OK, OUT_OF_MEMORY


cdef extern from "hf_bits.h" nogil:
    int hf_ctz32(uint32_t x)
    int hf_popcount4(uint32_t x)


cdef enum:
    ATTEMPTS = 32            # drafts begun before giving up
    ASTRAY_ATTEMPTS = 8      # of these, with too few or too many cycles or doubles
    PLACE_TRIES = 64         # random cells tried for the first island
    MARK_TRIES = 8           # and for each place of the tree


cdef void carve_growth(Growth *g, const GrowthPlan *plan, Carver *carver) noexcept nogil:
    cdef size_t cells = <size_t>plan.width * plan.height
    cdef size_t room = plan.islands_high
    g.open = <int32_t *>carve(carver, room * sizeof(int32_t))
    g.used_rows = <uint8_t *>carve(carver, plan.height)
    g.used_cols = <uint8_t *>carve(carver, plan.width)
    g.lengths = <int32_t *>carve(carver, max(plan.width, plan.height) * sizeof(int32_t))
    g.places = <int32_t *>carve(carver, max(cells, 2 * room) * sizeof(int32_t))


cdef Status reserve(Growth *g, const GrowthPlan *plan) noexcept nogil:
    cdef Carver carver = measuring_carver()
    carve_growth(g, plan, &carver)
    if not carve_from(&carver, &g.memory):
        return OUT_OF_MEMORY
    carve_growth(g, plan, &carver)
    return OK


cdef inline int draw_count(const GrowthPlan *plan, hf_random *random) noexcept nogil:
    """Draw how many bridges a pair gets."""
    cdef int count = 1
    while count < plan.max_bridges and hf_random_chance(random, plan.more_bridges):
        count += 1
    return count


cdef inline int32_t draw_below(hf_random *random, int32_t n) noexcept nogil:
    return <int32_t>hf_random_below(random, <uint32_t>n) if n > 1 else 0


cdef inline int32_t draw_part(uint64_t *fraction, int32_t n) noexcept nogil:
    """Draw a number below n with the first bits of a fraction, which is left with the others."""
    return <int32_t>hf_random_part(fraction, <uint32_t>n)


cdef inline int32_t draw_cell(const Draft *d, hf_random *random) noexcept nogil:
    cdef int32_t col = draw_below(random, d.width)
    cdef int32_t row = draw_below(random, d.height)
    return cell_at(d, row, col)


cdef inline int32_t draw_place(Growth *g, hf_random *random, int32_t *left) noexcept nogil:
    """Draw one of the listed places, each equally likely, and remove it from the list."""
    cdef int32_t k = draw_below(random, left[0])
    cdef int32_t place = g.places[k]
    left[0] -= 1
    g.places[k] = g.places[left[0]]
    return place


cdef inline bint is_island(uint16_t word) noexcept nogil:
    """Whether there is an island on a cell that is not shut."""
    return word & (ISLAND | HIDDEN) == ISLAND


# ---- islands that may reach out

cdef inline void open_island(Growth *g, const Draft *d, int32_t at) noexcept nogil:
    """Let an island reach out where the next cell is empty or a marked place, and note the borders it stands on."""
    cdef int slot, slots = 0
    cdef uint16_t word
    g.used_rows[at // d.stride - 1] = True
    g.used_cols[at % d.stride] = True
    for slot in range(4):
        word = d.cell[at + d.step[slot]]
        if not word & ~MARK:
            slots |= 1 << slot
        elif word & WALL:
            g.needed &= ~(1 << slot)
    if slots:
        g.open[g.n_open] = at << 4 | slots
        g.n_open += 1


cdef inline void open_reached(Growth *g, const Draft *d, int32_t at) noexcept nogil:
    """Let a new island and its image reach out."""
    cdef int32_t image = image_of(d, at)
    open_island(g, d, at)
    if image != at:
        open_island(g, d, image)


cdef void open_all(Growth *g, Draft *d) noexcept nogil:
    """Let every island reach out, and clear all marks."""
    cdef int32_t row, at
    g.n_open = 0
    for row in range(d.height):
        for at in range(cell_at(d, row, 0), cell_at(d, row, d.width)):
            if is_island(d.cell[at]):
                open_island(g, d, at)
            elif d.cell[at] == MARK:
                d.cell[at] = 0


cdef inline void close_slot(Growth *g, int32_t k, int slot) noexcept nogil:
    """Note that nothing more can be done in this direction. Growth only takes up room, so that stays true."""
    g.open[k] &= ~(1 << slot)
    if not g.open[k] & 15:
        g.n_open -= 1
        g.open[k] = g.open[g.n_open]


cdef inline int draw_slot(uint64_t *fraction, int32_t entry) noexcept nogil:
    """Draw one of the slots that an open island has left, each equally likely."""
    cdef uint32_t slots = entry & 15
    cdef int32_t skip = draw_part(fraction, hf_popcount4(slots))
    while skip:
        slots &= slots - 1
        skip -= 1
    return hf_ctz32(slots)


# ---- growing

cdef int32_t measure(Growth *g, const Draft *d, int32_t at, int slot, int32_t longest) noexcept nogil:
    """List the lengths at which a new island could stand along a ray, and return how many there are.

    As long as a border is needed, no island stands on the line next to it. So no bridge runs along that line, and the
    island nearest to the border can reach it.
    """
    cdef const uint16_t *cell = d.cell
    cdef int32_t length = 1, found = 0, step = d.step[slot], across = d.step[slot ^ 2]
    cdef bint needed = (g.needed & g.kept_free) >> slot & 1, neighbours = d.neighbours
    cdef uint16_t here = cell[at + step], ahead
    while here == 0 and length <= longest:
        at += step
        ahead = cell[at + step]
        # The cell behind is empty or, at first, the island itself.
        if neighbours or (length > 1 and not (ahead | cell[at + across] | cell[at - across]) & ISLAND):
            if not needed or ahead & WALL or not cell[at + 2 * step] & WALL:
                g.lengths[found] = length
                found += 1
        here = ahead
        length += 1
    return found


cdef inline bint reach_by_chance(
    Draft *d, const GrowthPlan *plan, hf_random *random, int32_t at, int slot, int32_t length
) noexcept nogil:
    """Lay random numbers of bridges to a new island and to its image. False: there is no place for it."""
    cdef int image_count = draw_count(plan, random)
    cdef int count = draw_count(plan, random)
    return draft_reach(d, at, slot, length, count, image_count)


cdef int32_t draw_span(Growth *g, const GrowthPlan *plan, uint64_t *fraction, int32_t found) noexcept nogil:
    """Draw one of the listed lengths by the table of spans."""
    cdef int32_t k, drawn, sum = 0
    if found == 1:
        return g.lengths[0]
    for k in range(found):
        sum += plan.spans[g.lengths[k]]
    drawn = draw_part(fraction, sum)
    for k in range(found - 1):
        drawn -= plan.spans[g.lengths[k]]
        if drawn < 0:
            return g.lengths[k]
    return g.lengths[found - 1]


cdef inline Place place_of(const Draft *d, int32_t at) noexcept nogil:
    """Return where on the board a cell is."""
    cdef const uint16_t *cell = d.cell
    cdef bint in_row = (cell[at - 1] | cell[at + 1]) & WALL, in_col = (cell[at - d.stride] | cell[at + d.stride]) & WALL
    if in_row or in_col:
        return IN_CORNER if in_row and in_col else ON_RIM
    # Two cells away is still on the board or one of its walls.
    if (cell[at - 2] | cell[at + 2] | cell[at - 2 * d.stride] | cell[at + 2 * d.stride]) & WALL:
        return BESIDE_RIM
    return INSIDE


cdef bint is_accepted(
    const Growth *g, const Draft *d, const GrowthPlan *plan, uint64_t *fraction, int32_t at
) noexcept nogil:
    """Whether an island is put on a free cell where it may stand, as chance has it."""
    cdef const uint16_t *cell = d.cell
    cdef int32_t stride = d.stride
    cdef int place = place_of(d, at)
    cdef int diagonal = (
        (cell[at - stride - 1] & ISLAND) + (cell[at - stride + 1] & ISLAND) +
        (cell[at + stride - 1] & ISLAND) + (cell[at + stride + 1] & ISLAND)
    ) // ISLAND
    cdef int fresh = (not g.used_rows[at // stride - 1]) + (not g.used_cols[at % stride])
    cdef int64_t chance = <int64_t>plan.places[place] * plan.diagonals[diagonal] >> 16
    return fraction[0] >> 48 < <uint64_t>(chance * plan.fresh[fresh] >> 16)


cdef void link_image(Draft *d, int32_t at, int slot, int count) noexcept nogil:
    """Link the images of two islands as well, if nothing is in the way."""
    cdef int32_t image = image_of(d, at)
    if d.symmetry == ROTATE and image != at and is_island(d.cell[seen_from(d, image, slot ^ 1)]):
        draft_link(d, image, slot ^ 1, count)


cdef void link_around(Draft *d, const GrowthPlan *plan, hf_random *random, int32_t at) noexcept nogil:
    """Link a new island to others that it sees, as chance has it."""
    cdef int slot
    cdef int32_t end
    for slot in range(4):
        if side(d.cell[at], slot) == 0 and hf_random_chance(random, plan.linking):
            end = seen_from(d, at, slot)
            if is_island(d.cell[end]) and (end - at) // d.step[slot] <= plan.longest:
                lay(d, at, slot, end, draw_count(plan, random))
                link_image(d, at, slot, draw_count(plan, random))


cdef void reach_out(Growth *g, Draft *d, const GrowthPlan *plan, hf_random *random) noexcept nogil:
    """Let a random open island lay a bridge to a new one, or close a direction in which it cannot."""
    cdef bint last = plan.winding and hf_random_chance(random, plan.winding)
    # Enough for all that is drawn here: on the largest board, 27 bits say which island, 2 which slot, 11 how far.
    cdef uint64_t fraction = hf_random_next(random)
    cdef int32_t k = g.n_open - 1 if last else draw_part(&fraction, g.n_open)
    cdef int32_t at = g.open[k] >> 4, there, found, length
    cdef int slot = draw_slot(&fraction, g.open[k])
    found = measure(g, d, at, slot, plan.longest if plan.longest else max(d.width, d.height))
    if found == 0:
        close_slot(g, k, slot)
        return
    if plan.choosy:
        length = draw_span(g, plan, &fraction, found)
        if not is_accepted(g, d, plan, &fraction, at + length * d.step[slot]):
            return
    else:
        length = g.lengths[0]
        if found > 1 and not (plan.closeness and hf_random_chance(random, plan.closeness)):
            length = g.lengths[draw_part(&fraction, found)]
    there = at + length * d.step[slot]
    if d.symmetry == ASYMMETRIC:
        put_island(d, there)
        lay(d, at, slot, there, draw_count(plan, random))
        close_slot(g, k, slot)
        if plan.linking and d.loops:
            link_around(d, plan, random, there)
        open_island(g, d, there)
    elif reach_by_chance(d, plan, random, at, slot, length):
        if plan.linking and d.loops:
            link_around(d, plan, random, there)
        open_reached(g, d, there)
    elif length == g.lengths[0]:
        close_slot(g, k, slot)


# ---- the tree

cdef inline bint is_place(const Draft *d, int32_t at) noexcept nogil:
    """Whether an island of the tree may stand on a cell."""
    return d.cell[at] == 0 and (
        d.neighbours or
        not (d.cell[at + 1] | d.cell[at - 1] | d.cell[at + d.stride] | d.cell[at - d.stride]) & (ISLAND | MARK)
    )


cdef void mark_places(Draft *d, hf_random *random, int32_t wanted) noexcept nogil:
    """Mark random cells, and their images."""
    cdef int32_t at, image, _
    for _ in range(MARK_TRIES * wanted):
        at = draw_cell(d, random)
        if not is_place(d, at):
            continue
        d.cell[at] = MARK
        wanted -= 1
        image = image_of(d, at)
        if image != at:
            if not is_place(d, image):
                d.cell[at] = 0
                wanted += 1
                continue
            d.cell[image] = MARK
            wanted -= 1
        if wanted <= 0:
            break


cdef void join_place(Growth *g, Draft *d, const GrowthPlan *plan, hf_random *random) noexcept nogil:
    """Let a random open island lay a bridge to the next marked place in a random slot, if any, and close the slot."""
    cdef uint64_t fraction = hf_random_next(random)
    cdef int32_t k = draw_part(&fraction, g.n_open)
    cdef int32_t at = g.open[k] >> 4, there, image, length
    cdef int slot = draw_slot(&fraction, g.open[k])
    there = seen_from(d, at, slot)
    length = (there - at) // d.step[slot]
    close_slot(g, k, slot)
    if d.cell[there] != MARK or (plan.longest and length > plan.longest):
        return
    image = image_of(d, there)
    d.cell[there] = 0
    d.cell[image] = 0
    if reach_by_chance(d, plan, random, at, slot, length):
        open_reached(g, d, there)
    else:
        d.cell[there] = MARK
        d.cell[image] = MARK


cdef void plant_tree(Growth *g, Draft *d, const GrowthPlan *plan, hf_random *random, int32_t wanted) noexcept nogil:
    """Mark places for `wanted` islands, join as many as possible into a random tree, and open all islands."""
    mark_places(d, random, wanted - d.islands)
    while g.n_open and d.islands < wanted:
        join_place(g, d, plan, random)
    open_all(g, d)


# ---- borders, islands and cycles that are missing

cdef int needed_borders(const GrowthPlan *plan) noexcept nogil:
    """Return the borders to be used. Of two adjacent borders only one can be used, unless islands may be neighbours."""
    cdef int needed = 0
    if plan.borders:
        if plan.height != 2 or plan.neighbours:
            needed |= 1 << UP | 1 << DOWN
        if plan.width != 2 or plan.neighbours:
            needed |= 1 << LEFT | 1 << RIGHT
    return needed


cdef void note_borders(Growth *g, const GrowthPlan *plan) noexcept nogil:
    """Note what is unused as long as no island is noted (see `open_island`)."""
    memset(g.used_rows, 0, plan.height)
    memset(g.used_cols, 0, plan.width)
    g.needed = needed_borders(plan)


cdef bint reach_border(Growth *g, Draft *d, const GrowthPlan *plan, hf_random *random, int slot) noexcept nogil:
    """Let a random island lay a bridge to the border in a slot. False: no island can."""
    cdef int32_t along = d.step[DOWN] if slot < DOWN else d.step[RIGHT]
    cdef int32_t at, there, _, found = 0
    at = cell_at(d, d.height - 1 if slot == DOWN else 0, d.width - 1 if slot == RIGHT else 0)
    # Look inwards from every cell of the border.
    for _ in range(d.height if slot < DOWN else d.width):
        if is_free(d, at) and is_island(d.cell[seen_from(d, at, slot ^ 1)]):
            g.places[found] = at
            found += 1
        at += along
    while found:
        at = draw_place(g, random, &found)
        there = seen_from(d, at, slot ^ 1)
        if reach_by_chance(d, plan, random, there, slot, (at - there) // d.step[slot]):
            open_reached(g, d, at)
            return True
    return False


cdef bint stretch(Growth *g, Draft *d, const GrowthPlan *plan, hf_random *random, int slot) noexcept nogil:
    """Move some lines onto a border that no island can reach. False: that is of no use.

    Where islands may not be neighbours, an island next to the border shuts it. Then it only has to move on.
    """
    cdef int32_t size = d.width if slot < DOWN else d.height
    if size < 3 or not draft_stretch(d, slot, 1 + draw_below(random, size - 2)):
        return False
    note_borders(g, plan)
    open_all(g, d)
    return not g.needed >> slot & 1


cdef bint split_bridges(Growth *g, Draft *d, const GrowthPlan *plan, hf_random *random, int32_t wanted) noexcept nogil:
    """Put islands into random bridges and let them reach out until there are enough. False: there was no room."""
    cdef int32_t row, at, found = 0, before = d.islands
    for row in range(d.height):
        for at in range(cell_at(d, row, 0), cell_at(d, row, d.width)):
            if can_split(d, at):
                g.places[found] = at
                found += 1
    while found and d.islands < wanted:
        at = draw_place(g, random, &found)
        if draft_split(d, at):
            open_reached(g, d, at)
            while g.n_open and d.islands < wanted:
                reach_out(g, d, plan, random)
    return d.islands > before


cdef int32_t list_pairs(Growth *g, const Draft *d, bint linked) noexcept nogil:
    """List the pairs of islands that are linked, or that see each other and are not; return how many there are."""
    cdef int32_t row, at, found = 0
    cdef int slot
    for row in range(d.height):
        for at in range(cell_at(d, row, 0), cell_at(d, row, d.width)):
            if not is_island(d.cell[at]):
                continue
            for slot in range(RIGHT, DOWN + 1, 2):
                if side(d.cell[at], slot):
                    if not linked:
                        continue
                elif linked or not is_island(d.cell[seen_from(d, at, slot)]):
                    continue
                g.places[found] = at << 1 | slot >> 1
                found += 1
    return found


cdef void link_pairs(
    Growth *g, Draft *d, const GrowthPlan *plan, const Targets *aims, hf_random *random
) noexcept nogil:
    """Link random pairs that see each other until there are enough cycles or no such pair is left."""
    cdef int32_t found, place
    cdef int32_t wanted = aims.cycles_low + draw_below(random, aims.cycles_high - aims.cycles_low + 1)
    if wanted <= cycles_of(d):
        return
    found = list_pairs(g, d, False)
    while found and cycles_of(d) < wanted:
        place = draw_place(g, random, &found)
        draft_link(d, place >> 1, 2 * (place & 1), draw_count(plan, random))


cdef void trim(Growth *g, Draft *d, const Targets *aims, hf_random *random) noexcept nogil:
    """Bring the cycles and doubles of a draft within its aims, as far as possible, by changing random pairs."""
    cdef int32_t found, place, at
    cdef int slot, count
    cdef bint fewer = cycles_of(d) > aims.cycles_high
    if d.loops and (fewer or cycles_of(d) < aims.cycles_low):
        found = list_pairs(g, d, fewer)
        while found and (cycles_of(d) > aims.cycles_high if fewer else cycles_of(d) < aims.cycles_low):
            place = draw_place(g, random, &found)
            at = place >> 1
            slot = 2 * (place & 1)
            if fewer:
                draft_cut(d, at, slot)
            else:
                draft_link(d, at, slot, 1)
    fewer = too_many_doubles(d, aims, 0)
    if d.max_bridges > 1 and (fewer or too_few_doubles(d, aims, 0)):
        found = list_pairs(g, d, True)
        while found and (too_many_doubles(d, aims, 0) if fewer else too_few_doubles(d, aims, 0)):
            place = draw_place(g, random, &found)
            at = place >> 1
            slot = 2 * (place & 1)
            count = side(d.cell[at], slot)
            if fewer == (count > 1):
                draft_set_count(d, at, slot, 1 if fewer else 2)


# ---- a draft

cdef inline bint beside_border(int32_t place, int32_t size) noexcept nogil:
    """Whether a row or column is next to the first or last one, but neither of them."""
    return 0 < place < size - 1 and (place == 1 or place == size - 2)


cdef inline int32_t draw_line(hf_random *random, int32_t size, bint near_middle) noexcept nogil:
    """Draw a row or column, if asked one that is at most three lines from its mirror image.

    On a small board the rim could then not be reached.
    """
    cdef int32_t lines = 3 + (size + 1) % 2 if near_middle and size > 7 else size
    return (size - lines) // 2 + draw_below(random, lines)


cdef bint plant(Growth *g, Draft *d, const GrowthPlan *plan, hf_random *random) noexcept nogil:
    """Place the first islands. False: no place was found for them."""
    cdef int32_t row, col, _
    for _ in range(PLACE_TRIES):
        # On full boards no long bridge joins the first island to its image.
        row = draw_line(random, d.height, plan.choosy and d.symmetry in (ROTATE, MIRROR_V))
        col = draw_line(random, d.width, plan.choosy and d.symmetry in (ROTATE, MIRROR_H))
        if plan.choosy and d.symmetry == DIAGONAL:
            col = max(0, min(d.width - 1, row + draw_below(random, 7) - 3))
        if g.needed & g.kept_free and (beside_border(row, d.height) or beside_border(col, d.width)):
            continue
        if not draft_plant(d, cell_at(d, row, col), draw_count(plan, random)):
            continue
        if d.symmetry == ASYMMETRIC:
            open_island(g, d, cell_at(d, row, col))
        else:
            open_all(g, d)
        return True
    return False


cdef Status attempt(
    Growth *g, Draft *d, const GrowthPlan *plan, const Targets *aims, Knot *knot, hf_random *random
) noexcept nogil:
    """Fill an empty draft."""
    cdef int32_t wanted = plan.islands_low + draw_below(random, plan.islands_high - plan.islands_low + 1)
    cdef int32_t planted = knot.board.islands if knot != NULL else 0
    cdef uint64_t fraction
    cdef int slot, seam
    cdef bint leaning = plan.leaning != 0
    g.n_open = 0
    wanted -= planted
    if knot != NULL:
        knot_shut(knot, d, random)
        leaning = leaning and not in_knot(d, cell_at(d, d.height // 2, d.width // 2))
    note_borders(g, plan)
    g.kept_free = 0 if plan.choosy else 15
    if leaning:
        d.symmetry = ROTATE
    if not plant(g, d, plan, random):
        return NO_ROOM
    if plan.strategy == TREE:
        plant_tree(g, d, plan, random, wanted)
    if leaning:
        while g.n_open and d.islands < wanted * <int64_t>plan.leaning >> 16:
            reach_out(g, d, plan, random)
        d.symmetry = plan.symmetry
        open_all(g, d)
    while g.n_open and d.islands + hf_popcount4(g.needed) < wanted:
        reach_out(g, d, plan, random)
    while g.needed:
        fraction = hf_random_next(random)
        slot = draw_slot(&fraction, g.needed)
        if not reach_border(g, d, plan, random, slot) and not stretch(g, d, plan, random, slot):
            return NO_BORDER
    while g.n_open and d.islands < wanted:
        reach_out(g, d, plan, random)
    while d.islands < wanted and split_bridges(g, d, plan, random, wanted):
        pass
    if d.islands + planted < plan.islands_low:
        return NO_ROOM
    if d.loops:
        link_pairs(g, d, plan, aims, random)
    trim(g, d, aims, random)
    if knot != NULL:
        seam = draw_count(plan, random)
        if not knot_put(knot, d, plan.longest, seam, random):
            return NO_ROOM
    return OK if on_target(d, aims) else ASTRAY


cdef Status grow(
    Growth *g, Draft *d, const GrowthPlan *plan, const Targets *aims, Knot *knot, hf_random *random
) noexcept nogil:
    cdef Board board
    cdef Status status = reserve(g, plan)
    cdef int astray = 0
    if status != OK:
        return status
    board.width = plan.width
    board.height = plan.height
    board.max_bridges = plan.max_bridges
    board.loops = plan.loops
    g.attempts = 0
    while True:
        g.attempts += 1
        status = draft_start(d, &board, plan.islands_high, plan.neighbours, plan.symmetry)
        if status != OK:
            return status
        status = attempt(g, d, plan, aims, knot, random)
        astray += status == ASTRAY
        if status == OK or g.attempts == ATTEMPTS or astray == ASTRAY_ATTEMPTS:
            return status


cdef void growth_free(Growth *g) noexcept nogil:
    arena_free(&g.memory)
