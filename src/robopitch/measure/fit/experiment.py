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

import numpy as np

from robopitch.measure.run import Run, Signal
from robopitch.messages import BodyVelocity, CameraFrame, Kick, Orders, Output, PlaceBall, PlaceRobot, RobotOrder, Team

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
UNITS = {"x": "m", "y": "m", "heading": "rad", "area": "px", "camera": "1", "arrival": "s", "kick": "m/s"}
UNITS |= {"forward": "m/s", "left": "m/s", "turn": "rad/s"}


class _Notebook:
    """Rows of a run in the making: all numbers of a thing at a time."""

    def __init__(self) -> None:
        self._rows: dict[str, list[tuple[float, dict[str, float]]]] = {}

    def add(self, thing: str, time: float, **numbers: float) -> None:
        self._rows.setdefault(thing, []).append((time, numbers))

    def see(self, frame: CameraFrame, arrival: float) -> None:
        by = {"camera": float(frame.camera), "arrival": arrival}
        for ball in frame.balls:
            self.add("seen.ball", frame.capture, x=ball.x, y=ball.y, area=ball.area, **by)
        for team, robots in ((Team.BLUE, frame.blue), (Team.YELLOW, frame.yellow)):
            for robot in robots:
                self.add(f"seen.{team}.{robot.id}", frame.capture, x=robot.x, y=robot.y, heading=robot.heading, **by)

    def signals(self) -> dict[str, Signal]:
        signals = {}
        for thing, rows in self._rows.items():
            rows.sort(key=lambda row: row[0])
            times = np.array([time for time, _ in rows])
            for name in rows[0][1]:
                values = np.array([numbers[name] for _, numbers in rows], np.float64)
                signals[f"{thing}.{name}"] = Signal(f"{thing}.{name}", UNITS[name], times, values)
        return signals


class _Lab:
    """One robot and the ball on an otherwise empty pitch."""

    def __init__(
        self, match: Match, team: Team, number: int, watch: Callable[[list[Output]], None] | None = None
    ) -> None:
        self._match, self._team, self._number, self._watch = match, team, number, watch
        self._dt = match.world.timestep
        self.book = _Notebook()
        robots = {robot.body.id: robot.spec for robot in match.world.robots(team)}
        if number not in robots:
            raise ValueError(f"{team} {number} is not on the pitch; {team} ids there: {', '.join(map(str, robots))}")
        self.spec = robots[number]
        self.league = match.world.league
        for robot in list(match.world.robots()):
            if robot.body.team is not None and (robot.body.team, robot.body.id) != (team, number):
                match.offer("experiment", PlaceRobot(robot.body.team, robot.body.id, present=False))

    def set_up(self, x: float, y: float, heading: float, ball: tuple[float, float] | None = None) -> None:
        """Robot and ball to their places, at rest; without a place for it, the ball lies at the robot's front."""
        self._match.offer("experiment", PlaceRobot(self._team, self._number, x, y, heading))
        if ball is None:
            reach = self.spec.outline.circumradius + self.league.ball.radius
            front = getattr(self.spec.outline, "front", None)
            reach = reach if front is None else float(front) + self.league.ball.radius + 0.001
            ball = (x + reach * math.cos(heading), y + reach * math.sin(heading))
        self._match.offer("experiment", PlaceBall(ball[0], ball[1], 0.0, 0.0, 0.0, 0.0))
        self.tell(BodyVelocity(0.0), REST)

    def tell(self, command: BodyVelocity, seconds: float, kick: Kick | None = None) -> None:
        """Send a command again and again, as teams do: some get lost."""
        for _ in range(round(seconds / PERIOD)):
            time = self._match.world.time
            order = RobotOrder(self._number, command, kick)
            self._match.offer(str(self._team), Orders(self._team, (order,)))
            self.book.add(
                f"command.{self._team}.{self._number}",
                time,
                forward=command.forward,
                left=command.left,
                turn=command.turn,
                kick=kick.speed if kick is not None else 0.0,
            )
            for _ in range(round(PERIOD / self._dt)):
                outputs = self._match.advance(self._match.tick + 1)
                if self._watch is not None:
                    self._watch(outputs)
                for output in outputs:
                    if isinstance(output, CameraFrame):
                        self.book.see(output, self._match.world.time)


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
    watch:   is handed all that comes out of the match, for who wants to record or send it
    """
    wanted = list(motions)
    for motion in wanted:
        if motion not in MOTIONS:
            raise ValueError(f"no motion is called {motion!r}; {', '.join(MOTIONS)} are possible")
    if match.sensors is None:
        raise ValueError(f"{match.world.league.name} has no overhead cameras here; nothing would be seen")
    lab = _Lab(match, Team(team), number, watch)
    scripts = {"kicks": _kicks, "chips": _chips, "drives": _drives, "turns": _turns}
    for motion in wanted:
        scripts[motion](lab)
    notes = {
        "league": lab.league.name,
        "cameras": [list(camera.position) for camera in match.sensors.cameras],
        "robot": f"{Team(team)}.{number}",
    }
    return Run("experiment", lab.book.signals(), notes=notes)


def _kicks(lab: _Lab) -> None:
    """Along both halves in turn, on lines that lead under several cameras."""
    x, y = 0.42 * lab.league.field.length, 0.25 * lab.league.field.width
    for n, speed in enumerate(KICKS):
        side, way = (1 if n % 2 else -1), (1 if n % 4 < 2 else -1)
        heading = math.atan2(-0.6 * side * y, x)
        lab.set_up(-way * x, side * y, heading if way > 0 else math.pi - heading)
        lab.tell(BodyVelocity(0.0), 0.05, Kick(speed))
        lab.tell(BodyVelocity(0.0), 1.8)


def _chips(lab: _Lab) -> None:
    x, y = 0.3 * lab.league.field.length, 0.25 * lab.league.field.width
    for n, (speed, angle) in enumerate(CHIPS):
        side, way = (1 if n % 2 else -1), (1 if n % 4 < 2 else -1)
        lab.set_up(-way * x, side * y, 0.0 if way > 0 else math.pi)
        lab.tell(BodyVelocity(0.0), 0.05, Kick(speed, angle))
        lab.tell(BodyVelocity(0.0), 1.6)


def _drives(lab: _Lab) -> None:
    """Along the pitch, each time with another side of the robot ahead."""
    speed = BEYOND * lab.spec.drive.limits.speed
    x, y = 0.33 * lab.league.field.length, 0.2 * lab.league.field.width
    for n, way in enumerate(DRIVES):
        side = 1 if n % 2 else -1
        lab.set_up(-x * side, side * y, (0.0 if side > 0 else math.pi) - way, ball=(-x * side, -side * 2 * y))
        lab.tell(BodyVelocity(speed * math.cos(way), speed * math.sin(way)), 1.2)
        lab.tell(BodyVelocity(0.0), 1.0)


def _turns(lab: _Lab) -> None:
    rate = BEYOND * lab.spec.drive.limits.turn_rate
    x, y = 0.25 * lab.league.field.length, 0.25 * lab.league.field.width
    for way in (1, -1, 1):
        lab.set_up(way * x, y, 0.0, ball=(way * x, -y))
        lab.tell(BodyVelocity(0.0, 0.0, way * rate), 1.0)
        lab.tell(BodyVelocity(0.0), 0.9)
