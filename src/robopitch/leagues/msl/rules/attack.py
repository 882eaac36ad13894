"""How a team came to the ball and what it did since: decides whether its goal is valid, and whether a set piece rolled.

A goal is valid after a shot from the opponents' half. After a set piece, or if the team won the ball in its own half,
a team-mate must have received a pass in the opponents' half before. After a dropped ball two robots must have touched
the ball.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.messages import Body, Phase, Restart, Team
from robopitch.messages.saved import Count, Place, SavedPart, Tick, checked
from robopitch.referee.observed.areas import own_side

if TYPE_CHECKING:
    from robopitch.referee.observed.seen import TouchSeen

__all__ = ["Attack", "Origin"]

CONTACT = 0.06  # s: contacts closer in time are one (`messages.Touch`: 50 ms, and a judgement)


class Origin(StrEnum):
    """How a team came to the ball."""

    SET_PIECE = "set piece"
    KICK_OFF = "kick-off"
    DROPPED_BALL = "dropped ball"
    OPEN_PLAY = "start by a person"
    OWN_HALF = "ball won in the own half"
    OTHER_HALF = "ball won in the other half"


class _Saved(SavedPart):
    team: Team | None
    origin: Origin
    spot: tuple[Place, Place]
    rolling: bool
    kicked: bool
    passed: bool
    touched: list[tuple[Team, Count]]
    last: tuple[Team, Count, Tick, Place, Place] | None


class Attack:
    """The attack of the team that has the ball.

    free_roll: m that a pass rolls freely
    """

    def __init__(self, timestep: float, free_roll: float, set_piece_roll: float) -> None:
        self._timestep, self._free_roll, self._set_piece_roll = timestep, free_roll, set_piece_roll
        self.team: Team | None = None  # None: nobody has touched the ball
        self.origin = Origin.OPEN_PLAY
        self._spot = (0.0, 0.0)  # of the restart
        self.rolling = False  # a set piece has not rolled freely yet
        self.kicked = False  # the set piece was kicked, not only touched
        self.passed = False  # a team-mate received a pass in the opponents' half
        self._touched: list[Body] = []  # robots since a dropped ball, at most two
        self._last: tuple[Body, int, float, float] | None = None  # robot, tick and place of the ball: last contact

    def begin(self, restart: Restart | None, ball: tuple[float, float], dropped: bool) -> None:
        """A restart: a set piece of a team, a dropped ball, or a start by a person, after which any goal counts."""
        self.team = None if restart is None else restart.team
        self._spot, self.kicked, self.passed, self._touched, self._last = ball, False, False, [], None
        self.rolling = self.team is not None
        if self.team is None or restart is None:
            self.origin = Origin.DROPPED_BALL if dropped else Origin.OPEN_PLAY
        else:
            self.origin = Origin.KICK_OFF if restart.kind is Phase.KICK_OFF else Origin.SET_PIECE

    def touch(self, touch: TouchSeen) -> tuple[Body, float] | None:
        """Add a contact with the ball. Returns who touched the ball of a set piece too early, and how far it rolled."""
        robot, team = touch.robot, touch.robot.team
        assert team is not None
        early = self._early(touch) if self.rolling and team is self.team else None
        if team is not self.team:
            self._won_by(team, touch.x)
        elif self._last is not None and self._last[0] != robot:
            rolled = hypot(touch.x - self._last[2], touch.y - self._last[3])
            if rolled >= self._free_roll and touch.x * own_side(team) < 0:
                self.passed = True
        if robot not in self._touched and len(self._touched) < 2:
            self._touched.append(robot)
        self._last = (robot, touch.tick, touch.x, touch.y)
        return early

    def _won_by(self, team: Team, x: float) -> None:
        """Another team has the ball. Who touches a ball first that nobody had has not won it."""
        free = self.team is None
        self.team, self.rolling, self.passed = team, False, False
        if not free:
            self.origin = Origin.OWN_HALF if x * own_side(team) >= 0 else Origin.OTHER_HALF

    def kick(self, robot: Body) -> None:
        """A robot has kicked the ball with its kicker."""
        self.kicked = self.kicked or robot.team is self.team

    def _early(self, touch: TouchSeen) -> tuple[Body, float] | None:
        """Until it kicks, the kicker may catch the ball and move it near the spot. After that it must roll freely."""
        if self._last is None:
            return None
        robot, tick, x, y = self._last
        rolled = hypot(touch.x - x, touch.y - y)
        if rolled >= self._set_piece_roll:
            self.rolling = False
            return None
        if robot == touch.robot and not self.kicked:
            moved = hypot(touch.x - self._spot[0], touch.y - self._spot[1])
            return (robot, rolled) if moved > self._set_piece_roll else None
        if robot == touch.robot and (touch.tick - tick) * self._timestep <= CONTACT:  # the ball leaves the kicker
            return None
        return touch.robot, rolled

    def objection(self, team: Team, x: float) -> str | None:
        """Why a goal of this team, shot from x, does not count; None: it does."""
        if x * own_side(team) >= 0:
            return "shot from the own half"
        if self.origin is Origin.DROPPED_BALL:
            return None if len(self._touched) > 1 else "only one robot touched the dropped ball"
        if self.origin in (Origin.OTHER_HALF, Origin.OPEN_PLAY) or self.passed:
            return None
        return f"no pass in the opponents' half after a {self.origin}"

    def state(self) -> Any:
        """The state, in plain values."""
        last = self._last
        return {
            "team": None if self.team is None else self.team.value,
            "origin": self.origin.value,
            "spot": list(self._spot),
            "rolling": self.rolling,
            "kicked": self.kicked,
            "passed": self.passed,
            "touched": [_plain(robot) for robot in self._touched],
            "last": None if last is None else [*_plain(last[0]), *last[1:]],
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        saved = checked(_Saved, state)
        self.team, self.origin, self._spot = saved.team, saved.origin, saved.spot
        self.rolling, self.kicked, self.passed = saved.rolling, saved.kicked, saved.passed
        self._touched = [Body(team, number) for team, number in saved.touched]
        self._last = None
        if saved.last is not None:
            team, number, tick, x, y = saved.last
            self._last = (Body(team, number), tick, x, y)


def _plain(robot: Body) -> list[Any]:
    assert robot.team is not None
    return [robot.team.value, robot.id]
