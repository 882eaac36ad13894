"""The order of the periods of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.messages import Period

if TYPE_CHECKING:
    from robopitch.spec.rules import MatchSpec

__all__ = ["LENGTHS", "after", "break_after"]

LENGTHS = frozenset({Period.FIRST_HALF, Period.SECOND_HALF, Period.FIRST_EXTRA_HALF, Period.SECOND_EXTRA_HALF})
"""The periods that end with their time."""

_AFTER_BREAK = {
    Period.BEFORE: Period.FIRST_HALF,
    Period.HALF_TIME: Period.SECOND_HALF,
    Period.EXTRA_TIME_BREAK: Period.FIRST_EXTRA_HALF,
    Period.EXTRA_HALF_TIME: Period.SECOND_EXTRA_HALF,
    Period.SHOOT_OUT_BREAK: Period.SHOOT_OUT,
}


def after(period: Period) -> Period | None:
    """The period that follows a break; None: it is not a break."""
    return _AFTER_BREAK.get(period)


def break_after(period: Period, undecided: bool, match: MatchSpec) -> Period | None:
    """The break that follows a period; None: the match is over.

    undecided: it is a draw, and the match needs a winner
    """
    if period is Period.FIRST_HALF:
        return Period.HALF_TIME
    if period is Period.FIRST_EXTRA_HALF:
        return Period.EXTRA_HALF_TIME
    if not undecided:
        return None
    if period is Period.SECOND_HALF and match.extra_half > 0:
        return Period.EXTRA_TIME_BREAK
    if period in (Period.SECOND_HALF, Period.SECOND_EXTRA_HALF) and match.shoot_out_kicks > 0:
        return Period.SHOOT_OUT_BREAK
    return None
