"""The scene: everything that can be in a picture, as arrays for the ray caster.

| thing | shape |
|---|---|
| carpet, markings | the plane z = 0 up to the outer wall; lines, arcs and spots of the field |
| wall | the outer rectangle, as high as the field has it; fillings of its corners |
| goals | posts and bar, or plates; nets, which are translucent |
| ball | a sphere |
| robots | vertical prisms of their outline, in layers if they have any, with a band and patches in the team's colour |
| obstacles | the same without band and patches |
| outside | the floor beyond the wall, and the background above it |

Every thing has a number in the picture of numbers that a rendered picture contains: see `labels.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from robopitch.messages import Body, Team
from robopitch.physics.scalar import Floats
from robopitch.sensors.camera import shapes
from robopitch.sensors.camera.colours import COLOURS, check_colours, rgb
from robopitch.sensors.camera.labels import FIRST_BODY, Label
from robopitch.sensors.camera.paint import Paint
from robopitch.sensors.camera.shapes import Part, Patch
from robopitch.spec import LeagueSpec, RobotSpec
from robopitch.spec.markings import markings_of

__all__ = ["THING_NUMBERS", "CameraScene", "Patches", "team_patch"]

# ---- columns of a thing ---------------------------------------------------------------------------------------------
NUMBER = 0  # in the picture of numbers
COLUMN = 1  # of the state of a robot; or one of these
FIXED, BALL = -1, -2
PLACE_X, PLACE_Y = 2, 3  # of a fixed thing
MIDDLE, REACH = 4, 5  # height and radius of a sphere around it
PART, PARTS = 6, 7  # its first part, and how many
PATCH, PATCHES = 8, 9
TOP = 10  # height of its cover
NETS = 11  # how many of its parts are nets
THING_NUMBERS = 12

# ---- numbers of the surroundings ------------------------------------------------------------------------------------
WALL_X, WALL_Y, WALL_HEIGHT = 0, 1, 2
CARPET, LINE, WALL, NET, OUTSIDE, SKY, FRAME = 3, 6, 9, 12, 15, 18, 21  # colours
NET_SHARE = 24  # of a net that is thread
SURROUNDINGS = 25

_NET_SHARE = 0.3  # chosen: a net of white cord, as it looks from some metres

Patches = Callable[[Body, RobotSpec, Mapping[str, str]], Sequence[Patch]]
"""The colour patches on the cover of a robot, from its body, its specification, and the colours by name."""


def team_patch(body: Body, robot: RobotSpec, colours: Mapping[str, str]) -> Sequence[Patch]:
    """One disc in the colour of the team in the middle of the cover, and a light one towards the front."""
    if body.team is None:
        return ()
    radius = float(robot.outline.circumradius)
    return (
        Patch(0.0, 0.0, 0.4 * radius, rgb(colours[body.team.value])),
        Patch(0.62 * radius, 0.0, 0.16 * radius, rgb(colours["line"])),
    )


class CameraScene:
    """The arrays of a scene; poses come from the state of a world, picture by picture.

    colours: by name, instead of those of `COLOURS`
    patches: the colour patches on the cover of a robot
    bands:   robots have a band in the colour of their team around their sides
    """

    def __init__(
        self,
        league: LeagueSpec,
        bodies: Sequence[Body],
        robots: Sequence[RobotSpec],
        colours: Mapping[str, str] | None = None,
        patches: Patches = team_patch,
        bands: bool = True,
    ) -> None:
        check_colours(colours or {})
        self.league, self.bodies, self.robots = league, tuple(bodies), tuple(robots)
        self._colours, self._bands = {**COLOURS, **(colours or {})}, bands
        self._parts: list[list[float]] = []
        self._vertices: list[tuple[float, float]] = []
        self._patches: list[tuple[float, ...]] = []
        things = self._fixed()
        kinds: dict[tuple[int, Team | None, tuple[Patch, ...]], list[float]] = {}
        for column, (body, robot) in enumerate(zip(self.bodies, self.robots, strict=True)):
            same = id(robot), body.team, tuple(patches(body, robot, self._colours))
            if same not in kinds:
                kinds[same] = self._body(body, robot, same[2])
            row = list(kinds[same])
            row[NUMBER], row[COLUMN] = FIRST_BODY + column, column
            things.append(row)
        self.things: Floats = np.array(things, np.float64)
        self.parts: Floats = np.array(self._parts, np.float64)
        self.vertices: Floats = np.array([*self._vertices, (0.0, 0.0)], np.float64)
        self.patches: Floats = np.array([*self._patches, (0.0,) * shapes.PATCH_NUMBERS], np.float64)
        self.surroundings = self._surroundings()
        half_length, half_width = self.surroundings[WALL_X], self.surroundings[WALL_Y]
        self.paint = Paint(markings_of(league.field), float(half_length), float(half_width))

    @property
    def labels(self) -> list[Label]:
        """The label of each number in the picture of numbers."""
        teams = {Team.BLUE: Label.BLUE, Team.YELLOW: Label.YELLOW, None: Label.OBSTACLE}
        fixed = [label for label in Label if label < FIRST_BODY]
        return [*fixed, *(teams[body.team] for body in self.bodies)]

    @property
    def ball(self) -> int:
        """The row of the ball in `things`."""
        return 0

    def _colour(self, name: str) -> tuple[float, float, float]:
        return rgb(self._colours[name])

    # ---- parts -------------------------------------------------------------------------------------------------

    def _fixed(self) -> list[list[float]]:
        """The ball and everything that does not move."""
        field = self.league.field
        radius = float(self.league.ball.radius)
        ball = Part(shapes.SPHERE, 0.0, 2 * radius, self._colour("ball"), radius)
        found = [self._thing(Label.BALL, BALL, (0.0, 0.0), [ball])]
        for side in (-1.0, 1.0):
            middle = field.length / 2 + field.goal.depth / 2
            parts = shapes.goal_parts(field, side, middle, self._colour("goal"), self._colour("net"))
            if parts:
                found.append(self._thing(Label.GOAL, FIXED, (side * middle, 0.0), parts))
        for x, y, part in shapes.boards_of(field, self._colour("wall")):
            found.append(self._thing(Label.WALL, FIXED, (x, y), [part]))
        return found

    def _body(self, body: Body, robot: RobotSpec, patches: Sequence[Patch]) -> list[float]:
        side = self._colour("obstacle" if body.team is None else "body")
        band = side if body.team is None or not self._bands else self._colour(body.team.value)
        parts = shapes.robot_parts(robot, side, band)
        return self._thing(0, 0, (0.0, 0.0), parts, patches)

    def _thing(
        self, number: int, column: int, place: tuple[float, float], parts: list[Part], patches: Sequence[Patch] = ()
    ) -> list[float]:
        low, top = min(part.low for part in parts), max(part.high for part in parts)
        aside, half = max(part.reach for part in parts), (top - low) / 2
        reach = math.sqrt(aside * aside + half * half) if column != BALL else aside
        row = [0.0] * THING_NUMBERS
        row[NUMBER], row[COLUMN], row[PLACE_X], row[PLACE_Y] = number, column, *place
        row[MIDDLE], row[REACH], row[TOP] = (low + top) / 2, reach, top
        row[PART], row[PARTS] = len(self._parts), len(parts)
        row[PATCH], row[PATCHES] = len(self._patches), len(patches)
        row[NETS] = sum(part.kind == shapes.NET for part in parts)
        for part in parts:
            self._parts.append(part.row(len(self._vertices)))
            self._vertices += part.corners
        self._patches += [patch.row for patch in patches]
        return row

    def _surroundings(self) -> Floats:
        field = self.league.field
        numbers = np.zeros(SURROUNDINGS)
        numbers[WALL_X] = field.length / 2 + field.margin_goal + field.recess
        numbers[WALL_Y] = field.width / 2 + field.margin_touch
        numbers[WALL_HEIGHT], numbers[NET_SHARE] = field.wall_height, _NET_SHARE
        names = {CARPET: "carpet", LINE: "line", WALL: "wall", NET: "net", OUTSIDE: "outside", SKY: "sky"}
        for at, name in {**names, FRAME: "frame"}.items():
            numbers[at : at + 3] = self._colour(name)
        return numbers
