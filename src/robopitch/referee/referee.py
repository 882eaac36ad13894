"""What a referee is: it judges what happened and what was heard, and answers with inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from robopitch.messages import Event, Input

__all__ = ["Referee"]


class Referee(Protocol):
    """The referee of a match. It changes nothing by itself: its inputs are derived, recorded and compared.

    A `Ruling` among them changes the game; `PlaceBall`, `PlaceRobot` and others change the world.
    """

    def judge(self, tick: int, events: Sequence[Event], heard: Sequence[Input]) -> Sequence[Input]:
        """The inputs that follow from the events since the last call, and from inputs addressed to the referee.

        heard: commands of the user and messages of an external referee, in the order in which they were taken in
        """
        ...

    def state(self) -> Any:
        """Its state in plain values."""
        ...

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        ...
