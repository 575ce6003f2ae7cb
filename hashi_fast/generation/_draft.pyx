"""Local changes of a solved board (see _draft.pxd for the terms and the contracts)."""
from libc.stdint cimport INT32_MAX, uint64_t
from libc.string cimport memcpy, memset

from hashi_fast.board._topology cimport DOWN, LEFT, RIGHT, UP
from hashi_fast.support._memory cimport Carver, arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport OK, OUT_OF_MEMORY


# ---- the whole draft

cdef enum:
    BEFORE = 8           # cells before the first one, which has a neighbour to its upper left; that keeps it aligned
    AFTER = 4            # and after the last one, so that the last row can be read four cells at a time


cdef void carve_draft(Draft *d, Carver *carver) noexcept nogil:
    cdef size_t room = d.room
    d.cell = <uint16_t *>carve(carver, (BEFORE + <size_t>(d.height + 2) * d.stride + AFTER) * sizeof(uint16_t))
    if d.cell != NULL:
        d.cell += BEFORE
    d.at = <int32_t *>carve(carver, room * sizeof(int32_t))
    d.row = <int32_t *>carve(carver, room * sizeof(int32_t))
    d.col = <int32_t *>carve(carver, room * sizeof(int32_t))
    d.queue = <int32_t *>carve(carver, room * sizeof(int32_t))
    d.came_from = <int32_t *>carve(carver, room * sizeof(int32_t))
    d.target = <int8_t *>carve(carver, room)


cdef Status draft_start(
    Draft *d, const Board *board, int32_t room, bint neighbours, Symmetry symmetry
) noexcept nogil:
    cdef Carver carver = measuring_carver()
    cdef int32_t at, row
    d.width = board.width
    d.height = board.height
    d.max_bridges = board.max_bridges
    d.loops = board.loops
    d.neighbours = neighbours
    d.symmetry = symmetry
    d.room = room
    d.stride = d.width + 1
    carve_draft(d, &carver)
    if not carve_from(&carver, &d.memory):
        return OUT_OF_MEMORY
    carve_draft(d, &carver)
    d.step[RIGHT] = 1
    d.step[LEFT] = -1
    d.step[DOWN] = d.stride
    d.step[UP] = -d.stride
    d.islands = d.pairs = d.doubles = d.hidden = 0
    d.knot_row = d.knot_col = d.knot_height = d.knot_width = 0
    memset(d.cell - BEFORE, 0, (BEFORE + <size_t>(d.height + 2) * d.stride + AFTER) * sizeof(uint16_t))
    for at in range(d.stride):
        d.cell[at] = WALL
        d.cell[cell_at(d, d.height, at)] = WALL
    for row in range(d.height):
        d.cell[cell_at(d, row, d.width)] = WALL
    return OK


cdef void draft_free(Draft *d) noexcept nogil:
    arena_free(&d.memory)


cdef void draft_copy(Draft *to, const Draft *draft) noexcept nogil:
    to.islands = draft.islands
    to.pairs = draft.pairs
    to.doubles = draft.doubles
    to.hidden = draft.hidden
    memcpy(to.cell, draft.cell, <size_t>(draft.height + 2) * draft.stride * sizeof(uint16_t))


cdef void draft_adopt(Draft *d, const Topo *topo, const int8_t *bridges) noexcept nogil:
    cdef int32_t i, e, a, b
    cdef const int32_t *row = topo.board.row
    cdef const int32_t *col = topo.board.col
    for i in range(topo.board.n_islands):
        d.cell[cell_at(d, row[i], col[i])] = ISLAND
        d.islands += 1
        if topo.board.target[i] == UNKNOWN:
            draft_hide(d, cell_at(d, row[i], col[i]), True)
    for e in range(topo.n_edges):
        if bridges[e]:
            a = topo.edge_a[e]
            b = topo.edge_b[e]
            lay(d, cell_at(d, row[a], col[a]), 2 * topo.edge_orient[e], cell_at(d, row[b], col[b]), bridges[e])


# ---- reading it

cdef void draft_board(Draft *d, Board *board) noexcept nogil:
    cdef int32_t row, start, at, i = 0
    cdef uint64_t four
    for row in range(d.height):
        start = cell_at(d, row, 0)
        at = start
        while at < start + d.width:
            # Most cells have no island, so look at four of them together.
            memcpy(&four, d.cell + at, sizeof(uint64_t))
            if not four & <uint64_t>0x1000100010001000:
                at += 4
                continue
            while at < start + d.width and not d.cell[at] & ISLAND:
                at += 1
            if at < start + d.width:
                d.at[i] = at
                d.row[i] = row
                d.col[i] = at - start
                list_clue(d, i)
                i += 1
                at += 1
    board.width = d.width
    board.height = d.height
    board.n_islands = d.islands
    board.max_bridges = d.max_bridges
    board.loops = d.loops
    board.row = d.row
    board.col = d.col
    board.target = d.target


cdef void draft_bridges(const Draft *d, const Topo *topo, int8_t *bridges) noexcept nogil:
    cdef int32_t e
    for e in range(topo.n_edges):
        bridges[e] = <int8_t>side(d.cell[d.at[topo.edge_a[e]]], 2 * topo.edge_orient[e])


