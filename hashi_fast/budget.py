"""Checks of the limits that every search takes."""
from __future__ import annotations

import operator


def check_budget(time_limit: float | None, node_limit: int | None) -> None:
    """Raise TypeError or ValueError for a limit in seconds or nodes that is none."""
    if time_limit is not None:
        if isinstance(time_limit, bool | str) or not hasattr(time_limit, "__float__"):
            raise TypeError(f"time_limit is a number of seconds or None, not {time_limit!r}")
        if not float(time_limit) >= 0:  # not NaN either
            raise ValueError(f"time_limit is a number of seconds from 0, not {time_limit!r}")
    if node_limit is not None:
        if isinstance(node_limit, bool) or not hasattr(node_limit, "__index__"):
            raise TypeError(f"node_limit is a whole number or None, not {node_limit!r}")
        if not 0 <= operator.index(node_limit) < 2**63:
            raise ValueError(f"node_limit is a whole number from 0 to 2**63 - 1, not {node_limit!r}")


def check_limit(limit: int | None) -> int | None:
    """Return a limit of solutions as a plain int that the kernels can hold, or raise TypeError or ValueError."""
    if limit is None:
        return None
    if isinstance(limit, bool) or not hasattr(limit, "__index__"):
        raise TypeError(f"limit is a whole number or None, not {limit!r}")
    if operator.index(limit) < 0:
        raise ValueError(f"limit is a whole number from 0 or None, not {limit!r}")
    return min(operator.index(limit), 2**63 - 1)
