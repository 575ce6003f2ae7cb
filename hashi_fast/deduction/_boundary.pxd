"""What others need of the boundary of ratings: the weights and levels as the kernels want them."""
from hashi_fast.deduction._score cimport Scale


cdef class Ladder:
    cdef Scale scale
