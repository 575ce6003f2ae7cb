"""The functions of hashi_fast.h, called from Python."""
from __future__ import annotations

import ctypes

import hashi_fast as hf


class Board(ctypes.Structure):
    """hashi_board of hashi_fast.h."""

    _fields_ = [
        *((name, ctypes.c_int32) for name in ("width", "height", "n_islands", "max_bridges", "loops")),
        *((name, ctypes.c_void_p) for name in ("row", "col", "target")),
    ]  # fmt: skip


class Budget(ctypes.Structure):
    """hashi_budget of hashi_fast.h."""

    _fields_ = [("node_limit", ctypes.c_int64), ("time_limit", ctypes.c_double)]


class Api(ctypes.Structure):
    """hashi_api of hashi_fast.h."""

    _fields_ = [
        ("version", ctypes.c_int32),
        ("solve", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Board), Budget, ctypes.c_void_p)),
        ("count", ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.POINTER(Board), ctypes.c_int64, Budget, ctypes.POINTER(ctypes.c_int64)
        )),
        ("edges", ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.POINTER(Board), ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32)
        )),
    ]  # fmt: skip


def c_api() -> Api:
    """Return the functions for C."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return Api.from_address(get(hf.capi._C_API, b"hashi_fast.capi._C_API"))
