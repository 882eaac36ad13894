"""Omnidirectional vision as a sensor that a robot carries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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

Floats = NDArray[np.float64]


class _Arrays(NamedTuple):
    """What follows from league, seed and settings, and room for results."""

    league: LeagueSpec
    seed: np.uint64
    segments: Floats
    arcs: Floats
    spots: Floats
    line_rays: Floats
    obstacle_rays: Floats
    numbers: Floats
    lines: Floats
    obstacles: Floats
    found: Floats


class OmniVision(CarriedSensor[OmniVisionSettings]):
    """The omnidirectional vision of one robot: reports an `OmniView` for each frame.

    settings: those in the file of the robot
    """

    settings_type = OmniVisionSettings
    view = View.POINTS

    def __init__(self, owner: Body, name: str, settings: Mapping[str, Any]) -> None:
        super().__init__(owner, name, settings)
        self._arrays: _Arrays | None = None
        self._bodies: tuple[Body, ...] = ()
        self._column = 0  # of the owner among these bodies

    # ---- what it sees ------------------------------------------------------------------------------------------

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[OmniView]:
        """The view of this frame; none if the robot is not on the field."""
        view = self.look(frame, world)
        return () if view is None else (view,)

    def look(self, frame: int, world: World, parts: int = k.ALL) -> OmniView | None:
        """The view at this tick, with the noise of a frame; None if the robot is not on the field.

        parts: what is searched, `WHITE`, `OBSTACLES` or `BALL` of `kernel.py`: a benchmark measures them one by one
        """
        arrays = self._arrays
        if arrays is None or arrays.league is not world.league:
            arrays = self._arrays = self._prepared(world)
        if self._bodies is not world.bodies:
            self._bodies, self._column = world.bodies, self.column(world)
        robots, ball, kinds = world.robot_block, world.ball_block, world.engine.params.kinds
        if not robots[s.PRESENT, self._column] > 0:
            return None
        if robots.dtype != np.float64:  # compiled for one type only
            robots, ball, kinds = robots.astype(np.float64), ball.astype(np.float64), kinds.astype(np.float64)
        seen = k.look(
            arrays.seed, self._number, frame, robots, ball, world.engine.which, kinds, self._column, arrays.segments,
            arrays.arcs, arrays.spots, arrays.line_rays, arrays.obstacle_rays, arrays.numbers, parts, arrays.lines,
            arrays.obstacles, arrays.found,
        )  # fmt: skip
        lines, obstacles, _, x, y, share = arrays.found.tolist()
        return OmniView(
            self.owner,
            world.time,
            arrays.lines[: int(lines)].tobytes(),
            arrays.obstacles[: int(obstacles)].tobytes(),
            OmniBall(x, y, share) if seen else None,
        )

    def _prepared(self, world: World) -> _Arrays:
        settings, markings = self.settings, markings_of(world.league.field)
        seed = world.seed % 2**63  # compiled code takes signed 64-bit integers
        return _Arrays(
            league=world.league,
            seed=np.uint64(seed),
            segments=markings.segments,
            arcs=arcs_of(markings),
            spots=markings.spots,
            line_rays=rays(settings.line_rays, math.pi),
            obstacle_rays=rays(settings.obstacle_rays, 2 * math.pi),
            numbers=numbers_of(settings, float(world.league.ball.radius), seed, self._number),
            lines=np.empty((settings.most_lines, 2)),
            obstacles=np.empty((settings.obstacle_rays, 2)),
            found=np.zeros(k.FOUND_NUMBERS),
        )

    # ---- settings ----------------------------------------------------------------------------------------------

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Take changed settings; raises a ValueError if they are invalid."""
        super().change(world, settings)
        if settings:
            self._arrays = None

    def load(self, state: Any) -> None:
        """Restore changed settings; the noise needs no state."""
        super().load(state)
        self._arrays = None
