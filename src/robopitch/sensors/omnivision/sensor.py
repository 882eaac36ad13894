"""Omnidirectional vision as a sensor that a robot carries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.messages import Body, Event, Output
from robopitch.physics import state as s
from robopitch.sensors.carried import CarriedSensor
from robopitch.sensors.omnivision import kernel as k
from robopitch.sensors.omnivision.numbers import arcs_of, numbers_of, rays
from robopitch.sensors.omnivision.settings import OmniVisionSettings
from robopitch.sensors.omnivision.view import OmniBall, OmniView
from robopitch.sensors.sensor import View
from robopitch.spec.markings import markings_of

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.world import World

__all__ = ["OmniVision"]


class OmniVision(CarriedSensor[OmniVisionSettings]):
    """The omnidirectional vision of one robot: reports an `OmniView` for each frame.

    settings: those in the file of the robot
    """

    settings_type = OmniVisionSettings
    view = View.POINTS

    def __init__(self, owner: Body, name: str, settings: Mapping[str, Any]) -> None:
        super().__init__(owner, name, settings)
        self._league: LeagueSpec | None = None  # for which the arrays were made

    # ---- what it sees ------------------------------------------------------------------------------------------

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[OmniView]:
        """The view of this frame; none if the robot is not on the field."""
        view = self.look(frame, world)
        return () if view is None else (view,)

    def look(self, frame: int, world: World, parts: int = k.ALL) -> OmniView | None:
        """The view at this tick, with the noise of a frame; None if the robot is not on the field.

        parts: what is searched, `WHITE`, `OBSTACLES` or `BALL` of `kernel.py`: a benchmark measures them one by one
        """
        if self._league is not world.league:
            self._prepare(world)
        if self._bodies is not world.bodies:
            self._bodies, self._column = world.bodies, self.column(world)
        robots, ball, kinds = world.robot_block, world.ball_block, world.engine.params.kinds
        if not robots[s.PRESENT, self._column] > 0:
            return None
        if robots.dtype != np.float64:  # compiled for one type only
            robots, ball, kinds = robots.astype(np.float64), ball.astype(np.float64), kinds.astype(np.float64)
        seen = k.look(
            self._seed, self._number, frame, robots, ball, world.engine.which, kinds, self._column, self._segments,
            self._arcs, self._spots, self._line_rays, self._obstacle_rays, self._numbers, parts, self._lines,
            self._obstacles, self._found,
        )  # fmt: skip
        lines, obstacles, _, x, y, share = self._found.tolist()
        return OmniView(
            self.owner,
            world.time,
            self._lines[: int(lines)].tobytes(),
            self._obstacles[: int(obstacles)].tobytes(),
            OmniBall(x, y, share) if seen else None,
        )

    def _prepare(self, world: World) -> None:
        """Compute everything that follows from league and settings."""
        settings, markings = self.settings, markings_of(world.league.field)
        self._league, self._bodies = world.league, tuple[Body, ...]()
        seed = world.seed % 2**63  # compiled code takes signed 64-bit integers
        self._seed = np.uint64(seed)
        self._segments, self._arcs, self._spots = markings.segments, arcs_of(markings), markings.spots
        self._line_rays = rays(settings.line_rays, math.pi)
        self._obstacle_rays = rays(settings.obstacle_rays, 2 * math.pi)
        self._numbers = numbers_of(settings, float(world.league.ball.radius), seed, self._number)
        self._lines, self._obstacles = np.empty((settings.most_lines, 2)), np.empty((settings.obstacle_rays, 2))
        self._found = np.zeros(k.FOUND_NUMBERS)

    # ---- settings ----------------------------------------------------------------------------------------------

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Take changed settings; raises a ValueError if they are invalid."""
        super().change(world, settings)
        if settings:
            self._league = None

    def load(self, state: Any) -> None:
        """Restore changed settings; the noise needs no state."""
        super().load(state)
        self._league = None
