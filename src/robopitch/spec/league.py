"""A league: everything that is fixed before a match starts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, SerializationInfo, SerializerFunctionWrapHandler, model_serializer

from robopitch.spec.ball import BallSpec
from robopitch.spec.base import Spec
from robopitch.spec.contact import ContactSpec
from robopitch.spec.field import FieldSpec
from robopitch.spec.quantity import Physical, Whole, assumed
from robopitch.spec.robot import RobotSpec
from robopitch.spec.sensors import SensorsSpec

__all__ = ["USUAL_ENGINE", "LeagueSpec", "Spot", "TeamSpec"]

# Lower limits: a physics step follows the ball in pieces of its radius.
LEAST_BALL = 0.001  # m
LEAST_ROBOT = 0.005  # m

USUAL_ENGINE = "turf"
USUAL_WATCHDOG = 1.0  # s
MOST_ROBOTS = 32  # of a team: an engine's working copy of a world holds 64 bodies
MOST_IDS = 65536  # two bytes: no known protocol has wider ids


class Spot(Spec):
    """Start position and heading of a robot."""

    x: Annotated[float, Physical("m", ge=-100, le=100)] = Field(description="along the field, towards the other goal")
    y: Annotated[float, Physical("m", ge=-100, le=100)] = Field(description="across the field, to the left")
    heading: Annotated[float, Physical("rad", ge=-2 * math.pi, le=2 * math.pi)] = Field(
        default=assumed(0.0, "rad", "facing the other goal"), description="which way it faces, from the x axis"
    )


class TeamSpec(Spec):
    """A team: all its robots are of one kind."""

    robot: RobotSpec = Field(description="the robots of the team")


class LeagueSpec(Spec):
    """A league: field, ball, surfaces, teams, start positions and sensors."""

    name: str = Field(min_length=1, description="short name, as on the command line")
    title: str = Field(min_length=1, description="name for people")
    description: str = Field(description="what it is, in a sentence or two")
    family: str = Field(min_length=1, description="the adapter whose rules and protocols it follows")
    engine: str = Field(
        default=USUAL_ENGINE, min_length=1, description="the engine in which it is played unless another one is named"
    )
    watchdog: Annotated[float, Physical("s", ge=0, le=3600)] = Field(
        default=assumed(USUAL_WATCHDOG, "s", "commands come many times a second"),
        description="without a command for so long, a robot of a team on the network stops; 0: never",
    )
    team_size: Annotated[int, Whole(ge=1, le=MOST_ROBOTS)] = Field(description="robots of a team on the field")
    max_ids: Annotated[int, Whole(ge=1, le=MOST_IDS)] = Field(description="robot ids run from 0 to one less than this")
    gravity: Annotated[float, Physical("m/s2", ge=0, le=30)] = Field(description="acceleration of a falling body")
    field: FieldSpec = Field(description="the field")
    ball: BallSpec = Field(description="the ball")
    contact: ContactSpec = Field(description="what happens where surfaces meet")
    blue: TeamSpec = Field(description="the team that starts at −x")
    yellow: TeamSpec = Field(description="the team that starts at +x")
    formation: list[Spot] = Field(
        description="where blue starts, by id, in its own half; yellow is this turned by 180° about the centre"
    )
    sensors: SensorsSpec = Field(default_factory=SensorsSpec, description="what the teams see with")

    def team(self, team: str) -> TeamSpec:
        """The team of that colour: "blue" or "yellow", or a `messages.Team`."""
        if team not in ("blue", "yellow"):
            raise ValueError(f"no team is called {str(team)!r}; there are blue and yellow")
        return self.blue if team == "blue" else self.yellow

    @model_serializer(mode="wrap")
    def _without_newer(self, handler: SerializerFunctionWrapHandler, info: SerializationInfo) -> dict[str, Any]:
        """Without the usual engine, and for files without the watchdog, which is an option of a match: digests of
        recordings and snapshots stay as they were.
        """
        plain: dict[str, Any] = handler(self)
        without = {"engine"} if plain["engine"] == USUAL_ENGINE else set()
        without |= {"watchdog"} if info.mode == "json" else set()
        return {key: value for key, value in plain.items() if key not in without}

    def problems(self) -> Iterator[tuple[str, str]]:
        """Sizes must fit each other, and the formation must stand in its own half."""
        goal, diameter = self.field.goal, 2 * self.ball.radius
        for key in ("width", "height"):
            if diameter >= getattr(goal, key):
                yield (
                    "ball.radius",
                    f"a ball of {diameter:.12g} m does not go into a goal of {getattr(goal, key):.12g} m {key}; "
                    f"make it smaller, or field.goal.{key} larger",
                )
        if self.ball.radius < LEAST_BALL:
            yield "ball.radius", f"{self.ball.radius:.6g} m is too small to compute with; at least {LEAST_BALL:g} m"
        for key, team in (("blue", self.blue), ("yellow", self.yellow)):
            reach = team.robot.outline.circumradius
            if reach < LEAST_ROBOT:
                yield (
                    f"{key}.robot.outline",
                    f"reaches {reach:.6g} m from the robot's centre, which is too small to compute with; "
                    f"at least {LEAST_ROBOT:g} m",
                )
        tallest = max(self.blue.robot.height, self.yellow.robot.height)
        if self.sensors.vision is not None and self.sensors.vision.height <= tallest:
            yield (
                "sensors.vision.height",
                f"{self.sensors.vision.height:.12g} m is not above the robots, which are {tallest:.12g} m high",
            )
        if self.team_size > self.max_ids:
            yield "max_ids", f"{self.max_ids} ids are too few for a team of {self.team_size}"
        if len(self.formation) < self.team_size:
            yield "formation", f"{len(self.formation)} spots are too few for a team of {self.team_size}"
        length, width = self.field.length / 2, self.field.width / 2
        for index, spot in enumerate(self.formation):
            if not -length <= spot.x <= 0:
                yield (
                    f"formation.{index}.x",
                    f"{spot.x:.12g} m is not in the own half, which runs from {-length:.12g} m to 0",
                )
            if not -width <= spot.y <= width:
                yield f"formation.{index}.y", f"{spot.y:.12g} m is not between the touch lines at ±{width:.12g} m"
