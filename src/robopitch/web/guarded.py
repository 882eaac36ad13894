"""A failure in the page's server ends the request that met it, and nothing else: it is counted and logged."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from robopitch.net.faults import Faults

__all__ = ["answer_to", "fault_warning", "guarded"]

_WRONG = (ValueError, TypeError, KeyError, RecursionError, OverflowError, OSError)

P = ParamSpec("P")
Self = TypeVar("Self", bound="Guarded")


class Guarded(Protocol):
    """An object whose guarded methods may fail."""

    faults: Faults


def guarded(method: Callable[Concatenate[Self, P], None]) -> Callable[Concatenate[Self, P], None]:
    """Decorator for methods that the loop of the match or of the page calls: an exception is counted, not raised."""

    @functools.wraps(method)
    def call(self: Self, /, *arguments: P.args, **more: P.kwargs) -> None:
        with self.faults.caught(method.__name__):
            method(self, *arguments, **more)

    return call


def answer_to(error: Exception, faults: Faults, where: str) -> dict[str, Any]:
    """The answer to a request that failed. An invalid request is not counted as a failure of the server."""
    if not isinstance(error, _WRONG):
        faults.note(where, error)
    return {"error": str(error) or type(error).__name__}


def fault_warning(faults: Faults) -> str | None:
    """A sentence for the user; None if nothing has failed."""
    if not faults.count:
        return None
    last = faults.status()["last"][:200]
    return f"the page's server failed {faults.count} times, last in {last}; the match continues"