cdef int32_t image_of(const Draft *d, int32_t at) noexcept nogil:
    cdef int32_t row = at // d.stride - 1
    cdef int32_t col = at % d.stride
    if d.symmetry == ROTATE:
        return cell_at(d, d.height - 1 - row, d.width - 1 - col)
    if d.symmetry == MIRROR_H:
        return cell_at(d, row, d.width - 1 - col)
    if d.symmetry == MIRROR_V:
        return cell_at(d, d.height - 1 - row, col)
    if d.symmetry == DIAGONAL:
        return cell_at(d, col, row)
    return at


cdef int image_slot(const Draft *d, int slot) noexcept nogil:
    """Return the image of a slot under the symmetry of the draft."""
    if d.symmetry == ROTATE or d.symmetry == (MIRROR_H if slot < DOWN else MIRROR_V):
        return slot ^ 1
    return slot ^ 2 if d.symmetry == DIAGONAL else slot


# ---- bridges

cdef void draft_set_count(Draft *d, int32_t at, int slot, int count) noexcept nogil:
    cdef int before = side(d.cell[at], slot)
    add_bridges(d, at, slot, next_island(d, at, slot), count - before)
    d.doubles += (count > 1) - (before > 1)


cdef bint draft_link(Draft *d, int32_t at, int slot, int count) noexcept nogil:
    cdef int32_t end
    # All islands are already joined, so every further pair closes a loop.
    if not d.loops or side(d.cell[at], slot):
        return False
    end = seen_from(d, at, slot)
    if not d.cell[end] & ISLAND:
        return False
    lay(d, at, slot, end, count)
    return True


cdef enum:
    NEAR = 32                # islands that are met at first on a walk that looks for one,
    FURTHER = 4              # and so many times as many on each walk that follows,
    NEARBY = 512             # up to here where a wrong "no" does no harm


cdef enum Joined:
    APART = 0
    JOINED = 1
    UNCLEAR = 2


cdef Joined look_for(Draft *d, int32_t at, int32_t goal, int32_t most) noexcept nogil:
    """Follow bridges from an island, breadth first, until `goal` or more than `most` islands have been met."""
    cdef int32_t *queue = d.queue
    cdef int32_t head = 0, size = 1, here, there, k
    cdef int slot
    cdef bint found = False
    queue[0] = at
    d.cell[at] |= MARK
    while head < size and size <= most and not found:
        here = queue[head]
        head += 1
        for slot in range(4):
            if side(d.cell[here], slot):
                there = next_island(d, here, slot)
                if there == goal:
                    found = True
                    break
                if not d.cell[there] & MARK:
                    d.cell[there] |= MARK
                    queue[size] = there
                    size += 1
    for k in range(size):
        d.cell[queue[k]] &= <uint16_t>~MARK
    return JOINED if found else APART if head == size else UNCLEAR


cdef Joined look_between(Draft *d, int32_t at, int32_t goal, int32_t most) noexcept nogil:
    """Look for one island from the other and the other way round, each in turn and further each time.

    If bridges lead from one to the other, the way is usually short; if not, one of them usually has few islands around.
    """
    cdef int32_t so_far = NEAR
    cdef Joined joined = UNCLEAR
    while joined == UNCLEAR and so_far <= most:
        joined = look_for(d, at, goal, so_far)
        if joined == UNCLEAR:
            joined = look_for(d, goal, at, so_far)
        so_far *= FURTHER
    return joined


