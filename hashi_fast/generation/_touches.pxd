"""Small changes of a draft for their own sake: to see what comes of them, or to make it look better.

The draft is under repair, and has been surveyed and has a look. All changes are logged, so `repair_undo` takes them
back. They keep the islands where they are.
"""
from hashi_fast.generation._repair cimport Repair


# Change something at random that hardly changes the look: a link is moved, or a double is made single and a single pair
# double. False: nothing was found to change, or memory ran out; then part of it may have been done.
cdef bint nudge(Repair *r) noexcept nogil

# Make a change that lowers the energy of the look, the best of some that are drawn. False: none of them does.
cdef bint polish(Repair *r) noexcept nogil
