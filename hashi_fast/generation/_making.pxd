"""What a puzzle is made by: the order, and where its maker stands (see _maker.pxd)."""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from hashi_fast.deduction._state cimport Deduction, Tally
from hashi_fast.generation._draft cimport Draft, Targets
from hashi_fast.generation._flock cimport Flock
from hashi_fast.generation._grow cimport Growth, GrowthPlan
from hashi_fast.generation._knot cimport Knot
from hashi_fast.generation._look cimport Look, Style
from hashi_fast.generation._promise cimport COUNTED, Sweep
from hashi_fast.support._random cimport hf_random
from hashi_fast.support._status cimport OWN, Status
from hashi_fast.generation._repair cimport Remedy, Repair
from hashi_fast.deduction._score cimport Scale
from hashi_fast.deduction._shave cimport Shave


# What a puzzle must be besides its targets, and what is done with a draft that is not.
cdef struct Course:
    int n_rungs              # the first rungs of the ladder are all that it may take,
    uint32_t excluded        # but for these, bit k for rung k
    uint32_t required        # rungs that it must take
    uint32_t any_of[2]       # sets of rungs, of each of which it must take one, unless the set is empty
    int32_t score_low        # scores in thousandths, both included
    int32_t score_high
    int32_t hidden           # share of the clues to hide, in 1/65536,
    int32_t hidden_first     # and of these, the share that is hidden from the beginning
    int32_t eased            # before a draft is mended, it is eased until no more edges than that are undecided
    int32_t eased_rungs      # to those who know only the first rungs; 0 = it is not eased
    bint mended              # whether drafts are made unique by search before they are rated
    int32_t mixing           # changes for each island that make a draft a flock (see _flock.pxd); 0 = there is none
    int32_t flocks           # that are raised from one draft
    bint shaved              # whether drafts are given up that trials of single edges work out (see _shave.pxd)
    int32_t choices          # drafts grown of which the one is taken whose layout promises most,
    int32_t promise[COUNTED]  # by these weights (see _promise.pxd)
    bint shaved_first        # whether a walk shaves before it proves: what shaving works out is unique
    int32_t looks            # at one draft
    int32_t patience         # looks that find it stuck before anything that was wanted
    int32_t stirs            # changes of one draft that is not as wanted
    int32_t polishes         # changes for the look, once all else is as wanted
    int32_t walks            # steps of a walk that do not lead up, before it is given up; 0 = there is no walk
    int32_t milestone        # steps after which shaving must take some effort, or the walk is given up; 0 = never
    int32_t worth            # that effort, per island; a third of it makes a board of a flock worth a walk
    int32_t thin             # chance that an undecided edge is left alone by EASE, which parts clusters; in 1/65536
    bint knot_last           # whether knots are the last resort, in the last quarter of the work, not in its first half
    int64_t work_limit       # effort for one puzzle
    int64_t node_limit       # of one search


# What is asked for, and how to go about it. All but the scale is an `Order` of recipes.py, field by field.
cdef struct Order:
    const Order *knot        # the order for knots that are planted on the board (see _knot.pxd), or NULL
    GrowthPlan growth
    Remedy remedy
    Course course
    Targets targets          # what a puzzle must meet
    Targets aims             # what drafts are grown for and changed towards
    Style style
    Scale scale


# Why a puzzle is not what was asked for.
cdef enum:
    NOT_REACHED = 6 * OWN    # the work is used up
    NOTHING_GROWS            # there is no room for what is asked for


cdef enum Stage:
    GROWING = 0
    MENDING = 1
    SHAVING = 2
    RATING = 3
    WALKING = 4
    EASING = 5
    RAISING = 6
    FLOCKING = 7


# Zero it before the first `make_start`; each start reuses the memory of the one before.
cdef struct Maker:
    const Order *order
    hf_random random
    Growth growth
    Draft draft
    Draft rival              # another one, while drafts are grown to choose from
    Sweep sweep
    Look look
    Repair repair
    Deduction deduction
    Shave shave
    Flock flock
    Stage stage
    # Knots, where the order has an order for them.
    Maker *nursery           # makes them; the owner of the maker provides it
    bint raising             # whether one is under way
    Knot knot
    int32_t plantings        # how often the last one may still be planted
    bint planted             # whether the draft has a knot
    int32_t barren           # times that no draft grew; -1 once one has
    bint flocked             # whether the draft is one of a flock
    int32_t flocks           # that have been raised from it
    bint deducing            # whether a deduction is under way
    bint glancing            # whether it is only a glance (see _glance.pxd), which decides whether to go on
    int32_t looked           # at the current draft
    int32_t in_vain          # looks that found nothing that was wanted
    int32_t stirred          # changes of it
    # Walking, once it is unique: heights are edges that counting around islands leaves undecided, or, where shaving
    # decides, its effort.
    int32_t walked           # steps so far
    int32_t idle             # since the last one that led up
    int64_t walked_from      # number of edits before the last one
    int64_t height           # before it
    int32_t open             # edges that counting around islands left undecided then
    # Polishing, once it is as wanted: only its look is changed.
    bint polishing
    int32_t polished         # changes so far
    int64_t polished_from    # number of edits before the last one
    # Hiding more clues, once it is as wanted; small changes in between make room for them.
    bint hiding
    int32_t hide_at          # the island whose clue was hidden last; -1: something else was changed
    int32_t hide_tried       # changes so far
    int64_t work             # effort so far
    int64_t work_limit       # of it
    Status failure           # how it will end, once the last draft is made into a puzzle; OK: it may come right
    # What is nearest to the order of all that has come of the current draft.
    bint has_base
    int64_t base_distance
    Draft base
    # And of all drafts, with how it was worked out.
    bint has_closest
    int64_t distance
    int64_t most_nodes       # of the proofs of those that were rated though they are not hard enough,
    int64_t longest_glance   # and the most effort of a glance at one of them
    Draft closest
    Tally tally