cdef bint are_joined(Draft *d, int32_t at, int32_t goal) noexcept nogil:
    return look_between(d, at, goal, INT32_MAX // FURTHER) == JOINED


cdef bint are_joined_nearby(Draft *d, int32_t at, int32_t goal) noexcept nogil:
    return look_between(d, at, goal, NEARBY) == JOINED


cdef int32_t find_way(Draft *d, int32_t at, int32_t goal) noexcept nogil:
    cdef int32_t *queue = d.queue
    cdef int32_t head = 0, size = 1, there, k, last = -1
    cdef int slot
    queue[0] = at
    d.cell[at] |= MARK
    while head < size and last < 0:
        for slot in range(4):
            if side(d.cell[queue[head]], slot):
                there = next_island(d, queue[head], slot)
                if there == goal and head > 0:
                    last = head
                    break
                if there != goal and not d.cell[there] & MARK:
                    d.cell[there] |= MARK
                    queue[size] = there
                    d.came_from[size] = head
                    size += 1
        head += 1
    for k in range(size):
        d.cell[queue[k]] &= <uint16_t>~MARK
    return last


cdef bint draft_cut(Draft *d, int32_t at, int slot) noexcept nogil:
    cdef int count = side(d.cell[at], slot)
    cdef int32_t end
    if count == 0:
        return False
    end = next_island(d, at, slot)
    take_up(d, at, slot, end)
    if are_joined(d, at, end):
        return True
    lay(d, at, slot, end, count)
    return False


cdef void draft_hide(Draft *d, int32_t at, bint hidden) noexcept nogil:
    d.hidden += hidden - (d.cell[at] & HIDDEN != 0)
    if hidden:
        d.cell[at] |= HIDDEN
    else:
        d.cell[at] &= <uint16_t>~HIDDEN


# ---- islands

cdef inline void lift_island(Draft *d, int32_t at) noexcept nogil:
    draft_hide(d, at, False)
    d.cell[at] &= <uint16_t>~ISLAND
    d.islands -= 1


cdef bint reach(Draft *d, int32_t at, int slot, int32_t length, int count) noexcept nogil:
    """draft_reach without the image."""
    cdef int32_t k, there = at + length * d.step[slot]
    for k in range(1, length):
        if d.cell[at + k * d.step[slot]]:
            return False
    if d.islands == d.room or not is_free(d, there):
        return False
    put_island(d, there)
    lay(d, at, slot, there, count)
    return True


cdef bint draft_reach(Draft *d, int32_t at, int slot, int32_t length, int count, int image_count) noexcept nogil:
    cdef int32_t there = at + length * d.step[slot]
    if not reach(d, at, slot, length, count):
        return False
    # An island on the axis is its own image, and one way to it is enough.
    if d.symmetry == ASYMMETRIC or image_of(d, there) == there:
        return True
    if reach(d, image_of(d, at), image_slot(d, slot), length, image_count):
        return True
    prune(d, there)
    return False


cdef bint draft_plant(Draft *d, int32_t at, int count) noexcept nogil:
    cdef int32_t image = image_of(d, at), row = at // d.stride, corner, k, there
    cdef int32_t corners[4]
    cdef int slot, n = 0
    corners[n] = at
    n += 1
    if image != at:
        corner = row * d.stride + image % d.stride
        if corner != at and corner != image:
            corners[n] = corner
            n += 1
        corners[n] = image
        n += 1
        # Under half a turn the corner has its own image, which completes a rectangle; on a diagonal it has none.
        if n == 3 and image_of(d, corner) != corner:
            corners[n] = image_of(d, corner)
            n += 1
    for k in range(n):
        if d.islands == d.room or not is_free(d, corners[k]):
            while k > 0:
                k -= 1
                lift_island(d, corners[k])
            return False
        put_island(d, corners[k])
    for k in range(n - 1):
        at = corners[k]
        there = corners[k + 1]
        if at // d.stride == there // d.stride:
            slot = RIGHT if there > at else LEFT
        else:
            slot = DOWN if there > at else UP
        lay(d, at, slot, there, count)
    return True


cdef void split(Draft *d, int32_t at) noexcept nogil:
    put_island(d, at)
    d.pairs += 1
    d.doubles += max(side(d.cell[at], RIGHT), side(d.cell[at], DOWN)) > 1


cdef bint draft_split(Draft *d, int32_t at) noexcept nogil:
    cdef int32_t image
    if not can_split(d, at):
        return False
    split(d, at)
    if d.symmetry != ASYMMETRIC:
        image = image_of(d, at)
        if image != at:
            if not can_split(d, image):
                merge(d, at)
                return False
            split(d, image)
    return True


cdef inline bint is_empty(const Draft *d, int32_t at, int32_t step, int32_t length) noexcept nogil:
    """Whether there is nothing on a line of cells."""
    cdef int32_t _
    for _ in range(length):
        if d.cell[at]:
            return False
        at += step
    return True


cdef bint draft_stretch(Draft *d, int slot, int32_t lines) noexcept nogil:
    cdef int32_t inwards = d.step[slot ^ 1], along = d.stride if slot < DOWN else 1
    cdef int32_t length = d.height if slot < DOWN else d.width
    cdef int32_t border = cell_at(d, d.height - 1 if slot == DOWN else 0, d.width - 1 if slot == RIGHT else 0)
    cdef int32_t at, count, _
    if d.symmetry != ASYMMETRIC or d.knot_width or not is_empty(d, border, along, length):
        return False
    for _ in range(length):
        at = border
        while at != border + lines * inwards:
            d.cell[at] = d.cell[at + inwards]
            at += inwards
        # In the gap, only the bridges that led across it go on.
        count = side(d.cell[at], slot ^ 1)
        d.cell[at] = <uint16_t>(count << 3 * slot | count << 3 * (slot ^ 1))
        border += along
    return True


cdef void merge(Draft *d, int32_t at) noexcept nogil:
    """Undo `split`."""
    lift_island(d, at)
    d.pairs -= 1
    d.doubles -= max(side(d.cell[at], RIGHT), side(d.cell[at], DOWN)) > 1


cdef inline int only_slot(uint16_t word) noexcept nogil:
    """Return the only slot in which an island has bridges, or -1 if there are several or none."""
    cdef int slot
    for slot in range(4):
        if word & SIDES and word & SIDES == side(word, slot) << (3 * slot):
            return slot
    return -1


cdef void prune(Draft *d, int32_t at) noexcept nogil:
    """Remove an island that has bridges in exactly one slot, together with these bridges."""
    cdef int slot = only_slot(d.cell[at])
    take_up(d, at, slot, next_island(d, at, slot))
    lift_island(d, at)
