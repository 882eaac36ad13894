"""Elementary functions and kernels for software that is lifted onto a robot: compiled where Numba is installed.

Without it the same source runs as plain Python: slower, with the same bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["atan2", "exp", "kernel"]

Function = TypeVar("Function", bound=Callable[..., Any])

try:
    from robopitch.elementary.compiled import atan2, exp, kernel
except ImportError:
    from robopitch.elementary import atan2, exp

    def kernel(function: Function) -> Function:
        """The function itself."""
        return function
