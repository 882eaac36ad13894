"""The situation of a game as one team sees it: what the referee allows."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Any, NamedTuple

from robopitch.messages import RefereeCommand, Team

__all__ = ["Phase", "Situation", "in_play", "situation_of"]

PATIENCE = 10.0  # s after which a ball is in play that nobody has taken (Division B; 5 s in A, which the referee calls)


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
    keeper: int | None = None  # who keeps the own goal, if the referee was told

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


def situation_of(
    command: RefereeCommand | None,
    team: Team,
    place: tuple[float, float] | None = None,
    keeper: int | None = None,
) -> Situation:
    """What a command of the referee means for a team; timeouts and goals are stops, and without a referee it runs.

    place: where the ball shall lie, in the frame of the pitch
    """
    phase, whose = (Phase.RUNNING, None) if command is None else _COMMANDS.get(command, (Phase.STOP, None))
    if place is not None and team is Team.YELLOW:
        place = (-place[0], -place[1])
    return Situation(phase, whose is team, place, keeper)


def in_play(
    situation: Situation, ball: tuple[float, float], time: float, memory: dict[str, Any], moved: float = 0.05
) -> Situation:
    """What a situation is by now: once the ball of a kick-off, penalty or free kick has moved, everybody plays.

    A command stands until the next one comes, and a start says only that those may begin whose ball it is: so a team
    has to see for itself whether the ball is in play, and keeps in its memory where it lay.

    moved: m from where it lay that put it into play
    """
    if situation.phase in (Phase.KICK_OFF, Phase.PENALTY, Phase.FREE_KICK):
        kept = memory.get("restart")
        if kept is None or kept[0] != situation.phase.value or kept[1] != situation.ours:
            kept = memory["restart"] = [situation.phase.value, situation.ours, *ball, time]
        if situation.phase is not Phase.FREE_KICK:
            kept[2:] = [*ball, time]  # nobody may touch it yet: if it moves, it was moved
            return situation
    elif situation.running and memory.get("restart") is not None:
        kept = memory["restart"]
    else:
        memory["restart"] = None
        return situation
    if math.dist(kept[2:4], ball) > moved or time - kept[4] > PATIENCE:
        kept[4] = time - 2 * PATIENCE  # and so it stays, wherever the ball comes
        if situation.running:
            memory["restart"] = None
        return situation._replace(phase=Phase.RUNNING, ours=False)
    if kept[1]:  # ours: it may be taken
        return situation._replace(phase=Phase.RUNNING if situation.running else situation.phase)
    return situation._replace(phase=Phase(kept[0]), ours=False)
