"""JSON values of any kind, of which a reader only wants to know that they are sound (see _json_values.pxd)."""
from libc.string cimport memcmp


cdef enum:
    MOST_DIGITS = 18


cdef Place skip_string(Place p) noexcept nogil:
    if p[0] != c'"':
        return NULL
    p += 1
    while p[0] != c'"':
        if p[0] < c" " or p[0] > c"~" or p[0] == c"\\":
            return NULL
        p += 1
    return p + 1


cdef bint add_key(Keys *keys, int32_t first, Place start, Py_ssize_t size) noexcept nogil:
    cdef int32_t k
    if keys.n == MOST_KEYS:
        return False
    for k in range(first, keys.n):
        if keys.size[k] == size and memcmp(keys.start[k], start, size) == 0:
            return False
    keys.start[keys.n], keys.size[keys.n] = start, size
    keys.n += 1
    return True


cdef Place skip_digits(Place p) noexcept nogil:
    cdef Place start = p
    while c"0" <= p[0] <= c"9":
        p += 1
    return p if 0 < p - start <= MOST_DIGITS else NULL


cdef Place skip_number(Place p) noexcept nogil:
    if p[0] == c"-":
        p += 1
    if p[0] == c"0":
        p += 1               # JSON has no leading zeros: a digit that follows is no end of a value
    else:
        p = skip_digits(p)
    if p != NULL and p[0] == c".":
        p = skip_digits(p + 1)
    return p


cdef Place skip_items(Place p, Keys *keys, int64_t *brackets, int depth, bint named) noexcept nogil:
    """The inside of a list or, if the values are named, of an object, up to its closing bracket."""
    cdef char closing = c"}" if named else c"]"
    cdef int32_t first = keys.n
    cdef Place start
    brackets[0] += 1
    p = skip_space(p + 1)
    if p[0] == closing:
        return p + 1
    while p != NULL:
        if named:
            start = p
            p = skip_string(p)
            if p == NULL or not add_key(keys, first, start + 1, p - start - 2):
                return NULL
            p = skip_char(p, c":")
            if p == NULL:
                return NULL
        p = skip_value(p, keys, brackets, depth - 1)
        if p == NULL:
            return NULL
        p = skip_space(p)
        if p[0] == closing:
            keys.n = first
            return p + 1
        p = skip_char(p, c",")
    return NULL


cdef Place skip_value(Place p, Keys *keys, int64_t *brackets, int depth) noexcept nogil:
    if p[0] == c'"':
        return skip_string(p)
    if p[0] == c"{" or p[0] == c"[":
        return skip_items(p, keys, brackets, depth, p[0] == c"{") if depth else NULL
    if p[0] == c"n":
        return skip_word(p, "null")
    if p[0] == c"t":
        return skip_word(p, "true")
    if p[0] == c"f":
        return skip_word(p, "false")
    return skip_number(p)
