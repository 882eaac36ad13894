"""Counts and logs what fails in the page's server: a failure ends the request that met it, and nothing else."""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

__all__ = ["Faults", "answer_to", "guarded"]

MOST_LOGGED = 20  # with their tracebacks; a failure that comes with every frame must not fill a disk

_WRONG = (ValueError, TypeError, KeyError, RecursionError, OverflowError, OSError)

P = ParamSpec("P")
Self = TypeVar("Self", bound="Guarded")
log = logging.getLogger(__name__)


class Faults:
    """Thread-safe actions of failures."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.count = 0
        self._last = ""

    def note(self, where: str, error: BaseException) -> None:
        """Count and log a failure."""
        with self._lock:
            self.count += 1
            self._last = f"{where}: {str(error) or type(error).__name__}"
            if self.count <= MOST_LOGGED:
                log.error("the page failed in %s", where, exc_info=error)

    @property
    def warning(self) -> str | None:
        """A sentence for the user; None if nothing has failed."""
        if not self.count:
            return None
        return f"the page's server failed {self.count} times, last in {self._last[:200]}; the match continues"


class Guarded(Protocol):
    """An object whose guarded methods may fail."""

    faults: Faults


def guarded(method: Callable[Concatenate[Self, P], None]) -> Callable[Concatenate[Self, P], None]:
    """Decorator for methods that the loop of the match or of the page calls: an exception is counted, not raised."""

    @functools.wraps(method)
    def call(self: Self, /, *arguments: P.args, **more: P.kwargs) -> None:
        try:
            method(self, *arguments, **more)
        except Exception as error:
            self.faults.note(method.__name__, error)

    return call


def answer_to(error: Exception, faults: Faults, where: str) -> dict[str, Any]:
    """The answer to a request that failed. An invalid request is not counted as a failure of the server."""
    if not isinstance(error, _WRONG):
        faults.note(where, error)
    return {"error": str(error) or type(error).__name__}
