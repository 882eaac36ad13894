"""The same walk, compiled: `advance` for arrays of float64, with the bits of the plain one. Imports Numba."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from numba import njit

from robopitch.control.walking import gait

__all__ = ["advance"]

_compile: Any = njit  # its stubs do not know all of its options
_twins: dict[FunctionType, Any] = {}


def _twin(function: FunctionType) -> Any:
    """The same function with everything that it calls compiled."""
    if function not in _twins:
        names = dict(function.__globals__)
        for name in function.__code__.co_names:
            if isinstance(names.get(name), FunctionType):
                names[name] = _twin(names[name])
        plain = FunctionType(function.__code__, names, function.__name__)
        _twins[function] = _compile(error_model="numpy")(plain)
    return _twins[function]


advance: Any = _twin(gait.advance)  # type: ignore[arg-type]
