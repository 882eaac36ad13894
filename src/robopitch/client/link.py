"""The wire of a league from the side of a team: where it listens, and how datagrams are read and written.

A link touches no sockets: the client opens them. The adapter of a league makes its link (`League.client`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from robopitch.messages import CameraFrame, ChangeCameras, ChangeSpec, Command, Feedback, Refusal, RobotOrder
from robopitch.messages.game_state import GameState
from robopitch.messages.team_events import TeamEvent
from robopitch.net import Address

__all__ = ["ANSWERS", "Report", "StreamLink", "TeamLink"]

ANSWERS = "answers"  # the source of datagrams that come back from the address of the commands

Report = CameraFrame | GameState | Feedback | ChangeSpec | ChangeCameras | Refusal | TeamEvent
"""What a datagram can contain. A `ChangeSpec` has all differences from the league that the link was made for."""


class TeamLink(Protocol):
    """One team's side of the protocols of a league.

    listens:  groups and ports at which it listens, by name: {"vision": ("224.5.23.2", 10020)}
    vision:   the one of these names that camera frames come from
    commands: host and port to which commands are sent
    """

    listens: Mapping[str, Address]
    vision: str
    commands: Address

    def read(self, source: str, data: bytes) -> Sequence[Report]:
        """What a datagram contains; never raises an exception.

        source: a name in `listens`, or `ANSWERS`
        """
        ...

    def write(self, orders: Iterable[RobotOrder]) -> bytes:
        """The commands of all robots as one datagram."""
        ...

    def carries(self, command: Command) -> bool:
        """Whether its messages can contain a command; others are sent as velocities of the robot."""
        ...

    def example(self, frame: CameraFrame) -> bytes:
        """The datagram in which vision would send a frame, for a rehearsal."""
        ...

    def reset(self) -> None:
        """Forget what was read: the next description of the field is reported in full."""
        ...


@runtime_checkable
class StreamLink(TeamLink, Protocol):
    """The same over one TCP connection to `commands`, on which everything comes and goes; it listens nowhere."""

    def opening(self) -> bytes:
        """What is said first on a new connection."""
        ...

    def split(self, data: bytes) -> Sequence[bytes]:
        """The messages that these bytes complete; raises a ValueError if the stream is invalid."""
        ...

    def say(self, event: TeamEvent) -> bytes:
        """An event for other programs; nothing if they cannot know it."""
        ...
