"""Words of lanes: one bit each for many boards that are worked on at once (csrc/hf_lanes.h).

Only &, |, ^ and ~ apply to them, and the functions below. A loop over the parts of FLOCK_WORDS * 64 lanes does the same
with every compiler.
"""
from libc.stdint cimport uint64_t


cdef extern from "hf_lanes.h" nogil:
    ctypedef uint64_t lanes "hf_lanes"

    enum:
        LANE_WORDS "HF_LANE_WORDS"   # of 64 lanes each

    lanes no_lanes "hf_no_lanes"()
    bint any_lane "hf_any_lane"(lanes x)

    # The lanes whose bits are set in LANE_WORDS words.
    lanes lanes_of "hf_lanes_of"(const uint64_t *words)

    # The lanes 64 k to 64 k + 63.
    uint64_t lanes_word "hf_64_lanes"(const lanes *x, int k)
