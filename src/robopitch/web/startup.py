"""What the server does before the match begins: it compiles the physics, which takes long at the first start of all."""

from __future__ import annotations

from robopitch.elementary.compile_count import EXPECTED, CompileCount
from robopitch.net.real import REAL
from robopitch.net.system import Clock
from robopitch.web import schema

__all__ = ["Startup"]


class Startup:
    """The progress of compilation from now on, until `end`."""

    def __init__(self, clock: Clock = REAL.clock) -> None:
        self._monotonic = clock.monotonic
        self._begin = clock.monotonic()
        self._count = CompileCount()

    @property
    def over(self) -> bool:
        """Whether the match has begun."""
        return self._count.over

    def end(self) -> None:
        """The match begins."""
        self._count.end()

    def message(self) -> schema.Preparing:
        """The progress, for pages."""
        done = self._count.done
        return schema.Preparing(
            tell="preparing",
            step="Compiling the physics" if done else "Loading the physics",
            done=done,
            expected=EXPECTED,
            seconds=round(self._monotonic() - self._begin, 1),
        )
