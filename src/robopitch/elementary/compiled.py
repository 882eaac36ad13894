"""The elementary functions, compiled: for compiled code, and for Python code that must be fast.

They are compiled from the plain functions' own source when this file is imported, or loaded from Numba's disk cache.
`hypot` is not among them: compiled code writes the square root.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import njit

from robopitch.elementary import exponential, trigonometric
from robopitch.elementary.caching import cached

__all__ = ["atan2", "cos", "exp", "log", "sin"]

_compile: Any = njit  # its stubs do not know all of its options
_twins: dict[FunctionType, Any] = {}


def _compiled(function: Any, signature: str | None = None) -> Any:
    """The same function with everything that it calls compiled.

    Its file contains all functions that it calls, because Numba's disk cache checks no other file. It has one
    signature, because all functions here compute in float64, and because a new type would be compiled in the middle of
    a match.
    """
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        callee = names.get(name)
        if isinstance(callee, FunctionType):
            if callee not in _twins:
                _twins[callee] = _compiled(callee)
            names[name] = _twins[callee]
    twin = FunctionType(function.__code__, names, function.__name__)
    twin.__doc__ = function.__doc__
    if signature is None:
        return _compile(error_model="numpy", forceinline=True)(twin)
    return cached(signature, error_model="numpy", forceinline=True)(twin)


_ONE, _TWO = "float64(float64)", "float64(float64, float64)"

sin: Callable[[float], float] = _compiled(trigonometric.sin, _ONE)
cos: Callable[[float], float] = _compiled(trigonometric.cos, _ONE)
atan2: Callable[[float, float], float] = _compiled(trigonometric.atan2, _TWO)
exp: Callable[[float], float] = _compiled(exponential.exp, _ONE)
log: Callable[[float], float] = _compiled(exponential.log, _ONE)
