"""Signals of a match that runs here and now."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from robopitch.measure.marks import marks_of
from robopitch.measure.names import name_of, unit_of
from robopitch.measure.run import Run, Signal
from robopitch.messages import (
    CameraFrame,
    Event,
    Output,
    SeenRobot,
    Team,
    TrackerFrame,
)
from robopitch.sensors.channel import Channel

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["Sampler"]


class Sampler:
    """Lets a match go on and notes what is so and what is seen on the way; the match itself plays as without it.

        sampler = Sampler(robopitch.make_match("ssl-div-b", blue="chase"))
        sampler.advance(10.0)
        evaluate(sampler.run, "norm(ball.position - blue.1.position)")

    rate: Hz at which the truth is sampled; frames are added whenever they come
    """

    def __init__(self, match: Match, rate: float = 100.0) -> None:
        self.match = match
        self._channel = Channel(rate, match.world.timestep, match.tick)
        self._rows: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self._events: list[Event] = []
        self._heard = match.news[-1] if match.news else None
        self._sample()

    def advance(self, seconds: float) -> list[Output]:
        """Go on for so long; what came out on the way."""
        match = self.match
        until = match.tick + round(seconds / match.world.timestep)
        out: list[Output] = []
        while match.tick < until:
            # Never beyond the next tick at which something comes out: so its time is known.
            came = match.advance(min(until, self._channel.next, max(match.due, match.tick + 1)))
            for output in came:
                self._add_output(output)
            out += came
            self._collect_events()
            self._sample()
        return out

    @property
    def run(self) -> Run:
        """Everything collected so far."""
        signals = {}
        for name, rows in self._rows.items():
            table = np.array(sorted(rows, key=lambda row: row[0])).T  # frames of a slow camera come after later ones
            signals[name] = Signal(name, unit_of(name), table[0], table[1])
        world = self.match.world
        notes = {"league": world.league.name, "engine": world.engine.name, "seed": world.seed}
        return Run(f"{world.league.name}, seed {world.seed}", signals, tuple(marks_of(self._events)), notes)

    # ---- collecting ----------------------------------------------------------------------------------------------

    def _put(self, owner: str, time: float, **values: float) -> None:
        for name, value in values.items():
            self._rows[f"{owner}.{name}"].append((time, float(value)))

    def _sample(self) -> None:
        world = self.match.world
        if self._channel.next > world.tick:
            return
        self._channel.take()
        (x, y, z), (vx, vy, vz) = world.ball.position, world.ball.velocity
        self._put("ball", world.time, x=x, y=y, z=z, vx=vx, vy=vy, vz=vz, speed=world.ball.speed)
        for robot in world.robots():
            if robot.body.team is not None:
                pose, (vx, vy, turn) = robot.pose._asdict(), robot.velocity
                name = name_of(robot.body)
                self._put(name, world.time, **pose, vx=vx, vy=vy, turn=turn, speed=np.hypot(vx, vy))
        self._put("score", world.time, **{team.value: goals for team, goals in self.match.score.items()})

    def _add_output(self, output: Output) -> None:
        now = self.match.world.time
        if isinstance(output, CameraFrame):
            if output.balls:  # of several, the surest
                ball = max(output.balls, key=lambda ball: ball.confidence)
                values = {"x": ball.x, "y": ball.y, "area": ball.area}
                self._put("seen.ball", output.capture, **values, camera=output.camera, arrival=now)
            for team, robots in ((Team.BLUE, output.blue), (Team.YELLOW, output.yellow)):
                for robot in robots:
                    self._add_robot(f"seen.{team}.{robot.id}", output, robot, now)
        elif isinstance(output, TrackerFrame):
            for tracked in output.balls:
                (x, y, z), (vx, vy, vz) = tracked.position, tracked.velocity
                self._put("tracked.ball", output.time, x=x, y=y, z=z, vx=vx, vy=vy, vz=vz)
            for mover in output.robots:
                pose = {"x": mover.x, "y": mover.y, "heading": mover.heading}
                name = f"tracked.{name_of(mover.robot)}"
                self._put(name, output.time, **pose, vx=mover.vx, vy=mover.vy, turn=mover.turn)

    def _add_robot(self, name: str, frame: CameraFrame, robot: SeenRobot, now: float) -> None:
        place = {"x": robot.x, "y": robot.y, "heading": robot.heading}
        self._put(name, frame.capture, **place, camera=frame.camera, arrival=now)

    def _collect_events(self) -> None:
        """What happened since the last time, oldest first."""
        fresh = []
        for event in reversed(self.match.news):
            if event is self._heard:
                break
            fresh.append(event)
        self._events += reversed(fresh)
        self._heard = fresh[0] if fresh else self._heard
