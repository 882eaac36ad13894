"""The team `demo`: robots walk to the ball and kick it into the other half, where it is the other team's turn.

They see the truth and have no tactics: of a team one robot at a time goes to the ball, a fallen one stands up, and the
others stand. All that they do goes through the registers of their servos.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.control.walking import Walk
from robopitch.elementary import atan2, cos, hypot, sin
from robopitch.messages import Input, Team, WriteRegisters
from robopitch.teams.motions import MotionPlayer, Write, measured_angles, motions_of, torque_writes
from robopitch.teams.player import TRUTH, Player
from robopitch.teams.walking import Manner, Walker, gait_of

if TYPE_CHECKING:
    from robopitch.control.keyframes import Motion
    from robopitch.messages import GameState, Output
    from robopitch.spec import RobotSpec
    from robopitch.spec.figure import FigureSpec
    from robopitch.teams.observation import Action
    from robopitch.world import RobotView, World

__all__ = ["DemoPlayer"]

CYCLE = 0.02  # s: a team decides 50 times a second
KICKS_FROM = (0.14, -0.055)  # m: where the ball lies, forward and left, when the right foot kicks it
NEAR, ALIGNED = 0.02, 0.12  # m, rad: from there it kicks
LYING = 0.5  # cosine of the tilt of the trunk
STEADY = 0.6  # s that it stands before it kicks, and after a motion
ROUND = 0.45  # m from the ball, on the way around it
OVER = 0.3  # m from the half-way line, in which the team goes that is nearer
ABOUT = 0.05  # m by which distances are equal: then blue goes
NEEDED = {"stand", "kick", "stand_up_front", "stand_up_back"}  # motions


def to_ball(robot: RobotView, ball: tuple[float, float], goal: tuple[float, float]) -> tuple[float, float, float]:
    """Where a robot has to go, in its own axes, forward and left in m, and by how much it has to turn."""
    x, y, heading = (float(value) for value in robot.pose)
    shot = atan2(goal[1] - ball[1], goal[0] - ball[0])
    c, s = cos(shot), sin(shot)
    away_x, away_y = x - ball[0], y - ball[1]
    behind, aside = -(c * away_x + s * away_y), c * away_y - s * away_x  # of the ball, seen along the shot
    wanted = shot
    if behind < 0.5 * KICKS_FROM[0] and hypot(away_x, away_y) > 0.15:  # first around the ball
        side = 1.0 if aside >= 0.0 else -1.0
        place = (-ROUND * c * 0.3 - side * ROUND * s, -ROUND * s * 0.3 + side * ROUND * c)
    else:
        place = (-c * KICKS_FROM[0] + s * KICKS_FROM[1], -s * KICKS_FROM[0] - c * KICKS_FROM[1])
    dx, dy = ball[0] + place[0] - x, ball[1] + place[1] - y
    if hypot(dx, dy) > 0.5:
        wanted = atan2(dy, dx)  # far away it walks straight ahead
    c, s = cos(heading), sin(heading)
    return c * dx + s * dy, c * dy - s * dx, math.remainder(wanted - heading, math.tau)


def order_for(forward: float, left: float, turn: float) -> Walk:
    """The walk there: it turns first if it looks away, and comes to rest."""
    share = max(0.0, 1.0 - abs(turn) / 0.8)
    ahead = min(max(2.0 * forward, -0.08), 0.22) * share
    return Walk(ahead, min(max(2.0 * left, -0.07), 0.07) * share, min(max(1.5 * turn, -0.7), 0.7))


class _Fielder:
    """One robot: walks, kicks, stands up."""

    def __init__(self, figure: FigureSpec, manner: Manner, motions: Mapping[str, Motion]) -> None:
        stand, kick = motions["stand"], motions["kick"]  # the kick begins where all servos are in the middle
        self.figure = figure
        self._motions = {**motions, "kick": replace(kick, keyframes=(*stand.keyframes, *kick.keyframes))}
        self._walker = Walker(figure, manner, CYCLE)
        self._motion: MotionPlayer | None = None
        self._plan: tuple[str, float, Mapping[str, float]] = ("", 0.0, {})  # of the motion: name, begin, angles then
        self._still = -1.0  # time since which it stands at the ball; −1: it does not
        self._waits = 0.0  # time until which it takes its pose
        self.kicked = False  # it has just kicked

    def decide(self, world: World, team: Team, number: int, target: tuple[float, float, float] | None) -> list[Write]:
        """What is written now; target: where it goes to kick, None: it stands."""
        time, self.kicked = world.time, False
        if self._motion is not None:
            writes = self._motion.due(time)
            if time >= self._motion.end + STEADY:
                self._motion, self._waits, self.kicked = None, time + 1.2, self._plan[0] == "kick"
                writes = self._walker.begin()
            return writes
        robot = world.robot(team.value, number)
        w, x, y, z = (float(value) for value in robot.quaternion)
        if 1.0 - 2.0 * (x * x + y * y) < LYING and w * w + x * x + y * y + z * z > 0.0:
            side = "front" if 2.0 * (x * z - w * y) < 0.0 else "back"
            return [*torque_writes(self.figure), *self._play(world, team, number, f"stand_up_{side}")]
        if self._waits == 0.0:
            self._waits = time + 1.2
            return self._walker.begin()
        if time < self._waits:
            return []
        self._walker.order = Walk() if target is None else order_for(*target)
        there = target is not None and hypot(target[0], target[1]) < NEAR * (2.0 if self._still >= 0.0 else 1.0)
        if target is None or not there or abs(target[2]) > ALIGNED:
            self._still = -1.0
        else:
            self._walker.order = Walk()
            if self._still < 0.0:
                self._still = time
            if time - self._still > 1.0 + STEADY:
                self._still = -1.0
                return self._play(world, team, number, "kick")
        return self._walker.due()

    def _play(self, world: World, team: Team, number: int, name: str) -> list[Write]:
        self._walker.rest()
        self._plan = name, world.time, measured_angles(world, team.value, number)
        self._motion = MotionPlayer(self._motions[name], self.figure, *self._plan[1:])
        return self._motion.due(world.time)

    def state(self) -> dict[str, Any]:
        """Plain values."""
        name, begin, angles = self._plan
        done = -1 if self._motion is None else self._motion.written
        return {
            "walker": self._walker.state(), "plan": [name, begin, dict(angles)], "done": done,
            "still": self._still, "waits": self._waits,
        }  # fmt: skip

    def load(self, saved: Mapping[str, Any]) -> None:
        """Restore them."""
        self._walker.load(saved["walker"])
        name, begin, angles = saved["plan"]
        self._plan, self._motion = (str(name), float(begin), dict(angles)), None
        if saved["done"] >= 0:
            self._motion = MotionPlayer(self._motions[name], self.figure, float(begin), angles)
            self._motion.written = int(saved["done"])
        self._still, self._waits = float(saved["still"]), float(saved["waits"])


class DemoPlayer(Player):
    """All robots of a team."""

    takes = TRUTH

    def __init__(self, team: Team, world: World) -> None:
        self.inputs: Sequence[Input] = ()
        self._team = team
        self._fielders: dict[int, _Fielder] = {}
        self._saved: dict[
            int, Mapping[str, Any]
        ] = {}  # states that were loaded, of fielders that are made when they act
        self._active = -1  # number of the robot that goes to the ball; −1: none

    def decide(self, world: World, delivered: Sequence[Output], game: GameState, draws: bool) -> Mapping[int, Action]:
        """No actions: all is written into registers."""
        ids = [body.id for body in world.bodies if body.team is self._team and world.robot(self._team, body.id).present]
        x, y = float(world.ball.position[0]), float(world.ball.position[1])
        side = 1.0 if self._team is Team.BLUE else -1.0  # of the goal that it attacks
        goal = (side * 0.5 * float(world.league.field.length), 0.0)
        self._choose(world, x, y, side)
        made: list[Input] = []
        for number in ids:
            fielder = self._fielder(number, world.robot(self._team, number).spec)
            if fielder is None:
                continue
            goes = number == self._active
            target = to_ball(world.robot(self._team, number), (x, y), goal) if goes else None
            writes = fielder.decide(world, self._team, number, target)
            made += [WriteRegisters(self._team, number, *write) for write in writes]
            if goes and fielder.kicked:
                self._active = -1
        self.inputs = made
        return {}

    def _fielder(self, number: int, spec: RobotSpec) -> _Fielder | None:
        """One of this number; None for a robot that cannot walk, kick and stand up: it stands."""
        found = self._fielders.get(number)
        if found is None or found.figure is not spec.figure:
            manner, motions = gait_of(spec.name), motions_of(spec.name)
            if spec.figure is None or manner is None or not set(motions) >= NEEDED:
                return None
            found = self._fielders[number] = _Fielder(spec.figure, manner, motions)
            if number in self._saved:
                found.load(self._saved.pop(number))
        return found

    def _choose(self, world: World, x: float, y: float, side: float) -> None:
        """The nearest goes while the ball is in the own half, or near the middle and nearer than to the other team."""
        rolls = hypot(float(world.ball.velocity[0]), float(world.ball.velocity[1])) > 0.05
        own, others = (_nearest(world, team, x, y) for team in (self._team, self._team.other))
        first = own[0] - others[0] < (ABOUT if self._team is Team.BLUE else -ABOUT)
        if side * x > OVER or not any(body.id == self._active and body.team is self._team for body in world.bodies):
            self._active = -1
        if self._active < 0 and not rolls and (side * x < -OVER or (side * x <= OVER and first)):
            self._active = own[1]

    def state(self) -> dict[str, Any]:
        """Plain values by name."""
        fielders = {str(number): saved for number, saved in self._saved.items()}
        fielders |= {str(number): fielder.state() for number, fielder in self._fielders.items()}
        return {"active": self._active, "fielders": fielders}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._active, self._fielders = int(state.get("active", -1)), {}
        self._saved = {int(number): saved for number, saved in state.get("fielders", {}).items()}


def _nearest(world: World, team: Team, x: float, y: float) -> tuple[float, int]:
    """The distance of the nearest robot of a team from a place, and its number; ∞ and −1 without any."""
    robots = (world.robot(team, body.id) for body in world.bodies if body.team is team)
    ways = ((hypot(float(one.pose.x) - x, float(one.pose.y) - y), one.body.id) for one in robots if one.present)
    return min(ways, default=(math.inf, -1))
