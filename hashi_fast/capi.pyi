"""Solve and count from Cython (`cimport hashi_fast.capi`) and from C (`#include <hashi_fast.h>`)."""

_C_API: object

def get_include() -> str: ...
