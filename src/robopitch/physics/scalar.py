"""Decorators that compile physics functions, and a digest of their sources."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from robopitch import elementary

__all__ = ["Floats", "Ints", "physics_digest", "routine", "scalar"]

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]

Function = TypeVar("Function", bound=Callable[..., Any])
_compile: Any = njit  # its stubs do not know all of its options


def scalar(function: Function) -> Function:
    """Compile arithmetic on a few numbers, for a CPU loop or a GPU lane.

    No fast-math: two drivers that call the same function must get the same bits. Division by zero gives infinity as
    in numpy, because a check on every division costs time and cannot raise on a GPU. Always inlined: a loop around
    a call is never turned into vector instructions.
    """
    return cast(Function, _compile(error_model="numpy", forceinline=True)(function))


def routine(function: Function) -> Function:
    """Compile a longer function that works on arrays. Only compiled code may call it: a call from Python crashes.

    The compiler decides about inlining, and there is no wrapper for calls from Python: both save seconds of the first
    start.
    """
    return cast(Function, _compile(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function))


@cache
def physics_digest(room: Path = Path(__file__).parent, functions: Path = Path(elementary.__file__).parent) -> int:
    """A number that changes whenever a file of this package or of the elementary functions changes.

    Numba's disk cache checks only the file of the cached function, not the files of functions that it calls.
    """
    digest = hashlib.sha256()
    for folder in (functions, room):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return int.from_bytes(digest.digest()[:7], "big")
