"""The store of learnt clauses, each watched by two of its literals.

A clause is a run of int32 in one growable arena, identified by where it starts:

    +0 size   +1 quality   +2 next of watch 0   +3 next of watch 1   +4 .. literals

The watched literals are the first two. All clauses watched by one literal form a linked
list through the `next` fields, so watching needs no extra memory, and one pass over the
store can pack it. Quality is the number of decision levels in the clause when it was
learnt (the fewer, the better). PERMANENT clauses are never dropped.
"""
from libc.stdint cimport int32_t, int64_t

from hashi_fast.search._literals cimport Literals
from hashi_fast.support._memory cimport Arena, Carver


cdef enum:
    PERMANENT = 0        # quality of clauses that must stay: those that exclude reported solutions
    HEADER = 4


cdef struct Clauses:
    Arena store
    int32_t used         # int32 in use
    int32_t n_learnt     # clauses that may be dropped
    int32_t *head        # [2 * n_variables] first clause watched by this literal, -1 = none


cdef void clauses_carve(Clauses *c, int32_t n_variables, Carver *carver) noexcept nogil
cdef void clauses_reset(Clauses *c, int32_t n_variables) noexcept nogil
cdef void clauses_free(Clauses *c) noexcept nogil

# Add a clause of two or more literals, watched by its first two. Returns where it starts, or -1 if out of memory.
cdef int32_t clauses_add(Clauses *c, const int32_t *literals, int32_t size, int32_t quality) noexcept nogil

# `literal` became false: give each clause that it watches another watch, or assign the only literal left in it.
# Returns a clause that is false now, or -1.
cdef int32_t clauses_visit(Clauses *c, Literals *s, int32_t literal) noexcept nogil

# Drop the worse half of the learnt clauses that are not reasons, and pack the store.
cdef void clauses_reduce(Clauses *c, Literals *s) noexcept nogil


cdef inline int32_t *clause_at(const Clauses *c, int32_t clause) noexcept nogil:
    return <int32_t *>c.store.base + clause
