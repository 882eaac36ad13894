"""How physics functions are compiled, and the digest that tells one version of them from another."""

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
    """Compile arithmetic on a few numbers for whatever calls it: a CPU loop, or a GPU lane.

    No fast-math: two drivers that call the same function must get the same bits. Division by zero gives infinity as
    in numpy, because a check on every division costs time and cannot raise on a GPU. Always inlined: a loop around
    a call is never turned into vector instructions.
    """
    return cast(Function, _compile(error_model="numpy", forceinline=True)(function))


def routine(function: Function) -> Function:
    """Compile something longer, that works on arrays. Only compiled code may call it: a call from Python crashes.

    Left to the compiler to inline, and without the wrappers that Python would need to call it: both save seconds of
    the first start.
    """
    return cast(Function, _compile(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function))


@cache
def physics_digest(room: Path = Path(__file__).parent, functions: Path = Path(elementary.__file__).parent) -> int:
    """A number that changes whenever any file of this room or of the elementary functions does.

    Numba's disk cache looks only at the file of the function that it caches, not at those it calls.
    """
    digest = hashlib.sha256()
    for folder in (functions, room):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return int.from_bytes(digest.digest()[:7], "big")
