"""The situation of a game as one team sees it: what the referee allows."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Any, NamedTuple

from robopitch.messages import RefereeCommand, Team

__all__ = ["Phase", "Situation", "in_play", "situation_of"]

PATIENCE = 10.0  # s after which a ball that was not taken is in play (Division B; 5 s in A, which the referee calls)


class Phase(StrEnum):
    """Phases of a game."""

    HALT = "halt"  # robots stand still
    STOP = "stop"  # robots move slowly, and keep away from the ball
    RUNNING = "running"
    KICK_OFF = "kick-off"  # being prepared, or taken by the opponents
    FREE_KICK = "free kick"
    PENALTY = "penalty"
    PLACEMENT = "placement"  # a team places the ball


class Situation(NamedTuple):
    """A phase, and whether it is ours."""

    phase: Phase = Phase.RUNNING
    ours: bool = False
    place: tuple[float, float] | None = None  # designated position of the ball, in the frame of the sight
    keeper: int | None = None  # number of the own goalkeeper, if the referee names one

    @property
    def running(self) -> bool:
        """Whether all robots may play the ball."""
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


def situation_of(
    command: RefereeCommand | None,
    team: Team,
    place: tuple[float, float] | None = None,
    keeper: int | None = None,
) -> Situation:
    """The situation of a team after a command of the referee; timeouts and goals are STOP, no command is RUNNING.

    place: designated position of the ball, in the frame of the pitch
    """
    phase, whose = (Phase.RUNNING, None) if command is None else _COMMANDS.get(command, (Phase.STOP, None))
    if place is not None and team is Team.YELLOW:
        place = (-place[0], -place[1])
    return Situation(phase, whose is team, place, keeper)


def in_play(
    situation: Situation, ball: tuple[float, float], time: float, memory: dict[str, Any], moved: float = 0.05
) -> Situation:
    """The situation updated for ball movement: RUNNING once the ball of a kick-off, penalty or free kick has moved.

    A command holds until the next one, and a start only allows the team that has the ball to begin. So a team has to
    detect by itself whether the ball is in play, and keeps the ball's initial position in its memory.

    moved: m from its initial position beyond which the ball is in play
    """
    if situation.phase in (Phase.KICK_OFF, Phase.PENALTY, Phase.FREE_KICK):
        kept = memory.get("restart")
        if kept is None or kept[0] != situation.phase.value or kept[1] != situation.ours:
            kept = memory["restart"] = [situation.phase.value, situation.ours, *ball, time]
        if situation.phase is not Phase.FREE_KICK:
            kept[2:] = [*ball, time]  # no team may play it yet: a movement now does not count
            return situation
    elif situation.running and memory.get("restart") is not None:
        kept = memory["restart"]
    else:
        memory["restart"] = None
        return situation
    if math.dist(kept[2:4], ball) > moved or time - kept[4] > PATIENCE:
        kept[4] = time - 2 * PATIENCE  # it stays in play, wherever the ball goes
        if situation.running:
            memory["restart"] = None
        return situation._replace(phase=Phase.RUNNING, ours=False)
    if kept[1]:  # ours: it may be taken
        return situation._replace(phase=Phase.RUNNING if situation.running else situation.phase)
    return situation._replace(phase=Phase(kept[0]), ours=False)
