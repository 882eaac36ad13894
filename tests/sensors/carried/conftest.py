"""A robot with one sensor, in a world of its own."""

from __future__ import annotations

from typing import Any

import pytest

import robopitch
from robopitch.messages import Body, Team
from robopitch.sensors.onboard import KINDS


class Trial:
    """A blue robot at the origin with a sensor, and a yellow one far away from it."""

    def __init__(
        self,
        kind: str,
        league: str = "msl",
        seed: int = 1,
        number: int = 0,
        overrides: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self.world = robopitch.make(
            league, players={"blue": number + 1, "yellow": 1}, seed=seed, overrides=overrides or {}
        )
        self.number, self.frame = number, 0
        self.sensor = KINDS[kind](Body(Team.BLUE, number), f"blue {number} {kind}", settings)
        size = self.world.league.field
        self.world.place_ball(0.0, -0.45 * size.width)
        self.world.place_robot("yellow", 0, 0.4 * size.length, 0.4 * size.width)
        for other in range(number):
            self.world.remove_robot("blue", other)
        self.place(0.0, 0.0)

    def place(self, x: float, y: float, heading: float = 0.0, **velocity: float) -> None:
        self.world.place_robot("blue", self.number, x, y, heading, **velocity)

    def command(self, command: object, **more: object) -> None:
        self.world.command("blue", self.number, command, **more)

    @property
    def robot(self):
        return self.world.robot("blue", self.number)

    def sample(self, heard=(), events=()) -> list[Any]:
        self.frame += 1
        return list(self.sensor.sample(self.frame, self.world, heard, events))

    def run(self, seconds: float, period: float = 0.01) -> list[Any]:
        """Let time pass, with a sample at the end of each period; returns the reports."""
        reports = []
        for _ in range(round(seconds / period)):
            events = self.world.run(period)
            reports += self.sample(events=events)
        return reports


@pytest.fixture
def trial():
    return Trial
