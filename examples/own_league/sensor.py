"""The sensor of this league: a range finder that reports distance and bearing of the ball. robots/puck.toml has one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from robopitch.elementary import atan2
from robopitch.messages import Body, Event, Output
from robopitch.messages.registry import register
from robopitch.sensors.noise import normal, sensor_number
from robopitch.sensors.sensor import Sensor, SensorSettings, View
from robopitch.world import World


@dataclass(frozen=True, slots=True)
class Range:
    """One report of a range finder. A window on the page shows `values` over time."""

    robot: Body
    capture: float  # s
    values: Mapping[str, float]  # distance, m, and bearing, rad


register(Range, "table.Range")  # its name in recordings and snapshots


class RangeSettings(SensorSettings):
    """Everything that can be changed while a match runs; on, rate, delay and loss are those of every sensor."""

    noise: float = Field(default=0.002, ge=0, le=0.1, allow_inf_nan=False, description="deviation of the distance, m")


class RangeFinder(Sensor):
    """The range finder of one robot.

    settings: those in the file of the robot
    """

    view = View.VALUES

    def __init__(self, owner: Body, name: str, settings: Mapping[str, Any]) -> None:
        self.owner, self.name = owner, name
        self.settings = RangeSettings.model_validate(settings)
        self._number = sensor_number(name)  # of its random numbers

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Distance and bearing of the ball, as seen from the robot."""
        robot = world.robot(self.owner.team, self.owner.id)
        if not robot.present:
            return []
        x, y, heading = robot.pose
        ball_x, ball_y, _ = world.ball.position.tolist()
        dx, dy = ball_x - x, ball_y - y
        distance = math.sqrt(dx * dx + dy * dy) + self.settings.noise * normal(world.seed, self._number, frame, 0)
        bearing = math.remainder(atan2(dy, dx) - heading, math.tau)
        return [Range(self.owner, world.time, {"distance": distance, "bearing": bearing})]

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Take changed settings."""
        self.settings = RangeSettings.model_validate({**self.settings.model_dump(), **settings})

    def state(self) -> Any:
        """The settings; the noise needs no state."""
        return self.settings.model_dump()

    def load(self, state: Any) -> None:
        """Restore saved settings."""
        self.settings = RangeSettings.model_validate(state)
