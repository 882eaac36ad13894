"""Scenes: situations on a pitch, as small TOML files that people can write.

    title = "a free kick"
    league = "ssl-div-b"

    [ball]
    x = 1.5
    y = "80 cm"

    [[blue]]
    id = 3
    x = 1.2
    y = 0.8
    heading = "90 deg"

Metres, seconds and radians, or any other unit that is named. Whoever is not in a scene is not on the pitch.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import Field, ValidationError

from robopitch.measure.positions import Positions
from robopitch.measure.run import Run
from robopitch.messages import Body, Input, PlaceBall, PlaceObstacle, PlaceRobot, RemoveObstacle, Team
from robopitch.spec.base import Spec
from robopitch.spec.catalogue import league_folders
from robopitch.spec.errors import explain, suggestion
from robopitch.spec.files import writing
from robopitch.spec.quantity import Physical, Whole
from robopitch.spec.toml import parse_toml, read_toml, write_toml

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.world import World

__all__ = [
    "BallPlace",
    "ObstaclePlace",
    "RobotPlace",
    "Scene",
    "apply",
    "inputs_of",
    "load_scene",
    "parse_scene",
    "save_scene",
    "scene_of",
]

DIGITS = 6  # after the point: µm and µm/s
DEGREES = 4  # after the point, of angles

Length = Annotated[float, Physical("m", ge=-100, le=100)]
Height = Annotated[float, Physical("m", ge=0, le=100)]
Speed = Annotated[float, Physical("m/s", ge=-100, le=100)]
Angle = Annotated[float, Physical("rad", ge=-2 * math.pi, le=2 * math.pi)]
Turn = Annotated[float, Physical("rad/s", ge=-1000, le=1000)]
Spin = Annotated[float, Physical("rad/s", ge=-10_000, le=10_000)]


class BallPlace(Spec):
    """Where the ball is, and how it moves."""

    x: Length = Field(default=0.0, description="along the field")
    y: Length = Field(default=0.0, description="across the field")
    height: Height = Field(default=0.0, description="of its lowest point above the ground")
    vx: Speed = Field(default=0.0, description="velocity along the field")
    vy: Speed = Field(default=0.0, description="velocity across the field")
    vz: Speed = Field(default=0.0, description="velocity upwards")
    roll: bool = Field(default=False, description="it rolls; else it slides unless a spin is given")
    spin: tuple[Spin, Spin, Spin] = Field(default=(0.0, 0.0, 0.0), description="about each axis")

    def problems(self) -> Iterator[tuple[str, str]]:
        """A ball that rolls has its spin from that."""
        if self.roll and any(self.spin):
            yield "spin", "a ball that rolls has the spin of rolling; leave out roll or spin"


class RobotPlace(Spec):
    """Where a robot is, and how it moves."""

    id: Annotated[int, Whole(ge=0, le=65535)] = Field(description="its number")
    x: Length = Field(description="along the field")
    y: Length = Field(description="across the field")
    heading: Angle = Field(default=0.0, description="which way it faces, from the x axis")
    vx: Speed = Field(default=0.0, description="velocity along the field")
    vy: Speed = Field(default=0.0, description="velocity across the field")
    turn: Turn = Field(default=0.0, description="turn rate, counter-clockwise")


class ObstaclePlace(Spec):
    """Where an obstacle stands."""

    x: Length = Field(description="along the field")
    y: Length = Field(description="across the field")
    heading: Angle = Field(default=0.0, description="which way it faces, from the x axis")
    robot: str = Field(default="obstacle", description="its kind: the name of a robot, or a TOML file")


class Scene(Spec):
    """A situation."""

    title: str = Field(default="", description="what it is, in a few words")
    comment: str = Field(default="", description="anything else")
    league: str = Field(default="", description="the league it is for; empty: any")
    ball: BallPlace = Field(default_factory=BallPlace, description="the ball")
    blue: list[RobotPlace] = Field(default_factory=list, description="robots of the team that starts at −x")
    yellow: list[RobotPlace] = Field(default_factory=list, description="robots of the team that starts at +x")
    obstacles: list[ObstaclePlace] = Field(default_factory=list, description="what else stands there")

    def problems(self) -> Iterator[tuple[str, str]]:
        """A league that there is, and every robot once."""
        if self.league and self.league not in league_folders():
            yield "league", f"no league is called {self.league!r}; {suggestion(self.league, league_folders())}"
        for team in Team:
            ids = [robot.id for robot in self.robots(team)]
            for index, number in enumerate(ids):
                if number in ids[:index]:
                    yield f"{team}.{index}.id", f"{team} {number} is there twice"

    def robots(self, team: Team) -> list[RobotPlace]:
        """The robots of a team."""
        return self.blue if team is Team.BLUE else self.yellow


# ---- files --------------------------------------------------------------------------------------------------------


def load_scene(path: Path) -> Scene:
    """The scene in a file; a ValueError that names the file and the key if it cannot be used."""
    return _scene(read_toml(path, str(path)), str(path))


def parse_scene(text: str, name: str) -> Scene:
    """The scene in a text; *name* is how messages call it."""
    return _scene(parse_toml(text, name), name)


def _scene(tree: dict[str, Any], name: str) -> Scene:
    try:
        return Scene.model_validate(tree)
    except ValidationError as error:
        raise explain(error, Scene, lambda key: name) from None


def save_scene(world: World | Scene, path: Path, title: str = "") -> None:
    """Write a world as it is now, or a scene, to a file; places to the µm."""
    scene = world if isinstance(world, Scene) else _scene_now(world)
    texts = {"title": title or scene.title, "comment": scene.comment, "league": scene.league}
    tree: dict[str, Any] = {key: value for key, value in texts.items() if value}
    tree["ball"] = _table(scene.ball)
    tree |= {team.value: [_table(robot) for robot in scene.robots(team)] for team in Team if scene.robots(team)}
    if scene.obstacles:
        tree["obstacles"] = [_table(obstacle) for obstacle in scene.obstacles]
    text = write_toml(tree).encode()  # before the file is opened: it may not be possible
    with writing(path) as part:
        part.write_bytes(text)


def _table(place: Spec) -> dict[str, Any]:
    """The values that are not the defaults; angles in degrees."""
    fields = type(place).model_fields.items()
    values = {key: (getattr(place, key), field) for key, field in fields}
    return {
        key: _rounded(key, value)
        for key, (value, field) in values.items()
        if field.is_required() or value != field.default
    }


def _rounded(key: str, value: Any) -> Any:
    if isinstance(value, bool | str | int):
        return value
    if isinstance(value, tuple):
        return [_rounded("", part) for part in value]
    if key == "heading":
        return f"{round(math.degrees(value), DEGREES) + 0.0:.12g} deg"
    return round(float(value), DIGITS) + 0.0  # no −0


# ---- worlds and matches -------------------------------------------------------------------------------------------


def apply(scene: Scene, to: Match | World) -> None:
    """Put everything where the scene has it, and take the others off the pitch.

    A world changes at once; a match takes it in as inputs from "scene", at its next tick. A ValueError, before anything
    has changed, if it does not fit: another league, or ids that there are not.
    """
    from robopitch.match import Match

    if not isinstance(to, Match):
        _must_fit(scene, to)
        _apply_to_world(scene, to)
        return
    for wish in inputs_of(scene, to.world):
        for refusal in to.offer("scene", wish):
            raise ValueError(refusal.message)


def _must_fit(scene: Scene, world: World) -> None:
    league = world.league
    if scene.league and scene.league != league.name:
        raise ValueError(f"the scene is for {scene.league}, this is {league.name}")
    for team in Team:
        for robot in scene.robots(team):
            if robot.id >= league.max_ids:
                raise ValueError(f"{team} {robot.id}: ids in {league.name} are 0 to {league.max_ids - 1}")


def inputs_of(scene: Scene, world: World) -> list[Input]:
    """The scene as inputs for a match on that world; a ValueError if it does not fit."""
    _must_fit(scene, world)
    return list(_wishes(scene, world))


def _wishes(scene: Scene, world: World) -> Iterator[Input]:
    """Those who leave go first, so that nobody is in the way."""
    for robot in world.robots():
        team = robot.body.team
        if team is not None and robot.body.id not in {place.id for place in scene.robots(team)}:
            yield PlaceRobot(team, robot.body.id, present=False)
    for view in world.obstacles():
        yield RemoveObstacle(view.body.id)
    for obstacle in scene.obstacles:
        yield PlaceObstacle(obstacle.x, obstacle.y, obstacle.heading, robot=obstacle.robot)
    for team in Team:
        for place in scene.robots(team):
            pose = place.x, place.y, place.heading
            yield PlaceRobot(team, place.id, *pose, place.vx, place.vy, place.turn, present=True)
    ball = scene.ball
    yield PlaceBall(ball.x, ball.y, ball.height, ball.vx, ball.vy, ball.vz, roll=ball.roll, spin=ball.spin)


def _apply_to_world(scene: Scene, world: World) -> None:
    for view in [*world.robots(), *world.obstacles()]:
        if view.body.team is None:
            world.remove_obstacle(view.body.id)
        else:
            world.remove_robot(view.body.team, view.body.id)
    for team in Team:
        for place in scene.robots(team):
            pose = place.x, place.y, place.heading
            world.place_robot(team, place.id, *pose, place.vx, place.vy, place.turn)
    for obstacle in scene.obstacles:
        world.place_obstacle(obstacle.x, obstacle.y, obstacle.heading, obstacle.robot)
    ball = scene.ball
    z = ball.height + float(world.league.ball.radius)
    world.place_ball(ball.x, ball.y, z, ball.vx, ball.vy, ball.vz, ball.spin, ball.roll)


def _scene_now(world: World) -> Scene:
    robots: dict[Team, list[RobotPlace]] = {team: [] for team in Team}
    for view in world.robots():
        if view.body.team is not None:
            vx, vy, turn = view.velocity
            place = RobotPlace(id=view.body.id, **view.pose._asdict(), vx=vx, vy=vy, turn=turn)
            robots[view.body.team].append(place)
    obstacles = [ObstaclePlace(**view.pose._asdict(), robot=view.spec.name) for view in world.obstacles()]
    x, y, z = world.ball.position.tolist()
    vx, vy, vz = world.ball.velocity.tolist()
    radius = float(world.league.ball.radius)
    height = z - radius if z - radius > 1e-9 else 0.0
    spin = world.ball.spin
    rolls = height == 0 and bool(np.allclose(spin, (-vy / radius, vx / radius, 0), rtol=0, atol=1e-3)) and spin.any()
    own = {"roll": True} if rolls else {"spin": tuple(spin.tolist())}
    ball = BallPlace.model_validate({"x": x, "y": y, "height": height, "vx": vx, "vy": vy, "vz": vz, **own})
    return Scene(
        league=world.league.name,
        ball=ball,
        blue=robots[Team.BLUE],
        yellow=robots[Team.YELLOW],
        obstacles=obstacles,
    )


# ---- recordings ---------------------------------------------------------------------------------------------------


def scene_of(run: Run, time: float) -> Scene:
    """An instant of a run: from its truth, else as a tracker had it, else as the cameras saw it (all at rest then)."""
    known = Positions(run)
    if not known.start <= time <= known.end:
        raise ValueError(f"{run.title}: {time:g} s is not in it; it runs from {known.start:g} to {known.end:g} s")
    at = np.array([time])
    league = str(run.notes.get("league", ""))
    league = league if league in league_folders() else ""
    ball = BallPlace()
    x, y, z, vx, vy, vz = known.ball(at)[0].tolist()
    if not math.isnan(x):
        height = max(0.0, z - _radius(league)) if known.source == "truth" else max(0.0, z)
        height = height if height > 1e-4 else 0.0
        # Spin is not known: a ball on the ground that moves has most likely been rolling for a while.
        moves = {"vx": vx, "vy": vy, "vz": vz, "roll": height == 0 and math.hypot(vx, vy) > 0}
        ball = BallPlace.model_validate({"x": x, "y": y, "height": height, **moves})
    robots: dict[Team | None, list[RobotPlace]] = {team: [] for team in Team}
    for body in known.robots:
        place = _place(body, known.robot(body, at)[0].tolist())
        if place is not None:
            robots[body.team].append(place)
    comment = f"{run.title} at {time:.3f} s ({known.source})"
    return Scene(comment=comment, league=league, ball=ball, blue=robots[Team.BLUE], yellow=robots[Team.YELLOW])


def _place(body: Body, row: list[float]) -> RobotPlace | None:
    x, y, heading, vx, vy, turn = row
    if math.isnan(x):
        return None
    heading = math.remainder(heading, math.tau)
    return RobotPlace(id=body.id, x=x, y=y, heading=heading, vx=vx, vy=vy, turn=turn)


def _radius(league: str) -> float:
    """A ball's centre is this high when it lies on the ground."""
    from robopitch.spec import load_league

    return float(load_league(league).ball.radius) if league else 0.0
