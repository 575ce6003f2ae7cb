"""Hiding the clues that are not hidden yet when all else is as wanted: one by one, with small changes in between."""
from hashi_fast.generation._making cimport Maker
from hashi_fast.support._status cimport Status


# The draft is as wanted, but for hidden clues: begin to hide more. OK: there are enough.
cdef Status begin_hiding(Maker *m) noexcept nogil

# Keep the last change, if the draft still is as wanted, or take it back, and go on.
cdef Status judge_hidden(Maker *m, bint as_wanted) noexcept nogil
