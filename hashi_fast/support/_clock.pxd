"""A monotonic clock for time limits (csrc/hf_clock.h)."""


cdef extern from "hf_clock.h" nogil:
    double hf_now()          # seconds
