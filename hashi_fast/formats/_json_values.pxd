"""JSON tokens in a block of lines, read without Python objects.

All readers take the place where a token starts and return the place after it, or NULL for "not sure": the caller then
leaves the line to the reader of the json format. A block ends in a newline, and no token contains one, so no reader has
to check for the end of the text.

    string   printable ASCII without escapes
    number   -?digits, or -?digits.digits, 18 digits at most on either side; no exponent
    object   every key once
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t


ctypedef const uint8_t *Place    # a position in a block


cdef enum:
    MOST_KEYS = 96               # in all open objects of a line together, outside the islands
    MOST_DEPTH = 8               # of values in values


# The keys of all open objects, those of the innermost one last.
cdef struct Keys:
    int32_t n
    Place start[MOST_KEYS]
    Py_ssize_t size[MOST_KEYS]


# A string; the text between its quotes is from start + 1 to before the place that is returned, less one.
cdef Place skip_string(Place p) noexcept nogil

# Add a key to those from number `first` on. False: it is one of them already, or there are too many.
cdef bint add_key(Keys *keys, int32_t first, Place start, Py_ssize_t size) noexcept nogil

# Any value. `brackets` grows by the number of its opening brackets.
cdef Place skip_value(Place p, Keys *keys, int64_t *brackets, int depth) noexcept nogil


cdef inline Place skip_space(Place p) noexcept nogil:
    while p[0] == c" " or p[0] == c"\t" or p[0] == c"\r":
        p += 1
    return p


cdef inline Place skip_char(Place p, char wanted) noexcept nogil:
    """One character with white space around it."""
    p = skip_space(p)
    return skip_space(p + 1) if p[0] == wanted else NULL


cdef inline Place skip_word(Place p, const char *word) noexcept nogil:
    """Exactly this word: reading stops at the first character that differs, so never goes beyond a newline."""
    while word[0]:
        if p[0] != <uint8_t>word[0]:
            return NULL
        p += 1
        word += 1
    return p


cdef inline Place read_number(Place p, int32_t *value) noexcept nogil:
    """A whole number from 0 to 999999."""
    cdef uint32_t digit = <uint32_t>p[0] - c"0"
    cdef int32_t number = digit
    if digit > 9:
        return NULL
    p += 1
    while True:
        digit = <uint32_t>p[0] - c"0"
        if digit > 9:
            value[0] = number
            return p
        if number == 0 or number > 99999:   # JSON has no leading zeros
            return NULL
        number = 10 * number + digit
        p += 1
