"""The elementary functions, compiled: for compiled code, and for Python code that must be fast.

They are compiled from the plain functions' own source when this file is imported, or loaded from Numba's disk cache.
`hypot` is not among them: compiled code writes the square root.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import overload

from robopitch.elementary import exponential, trigonometric
from robopitch.elementary.caching import cached

__all__ = ["atan2", "cos", "exp", "kernel", "log", "sin"]

Function = TypeVar("Function", bound=Callable[..., Any])
_compile: Any = njit  # its stubs do not know all of its options
_twins: dict[FunctionType, Any] = {}


def _compiled(function: Any, signature: str | None = None) -> Any:
    """The same function with everything that it calls compiled.

    Its file contains all functions that it calls, because Numba's disk cache checks no other file. It has one
    signature, because all functions here compute in float64, and because a new type would be compiled in the middle of
    a match.
    """
    twin = _twin(function, forceinline=True)
    if signature is None:
        return _compile(error_model="numpy", forceinline=True)(twin)
    return cached(signature, error_model="numpy", forceinline=True)(twin)


def _twin(function: Any, **options: bool) -> Any:
    """A copy of a plain function that calls the compiled copies of the plain functions that it calls."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        callee = names.get(name)
        if isinstance(callee, FunctionType):
            if callee not in _twins:
                _twins[callee] = _compile(error_model="numpy", **options)(_twin(callee, **options))
            names[name] = _twins[callee]
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    twin.__doc__, twin.__kwdefaults__ = function.__doc__, function.__kwdefaults__
    return twin


def kernel(function: Function) -> Function:
    """Compile a plain function on arrays, with the plain functions that it calls, when it is called first.

    Those stay what they are for calls from Python. They may be of other files, which belong to the name under which
    the compiled code is kept. As everywhere here there is no fast-math, and division by zero gives infinity.
    """
    return cast(Function, cached(files=_files(function), error_model="numpy", nogil=True)(_twin(function)))


def _files(function: Any) -> set[str]:
    """The files of the plain functions that a function calls."""
    found, left = set(), [function]
    while left:
        one = left.pop()
        found.add(one.__code__.co_filename)
        callees = (one.__globals__.get(name) for name in one.__code__.co_names)
        left += [callee for callee in callees if isinstance(callee, FunctionType)]
    return found


@overload(math.remainder)
def _remainder(x: float, y: float) -> Any:
    """`math.remainder` in compiled code: exact, as % of positive numbers is; ties go to the even multiple."""

    def remainder(x: float, y: float) -> float:
        size, part = abs(y), abs(x) % abs(y)
        rest = size - part
        if part > rest or (part == rest and abs(x) % (2.0 * size) != part):
            part = -rest
        return math.copysign(1.0, x) * part

    return remainder


_ONE, _TWO = "float64(float64)", "float64(float64, float64)"

sin: Callable[[float], float] = _compiled(trigonometric.sin, _ONE)
cos: Callable[[float], float] = _compiled(trigonometric.cos, _ONE)
atan2: Callable[[float, float], float] = _compiled(trigonometric.atan2, _TWO)
exp: Callable[[float], float] = _compiled(exponential.exp, _ONE)
log: Callable[[float], float] = _compiled(exponential.log, _ONE)
