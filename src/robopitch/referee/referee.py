"""What a referee is: it judges what happened and what was heard, and answers with inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from robopitch.messages.whistle import Whistle

if TYPE_CHECKING:
    from robopitch.messages import Event, Input, Team, Whistled

__all__ = ["USUAL_WHISTLES", "Referee", "Teams", "first_commands"]

USUAL_WHISTLES = frozenset({Whistle.HALT, Whistle.STOP, Whistle.START})


class Teams(Protocol):
    """What a referee may know about the teams of a match. All of it changes when teams are swapped."""

    @property
    def external(self) -> frozenset[Team]:
        """The teams that are commanded from outside."""
        ...

    @property
    def idle(self) -> frozenset[Team]:
        """The teams that never move."""
        ...

    @property
    def came(self) -> Mapping[Team, int]:
        """The tick at which each external team came: of its first command, or of the first after a long silence."""
        ...


def first_commands(teams: Teams) -> str:
    """The external teams that have not come, in words; empty: all are there."""
    missing = sorted(teams.external - teams.came.keys())
    return f"the first command of {' and of '.join(missing)}" if missing else ""


class Referee(Protocol):
    """The referee of a match derives from it. It changes nothing by itself: its inputs are derived, recorded and
    compared.

    A `Ruling` among them changes the game; `PlaceBall`, `PlaceRobot` and others change the world.
    """

    @property
    def whistles(self) -> frozenset[Whistle]:
        """What a person may tell it."""
        return USUAL_WHISTLES

    @property
    def waits_for(self) -> str:
        """What the match waits for, in words; empty: nothing."""
        return ""

    def refusal(self, said: Whistled) -> str:
        """Why a command of a person cannot be put into effect now; empty if it can."""
        return ""

    def judge(self, tick: int, events: Sequence[Event], heard: Sequence[Input]) -> Sequence[Input]:
        """The inputs that follow from the events since the last call, or from an input addressed to the referee.

        It is called once when the match is made, 100 times per second with the events since then, and at once, without
        events, for each input that it hears.

        heard: a command of the user, a message of an external referee, or a moved epoch
        """
        ...

    def state(self) -> Any:
        """Its state in plain values."""
        ...

    def load(self, state: Any) -> None:
        """Restore a saved state; raises a ValueError if it cannot be used."""
        ...
