"""The part of the boundary that other kernels use: weights and levels in the form they need."""
from hashi_fast.deduction._score cimport Scale


cdef class Ladder:
    cdef Scale scale
