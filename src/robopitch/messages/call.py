"""What a referee calls: offences, goals, balls out, cards, periods, and the restart that follows."""

from __future__ import annotations

from dataclasses import dataclass

from robopitch.messages.events import Body
from robopitch.messages.game_state import Restart
from robopitch.messages.team import Team

__all__ = ["Call"]


@dataclass(frozen=True, slots=True)
class Call:
    """Something that the referee noticed and judged. It is part of a `Ruling`, so that it is recorded with its reason.

    A call whose `restart` is not None stopped play.
    """

    tick: int
    time: float  # simulated s
    kind: str  # the league's own name: "ball_left_field_touch_line", "goal"
    team: Team | None = None  # to which it is attributed: the culprit, or the team that scored
    robot: int | None = None
    position: tuple[float, float] | None = None  # where it happened, m
    rule: str = ""  # the section of the rules
    reason: str = ""  # a sentence for people
    measure: float | None = None  # what was measured, in the unit that the rule has: m/s, m or s
    restart: Restart | None = None
    robots: tuple[Body, ...] = ()  # those that met; a culprit comes first, without one all are to blame

    @property
    def blamed(self) -> tuple[Team, ...]:
        """The teams to which it is attributed: both, for robots that met and are equally to blame."""
        if self.team is not None:
            return (self.team,)
        return tuple(robot.team for robot in self.robots if robot.team is not None)
