"""Making a puzzle of the kind that is asked for (see _maker.pxd)."""
from libc.stdint cimport INT64_MAX, UINT32_MAX, int32_t, int64_t, uint32_t, uint64_t

from hashi_fast.deduction._answers cimport STUCK, UNIQUE
from hashi_fast.deduction._glance cimport SUM_RUNGS, glance_narrow, glance_run, glance_start
from hashi_fast.deduction._ladder cimport N_RUNGS, deduce_free, deduce_run, deduce_start
from hashi_fast.deduction._score cimport score_of
from hashi_fast.deduction._shave cimport shave_run, shave_start
from hashi_fast.generation._draft cimport draft_copy, draft_free, in_knot, on_target
from hashi_fast.generation._drafting cimport begin_draft, copy_draft, fail, keep_closest
from hashi_fast.generation._flock cimport flock_free, flock_next, flock_raise
from hashi_fast.generation._grow cimport growth_free
from hashi_fast.generation._hiding_late cimport begin_hiding, judge_hidden
from hashi_fast.generation._look cimport look_count, look_free
from hashi_fast.generation._making cimport (
    EASING,
    FLOCKING,
    GROWING,
    MENDING,
    NOT_REACHED,
    NOTHING_GROWS,
    RAISING,
    RATING,
    SHAVING,
    WALKING,
    Course,
)
from hashi_fast.generation._promise cimport sweep_free
from hashi_fast.generation._repair cimport (
    INCURABLE,
    LIMIT,
    TOO_PLAIN,
    UNINTENDED,
    Repair,
    change_clusters,
    cell_a,
    cell_b,
    change_supposed,
    intended_on,
    nodes_searched,
    repair_allow_edits,
    repair_draft_replaced,
    repair_free,
    repair_intend,
    repair_prove_only,
    repair_rings,
    repair_run,
    repair_survey,
    repair_undo,
    suppose,
    suppose_intended,
)
from hashi_fast.generation._touches cimport polish
from hashi_fast.generation._walking cimport (
    SHAVED,
    has_climbed,
    is_proved_by_rating,
    is_walking,
    step_back,
    walk,
    walk_from,
)
from hashi_fast.search._domains cimport edge_byte, hi_of, is_open, lo_of
from hashi_fast.support._random cimport hf_random_below, hf_random_chance, hf_random_start
from hashi_fast.support._status cimport CALL_AGAIN, OK, OUT_OF_MEMORY


cdef enum:
    SLICE_EFFORT = 1 << 16   # of one slice: about a millisecond
    PLANTINGS = 4            # of one knot
    PLANTED_LOOKS = 200      # at a draft that has a knot, before it is given up
    MANY_UNDECIDED = 32      # edges of an open board; few of them need not be parted
    STUCK_STEPS = 4          # of a walk that a draft counts for that is rated and too hard
    OPEN_IF_HARD = 9         # edges that group isolation leaves undecided: with fewer, hardly any board is hard,
    OPEN_IF_EXTREME = 14     # or extreme
    HEAD_START = 3           # a board of a flock is worth a walk if it takes a third of what it is to take in time
    EMPTY_HANDED = 3         # a draft is rated, only to have something to show, from 1/2**3 of the work on
    MISMATCH = 1 << 20       # what one thing that is not as asked for counts; above any score and number of nodes


cdef void make_start(Maker *m, const Order *order, uint64_t seed, uint64_t index) noexcept nogil:
    m.order = order
    hf_random_start(&m.random, seed, index)
    m.stage = GROWING
    m.work = 0
    m.work_limit = order.course.work_limit
    m.failure = OK
    m.has_closest = False
    m.most_nodes = 0
    m.longest_glance = 0
    m.barren = 0
    m.raising = False
    m.plantings = 0


# ---- changing it

