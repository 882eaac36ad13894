"""The situation of a game as one team sees it: what the referee allows."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from robopitch.messages import RefereeCommand, Team

__all__ = ["Phase", "Situation", "situation_of"]


class Phase(StrEnum):
    """What is going on."""

    HALT = "halt"  # nobody moves
    STOP = "stop"  # slowly, and away from the ball
    RUNNING = "running"
    KICK_OFF = "kick-off"  # being prepared, or taken once `running` says so
    FREE_KICK = "free kick"
    PENALTY = "penalty"
    PLACEMENT = "placement"  # the ball is being laid somewhere


class Situation(NamedTuple):
    """A phase, and whose it is."""

    phase: Phase = Phase.RUNNING
    ours: bool = False
    place: tuple[float, float] | None = None  # where the ball shall lie, in the frame of the sight

    @property
    def running(self) -> bool:
        """The ball may be played by everybody."""
        return self.phase is Phase.RUNNING


_COMMANDS = {
    RefereeCommand.HALT: (Phase.HALT, None),
    RefereeCommand.STOP: (Phase.STOP, None),
    RefereeCommand.NORMAL_START: (Phase.RUNNING, None),
    RefereeCommand.FORCE_START: (Phase.RUNNING, None),
    RefereeCommand.PREPARE_KICKOFF_YELLOW: (Phase.KICK_OFF, Team.YELLOW),
    RefereeCommand.PREPARE_KICKOFF_BLUE: (Phase.KICK_OFF, Team.BLUE),
    RefereeCommand.PREPARE_PENALTY_YELLOW: (Phase.PENALTY, Team.YELLOW),
    RefereeCommand.PREPARE_PENALTY_BLUE: (Phase.PENALTY, Team.BLUE),
    RefereeCommand.DIRECT_FREE_YELLOW: (Phase.FREE_KICK, Team.YELLOW),
    RefereeCommand.DIRECT_FREE_BLUE: (Phase.FREE_KICK, Team.BLUE),
    RefereeCommand.INDIRECT_FREE_YELLOW: (Phase.FREE_KICK, Team.YELLOW),
    RefereeCommand.INDIRECT_FREE_BLUE: (Phase.FREE_KICK, Team.BLUE),
    RefereeCommand.BALL_PLACEMENT_YELLOW: (Phase.PLACEMENT, Team.YELLOW),
    RefereeCommand.BALL_PLACEMENT_BLUE: (Phase.PLACEMENT, Team.BLUE),
}


def situation_of(command: RefereeCommand | None, team: Team, place: tuple[float, float] | None = None) -> Situation:
    """What a command of the referee means for a team; timeouts and goals are stops, and without a referee it runs.

    place: where the ball shall lie, in the frame of the pitch
    """
    phase, whose = (Phase.RUNNING, None) if command is None else _COMMANDS.get(command, (Phase.STOP, None))
    if place is not None and team is Team.YELLOW:
        place = (-place[0], -place[1])
    return Situation(phase, whose is team, place)
