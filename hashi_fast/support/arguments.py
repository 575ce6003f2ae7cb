"""Checks of the limits that every search takes."""
from __future__ import annotations

import math
import operator
from typing import SupportsFloat

from hashi_fast.errors import shown


def check_budget(time_limit: float | None, node_limit: int | None) -> None:
    """Raise TypeError or ValueError for a limit in seconds or nodes that is none."""
    if time_limit is not None:
        if isinstance(time_limit, bool | str) or not hasattr(time_limit, "__float__"):
            raise TypeError(f"time_limit is a number of seconds or None, not {shown(time_limit)}")
        if not as_float(time_limit) >= 0:  # not NaN either
            raise ValueError(f"time_limit is a number of seconds from 0, not {shown(time_limit)}")
    if node_limit is not None:
        if isinstance(node_limit, bool) or not hasattr(node_limit, "__index__"):
            raise TypeError(f"node_limit is a whole number or None, not {shown(node_limit)}")
        if not 0 <= operator.index(node_limit) < 2**63:
            raise ValueError(f"node_limit is a whole number from 0 to 2**63 - 1, not {shown(node_limit)}")


def as_float(value: SupportsFloat) -> float:
    """Return a number as a float, NaN where it is beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return math.nan


def check_limit(limit: int | None) -> int | None:
    """Return a limit of solutions as a plain int that the kernels can hold, or raise TypeError or ValueError."""
    if limit is None:
        return None
    if isinstance(limit, bool) or not hasattr(limit, "__index__"):
        raise TypeError(f"limit is a whole number or None, not {shown(limit)}")
    if operator.index(limit) < 0:
        raise ValueError(f"limit is a whole number from 0 or None, not {shown(limit)}")
    return min(operator.index(limit), 2**63 - 1)
