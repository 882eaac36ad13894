"""Module identification: lets a robot turn on the spot, and looks which one turns [MI20 §2.4.2, events identify …].

With patches that all look the same, or in bad light, vision mistakes one robot for another. The robot that was told to
turn is steered for a second; if another number turns instead, the two are exchanged.
"""

from __future__ import annotations

import math
from collections import deque

from robopitch.client.events import Identify, IdentifyDone, NewWorldData, Steered, SwapIds
from robopitch.client.framework import Registry
from robopitch.messages import BodyVelocity
from robopitch.teams.observation import Action, Observation

__all__ = ["Identification"]

TURN = 4.0  # rad/s
SECONDS = 1.0  # s for which a robot turns
LEAST = 1.5  # rad that it has to turn to be recognised; others may turn a little while they play


class Identification:
    """One robot after another."""

    def __init__(self) -> None:
        self._waiting: deque[int] = deque()
        self._robot: int | None = None
        self._since = 0.0
        self._headings: dict[int, float] = {}
        self._turned: dict[int, float] = {}

    def start(self, registry: Registry) -> None:
        """Listen to requests, and to world data."""
        self._registry = registry
        registry.listen(Identify, self._on_identify)
        registry.listen(NewWorldData, self._on_world)
        self._known: list[int] = []

    def stop(self) -> None:
        """Release the robot that turns."""
        if self._robot is not None:
            self._registry.send(Steered(self._robot, None))
            self._robot = None

    def _on_identify(self, event: Identify) -> None:
        self._waiting.extend(self._known if event.robot is None else [event.robot])

    def _on_world(self, event: NewWorldData) -> None:
        observation = event.observation
        self._known = sorted(observation.own)
        if self._robot is not None:
            self._watch(observation)
            if observation.time - self._since >= SECONDS:
                self._finish(self._robot)
        elif self._waiting:
            self._robot, self._since = self._waiting.popleft(), observation.time
            self._turned, self._headings = {}, {}
            self._watch(observation)
            self._registry.send(Steered(self._robot, Action(BodyVelocity(0.0, 0.0, TURN))))

    def _watch(self, observation: Observation) -> None:
        """Add up by how much each robot turns counter-clockwise."""
        for number, pose in observation.own.items():
            before = self._headings.get(number, pose.heading)
            turned = math.remainder(pose.heading - before, math.tau)
            self._turned[number] = self._turned.get(number, 0.0) + turned
            self._headings[number] = pose.heading

    def _finish(self, robot: int) -> None:
        self._robot = None
        most = max(self._turned, key=lambda number: (self._turned[number], -number), default=None)
        seen = most if most is not None and self._turned[most] >= LEAST else None
        if self._turned.get(robot, 0.0) >= LEAST:
            seen = robot  # another one turned even more, but this one did as it was told
        self._registry.send(Steered(robot, None))
        self._registry.send(IdentifyDone(robot, seen))
        if seen is not None and seen != robot:
            self._registry.send(SwapIds(robot, seen))
