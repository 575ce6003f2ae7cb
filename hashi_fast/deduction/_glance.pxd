"""A glance: finds out quickly how far the rungs up to some level lead, without saying how people would get there.

The ladder looks for the easiest step in every round, over and over, because that is what a rating counts. A glance has
all sums worked out at once (`propagate`, which is what the first SUM_RUNGS rungs come to), and looks for a round of a
higher rung where these are at an end. Rules only narrow domains, so the end is the same, and so is whether it takes a
rung of a higher level. Which rungs of a level were used, and how often, a glance does not know.
"""
from libc.stdint cimport int8_t, int32_t, int64_t

from hashi_fast.board._topology cimport Topo
from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


cdef enum:
    SUM_RUNGS = 5        # the first rungs, which only look at sums around islands and at crossings


# As `deduce_start`, but only for a glance.
cdef Status glance_start(Deduction *t, const Topo *topo) noexcept nogil

# Begin with these bounds of the edges, which are what rungs up to group isolation come to. (If these have missed a step
# of group isolation, it is made once a higher rung has found anything.)
cdef void glance_narrow(Deduction *t, const int8_t *lo, const int8_t *hi) noexcept nogil

# Go on with the first `n_rungs` rungs (SUM_RUNGS at least, and not the search) for a slice of this effort, or until
# there is an answer (see _answers.pxd). After STUCK the domains are those that the ladder would be stuck with. The
# tally has rounds of all rungs but the first SUM_RUNGS; where it has some of group isolation, it has as many of the two
# rungs before it, which are not looked at.
cdef Status glance_run(Deduction *t, int n_rungs, int64_t effort) noexcept nogil
