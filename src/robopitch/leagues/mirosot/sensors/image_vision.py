"""The vision of the camera over the table as a sensor: it turns images into detections, as the vision of a team does.

It knows nothing but the images. Its calibration is a setting: colour cubes, and where the points of the field are in
the picture. One vision serves all who listen to it [MI20 §6.2.1]. Positions are rounded as in a packet, so that the
last bits of numpy do not reach the match.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from pydantic import Field

from robopitch.control.vision.calibration import FieldFit, cube_of_colour, fit_projection
from robopitch.control.vision.colours import ColourCube
from robopitch.control.vision.identification import Identification
from robopitch.control.vision.patches import PatchPlace, PatchScheme
from robopitch.control.vision.vision import BALL, Team, Vision
from robopitch.leagues.mirosot.sensors.field_points import field_points
from robopitch.leagues.mirosot.sensors.overhead import SchemeSpec, overhead_of
from robopitch.leagues.mirosot.sensors.overhead_camera import CAMERA, OverheadSettings, usual_settings
from robopitch.messages import CameraFrame
from robopitch.messages import Team as TeamName
from robopitch.messages.camera_frame import SeenBall, SeenRobot
from robopitch.messages.saved import Count, Number, SavedPart
from robopitch.sensors.camera.colours import COLOURS, rgb
from robopitch.sensors.camera.image import CameraImage
from robopitch.sensors.carried import CarriedSensor, CarriedSettings
from robopitch.sensors.sensor import View

if TYPE_CHECKING:
    from robopitch.control.vision import snapshot as seen
    from robopitch.messages import Body, Event, Output
    from robopitch.world import World

__all__ = ["VISION", "ImageVision", "ImageVisionSettings"]

VISION = "image vision"
TEAMS = tuple(team.value for team in TeamName)
FASTEST = 3.0  # m/s: no robot of these leagues is faster
DIGITS = 5  # of positions and headings that are reported: 0.01 mm

Limit = Annotated[int, Field(ge=0, le=255)]
Cube = tuple[Limit, Limit, Limit, Limit, Limit, Limit]
Pixel = Annotated[float, Field(ge=-1e4, le=1e4, allow_inf_nan=False)]
Patches = Literal["three-colour", "two-colour", "unknown"]


class ImageVisionSettings(CarriedSettings):
    """The calibration of the vision, and the patches that it looks for."""

    on: bool = Field(default=False, description="it looks at the images of the camera")
    rate: float = Field(default=30.0, ge=0.01, le=1000, allow_inf_nan=False, description="images per second, Hz")
    blue_patches: Patches = Field(default="three-colour", description="that blue wears; unknown: team patches only")
    yellow_patches: Patches = Field(default="three-colour", description="that yellow wears; unknown: team patches only")
    tracking: bool = Field(default=True, description="robots that patches do not identify get ids by former images")
    swap: str = Field(
        default="", pattern=r"^((blue|yellow) \d{1,3} \d{1,3})?$",
        description="exchanges the ids of two robots that tracking has confused: blue 1 3",
    )  # fmt: skip
    least_area: int = Field(default=6, ge=1, le=10_000, description="px; smaller regions are noise")
    camera_height: float = Field(
        default=0.0, ge=0, le=50, allow_inf_nan=False, description="measured with a tape, m; 0: as the league has it"
    )
    cubes: dict[str, Cube] = Field(
        default_factory=dict, description="least and most Y, U and V of a colour, instead of the usual ones"
    )
    points: dict[str, tuple[Pixel, Pixel]] = Field(
        default_factory=dict, description="column and row of a field point, instead of the usual ones, px"
    )


# As `Identification.state`: id, time, position, heading and velocity
Track = tuple[Count, Number, Number, Number, Number | None, Number, Number]


class _Memory(SavedPart):
    blue: list[Track] = Field(default_factory=list)
    yellow: list[Track] = Field(default_factory=list)


class ImageVision(CarriedSensor[ImageVisionSettings]):
    """The vision of the camera of a league. It is off unless its settings switch it on."""

    settings_type = ImageVisionSettings
    memory_type = _Memory
    view = View.DETECTIONS
    hears = (CAMERA,)

    def __init__(self, world: World, settings: Mapping[str, Any]) -> None:
        spec = overhead_of(world.league.name)
        super().__init__(cast("Body", None), VISION, {"rate": float(spec.rate), **settings})
        self.optional = not self.settings.on
        self._spec = spec
        self._made: tuple[Any, Vision, FieldFit] | None = None

    # ---- looking -----------------------------------------------------------------------------------------------

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """What the newest image shows; nothing if there is none, or if the calibration is impossible."""
        images = [output for output in heard if isinstance(output, CameraImage)]
        if not images:
            return []
        image = images[-1]
        try:
            vision = self.vision(world)
        except ValueError:  # with these field points nothing can be seen; the page says why
            return []
        snapshot = vision.look(image.packed)
        robots = {name: snapshot.robots[name] for name in TEAMS}
        if self.settings.tracking:
            robots = self._identified(world, image.capture, robots)
        balls = tuple(
            SeenBall(_short(ball.x), _short(ball.y), ball.pixel_x, ball.pixel_y, float(ball.area), ball.certainty)
            for ball in snapshot.balls
        )
        heights = {name: float(world.league.team(TeamName(name)).robot.height) for name in TEAMS}
        blue, yellow = (tuple(_reported(robot, heights[name]) for robot in robots[name]) for name in TEAMS)
        return [CameraFrame(0, image.number, image.capture, world.time, balls, blue, yellow)]

    def _identified(
        self, world: World, time: float, robots: Mapping[str, tuple[seen.SeenRobot, ...]]
    ) -> dict[str, tuple[seen.SeenRobot, ...]]:
        found: dict[str, tuple[seen.SeenRobot, ...]] = {}
        kept: dict[str, Any] = {}
        for name in TEAMS:
            tracks = Identification(FASTEST)
            if self.memory is None:
                tracks.begin(time, _start_places(world, name))
            else:
                tracks.load(getattr(self.memory, name))
            found[name] = tracks.see(time, robots[name])
            kept[name] = tracks.state()
        self.memory = _Memory(**kept)
        return found

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Take changed settings; `swap` exchanges two ids now, if both are tracked."""
        super().change(world, settings)
        if settings.get("swap") and self.memory is not None:
            team, one, other = self.settings.swap.split()
            tracks = Identification(FASTEST)
            tracks.load(getattr(self.memory, team))
            with suppress(ValueError):  # one of them was never seen
                tracks.swap(int(one), int(other))
            self.memory = self.memory.model_copy(update={team: tracks.state()})

    # ---- calibration -------------------------------------------------------------------------------------------

    def vision(self, world: World) -> Vision:
        """The vision with its calibration of now."""
        return self._calibrated(world)[0]

    def fit(self, world: World) -> FieldFit:
        """The projection of the field points, and how far it misses each of them, in the order of `points`."""
        return self._calibrated(world)[1]

    def points(self, world: World) -> Mapping[str, tuple[tuple[float, float], tuple[float, float]]]:
        """The field points by name: x and y on the field, column and row in the picture."""
        places, usual = field_points(world.league.field), self._usual_points(world)
        return {name: (place, self.settings.points.get(name, usual[name])) for name, place in places.items()}

    @property
    def cubes(self) -> Mapping[str, ColourCube]:
        """The colour cubes by name."""
        return {name: ColourCube(*self.settings.cubes.get(name, cube)) for name, cube in self._usual_cubes.items()}

    def _calibrated(self, world: World) -> tuple[Vision, FieldFit]:
        settings, league = self.settings, world.league
        key = (settings, league)
        if self._made is None or self._made[0][0] != settings or self._made[0][1] is not league:
            points = self.points(world)
            places = [(*place, 0.0) for place, _ in points.values()]
            size = int(self._spec.image_width), int(self._spec.image_height)
            height = settings.camera_height or float(self._spec.height)
            fit = fit_projection(places, [pixel for _, pixel in points.values()], size, height)
            teams = {name: Team(self._scheme(name), float(league.team(TeamName(name)).robot.height)) for name in TEAMS}
            vision = Vision(self.cubes, fit.projection, teams, float(league.ball.radius), settings.least_area)
            self._made = (key, vision, fit)
        return self._made[1], self._made[2]

    def _scheme(self, team: str) -> PatchScheme:
        name = getattr(self.settings, f"{team}_patches")
        spec = self._spec.schemes["two-colour" if name == "unknown" else name]
        if name == "unknown":
            return PatchScheme(_place(spec.team))
        return _scheme_of(spec)

    @cached_property
    def _usual_cubes(self) -> Mapping[str, ColourCube]:
        """The cubes of the known colours, in light that varies over the table."""
        things = {**COLOURS, **self._spec.colours}
        colours = {name: things[name] for name in (BALL, *TEAMS)} | self._spec.patch_colours
        return {name: cube_of_colour(*rgb(colour)) for name, colour in colours.items()}

    def _usual_points(self, world: World) -> Mapping[str, tuple[float, float]]:
        """Where a person finds the field points in the picture of the camera as it was hung: to half a pixel."""
        camera = OverheadSettings(**usual_settings(self._spec))
        lens, mount = camera.made_lens(), camera.mount
        pose = mount.pose()
        found = {}
        for name, (x, y) in field_points(world.league.field).items():
            column, row = lens.pixel(*mount.inverse(pose, x, y, 0.0)) or (0.0, 0.0)
            found[name] = (math.floor(2 * column + 0.5) / 2, math.floor(2 * row + 0.5) / 2)
        return found


def _start_places(world: World, team: str) -> dict[int, tuple[float, float]]:
    """Where the robots of a team are when vision begins: a person says which is which."""
    robots = world.robots(TeamName(team))
    return {robot.body.id: (float(robot.pose.x), float(robot.pose.y)) for robot in robots}


def _reported(robot: seen.SeenRobot, height: float) -> SeenRobot:
    heading = 0.0 if robot.heading is None else robot.heading
    return SeenRobot(
        robot.id, _short(robot.x), _short(robot.y), _short(heading), robot.pixel_x, robot.pixel_y, height,
        robot.certainty,
    )  # fmt: skip


def _short(value: float) -> float:
    return round(value, DIGITS)


def _place(spec: Any) -> PatchPlace:
    return PatchPlace(float(spec.x), float(spec.y), float(spec.length), float(spec.width))


def _scheme_of(spec: SchemeSpec) -> PatchScheme:
    codes = {code: id if spec.identifies else None for id, code in enumerate(spec.codes)}
    return PatchScheme(_place(spec.team), tuple(map(_place, spec.others)), codes)