cdef Status ease(Maker *m) noexcept nogil:
    """Change something in every cluster of edges that could not be decided."""
    cdef Repair *r = &m.repair
    cdef int32_t e
    cdef uint32_t byte
    cdef int intended, other
    cdef int32_t thin = m.order.course.thin if m.look.styled or m.deduction.undecided > MANY_UNDECIDED else 0
    cdef Status status
    for e in range(r.topo.n_edges):
        byte = edge_byte(&r.topo, m.deduction.domains.islands, e)
        intended = intended_on(r, e)
        # Any other number that is still possible stands for what has to be ruled out.
        other = hi_of(byte) if hi_of(byte) != intended else lo_of(byte)
        if other != intended and thin and hf_random_chance(&m.random, thin):
            other = intended
        suppose(r, e, other)
    status = change_supposed(r)
    if status == LIMIT or status == INCURABLE:
        # By chance nothing was left to change, or nothing can be done here at all: patience tells.
        m.in_vain += 1
        if m.in_vain > m.order.course.patience:
            m.stage = GROWING
    elif status != OK:
        return status
    return CALL_AGAIN


cdef Status stir(Maker *m) noexcept nogil:
    """Change something at random."""
    cdef Repair *r = &m.repair
    cdef int32_t e, _
    cdef Status status
    suppose_intended(r)
    for _ in range(1 if m.order.course.mended else 1 + (m.draft.islands >> 4)):
        e = <int32_t>hf_random_below(&m.random, <uint32_t>r.topo.n_edges)
        # Two bridges are made one, one is made two, none is made some.
        suppose(r, e, 0 if intended_on(r, e) > 1 else m.draft.max_bridges)
    repair_allow_edits(r, m.order.remedy.edit_limit)
    status = change_clusters(r)
    if status != OK and status != LIMIT and status != INCURABLE:
        return status
    if m.order.course.mended:
        # What is no longer unique is taken back rather than mended: mending would undo what was won.
        repair_prove_only(r, 0)
        m.stage = MENDING
    return CALL_AGAIN


# ---- stirring: larger changes of any draft

cdef Status go_on(Maker *m, bint nearer, int64_t distance) noexcept nogil:
    """Stir the draft if it has come nearer to the order, else what it was at its nearest; or give it up."""
    cdef Status status
    if m.flocked:
        m.stage = FLOCKING
        return CALL_AGAIN
    if is_walking(m):
        return walk(m)
    m.stirred += 1
    # (An island alone has no edge to change.)
    if m.stirred > m.order.course.stirs or not (nearer or m.has_base) or m.repair.topo.n_edges == 0:
        m.stage = GROWING
        return CALL_AGAIN
    status = note_base(m, distance) if nearer else return_to_base(m)
    return stir(m) if status == CALL_AGAIN else status


cdef Status note_base(Maker *m, int64_t distance) noexcept nogil:
    cdef Status status = copy_draft(&m.base, &m.draft)
    m.has_base = True
    m.base_distance = distance
    return CALL_AGAIN if status == OK else status


cdef Status return_to_base(Maker *m) noexcept nogil:
    cdef Status status
    draft_copy(&m.draft, &m.base)
    repair_draft_replaced(&m.repair)
    status = repair_survey(&m.repair)
    return CALL_AGAIN if status == OK else status


cdef inline bint is_nearer(const Maker *m, int64_t distance) noexcept nogil:
    return not m.has_base or distance <= m.base_distance


# ---- looking at it

cdef inline bint may_change(const Maker *m) noexcept nogil:
    """Whether the draft may be changed before it is looked at."""
    return not (m.order.course.mended or m.polishing or m.hiding or m.walked or m.flocked)


cdef Status begin_deduction(Maker *m, bint glancing) noexcept nogil:
    """Begin to work the draft out, or only to glance at it."""
    cdef Status status = repair_survey(&m.repair)
    if status == OK and m.look.styled and may_change(m):
        status = repair_rings(&m.repair)
        if status == LIMIT:
            status = OK
    if status == OK:
        status = glance_start(&m.deduction, &m.repair.topo) if glancing else begin_ladder(m)
    m.deduction.known = m.repair.intended
    if status == OK and glancing and m.flocked:
        glance_narrow(&m.deduction, m.flock.lo, m.flock.hi)
    m.deducing = status == OK
    return status


