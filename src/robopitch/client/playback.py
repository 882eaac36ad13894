"""A recording of a team's software as the data model of its modules [MI20 §2.3, §4.3].

State estimator, strategy and motion run on what was seen, and cannot tell that it was recorded. What they make of it is
compared with what the software did at that time.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from robopitch.client.decisions import Decisions
from robopitch.client.estimator import Estimator
from robopitch.client.events import Event, GameStateChange, NewSnapshot, Velocities
from robopitch.client.framework import Framework
from robopitch.client.modules.motion import MotionModule
from robopitch.client.modules.state_estimator import StateEstimator
from robopitch.client.modules.strategy import Strategy
from robopitch.client.motion import MotionControl
from robopitch.leagues.file_format import RecordedTeam
from robopitch.messages import (
    BodyVelocity,
    CameraFrame,
    Command,
    Orders,
    SeenBall,
    SeenRobot,
    Team,
    TrackerFrame,
)
from robopitch.messages.game_state import GameState
from robopitch.spec import LeagueSpec

__all__ = ["Playback"]


@dataclass
class Difference:
    """Root mean square of differences."""

    count: int = 0
    squares: float = 0.0
    unit: str = field(default="m")

    def add(self, value: float) -> None:
        """Count a difference."""
        self.count += 1
        self.squares += value * value

    @property
    def root(self) -> float:
        """Root mean square; nan without differences."""
        return math.sqrt(self.squares / self.count) if self.count else math.nan


class Playback:
    """Modules that run on a recording.

    league: the one that was played
    delay:  s from a frame until the resulting command takes effect; commands in a recording are those of another
            software, so it cannot be estimated
    """

    def __init__(
        self,
        recorded: RecordedTeam,
        league: LeagueSpec,
        decisions: Decisions,
        name: str,
        delay: float = 0.0,
        timer: Callable[[], float] = time.perf_counter,
        overrides: bool = False,
    ) -> None:
        self._recorded, self._league, self._timer = recorded, league, timer
        team = recorded.team
        robot = league.team(team).robot
        self.faults: Counter[str] = Counter()
        self.last_fault = ""
        self.frames = self.decided = 0
        self.ball, self.robots = Difference(), Difference()
        self.forward, self.turn = Difference(unit="m/s"), Difference(unit="rad/s")
        self._orders: dict[int, Command | None] = {}
        self.system = Framework(timer, self._on_fault)
        twist = MotionControl(robot).twist
        self.system.offer("estimator", lambda: StateEstimator(league, team, delay, Counter(), draws=False))
        self.system.offer("strategy", lambda: Strategy(team, decisions, name, overrides, twist, self._side))
        self.system.offer("motion", lambda: MotionModule(robot, _carries, self._side, int(league.max_ids)))
        for module in self.system.known:
            self.system.start(module)
        self.system.events.register(Velocities, self._on_velocities, "playback.velocities")

    @property
    def estimator(self) -> Estimator:
        """The state estimator."""
        found: Estimator = self.system.module("estimator").estimator
        return found

    def run(self) -> None:
        """Feed the whole recording in: snapshots, or world data if it has no snapshots."""
        events = self.system.events
        seen = any(isinstance(moment, CameraFrame) for _, moment in self._recorded.moments)
        for _, moment in self._recorded.moments:
            if isinstance(moment, GameState):
                events.send(GameStateChange(moment))
                events.dispatch()
            elif isinstance(moment, CameraFrame):
                self._see(moment)
            elif isinstance(moment, TrackerFrame):
                if not seen:
                    self._see(_as_seen(moment))
                self._compare(moment)
            elif isinstance(moment, Orders):
                self._compare_orders(moment)

    def report(self) -> list[str]:
        """What came out, as lines of text."""
        lines = [f"{self.frames} frames, {self.decided} decisions"]
        for what, found in (("ball", self.ball), ("robots", self.robots)):
            if found.count:
                lines.append(f"{what}: {1000 * found.root:.1f} mm from the recorded world data (RMS of {found.count})")
        if self.forward.count:
            lines.append(
                f"commands: {self.forward.root:.3f} m/s and {self.turn.root:.3f} rad/s from the recorded ones "
                f"(RMS of {self.forward.count})"
            )
        lines += [f"warning: {problem}" for problem in self._recorded.problems]
        if self.faults:
            lines.append(f"warning: {self.faults.total()} faults; the last in {self.last_fault}")
        return lines

    def _see(self, frame: CameraFrame) -> None:
        self.frames += 1
        self.system.events.send(NewSnapshot((frame,)))
        self.system.dispatch_frame(self._timer)

    def _compare(self, tracked: TrackerFrame) -> None:
        """Compare with what the recorded estimator said at that time."""
        estimator = self.estimator
        found = estimator.predict(0.0)
        if found is None:
            return
        side, team = estimator.side, self._recorded.team
        for ball in tracked.balls[:1]:
            self.ball.add(math.dist(ball.position[:2], (side * found.ball[0], side * found.ball[1])))
        for robot in tracked.robots:
            poses = found.own if robot.robot.team is team else found.opponents
            pose = poses.get(robot.robot.id)
            if pose is not None:
                self.robots.add(math.dist((robot.x, robot.y), (side * pose.x, side * pose.y)))

    def _compare_orders(self, orders: Orders) -> None:
        for order in orders.orders:
            ours = self._orders.get(order.id)
            if isinstance(ours, BodyVelocity) and isinstance(order.command, BodyVelocity):
                self.forward.add(order.command.forward - ours.forward)
                self.turn.add(order.command.turn - ours.turn)

    def _side(self) -> float:
        return self.estimator.side

    def _on_velocities(self, event: Velocities) -> None:
        self.decided += 1
        self._orders = {order.id: order.command for order in event.orders}

    def _on_fault(self, name: str, event: Event, error: Exception) -> None:
        self.faults[name] += 1
        self.last_fault = f"{name}: {type(error).__name__}: {error}"


def _carries(command: Command) -> bool:
    return isinstance(command, BodyVelocity)


def _as_seen(tracked: TrackerFrame) -> CameraFrame:
    """World data as the frame of a camera that sees everything."""
    balls = tuple(SeenBall(*ball.position[:2], 0.0, 0.0, 0.0, 1.0) for ball in tracked.balls)
    blue, yellow = (
        tuple(
            SeenRobot(robot.robot.id, robot.x, robot.y, robot.heading, 0.0, 0.0, 0.0, 1.0)
            for robot in tracked.robots
            if robot.robot.team is team
        )
        for team in (Team.BLUE, Team.YELLOW)
    )
    return CameraFrame(0, tracked.number, tracked.time, tracked.time, balls, blue, yellow)
