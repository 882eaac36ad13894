"""Validators: what must be true of a condition over the time of a run. They are decided as early as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robopitch.testing.condition import Condition
    from robopitch.testing.moment import Moment

__all__ = ["Decision", "Validator", "Verdict", "always", "eventually", "never", "until"]

JUST = 1e-9  # s: times are sums


class Verdict(StrEnum):
    """What a validator knows. A run that ends before its time leaves some undecided."""

    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Decision:
    """When and where a validator was decided."""

    verdict: Verdict
    time: float  # s since the scenario began
    position: tuple[float, float]  # of the ball, m
    text: str  # a sentence


class Validator:
    """Judges moment by moment. It can be used for one run after the other; `begin` forgets the last one."""

    decision: Decision | None = None

    @property
    def verdict(self) -> Verdict:
        """What is known so far."""
        return Verdict.UNDECIDED if self.decision is None else self.decision.verdict

    def begin(self, moment: Moment) -> None:
        """A run begins. Raises a ValueError if a condition does not fit the scenario."""
        self.decision = None

    def update(self, moment: Moment) -> None:
        """Look at the next moment."""
        raise NotImplementedError

    def finish(self, moment: Moment) -> None:
        """The run has lasted as long as it should: decide."""
        raise NotImplementedError

    def __and__(self, other: Validator) -> Validator:
        return AllOf(self, other)

    def __or__(self, other: Validator) -> Validator:
        return AnyOf(self, other)

    def _decide(self, passed: bool, moment: Moment, why: str) -> None:
        verdict = Verdict.PASSED if passed else Verdict.FAILED
        x, y, _ = moment.ball
        text = f"{self} {verdict} at {moment.time:.2f} s: {why} ({moment.where()})"
        self.decision = Decision(verdict, moment.time, (x, y), text)


class _Timed(Validator):
    """A validator with a time limit."""

    def __init__(self, within: float | None) -> None:
        if within is not None and not 0 < within <= 3600:
            raise ValueError(f"within {within} s; a time above 0 is wanted")
        self.within = within

    def _over(self, moment: Moment) -> bool:
        return self.within is not None and moment.time >= self.within - JUST

    @property
    def _limit(self) -> str:
        return "" if self.within is None else f" within {self.within:g} s"


class Always(_Timed):
    """A condition holds at every moment, up to the time limit."""

    word = "always"

    def __init__(self, condition: Condition, within: float | None = None) -> None:
        super().__init__(within)
        self._condition = condition

    def begin(self, moment: Moment) -> None:
        """Begin."""
        super().begin(moment)
        self._condition.begin(moment)

    def update(self, moment: Moment) -> None:
        """Fail at the first moment at which it does not hold."""
        if not self._condition.holds(moment):
            self._decide(False, moment, self._condition.detail(moment) or "it does not hold")
        elif self._over(moment):
            self.finish(moment)

    def finish(self, moment: Moment) -> None:
        """It held to the end."""
        self._decide(True, moment, "it held to the end")

    def __str__(self) -> str:
        return f"{self.word} {self._condition}{self._limit}"


class Never(Always):
    """A condition holds at no moment, up to the time limit."""

    word = "never"

    def update(self, moment: Moment) -> None:
        """Fail at the first moment at which it holds."""
        if self._condition.holds(moment):
            self._decide(False, moment, self._condition.detail(moment) or "it happened")
        elif self._over(moment):
            self.finish(moment)

    def finish(self, moment: Moment) -> None:
        """It never held."""
        self._decide(True, moment, "it did not happen")


class Until(_Timed):
    """A condition comes true in time, and another one holds until then."""

    def __init__(self, goal: Condition, within: float | None = None, hold: Condition | None = None) -> None:
        super().__init__(within)
        self._goal, self._hold = goal, hold

    def begin(self, moment: Moment) -> None:
        """Begin."""
        super().begin(moment)
        for condition in filter(lambda one: one is not None, (self._hold, self._goal)):
            condition.begin(moment)  # type: ignore[union-attr]

    def update(self, moment: Moment) -> None:
        """Pass when the goal is reached; fail when the other condition does not hold before."""
        holds = self._hold is None or self._hold.holds(moment)
        if self._goal.holds(moment):
            self._decide(True, moment, "it happened")
        elif not holds and self._hold is not None:
            self._decide(False, moment, self._hold.detail(moment) or f"{self._hold} does not hold")
        elif self._over(moment):
            self.finish(moment)

    def finish(self, moment: Moment) -> None:
        """Too late."""
        self._decide(False, moment, self._goal.detail(moment) or "it did not happen")

    def __str__(self) -> str:
        if self._hold is None:
            return f"eventually {self._goal}{self._limit}"
        return f"always {self._hold} until {self._goal}{self._limit}"


class _Several(Validator):
    """Two validators as one."""

    word = ""

    def __init__(self, *parts: Validator) -> None:
        self._parts = parts

    def begin(self, moment: Moment) -> None:
        """Begin all of them."""
        super().begin(moment)
        for part in self._parts:
            part.begin(moment)

    def update(self, moment: Moment) -> None:
        """Update those that are undecided."""
        for part in self._parts:
            if part.decision is None:
                part.update(moment)
        self._combine()

    def finish(self, moment: Moment) -> None:
        """Decide."""
        for part in self._parts:
            if part.decision is None:
                part.finish(moment)
        self._combine()

    def _combine(self) -> None:
        raise NotImplementedError

    def __str__(self) -> str:
        return f"({f' {self.word} '.join(map(str, self._parts))})"


class AllOf(_Several):
    """All pass."""

    word = "and"

    def _combine(self) -> None:
        decisions = [part.decision for part in self._parts]
        failed = next((one for one in decisions if one is not None and one.verdict is Verdict.FAILED), None)
        self.decision = failed or _last(decisions)


class AnyOf(_Several):
    """At least one passes."""

    word = "or"

    def _combine(self) -> None:
        decisions = [part.decision for part in self._parts]
        passed = next((one for one in decisions if one is not None and one.verdict is Verdict.PASSED), None)
        self.decision = passed or _last(decisions)


def _last(decisions: Sequence[Decision | None]) -> Decision | None:
    """The decision that came last; None if one of them is still to come."""
    known = [one for one in decisions if one is not None]
    return max(known, key=lambda one: one.time) if len(known) == len(decisions) else None


def always(condition: Condition | str, within: float | None = None) -> Validator:
    """A condition holds at every moment of the run, or of its first seconds."""
    return Always(_condition(condition), within)


def never(condition: Condition | str, within: float | None = None) -> Validator:
    """A condition holds at no moment of the run, or of its first seconds."""
    return Never(_condition(condition), within)


def eventually(condition: Condition | str, within: float | None = None) -> Validator:
    """A condition comes true, in the first seconds if they are given."""
    return Until(_condition(condition), within)


def until(goal: Condition | str, hold: Condition | str | None = None, within: float | None = None) -> Validator:
    """A condition comes true, and another one holds at every moment before."""
    return Until(_condition(goal), within, None if hold is None else _condition(hold))


def _condition(given: Condition | str) -> Condition:
    """A condition; a text as in a scenario file."""
    from robopitch.testing.parsing import parse_condition

    return parse_condition(given) if isinstance(given, str) else given