cdef Status begin_ladder(Maker *m) noexcept nogil:
    cdef Status status = deduce_start(&m.deduction, &m.repair.topo)
    m.deduction.node_limit = m.order.course.node_limit
    m.deduction.known = m.repair.intended
    # What was mended is unique, unless it has been changed since.
    m.deduction.proved = m.order.course.mended and not (m.polishing or m.hiding)
    return status


cdef bint is_left_to_knot(const Maker *m) noexcept nogil:
    """Whether all that is undecided is in the knot."""
    cdef const Repair *r = &m.repair
    cdef int32_t e
    for e in range(r.topo.n_edges):
        if is_open(edge_byte(&r.topo, m.deduction.domains.islands, e)):
            if not (in_knot(&m.draft, cell_a(r, e)) and in_knot(&m.draft, cell_b(r, e))):
                return False
    return True


cdef Status ease_around(Maker *m) noexcept nogil:
    """Ease the draft until nothing but its knot is undecided."""
    cdef Status status
    if not m.deducing:
        m.looked += 1
        if m.looked > PLANTED_LOOKS:
            m.stage = GROWING
            return CALL_AGAIN
        status = repair_survey(&m.repair)
        if status == OK:
            status = repair_rings(&m.repair)
        if status == OK:
            status = begin_deduction(m, True)
        if status != OK:
            return status
    m.work -= m.deduction.effort
    status = glance_run(&m.deduction, m.order.course.eased_rungs, SLICE_EFFORT)
    m.work += m.deduction.effort
    if status == CALL_AGAIN or status == OUT_OF_MEMORY:
        return status
    m.deducing = False
    if status != STUCK:
        m.stage = GROWING
    elif is_left_to_knot(m):
        m.looked = 0
        repair_prove_only(&m.repair, 0)
        m.stage = MENDING
    else:
        return ease(m)
    return CALL_AGAIN


cdef Status ease_off(Maker *m) noexcept nogil:
    """Ease the draft until little of it is undecided, for the search would take long to make it unique."""
    cdef const Order *order = m.order
    cdef Status status = repair_survey(&m.repair)
    if status != OK:
        return status
    if not m.deducing and m.repair.topo.n_edges > order.course.eased and m.looked < order.course.looks:
        m.looked += 1
        status = repair_rings(&m.repair)
        if status == OK:
            status = begin_deduction(m, False)
        if status != OK:
            return status
    if m.deducing:
        m.work -= m.deduction.effort
        status = deduce_run(&m.deduction, order.course.eased_rungs, SLICE_EFFORT)
        m.work += m.deduction.effort
        if status == CALL_AGAIN or status == OUT_OF_MEMORY:
            return status
        m.deducing = False
        if status == STUCK and m.deduction.undecided > order.course.eased:
            return ease(m)
    m.looked = 0
    m.in_vain = 0
    repair_allow_edits(&m.repair, m.repair.n_edits + order.remedy.edit_limit)
    m.stage = MENDING
    return CALL_AGAIN


cdef Status mend(Maker *m) noexcept nogil:
    """Make the draft unique by search."""
    cdef Status status
    cdef bint plain
    status = repair_run(&m.repair)
    if status == LIMIT or status == INCURABLE or status == UNINTENDED or status == TOO_PLAIN:
        if m.walked:
            return step_back(m)
        if is_walking(m):
            m.stage = GROWING
            return CALL_AGAIN
        return go_on(m, False, 0)
    if status != UNIQUE:
        return status
    if m.planted or (m.walked and m.order.course.shaved_first):
        m.stage = RATING
        return CALL_AGAIN
    plain = nodes_searched(&m.repair) == 1  # proved without a single decision: nothing near it is hard
    if is_walking(m):
        if m.walked and (plain or not m.order.course.shaved) and not has_climbed(m, m.repair.open):
            return step_back(m)
        if plain and (m.has_closest or is_early(m)):
            return walk(m)
    if m.order.course.shaved and plain:
        return pass_over(m)
    m.stage = SHAVING if m.order.course.shaved else RATING
    return CALL_AGAIN


