"""Misuse of the interface for C."""
import ctypes

from c_interface import Board, Budget, c_api

from misuse.cases import case


@case
def c_board_of_nothing() -> object:
    return c_api().solve(None, Budget(-1, -1), None)


@case
def c_board_without_arrays() -> object:
    return c_api().solve(ctypes.byref(Board(3, 1, 2, 2, 1, None, None, None)), Budget(-1, -1), None)


@case
def c_board_with_negative_islands() -> object:
    somewhere = ctypes.addressof(ctypes.create_string_buffer(64))
    board = Board(3, 1, -5, 2, 1, somewhere, somewhere, somewhere)
    return c_api().count(ctypes.byref(board), 2, Budget(-1, -1), ctypes.byref(ctypes.c_int64()))


def c_pair() -> tuple[object, Board]:
    """Return the arrays of a board with two islands, and the board."""
    numbers = (ctypes.c_int32 * 4)(0, 0, 0, 2), (ctypes.c_int8 * 2)(2, 2)
    rows, targets = map(ctypes.addressof, numbers)
    return numbers, Board(3, 1, 2, 2, 1, rows, rows + 8, targets)


@case
def c_count_into_nothing() -> object:
    _arrays, board = c_pair()
    return c_api().count(ctypes.byref(board), 2, Budget(-1, -1), None)


@case
def c_edges_into_nothing() -> object:
    _arrays, board = c_pair()
    return c_api().edges(ctypes.byref(board), None, None, None)


@case
def c_edges_counted() -> object:
    _arrays, board = c_pair()
    count = ctypes.c_int32(-7)
    return c_api().edges(ctypes.byref(board), None, None, ctypes.byref(count)), count.value


@case
def c_limit_that_is_no_number() -> object:
    _arrays, board = c_pair()
    return c_api().solve(ctypes.byref(board), Budget(-1, float("nan")), None)
