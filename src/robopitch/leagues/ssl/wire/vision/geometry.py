"""Codec for the geometry of SSL-Vision: the field, its lines and the ball models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from robopitch.leagues.ssl.wire.vision.ball_models import chip_model, fit_chip, straight_model
from robopitch.leagues.ssl.wire.vision.calibration import decode_cameras, put_camera
from robopitch.messages import Camera, ChangeCameras, ChangeSpec, Refusal
from robopitch.spec import LeagueSpec
from robopitch.wire.pool import message_class, number, text

__all__ = ["decode_geometry", "encode_geometry", "geometry_packets"]

_Packet = message_class("ssl_vision.SSL_WrapperPacket")
_Geometry = message_class("ssl_vision.SSL_GeometryData")
_Point = message_class("ssl_vision.Vector2f")
_SHAPES = _Packet.DESCRIPTOR.file.enum_types_by_name["SSL_FieldShapeType"].values_by_name
_OTHER = 1

# Fields in mm, and their paths in a league.
_LENGTHS = {
    "field_length": "field.length",
    "field_width": "field.width",
    "goal_width": "field.goal.width",
    "goal_depth": "field.goal.depth",
    "boundary_width": "field.margin_touch",
    "penalty_area_depth": "field.penalty_area_depth",
    "penalty_area_width": "field.penalty_area_width",
    "center_circle_radius": "field.centre_circle_radius",
    "line_thickness": "field.line_width",
    "goal_center_to_penalty_mark": "field.penalty_mark",
    "goal_height": "field.goal.height",
    "ball_radius": "ball.radius",
    "boundary_width_goal_line": "field.margin_goal",
}
_CHIP_TOLERANCE = 0.05
_MOST_BYTES = 1000  # of a packet: some clients have buffers of 1024


def encode_geometry(league: LeagueSpec, cameras: Sequence[Camera], first: int = 0) -> bytes:
    """A wrapper packet with field, lines, calibrations and ball models; *first* is the id of the first camera."""
    packet = _Packet(source=_OTHER)
    _describe(packet.geometry, league)
    for index, camera in enumerate(cameras, first):
        put_camera(packet.geometry.calib.add(), index, camera)
    data: bytes = packet.SerializeToString()
    return data


def geometry_packets(league: LeagueSpec, cameras: Sequence[Camera]) -> list[bytes]:
    """The same in packets for small buffers: each has the whole field and some of the calibrations.

    grSim sends one calibration per packet, so clients identify a camera by its id.
    """
    each = max(len(cameras), 1)
    while each > 1 and len(encode_geometry(league, cameras[:each])) >= _MOST_BYTES:
        each -= 1
    return [
        encode_geometry(league, cameras[first : first + each], first) for first in range(0, max(len(cameras), 1), each)
    ]


def decode_geometry(
    geometry: Any, league: LeagueSpec, cameras: Sequence[Camera] = ()
) -> tuple[ChangeSpec | None, ChangeCameras | None, list[Refusal]]:
    """The changes of an SSL_GeometryData to a league with these cameras, and refusals.

    A value equal to the one that `geometry_packets` publishes becomes the league's own unrounded value: our own packets
    may be sent back and change nothing.
    """
    published = _Geometry()
    _describe(published, league)
    refusals: list[Refusal] = []
    values = _decode_field(geometry.field, published.field, league, refusals)
    if geometry.HasField("models"):
        values |= _decode_models(geometry.models, published.models, league, refusals)
    for index, camera in enumerate(cameras):
        put_camera(published.calib.add(), index, camera)
    known = {calibration.camera_id: calibration for calibration in published.calib}
    news = any(calibration != known.get(calibration.camera_id) for calibration in geometry.calib)
    changed = decode_cameras(geometry.calib, refusals) if news else ()
    return (
        ChangeSpec(values) if values else None,
        ChangeCameras(changed) if changed else None,
        refusals,
    )


# ---- encoding --------------------------------------------------------------------------------------------------


def _describe(geometry: Any, league: LeagueSpec) -> None:
    """Field and ball models of a league."""
    field = geometry.field
    for name, path in _LENGTHS.items():
        length = _value(league, path) * 1000
        setattr(field, name, length if name == "ball_radius" else round(length))
    reach = max(team.robot.outline.circumradius for team in (league.blue, league.yellow))
    field.max_robot_radius = reach * 1000
    # The substitution strip along the outer wall behind the goal lines: the difference of the margins at goal lines
    # and touch lines, if plates close it off.
    own = league.field
    strip = own.margin_goal - own.margin_touch if own.goal.reaches_wall else 0.0
    field.goal_substitution_area_width = round(max(strip, 0.0) * 1000)
    _draw(field, field.field_length / 2, field.field_width / 2)
    straight, chip = straight_model(league), chip_model(league.ball)
    models = geometry.models
    models.straight_two_phase.acc_slide = straight.acc_slide
    models.straight_two_phase.acc_roll = straight.acc_roll
    models.straight_two_phase.k_switch = straight.k_switch
    models.chip_fixed_loss.damping_xy_first_hop = chip.damping_xy_first_hop
    models.chip_fixed_loss.damping_xy_other_hops = chip.damping_xy_other_hops
    models.chip_fixed_loss.damping_z = chip.damping_z


def _draw(field: Any, x: float, y: float) -> None:
    """The lines by the names that teams look up; *x* and *y* are half the field."""
    front, side = x - field.penalty_area_depth, field.penalty_area_width / 2
    lines = {
        "TopTouchLine": ((-x, y), (x, y)),
        "BottomTouchLine": ((-x, -y), (x, -y)),
        "LeftGoalLine": ((-x, -y), (-x, y)),
        "RightGoalLine": ((x, -y), (x, y)),
        "HalfwayLine": ((0, -y), (0, y)),
        "CenterLine": ((-x, 0), (x, 0)),
    }
    if field.penalty_area_depth > 0:
        lines |= {
            "LeftPenaltyStretch": ((-front, -side), (-front, side)),
            "RightPenaltyStretch": ((front, -side), (front, side)),
            "LeftFieldLeftPenaltyStretch": ((-x, -side), (-front, -side)),
            "LeftFieldRightPenaltyStretch": ((-x, side), (-front, side)),
            "RightFieldRightPenaltyStretch": ((x, -side), (front, -side)),
            "RightFieldLeftPenaltyStretch": ((x, side), (front, side)),
        }
    for name, (p1, p2) in lines.items():
        field.field_lines.add(
            name=name.encode(),
            p1=_Point(x=p1[0], y=p1[1]),
            p2=_Point(x=p2[0], y=p2[1]),
            thickness=field.line_thickness,
            type=_SHAPES[name].number,
        )
    if field.center_circle_radius > 0:
        field.field_arcs.add(
            name=b"CenterCircle",
            center=_Point(x=0, y=0),
            radius=field.center_circle_radius,
            a1=0,
            a2=2 * math.pi,
            thickness=field.line_thickness,
            type=_SHAPES["CenterCircle"].number,
        )


def _value(league: LeagueSpec, path: str) -> float:
    found: Any = league
    for key in path.split("."):
        found = getattr(found, key)
    return float(found)


# ---- decoding --------------------------------------------------------------------------------------------------


def _decode_field(field: Any, published: Any, league: LeagueSpec, refusals: list[Refusal]) -> dict[str, float]:
    values: dict[str, float] = {}
    for name, path in _LENGTHS.items():
        if field.HasField(name):
            length = getattr(field, name)
            if not math.isfinite(length):
                refusals.append(Refusal("NOT_FINITE", f"geometry: {name} is {length}; a length in mm is wanted"))
            elif length == getattr(published, name):
                values[path] = _value(league, path)
            else:
                values[path] = number(length / 1000)
    if field.HasField("boundary_width") and not field.HasField("boundary_width_goal_line"):
        values["field.margin_goal"] = values["field.margin_touch"]  # before 2026 the margin was the same all around
    for path, length in _penalty_area(field).items():
        values.setdefault(path, length)
    return values


def _penalty_area(field: Any) -> dict[str, float]:
    """The penalty area from the named lines, for senders that leave out the two fields."""
    for line in field.field_lines:
        if text(line.name) in {"LeftPenaltyStretch", "RightPenaltyStretch"}:
            depth, width = field.field_length / 2 - abs(line.p1.x), abs(line.p1.y - line.p2.y)
            if math.isfinite(depth) and math.isfinite(width):
                return {
                    "field.penalty_area_depth": number(depth / 1000),
                    "field.penalty_area_width": number(width / 1000),
                }
    return {}


def _decode_models(models: Any, published: Any, league: LeagueSpec, refusals: list[Refusal]) -> dict[str, float]:
    ball = league.ball
    values: dict[str, float] = {}
    friction, inertia = float(ball.sliding_friction), float(ball.inertia_factor)
    restitution = float(ball.restitution)
    if models.HasField("straight_two_phase"):
        straight, own = models.straight_two_phase, published.straight_two_phase
        slide, roll, switch = straight.acc_slide, straight.acc_roll, straight.k_switch
        if not (-math.inf < slide < 0 and -math.inf < roll <= 0 and 1e-3 < switch < 1 and league.gravity > 0):
            refusals.append(
                Refusal(
                    "STRAIGHT_MODEL",
                    f"straight_two_phase: acc_slide {slide:g} and acc_roll {roll:g} must be negative, in m/s², "
                    f"and k_switch {switch:g} between 0 and 1; the ball rolls on as before",
                )
            )
        else:
            friction = friction if slide == own.acc_slide else -slide / league.gravity
            inertia = inertia if switch == own.k_switch else 1 / switch - 1
            values["ball.sliding_friction"] = friction
            values["ball.rolling_deceleration"] = abs(roll)
            values["ball.inertia_factor"] = inertia
    if models.HasField("chip_fixed_loss"):
        chip = models.chip_fixed_loss
        if 0 <= chip.damping_z <= 1:
            values["ball.restitution"] = restitution = chip.damping_z
        else:
            refusals.append(
                Refusal("CHIP_MODEL", f"chip_fixed_loss: damping_z {chip.damping_z:g} is not from 0 to 1; not taken")
            )
        ours = fit_chip(friction, inertia, restitution, float(ball.least_bounce_speed))
        for name in ("damping_xy_first_hop", "damping_xy_other_hops"):
            asked, kept = getattr(chip, name), getattr(ours, name)
            if not abs(asked - kept) <= _CHIP_TOLERANCE:
                refusals.append(
                    Refusal(
                        "CHIP_MODEL",
                        f"chip_fixed_loss: {name} {asked:g} was not taken: it follows from friction and inertia here, "
                        f"and will be {kept:.3f}; change acc_slide or k_switch",
                    )
                )
    return values