cdef inline bint is_early(const Maker *m) noexcept nogil:
    """Whether nothing has to be rated yet only to have something to show in the end."""
    return m.work < m.work_limit >> EMPTY_HANDED


cdef Status pass_over(Maker *m) noexcept nogil:
    """The draft is unique, but not hard enough: it is rated only where it may be the closest so far."""
    if is_early(m) or (m.has_closest and nodes_searched(&m.repair) <= m.most_nodes):
        return go_on(m, False, 0)
    m.most_nodes = nodes_searched(&m.repair)
    m.stage = RATING
    return CALL_AGAIN


cdef Status shave(Maker *m) noexcept nogil:
    """See whether the draft is hard enough to be rated."""
    cdef Status status
    if not m.deducing:
        status = begin_deduction(m, False)
        if status != OK:
            return status
        shave_start(&m.shave, &m.deduction)
    m.work -= m.deduction.effort
    status = shave_run(&m.shave, SLICE_EFFORT)
    m.work += m.deduction.effort
    if status == CALL_AGAIN:
        return CALL_AGAIN
    m.deducing = False
    if status != STUCK:
        if m.walked and (m.has_closest or is_early(m)):
            return walk(m) if has_climbed(m, SHAVED + m.deduction.effort) else step_back(m)
        if m.flocked and is_nearer(m, -m.deduction.effort):
            m.open = m.repair.open
            if note_base(m, -m.deduction.effort) == OUT_OF_MEMORY:
                return OUT_OF_MEMORY
        return pass_over(m)
    if m.walked and m.order.course.shaved_first:
        repair_prove_only(&m.repair, 0)
        m.stage = MENDING
    else:
        m.stage = RATING
    return CALL_AGAIN


cdef uint32_t rungs_used(const Maker *m) noexcept nogil:
    """The rungs that working the draft out took."""
    cdef uint32_t used = 0
    cdef int k
    for k in range(m.order.scale.n_rungs):
        if m.deduction.tally.rounds[k]:
            used |= <uint32_t>1 << k
    # A glance does not know which of the first ones it took.
    return used | ((1 << SUM_RUNGS) - 1) if m.glancing else used


cdef inline bint is_hard_enough(const Maker *m) noexcept nogil:
    """Whether the draft has taken what makes its level, as far as it has been worked out."""
    cdef uint32_t used = rungs_used(m)
    cdef const Course *course = &m.order.course
    return (not course.any_of[0] or used & course.any_of[0]) and (not course.any_of[1] or used & course.any_of[1])


cdef int64_t distance_of(const Maker *m) noexcept nogil:
    """How far the draft, which has been worked out, is from what was asked; 0: it is just that.

    Of drafts that are not, the one with the score that is nearer to the wanted ones is nearer, or else the harder one.
    """
    cdef const Order *order = m.order
    cdef const Course *course = &order.course
    cdef uint32_t used = rungs_used(m)
    cdef int32_t score = score_of(&m.deduction.tally, &order.scale)
    cdef int32_t missed = max(0, max(course.score_low - score, score - course.score_high))
    cdef int64_t distance = 0
    distance += not is_hard_enough(m)
    distance += used >> course.n_rungs != 0
    distance += m.failure != OK  # the draft need not be one that was grown to the end
    distance += (course.required & ~used) != 0
    distance += (course.excluded & used) != 0
    distance += missed > 0
    distance += not on_target(&m.draft, &order.targets)
    if distance == 0:
        return 0
    if missed > 0:
        return distance * MISMATCH + missed
    return distance * MISMATCH - (nodes_searched(&m.repair) if course.mended else score)


cdef Status judge_polish(Maker *m, bint as_wanted) noexcept nogil:
    """Keep the last change for the look, or take it back, and make another one."""
    cdef Status status
    if as_wanted:
        m.has_closest = False
        status = keep_closest(m, 0)
        if status != OK:
            return status
    else:
        repair_undo(&m.repair, m.polished_from)
    m.polished_from = m.repair.n_edits
    m.polished += 1
    repair_allow_edits(&m.repair, INT64_MAX)
    if m.polished <= m.order.course.polishes and polish(&m.repair):
        m.polishing = True
        m.stage = RATING
        return CALL_AGAIN
    return OK


