"""Solve and count from C: `cimport hashi_fast.capi`; there is nothing in it for Python."""
