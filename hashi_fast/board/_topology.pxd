"""Islands, edges and crossings of a board: what never changes while a puzzle is solved.

An *edge* joins two islands that see each other along a row or column. Cells do not
exist here. Islands are numbered in row-major order, edges in the order of (a, b), a < b.

Every island has four *slots*, one per direction. The slot at the other end of an edge
is always `slot ^ 1`, so an edge need not store its slots: it is slot `2 * edge_orient`
of its upper or left island a and slot `2 * edge_orient + 1` of b.

    slot 0 RIGHT   1 LEFT   2 DOWN   3 UP
"""
cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from hashi_fast.board._boards cimport Board
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._status cimport OWN, Status


cdef enum:
    RIGHT = 0
    LEFT = 1
    DOWN = 2
    UP = 3


# The answers of `topology_build` besides OK and OUT_OF_MEMORY.
cdef enum:
    TOO_MANY_ISLANDS = 1 * OWN
    TOO_MANY_CROSSINGS


# Zero it before the first `topology_build`; each build reuses the memory of the one before.
cdef struct Topo:
    Board board
    int32_t n_edges
    int32_t n_cross          # entries of cross_list: two per crossing
    int32_t *edge_a          # [n_edges] upper or left island
    int32_t *edge_b          # [n_edges] lower or right island
    uint8_t *edge_orient     # [n_edges] 0 horizontal, 1 vertical
    int32_t *slot_island     # [4 * n_islands] neighbour in that slot, -1 = none
    int32_t *slot_edge       # [4 * n_islands] edge in that slot, -1 = none
    int32_t *cross_start     # [n_edges + 1] cross_list[cross_start[e]:cross_start[e + 1]] cross edge e
    int32_t *cross_list      # [n_cross] ascending within an edge
    int32_t *cursor          # [n_edges] scratch of the build
    int64_t crossings        # the number of crossings, even if they were too many
    Arena arrays             # memory of everything except cross_list
    Arena crosses            # memory of cross_list
    Arena columns            # scratch by column, all zero between builds


cdef Status topology_build(Topo *topo, const Board *board) noexcept nogil
cdef void topology_free(Topo *topo) noexcept nogil

# The only table of exceptions: if a status is a failure, raise MemoryError, or InvalidPuzzle with the count that is too
# large. All other answers raise nothing.
cdef int raise_failure(Status status, const Topo *topo) except -1


cdef inline bint find_ring(const Topo *topo, int32_t i, int32_t *ring) noexcept nogil:
    """Find the four edges round which islands see each other, island i at the upper left: above, below, left, right."""
    cdef int32_t right = topo.slot_island[4 * i + RIGHT], below = topo.slot_island[4 * i + DOWN]
    if right < 0 or below < 0 or topo.slot_island[4 * below + RIGHT] < 0:
        return False
    if topo.slot_island[4 * below + RIGHT] != topo.slot_island[4 * right + DOWN]:
        return False
    ring[0] = topo.slot_edge[4 * i + RIGHT]
    ring[1] = topo.slot_edge[4 * below + RIGHT]
    ring[2] = topo.slot_edge[4 * i + DOWN]
    ring[3] = topo.slot_edge[4 * right + DOWN]
    return True


@cython.final               # what the kernels ask it cannot be answered by a subclass
cdef class Topology:
    cdef Topo topo
    cdef Arena islands       # memory behind topo.board's row, col and target
    cdef Topology origin     # None, or whose memory the rest is (see `relaxed`)