cdef Status weigh(Maker *m) noexcept nogil:
    """The draft has been worked out: it is what was asked for, or it is changed, or given up."""
    cdef int64_t distance = distance_of(m)
    cdef Status status
    if distance == 0 and m.order.course.hidden:
        return begin_hiding(m)
    if distance == 0 and m.look.styled and m.order.course.polishes:
        m.polished = 0
        if m.flocked:
            look_count(&m.look, &m.draft)
        return judge_polish(m, True)
    status = keep_closest(m, distance)
    if status != OK or distance == 0:
        return status
    return go_on(m, is_nearer(m, distance), distance)


# ---- rating it

cdef inline bint may_glance(const Maker *m) noexcept nogil:
    """Whether a glance tells anything about the rungs that may be used."""
    return m.failure == OK and SUM_RUNGS <= m.order.course.n_rungs < N_RUNGS


cdef bint may_be_closest(Maker *m) noexcept nogil:
    """Whether a draft that is not hard enough may be the closest so far: the one that took the longest glance."""
    if m.hiding or m.polishing or is_early(m) or (m.has_closest and m.deduction.effort <= m.longest_glance):
        return False
    m.longest_glance = m.deduction.effort
    return True


cdef Status judge_glance(Maker *m, Status status) noexcept nogil:
    """A glance has shown how far the draft can be worked out. It is rated only if that may lead to anything."""
    cdef bint hard_enough = is_hard_enough(m)
    m.glancing = False
    if status == UNIQUE and (hard_enough or may_be_closest(m)):
        status = begin_ladder(m)
        return CALL_AGAIN if status == OK else status
    m.deducing = False
    if m.hiding:
        return judge_hidden(m, False)
    if m.polishing:
        return judge_polish(m, False)
    if status == UNIQUE:
        # What takes long to look at is nearer to being hard.
        return go_on(m, is_nearer(m, -m.deduction.effort), -m.deduction.effort)
    return judge_stuck(m, status, hard_enough)


cdef Status judge_stuck(Maker *m, Status status, bint hard_enough) noexcept nogil:
    """The draft is too hard, ambiguous, or beyond the budget of the search."""
    if m.walked and is_proved_by_rating(m):
        return step_back(m)
    if m.flocked:
        return go_on(m, False, 0)
    if m.walked:
        m.idle += STUCK_STEPS
    if m.order.course.mended or m.failure != OK or status != STUCK:
        return go_on(m, False, 0)
    if not hard_enough:
        m.in_vain += 1
        if m.in_vain > m.order.course.patience:
            m.stage = GROWING
            return CALL_AGAIN
    return ease(m)


cdef Status rate(Maker *m) noexcept nogil:
    """Work the draft out with the techniques that may be used: at a glance, and then as people do it."""
    cdef const Order *order = m.order
    cdef Status status
    if not m.deducing:
        m.looked += not m.hiding and not m.polishing
        if m.looked > order.course.looks:
            m.stage = GROWING
            return CALL_AGAIN
        m.glancing = may_glance(m)
        status = begin_deduction(m, m.glancing)
        if status != OK:
            return status
    m.work -= m.deduction.effort
    if m.glancing:
        status = glance_run(&m.deduction, order.course.n_rungs, SLICE_EFFORT)
    else:
        status = deduce_run(
            &m.deduction, order.course.n_rungs if m.failure == OK else order.scale.n_rungs, SLICE_EFFORT
        )
    m.work += m.deduction.effort
    if status == CALL_AGAIN or status == OUT_OF_MEMORY:
        return status
    if m.glancing:
        return judge_glance(m, status)
    m.deducing = False
    if m.hiding:
        return judge_hidden(m, status == UNIQUE and distance_of(m) == 0)
    if m.polishing:
        return judge_polish(m, status == UNIQUE and distance_of(m) == 0)
    return weigh(m) if status == UNIQUE else judge_stuck(m, status, is_hard_enough(m))


# ---- the flock

