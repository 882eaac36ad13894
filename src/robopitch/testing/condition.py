"""Conditions: what is true or false at a moment. They combine with &, | and ~."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.testing.moment import Moment

__all__ = ["Condition"]

JUST = 1e-9  # s: times are sums


class Condition:
    """Something that holds at a moment, or does not."""

    def begin(self, moment: Moment) -> None:
        """A run begins: forget the last one. Raises a ValueError if the condition does not fit the scenario."""

    def holds(self, moment: Moment) -> bool:
        """Whether it is true now. It is called once for each moment, in order."""
        raise NotImplementedError

    def detail(self, moment: Moment) -> str:
        """What was measured at this moment, for messages; empty if there is nothing to add."""
        return ""

    def lasting(self, seconds: float) -> Condition:
        """True once this has been true for so many seconds without a break."""
        return Lasting(self, seconds)

    def __and__(self, other: Condition) -> Condition:
        return Both(self, other)

    def __or__(self, other: Condition) -> Condition:
        return Either(self, other)

    def __invert__(self) -> Condition:
        return Not(self)

    def __bool__(self) -> bool:
        raise TypeError(f"{self} is true or false at each moment; combine conditions with & | ~, not with and, or, not")


class _Pair(Condition):
    """Two conditions. Both are asked at each moment, because some of them count or wait."""

    word = ""

    def __init__(self, first: Condition, second: Condition) -> None:
        self._first, self._second = first, second

    def begin(self, moment: Moment) -> None:
        """Begin both."""
        self._first.begin(moment)
        self._second.begin(moment)

    def detail(self, moment: Moment) -> str:
        """Details of both."""
        return ", ".join(filter(None, (self._first.detail(moment), self._second.detail(moment))))

    def __str__(self) -> str:
        return f"({self._first} {self.word} {self._second})"


class Both(_Pair):
    """Both hold."""

    word = "and"

    def holds(self, moment: Moment) -> bool:
        """Whether both hold."""
        first, second = self._first.holds(moment), self._second.holds(moment)
        return first and second


class Either(_Pair):
    """At least one holds."""

    word = "or"

    def holds(self, moment: Moment) -> bool:
        """Whether one of them holds."""
        first, second = self._first.holds(moment), self._second.holds(moment)
        return first or second


class Not(Condition):
    """The contrary."""

    def __init__(self, inner: Condition) -> None:
        self._inner = inner

    def begin(self, moment: Moment) -> None:
        """Begin."""
        self._inner.begin(moment)

    def holds(self, moment: Moment) -> bool:
        """Whether the other does not hold."""
        return not self._inner.holds(moment)

    def detail(self, moment: Moment) -> str:
        """The same details."""
        return self._inner.detail(moment)

    def __str__(self) -> str:
        return f"not {self._inner}"


class Lasting(Condition):
    """A condition that has held for some time."""

    def __init__(self, inner: Condition, seconds: float) -> None:
        if not 0 < seconds < 3600:
            raise ValueError(f"lasting {seconds} s; a time above 0 is wanted")
        self._inner, self._seconds = inner, seconds
        self._since: float | None = None

    def begin(self, moment: Moment) -> None:
        """Begin."""
        self._inner.begin(moment)
        self._since = None

    def holds(self, moment: Moment) -> bool:
        """Whether it has held long enough."""
        if not self._inner.holds(moment):
            self._since = None
            return False
        self._since = moment.time if self._since is None else self._since
        return moment.time - self._since >= self._seconds - JUST

    def detail(self, moment: Moment) -> str:
        """The same details."""
        return self._inner.detail(moment)

    def __str__(self) -> str:
        return f"{self._inner} lasting {self._seconds:g} s"
