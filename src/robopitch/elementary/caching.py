"""Numba's disk cache, with a fallback: if no cache can be written, functions are compiled at every start, with a
notice.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.caching import FunctionCache

__all__ = ["cached", "is_cached"]

Function = TypeVar("Function", bound=Callable[..., Any])
_compile: Any = njit  # its stubs do not know all of its options
_Stored: Any = FunctionCache


class _Cache(_Stored):  # type: ignore[misc]
    """Numba's cache of one function; a full disk or a damaged file does not raise an error.

    digest: of the other files whose functions it calls: Numba checks only the function's own
    """

    def __init__(self, function: Any, digest: str) -> None:
        super().__init__(function)
        self._digest = digest

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        key = super()._index_key(signature, codegen)
        return (*key, self._digest) if self._digest else key

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled function from the cache, if it can be read."""
        try:
            return super().load_overload(signature, target_context)
        except Exception:  # a damaged file can raise anything; the function is compiled and written again
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Write the compiled function to the cache, if possible."""
        try:
            super().save_overload(signature, data)
        except Exception as error:  # a full disk, or a damaged file that cannot be replaced
            _say(str(error))


def cached(signature: Any = None, files: Iterable[str] = (), **options: Any) -> Callable[[Function], Function]:
    """`numba.njit` with a cache on the disk: in `__pycache__`, else in the user's cache folder, else none.

    signature: compile for it now; else for the types of the first call
    files:     those of the functions that it calls, if they are others than its own: a change there compiles it again
    """

    def compile_it(function: Function) -> Function:
        compiled = _compile(**options)(function)
        if isinstance(compiled, FunctionType):  # NUMBA_DISABLE_JIT
            return cast(Function, compiled)
        try:
            compiled._cache = _Cache(function, _digest(files))  # as `cache=True` does, but without errors
        except (RuntimeError, OSError) as error:
            _say(str(error))
        if signature is not None:
            compiled.compile(signature)
            compiled.disable_compile()
        return cast(Function, compiled)

    return compile_it


def is_cached(function: Any) -> bool:
    """Whether a function of `cached` need not be compiled: it is on the disk, in this version and for this processor.

    True if it cannot be kept on the disk, or is not compiled at all.
    """
    kept = getattr(function, "_cache", None)
    if not isinstance(kept, _Cache) or function.signatures:
        return True
    try:
        here = kept._index_key(None, function.targetctx.codegen())[1:]  # without the types of the arguments
        return any(key[1:] == here for key in kept._cache_file._load_index())
    except Exception:  # a damaged file can raise anything; the function is compiled and written again
        return False


def _digest(files: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(Path(file).read_bytes())
    return digest.hexdigest() if files else ""


@cache
def _once() -> None:
    logging.getLogger("robopitch").warning(
        "no folder to keep compiled code in can be written to: it is compiled at every start, which takes a while; "
        "NUMBA_CACHE_DIR names another folder"
    )


def _say(reason: str) -> None:
    logging.getLogger("robopitch").debug("compiled code is not kept: %s", reason)
    _once()
