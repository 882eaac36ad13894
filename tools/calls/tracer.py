"""Notes the functions of the package that run in some threads between two moments, by `sys.setprofile`.

Of functions that Numba has compiled, only the first is seen, which Python calls.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import robopitch

__all__ = ["SOURCE", "Call", "Moment", "Tracer", "c_call", "c_return", "called", "changed", "returned"]

SOURCE = Path(robopitch.__file__).parent
PREFIX = f"{SOURCE}/"
PARTS = {"<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>", "<module>"}  # of a function, or an import

Moment = Callable[[FrameType, str, Any], bool]
"""Whether an event of the profiler is the moment at which noting begins or ends."""


class Call:
    """A function, and those that it called, each once; `count`: how often it was called there."""

    def __init__(self, code: CodeType | None = None) -> None:
        self.code, self.count = code, 0
        self.inner: dict[CodeType, Call] = {}

    def codes(self) -> set[CodeType]:
        """All functions below."""
        return set(self.inner).union(*(call.codes() for call in self.inner.values()))

    def calls(self) -> int:
        """All calls below."""
        return sum(call.count + call.calls() for call in self.inner.values())


class Tracer:
    """A profile function for any number of threads. Each `arm` notes once: from *begin* to *end*."""

    def __init__(self) -> None:
        self._begin: Moment | None = None
        self._end: Moment | None = None
        self._began = False
        self.calls: dict[int, Call] = {}  # by thread, in the order in which they took part
        self.done = threading.Event()

    def arm(self, begin: Moment, end: Moment) -> None:
        """Wait for the next beginning."""
        self.disarm()
        self.calls, self._began, self._end = {}, False, end
        self.done.clear()
        self._begin = begin

    def disarm(self) -> None:
        """Note nothing more."""
        self._begin = None

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """An event of `sys.setprofile`."""
        if self._begin is None or self.done.is_set():
            return
        if not self._began:
            if self._begin(frame, event, argument):
                self._began = True
                self._note(frame, False)
        elif self._end is not None and self._end(frame, event, argument):
            self.done.set()
        elif event == "call":
            self._note(frame, True)
        elif threading.get_ident() not in self.calls:
            self._note(frame, False)

    def _note(self, frame: FrameType, called: bool) -> None:
        """Note a call, below those functions that are open; at first, these too."""
        thread = threading.get_ident()
        first = thread not in self.calls
        call = self.calls.setdefault(thread, Call())
        codes = [frame.f_code]
        # Numba tells of a compiled function in a frame of its own making, which nobody has called.
        back: FrameType | None = frame.f_back
        here: FrameType | None = sys._getframe(2) if back is None else back
        while here is not None:
            if _is_ours(here.f_code):
                codes.append(here.f_code)
            here = here.f_back
        if not _is_ours(frame.f_code):
            del codes[0]
        for code in reversed(codes):
            call = call.inner.setdefault(code, Call(code))
            call.count += first
        if called and not first and _is_ours(frame.f_code):
            call.count += 1


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(PREFIX) and code.co_name not in PARTS


def c_return(*names: str) -> Moment:
    """A function of C with one of these names has returned: not if it raised an exception."""
    return lambda frame, event, argument: event == "c_return" and argument.__name__ in names


def c_call(*names: str) -> Moment:
    """A function of C with one of these names is called."""
    return lambda frame, event, argument: event == "c_call" and argument.__name__ in names


def called(name: str) -> Moment:
    """A function is called: "VisionSensor.sample"."""
    return lambda frame, event, argument: event == "call" and frame.f_code.co_qualname == name


def returned(name: str) -> Moment:
    """A function returns."""
    return lambda frame, event, argument: event == "return" and frame.f_code.co_qualname == name


def changed(look: Callable[[], object]) -> Moment:
    """Something is no longer what it is now."""
    before = look()
    return lambda frame, event, argument: look() != before
