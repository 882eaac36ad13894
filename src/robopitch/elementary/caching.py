"""Entry points that stay compiled on the disk; where that cannot be, they are compiled at every start; that is said."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.caching import FunctionCache

__all__ = ["cached"]

Function = TypeVar("Function", bound=Callable[..., Any])
_compile: Any = njit  # its stubs do not know all of its options
_Stored: Any = FunctionCache


class _Cache(_Stored):  # type: ignore[misc]
    """Numba's cache of one function, which a full disk or a damaged file does not stop."""

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """What was compiled before, if it can be read."""
        try:
            return super().load_overload(signature, target_context)
        except Exception:  # whatever reading a damaged file ends in: it is compiled and written again
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep what was compiled, if that is possible."""
        try:
            super().save_overload(signature, data)
        except Exception as error:  # a full disk, or a damaged file that cannot be replaced
            _say(str(error))


def cached(signature: Any = None, **options: Any) -> Callable[[Function], Function]:
    """`numba.njit` with a cache on the disk: in `__pycache__`, else in the user's own folder, else none.

    signature: compile for it now; else for what the first call brings
    """

    def compile_it(function: Function) -> Function:
        compiled = _compile(**options)(function)
        if isinstance(compiled, FunctionType):  # NUMBA_DISABLE_JIT
            return cast(Function, compiled)
        try:
            compiled._cache = _Cache(function)  # as `cache=True` does, but forgiving
        except (RuntimeError, OSError) as error:
            _say(str(error))
        if signature is not None:
            compiled.compile(signature)
            compiled.disable_compile()
        return cast(Function, compiled)

    return compile_it


@cache
def _once() -> None:
    logging.getLogger("robopitch").warning(
        "no folder to keep compiled code in can be written to: it is compiled at every start, which takes a while; "
        "NUMBA_CACHE_DIR names another folder"
    )


def _say(reason: str) -> None:
    logging.getLogger("robopitch").debug("compiled code is not kept: %s", reason)
    _once()
