"""Solve and count from C: `cimport hashi_fast.capi`. It has no names for Python."""
