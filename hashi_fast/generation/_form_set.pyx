"""Which puzzles have been seen, however they are turned: a set of forms, and the forms of puzzles in flat arrays.

A *form* is what `board._symmetry.form_of` returns: 64 bits that are the same for all eight ways to turn and mirror a
board. Two different puzzles may share a form by chance. Among n puzzles this happens to about n * n / 2**65 pairs: once
in 37 million runs of a million puzzles.

The set is a table with linear probing. A form is already a hash. Its upper half gives its place, so forms stay in
order, and growing walks through both tables from one end to the other.

    forms in a table of C places           up to 0.85 C, then it grows to 1.5 C
    bytes per form, just before it grows   8 / 0.85 = 9.4
    bytes per form, while it grows         9.4 + 1.5 * 9.4 = 23.5, the most at any time
"""
cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from hashi_fast.board._boards cimport Board, Boards
from hashi_fast.board._symmetry cimport form_of
from hashi_fast.support._memory cimport Arena, arena_free, arena_reserve
from hashi_fast.support._status cimport OK, Status


cdef enum:
    FIRST_PLACES = 1 << 10       # 8 KiB, not counted in the bound above
    MOST_PLACES = 0x7FFFFFFF     # 16 GiB; an enum is an int


cdef class SeenForms:
    """A set of forms that only grows. Not safe for use by several threads at once.

    >>> import numpy
    >>> seen = SeenForms()
    >>> seen.add_many(numpy.array([7, 9, 7], dtype=numpy.uint64)).tolist(), len(seen)
    ([True, True, False], 2)
    >>> seen.add_many(numpy.array([8, 9], dtype=numpy.uint64)).tolist()
    [True, False]
    """
    cdef Arena memory
    cdef int64_t places
    cdef int64_t used            # places that are taken; the form 0 takes none
    cdef bint has_zero           # 0 marks a free place

    def __cinit__(self):
        if not self.resize(FIRST_PLACES):
            raise MemoryError("no memory for the set of forms")

    def __dealloc__(self):
        arena_free(&self.memory)

    def __len__(self):
        return self.used + self.has_zero

    def __sizeof__(self):
        return object.__sizeof__(self) + self.memory.capacity

    def add_many(self, forms not None):
        """Add forms, and return for each whether it is new: neither in the set nor earlier in `forms`."""
        import numpy

        return numpy.frombuffer(self.add_each(forms), dtype=numpy.bool_)

    def add_each(self, const uint64_t[::1] forms not None):
        """Do the same and return one byte for each, without loading numpy."""
        cdef Py_ssize_t i, n = forms.shape[0]
        new = bytearray(n)
        cdef uint8_t[::1] is_new = new
        cdef bint room = True
        with cython.critical_section(self):  # keeps other threads from the table, as the GIL does where there is one
            for i in range(n):
                room = self.make_room()
                if not room:
                    break
                is_new[i] = self.add(forms[i])
        if not room:
            raise MemoryError(f"no memory for more than the {len(self):,} forms seen so far")
        return new

    cdef bint make_room(self) noexcept nogil:
        """Grow the table if one more form would be too many. False: memory ran out."""
        if 20 * (self.used + 1) <= 17 * self.places:
            return True
        return self.places < MOST_PLACES and self.resize(min(self.places + self.places // 2, MOST_PLACES))

    cdef bint add(self, uint64_t form) noexcept nogil:
        cdef uint64_t *table = <uint64_t *>self.memory.base
        cdef int64_t at
        cdef bint new
        if form == 0:
            new = not self.has_zero
            self.has_zero = True
            return new
        at = <int64_t>((form >> 32) * <uint64_t>self.places >> 32)
        while table[at]:
            if table[at] == form:
                return False
            at += 1
            if at == self.places:
                at = 0
        table[at] = form
        self.used += 1
        return True

    cdef bint resize(self, int64_t places) noexcept nogil:
        """Move all forms to a table of another size. False (nothing changed): memory ran out."""
        cdef Arena old = self.memory, fresh
        cdef int64_t old_places = self.places, i
        cdef uint64_t form
        fresh.base = NULL
        fresh.capacity = 0
        if not arena_reserve(&fresh, places * sizeof(uint64_t)):
            return False
        memset(fresh.base, 0, places * sizeof(uint64_t))
        self.memory = fresh
        self.places = places
        self.used = 0
        for i in range(old_places):
            form = (<uint64_t *>old.base)[i]
            if form:
                self.add(form)
        arena_free(&old)
        return True


def forms_of(Boards boards not None):
    """Return the form of every puzzle of a batch.

    >>> from hashi_fast import PuzzleBatch, loads
    >>> batch = PuzzleBatch.from_puzzles([loads("3x1:3a1"), loads("3x1:1a3"), loads("3x1:1a2")])
    >>> first, mirrored, other = forms_of(batch.boards).tolist()
    >>> first == mirrored, first == other
    (True, False)
    """
    import numpy

    cdef int64_t i
    cdef Board board
    cdef Arena memory
    cdef Status status = OK
    found = numpy.empty(boards.n, dtype=numpy.uint64)
    cdef uint64_t[::1] forms = found
    memory.base = NULL
    memory.capacity = 0
    with nogil:
        for i in range(boards.n):
            board = boards.board(i)
            status = form_of(&board, &memory, &forms[i])
            if status != OK:
                break
        arena_free(&memory)
    if status != OK:
        raise MemoryError(f"no memory for the form of puzzle {i}")
    return found
