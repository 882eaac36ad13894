"""The pitch as the page draws it: field, robots with their outlines, cameras, who plays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from robopitch.match import EXTERNAL
from robopitch.messages import Body, Team
from robopitch.plot.shape import outline_points
from robopitch.sensors.overhead.camera import unproject
from robopitch.spec import FieldSpec, LeagueSpec, RealismSpec, RobotSpec, load_realism, realism_names
from robopitch.spec.markings import Markings, markings_of
from robopitch.web import schema
from robopitch.web.figure_drawing import describe_figure

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Camera

__all__ = ["LIVE", "describe_league", "describe_match"]

LIVE = "live"
HAND_SPEED, HAND_TURN = 1.5, 5.0  # m/s, rad/s: how fast a hand drives a robot at most, if it can go faster


def describe_match(match: Match) -> schema.Pitch:
    """The pitch of a match as it is now."""
    world, realism = match.world, match.configuration.realism
    pitch = describe_league(world.league, world.bodies, world.specs)
    cameras = match.sensors.cameras if match.sensors is not None else ()
    pitch["engine"], pitch["timestep"], pitch["seed"] = world.engine.name, world.timestep, world.seed
    pitch["cameras"] = [_footprint(number, camera) for number, camera in enumerate(cameras)]
    pitch["teams"] = {"blue": match.players[Team.BLUE], "yellow": match.players[Team.YELLOW]}
    pitch["names"] = {"blue": match.names[Team.BLUE], "yellow": match.names[Team.YELLOW]}
    pitch["choices"] = [*match.teams.known, EXTERNAL]
    if realism is not None:
        pitch["presets"], pitch["realism"] = list(realism_names(world.league.family)), _preset(realism, world.league)
    return pitch


def describe_league(league: LeagueSpec, bodies: Sequence[Body], specs: Sequence[RobotSpec]) -> schema.Pitch:
    """The pitch of a league with these robots; nobody plays on it yet."""
    kinds: list[RobotSpec] = []
    for spec in specs:
        if spec not in kinds:
            kinds.append(spec)
    players = [
        schema.Player(team=cast(Any, body.team.value if body.team else "obstacle"), id=body.id, kind=kinds.index(spec))
        for body, spec in zip(bodies, specs, strict=True)
    ]
    return schema.Pitch(
        tell="pitch",
        source=LIVE,
        league=league.name,
        title=league.title,
        engine="",
        timestep=0.001,
        seed=0,
        max_ids=int(league.max_ids),
        field=_field(league.field),
        ball_radius=float(league.ball.radius),
        # Cameras that all teams share read the same marks from all robots.
        markers="dots" if league.sensors.vision is not None else "patches",
        kinds=[_kind(spec) for spec in kinds],
        players=players,
        cameras=[],
        teams={"blue": "", "yellow": ""},
        names={"blue": "blue", "yellow": "yellow"},
        choices=[],
        presets=[],
        realism="",
        score={"blue": 0, "yellow": 0},
        first=0.0,
        last=0.0,
    )


def _preset(realism: RealismSpec, league: LeagueSpec) -> str:
    """The preset that has just these values; empty if none has."""
    values = _values(realism)
    found = (name for name in realism_names(league.family) if _values(_loaded(league.family, name)) == values)
    return next(found, "")


def _values(realism: RealismSpec) -> dict[str, Any]:
    return realism.model_dump(exclude={"name", "description"})


@lru_cache(maxsize=32)
def _loaded(family: str, name: str) -> RealismSpec:
    return load_realism(family, name)


def _field(field: FieldSpec) -> schema.Field:
    plain = _plain(field.model_dump())
    plain |= {"markings": _markings(markings_of(field)), "fillings": field.fillings, "recess": field.recess}
    return cast(schema.Field, {key: plain[key] for key in schema.Field.__annotations__})


def _markings(markings: Markings) -> schema.Markings:
    rows = {name: getattr(markings, name).round(5).tolist() for name in schema.Markings.__annotations__}
    return cast(schema.Markings, rows)


def _plain(value: Any) -> Any:
    """Quantities as the numbers they are."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    return float(value) if isinstance(value, float) else value


def _kind(spec: RobotSpec) -> schema.Kind:
    kicker, holder, limits = spec.kicker, spec.holder, spec.drive.limits
    return schema.Kind(
        name=spec.name,
        title=spec.title,
        outline=[(round(x, 5), round(y, 5)) for x, y in outline_points(spec.outline).tolist()],
        height=float(spec.height),
        wheels=[
            schema.Wheel(x=float(w.x), y=float(w.y), direction=float(w.direction), radius=float(w.radius))
            for w in spec.drive.wheels
        ],
        holder=holder.kind if holder is not None else None,
        holder_width=float(holder.width) if holder is not None else 0.0,
        kick_speed=float(kicker.speed) if kicker is not None else 0.0,
        chips=kicker is not None and kicker.chip_speed > 0,
        sensors=len(spec.sensors),
        figure=None if spec.figure is None else describe_figure(spec.figure),
        sideways=spec.drive.kind == "omni",
        speed=min(float(limits.speed) or HAND_SPEED, HAND_SPEED),
        turn=min(float(limits.turn_rate) or HAND_TURN, HAND_TURN),
    )


def _footprint(number: int, camera: Camera) -> schema.Footprint:
    """Where the corners of a camera's picture meet the ground."""
    width, height = camera.image_size
    corners = [unproject(camera, x, y, 0.0) for x, y in ((0, 0), (width, 0), (width, height), (0, height))]
    return schema.Footprint(camera=number, corners=[(round(x, 3), round(y, 3)) for x, y in corners if math.isfinite(x)])
