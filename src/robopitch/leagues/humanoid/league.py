"""The Humanoid League, KidSize: robots with joints, moved by servos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robopitch.leagues.plain import PlainLeague

__all__ = ["LEAGUE"]


@dataclass(frozen=True)
class Humanoid(PlainLeague):
    """The adapter of the Humanoid League."""

    @property
    def teams(self) -> Sequence[str]:
        """Only robots that stand: the other built-in teams drive on wheels."""
        return ("still",)


LEAGUE = Humanoid("humanoid", watchdog=0.0)  # a servo holds its goal until it gets another one
