"""An experiment: the motions that parameters can be fitted from, and a run of what was commanded and seen.

The same on a real pitch gives the same numbers. A run should hold, with nobody else near by:

- *straight kicks*, four or more, hard ones (5 m/s and up) and soft ones (2 m/s), of a ball at rest that nobody
  touches for two seconds afterwards: the hard ones show how it slides, the soft ones how it rolls;
- *chips*, three or more, which bounce at least twice, under different cameras;
- *drives* from rest in several directions, commanded faster than the robot can, for a second, then zero at once;
- *turns* on the spot, both ways, commanded faster than the robot can, for a second, then zero at once.

Between two of them robot and ball rest for half a second. Commands are recorded when they are sent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from robopitch.measure.names import COMMAND, command_parts
from robopitch.measure.run import Run
from robopitch.measure.signal_builder import SignalBuilder
from robopitch.messages import BodyVelocity, Kick, Orders, Output, PlaceBall, PlaceRobot, RobotOrder, Team

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["MOTIONS", "experiment"]

MOTIONS = ("kicks", "chips", "drives", "turns")
PERIOD = 0.01  # s between two commands
REST = 0.4  # s
BEYOND = 1.3  # commanded by what the robot is said to be able to
KICKS = (2.0, 3.0, 4.0, 5.0, 6.0)  # m/s
CHIPS = ((4.0, 0.8), (4.5, 0.7), (5.0, 0.8), (4.2, 1.0))  # m/s, rad
DRIVES = (0.0, math.pi / 2, math.pi, -math.pi / 2, math.pi / 4)  # rad: which way, seen from the robot


class _Setup:
    """One robot and the ball on an otherwise empty pitch."""

    def __init__(
        self, match: Match, team: Team, number: int, watch: Callable[[list[Output]], None] | None = None
    ) -> None:
        self._match, self._team, self._number, self._watch = match, team, number, watch
        self._dt = match.world.timestep
        self.signals = SignalBuilder()
        robots = {robot.body.id: robot.spec for robot in match.world.robots(team)}
        if number not in robots:
            raise ValueError(f"{team} {number} is not on the pitch; {team} ids there: {', '.join(map(str, robots))}")
        self.spec = robots[number]
        self.league = match.world.league
        for robot in list(match.world.robots()):
            if robot.body.team is not None and (robot.body.team, robot.body.id) != (team, number):
                match.offer("experiment", PlaceRobot(robot.body.team, robot.body.id, present=False))

    def place(self, x: float, y: float, heading: float, ball: tuple[float, float] | None = None) -> None:
        """Place robot and ball, at rest; without a place for it, the ball lies at the robot's front."""
        self._match.offer("experiment", PlaceRobot(self._team, self._number, x, y, heading))
        if ball is None:
            reach = self.spec.outline.circumradius + self.league.ball.radius
            front = getattr(self.spec.outline, "front", None)
            reach = reach if front is None else float(front) + self.league.ball.radius + 0.001
            ball = (x + reach * math.cos(heading), y + reach * math.sin(heading))
        self._match.offer("experiment", PlaceBall(ball[0], ball[1], 0.0, 0.0, 0.0, 0.0))
        self.command(BodyVelocity(0.0), REST)

    def command(self, command: BodyVelocity, seconds: float, kick: Kick | None = None) -> None:
        """Send a command again and again, as teams do: some get lost."""
        for _ in range(round(seconds / PERIOD)):
            time = self._match.world.time
            order = RobotOrder(self._number, command, kick)
            self._match.offer(str(self._team), Orders(self._team, (order,)))
            parts = {part: value for part, (_, value) in command_parts(command).items()}
            parts["kick"] = kick.speed if kick is not None else 0.0
            units = {part: COMMAND[part] for part in parts}
            self.signals.add_row(f"command.{self._team}.{self._number}", units, (time, *parts.values()))
            for _ in range(round(PERIOD / self._dt)):
                outputs = self._match.advance(self._match.tick + 1)
                if self._watch is not None:
                    self._watch(outputs)
                self.signals.add(outputs, self._match.world.time, 0.0)


def experiment(
    match: Match,
    team: Team | str = Team.BLUE,
    number: int = 0,
    motions: Iterable[str] = MOTIONS,
    watch: Callable[[list[Output]], None] | None = None,
) -> Run:
    """Let a robot make motions that parameters can be fitted from; what was commanded and seen of them.

    All other robots leave the pitch. No truth is in the run.

    motions: some of "kicks", "chips", "drives", "turns"
    watch:   called with the outputs of every tick, to record or send them
    """
    wanted = list(motions)
    for motion in wanted:
        if motion not in MOTIONS:
            raise ValueError(f"no motion is called {motion!r}; {', '.join(MOTIONS)} are possible")
    if not match.cameras:
        raise ValueError(f"{match.world.league.name} has no overhead cameras here; nothing would be seen")
    setup = _Setup(match, Team(team), number, watch)
    scripts = {"kicks": _kicks, "chips": _chips, "drives": _drives, "turns": _turns}
    for motion in wanted:
        scripts[motion](setup)
    notes = {
        "league": setup.league.name,
        "cameras": [list(camera.position) for camera in match.cameras],
        "robot": f"{Team(team)}.{number}",
    }
    signals, _, _ = setup.signals.result()
    return Run("experiment", signals, notes=notes)


def _kicks(setup: _Setup) -> None:
    """Along both halves in turn, on lines that lead under several cameras."""
    x, y = 0.42 * setup.league.field.length, 0.25 * setup.league.field.width
    for n, speed in enumerate(KICKS):
        side, way = (1 if n % 2 else -1), (1 if n % 4 < 2 else -1)
        heading = math.atan2(-0.6 * side * y, x)
        setup.place(-way * x, side * y, heading if way > 0 else math.pi - heading)
        setup.command(BodyVelocity(0.0), 0.05, Kick(speed))
        setup.command(BodyVelocity(0.0), 1.8)


def _chips(setup: _Setup) -> None:
    x, y = 0.3 * setup.league.field.length, 0.25 * setup.league.field.width
    for n, (speed, angle) in enumerate(CHIPS):
        side, way = (1 if n % 2 else -1), (1 if n % 4 < 2 else -1)
        setup.place(-way * x, side * y, 0.0 if way > 0 else math.pi)
        setup.command(BodyVelocity(0.0), 0.05, Kick(speed, angle))
        setup.command(BodyVelocity(0.0), 1.6)


def _drives(setup: _Setup) -> None:
    """Along the pitch, each time with another side of the robot ahead."""
    speed = BEYOND * setup.spec.drive.limits.speed
    x, y = 0.33 * setup.league.field.length, 0.2 * setup.league.field.width
    for n, way in enumerate(DRIVES):
        side = 1 if n % 2 else -1
        setup.place(-x * side, side * y, (0.0 if side > 0 else math.pi) - way, ball=(-x * side, -side * 2 * y))
        setup.command(BodyVelocity(speed * math.cos(way), speed * math.sin(way)), 1.2)
        setup.command(BodyVelocity(0.0), 1.0)


def _turns(setup: _Setup) -> None:
    rate = BEYOND * setup.spec.drive.limits.turn_rate
    x, y = 0.25 * setup.league.field.length, 0.25 * setup.league.field.width
    for way in (1, -1, 1):
        setup.place(way * x, y, 0.0, ball=(way * x, -y))
        setup.command(BodyVelocity(0.0, 0.0, way * rate), 1.0)
        setup.command(BodyVelocity(0.0), 0.9)
