"""Module recorder: keeps what the other modules exchange, and writes it when it is stopped [MI20 §4.3]."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from robopitch.client.events import GameStateChange, NewSnapshot, NewWorldData, Velocities
from robopitch.client.framework import Registry
from robopitch.messages import Body, Orders, Team, TrackedBall, TrackedRobot, TrackerFrame
from robopitch.teams.observation import Observation

__all__ = ["Recorder"]

MOST = 1_000_000  # moments: more than an hour


class Recorder:
    """Listens to snapshots, world data, commands and states of the game.

    side:  gives −1 if the frame of the team is rotated
    write: gets all moments with their times, when the module is stopped
    """

    def __init__(
        self, team: Team, side: Callable[[], float], write: Callable[[list[tuple[float, Any]]], object]
    ) -> None:
        self._team, self._side, self._write = team, side, write
        self._moments: list[tuple[float, Any]] = []
        self._time = 0.0  # of the last frame, s

    def start(self, registry: Registry) -> None:
        """Listen to what is recorded."""
        registry.listen(NewSnapshot, self._on_snapshot)
        registry.listen(NewWorldData, self._on_world)
        registry.listen(Velocities, lambda event: self._keep(Orders(self._team, event.orders)))
        registry.listen(GameStateChange, lambda event: self._keep(event.game))

    def stop(self) -> None:
        """Write what was recorded."""
        moments, self._moments = self._moments, []
        self._write(moments)

    def _keep(self, moment: Any) -> None:
        if len(self._moments) < MOST:
            self._moments.append((self._time, moment))

    def _on_snapshot(self, event: NewSnapshot) -> None:
        for frame in event.frames:
            self._time = max(self._time, frame.capture)
            self._keep(frame)

    def _on_world(self, event: NewWorldData) -> None:
        self._keep(_tracked(event.observation, self._team, self._side(), self._time))


def _tracked(observation: Observation, team: Team, side: float, time: float) -> TrackerFrame:
    """World data in the frame of the field; they are those of the time at which a command takes effect."""
    turn = 0.0 if side > 0 else math.pi
    ball, speed = observation.ball, observation.ball_velocity
    balls = (TrackedBall((side * ball[0], side * ball[1], 0.0), (side * speed[0], side * speed[1], 0.0), 1.0),)
    robots = []
    for colour, poses, twists in (
        (team, observation.own, observation.own_velocity),
        (team.other, observation.opponents, observation.opponent_velocity),
    ):
        for number, pose in poses.items():
            twist = twists[number]
            heading = math.remainder(pose.heading + turn, math.tau)
            place = side * pose.x, side * pose.y, heading
            robots.append(TrackedRobot(Body(colour, number), *place, side * twist.x, side * twist.y, twist.turn, 1.0))
    return TrackerFrame("team", 0, time, balls, tuple(robots), None)