cdef Status raise_flock(Maker *m) noexcept nogil:
    cdef const Course *course = &m.order.course
    cdef Repair *r = &m.repair
    cdef int32_t least_open = OPEN_IF_EXTREME if course.shaved else OPEN_IF_HARD
    cdef Status status = repair_survey(r)
    if status == OK:
        status = flock_raise(&m.flock, &r.topo, r.intended, course.mixing, least_open, &m.random)
    if status == OK:
        m.work += m.flock.effort
        m.flocked = True
        m.flocks += 1
    return status


cdef Status follow_flock(Maker *m) noexcept nogil:
    """Take the next board of the flocks that are raised from the draft. When none is left, go on without them."""
    cdef Status status
    if not m.flocked:
        status = raise_flock(m)
        if status != OK:
            return status
    if flock_next(&m.flock, m.repair.other):
        repair_intend(&m.repair, m.repair.other)
        if m.order.course.mended:
            repair_prove_only(&m.repair, 1)
            m.stage = MENDING
        else:
            m.stage = RATING
        return CALL_AGAIN
    m.flocked = False
    return CALL_AGAIN if m.flocks < m.order.course.flocks else leave_flocks(m)


cdef Status leave_flocks(Maker *m) noexcept nogil:
    """Walk on from the board of the flocks that shaving took longest to work out, or give the draft up."""
    if not (m.has_base and is_walking(m) and has_head_start(m)):
        m.stage = GROWING
        return CALL_AGAIN
    walk_from(m, SHAVED - m.base_distance)
    m.stage = WALKING
    return return_to_base(m)


cdef inline bint has_head_start(const Maker *m) noexcept nogil:
    return -HEAD_START * m.base_distance >= <int64_t>m.order.course.worth * m.draft.islands


# ---- the knot

cdef Status raise_knot(Maker *m) noexcept nogil:
    """Make a puzzle to be planted."""
    cdef Maker *nursery = m.nursery
    cdef Status status
    cdef uint64_t seed
    if not m.raising:
        seed = hf_random_below(&m.random, UINT32_MAX)
        seed = seed << 32 | hf_random_below(&m.random, UINT32_MAX)
        make_start(nursery, m.order.knot, seed, 0)
        nursery.work_limit = min(nursery.work_limit, m.work_limit >> 2)
        m.raising = True
    m.work -= nursery.work
    status = make_run(nursery)
    m.work += nursery.work
    if status == CALL_AGAIN or status == OUT_OF_MEMORY:
        return status
    m.raising = False
    if status == OK:
        m.knot.board = &nursery.closest
        m.plantings = PLANTINGS
    m.stage = GROWING
    return CALL_AGAIN


cdef Status do_stage(Maker *m) noexcept nogil:
    if m.stage == GROWING:
        return begin_draft(m) if m.failure == OK else m.failure
    if m.stage == RAISING:
        return raise_knot(m)
    if m.stage == EASING:
        return ease_around(m) if m.planted else ease_off(m)
    if m.stage == MENDING:
        return mend(m)
    if m.stage == SHAVING:
        return shave(m)
    if m.stage == FLOCKING:
        return follow_flock(m)
    if m.stage == WALKING:
        return walk(m)
    return rate(m)


cdef Status make_run(Maker *m) noexcept nogil:
    cdef int64_t end = m.work + SLICE_EFFORT, repaired
    cdef Status status = CALL_AGAIN
    while status == CALL_AGAIN and m.work < end:
        repaired = m.repair.effort
        if m.work < m.work_limit:
            status = do_stage(m)
        elif m.polishing:
            status = OK  # it is what was asked for
        else:
            status = fail(m, NOTHING_GROWS if m.barren > 0 else NOT_REACHED)
        m.work += m.repair.effort - repaired
    return status


cdef void make_free(Maker *m) noexcept nogil:
    growth_free(&m.growth)
    flock_free(&m.flock)
    draft_free(&m.draft)
    draft_free(&m.rival)
    draft_free(&m.base)
    draft_free(&m.closest)
    sweep_free(&m.sweep)
    look_free(&m.look)
    repair_free(&m.repair)
    deduce_free(&m.deduction)
