"""Configuration messages of the control port: robot specifications and realism."""

from __future__ import annotations

import math
from typing import Any

from robopitch.leagues.ssl.wire.simulation.robot_id import decode_robot_id
from robopitch.leagues.ssl.wire.simulation.unknown import unknown_fields
from robopitch.messages import ChangeRealism, ChangeRobot, Refusal
from robopitch.wire.pool import message_class, number, parse

__all__ = ["REALISM", "decode_realism", "decode_robot_specs", "wheel_angle"]

_RobotSpec = message_class("sslsim.RobotSpecErForce")
_Realism = message_class("sslsim.RealismConfigErForce")

_SPECS = {
    "radius": "outline.radius",
    "height": "height",
    "mass": "mass",
    "max_linear_kick_speed": "kicker.speed",
    "max_chip_kick_speed": "kicker.chip_speed",
    "center_to_dribbler": "outline.front",
}
_LIMITS = {
    "acc_speedup_absolute_max": "drive.limits.speed_up",
    "acc_speedup_angular_max": "drive.limits.turn_speed_up",
    "acc_brake_absolute_max": "drive.limits.brake",
    "acc_brake_angular_max": "drive.limits.turn_brake",
    "vel_absolute_max": "drive.limits.speed",
    "vel_angular_max": "drive.limits.turn_rate",
}
_WHEELS = ("front_left", "back_left", "back_right", "front_right")  # in our order
REALISM = {
    "stddev_ball_p": "ball_position",
    "stddev_robot_p": "robot_position",
    "stddev_robot_phi": "robot_heading",
    "stddev_ball_area": "ball_area",
    "enable_invisible_ball": "hide_balls",
    "ball_visibility_threshold": "least_visible",
    "camera_overlap": "camera_overlap",
    "dribbler_ball_detections": "false_balls",
    "camera_position_error": "camera_error",
    "robot_command_loss": "command_loss",
    "robot_response_loss": "response_loss",
    "missing_ball_detections": "missing_ball",
    "vision_delay": "vision_delay",
    "vision_processing_time": "processing_time",
    "simulate_dribbling": "real_dribbler",
    "object_position_offset": "position_offset",
    "missing_robot_detections": "missing_robot",
    "command_delay": "command_delay",
    "robot_rotation_error": "rotation_error",
    "rotated_robot_detections_start": "rotated_start",
    "rotated_robot_detections_stop": "rotated_stop",
}


def decode_robot_specs(specs: Any, most: int, refusals: list[Refusal]) -> list[ChangeRobot]:
    """The changes in RobotSpecs, one per robot; at most as many as there can be robots."""
    changes: list[ChangeRobot] = []
    if len(specs) > most:
        text = f"robot_specs: {len(specs)} of them, but there are at most {most} robots; none was changed"
        refusals.append(Refusal("INVALID_SPEC", text))
        return changes
    for spec in specs:
        robot = decode_robot_id(spec.id, "robot_specs", refusals)
        if robot is None:
            continue
        where = f"robot_specs: {robot[0]} {robot[1]}"
        values = _floats(spec, _SPECS, where, refusals)
        values |= _floats(spec.limits, _LIMITS, where, refusals)
        if spec.HasField("wheel_angles"):
            values |= _wheels(spec.wheel_angles, where, refusals)
        for custom in spec.custom:
            own = _unpack(custom, _RobotSpec, "INVALID_SPEC", where, refusals)
            # shoot_radius has no effect: the rest position of a ball follows from the robot's outline.
            if own is not None and own.HasField("dribbler_width"):
                for path in ("holder.width", "kicker.width"):
                    values |= _floats(own, {"dribbler_width": path}, where, refusals)
        if values:
            changes.append(ChangeRobot(*robot, values))
    return changes


def decode_realism(config: Any, refusals: list[Refusal]) -> list[ChangeRealism]:
    """The change in a RealismConfig."""
    values: dict[str, object] = {}
    for custom in config.custom:
        own = _unpack(custom, _Realism, "INVALID_REALISM", "realism_config", refusals)
        if own is None:
            continue
        for field, value in own.ListFields():
            if isinstance(value, bool):
                values[REALISM[field.name]] = value
            elif isinstance(value, int):
                values[REALISM[field.name]] = value / 1e9  # from ns
            elif math.isfinite(value):
                values[REALISM[field.name]] = number(value)
            else:
                refusals.append(_not_finite("realism_config", field.name, value))
    return [ChangeRealism(values)] if values else []


def wheel_angle(side: str, angle: float) -> float:
    """Angle of a wheel, counter-clockwise from the front, 0 to 2π.

    The protocol counts clockwise from the front (front right 60°, front left 300°); many programs count
    counter-clockwise, or write −60°. The name of the wheel determines the side, and only the absolute value of the
    angle is used.

    >>> [round(math.degrees(wheel_angle("front_left", math.radians(a)))) for a in (300, 60, -60)]
    [60, 60, 60]
    >>> [round(math.degrees(wheel_angle("front_right", math.radians(a)))) for a in (300, 60, -60)]
    [300, 300, 300]
    """
    from_front = abs(math.remainder(angle, 2 * math.pi))
    return from_front if side.endswith("left") else 2 * math.pi - from_front


def _wheels(angles: Any, where: str, refusals: list[Refusal]) -> dict[str, float]:
    values = {}
    for index, side in enumerate(_WHEELS):
        angle = getattr(angles, side)
        if not math.isfinite(angle):
            refusals.append(_not_finite(where, f"wheel_angles.{side}", angle))
            return {}
        values[f"drive.wheels.{index}.angle"] = wheel_angle(side, number(angle))
    return values


def _floats(message: Any, paths: dict[str, str], where: str, refusals: list[Refusal]) -> dict[str, object]:
    """The fields of *paths* that are set, by path."""
    values: dict[str, object] = {}
    for field, value in message.ListFields():
        if field.name in paths:
            if math.isfinite(value):
                values[paths[field.name]] = number(value)
            else:
                refusals.append(_not_finite(where, field.name, value))
    return values


def _unpack(custom: Any, kind: Any, code: str, where: str, refusals: list[Refusal]) -> Any:
    """Unpack a message of that type from an Any, with any package name; None and a refusal otherwise. Unknown fields
    are refused, the others hold.
    """
    wanted = kind.DESCRIPTOR.name
    name = custom.type_url.rpartition("/")[2]
    if name.rpartition(".")[2] != wanted:
        refusals.append(Refusal(code, f"{where}: custom is a {name or 'message without type'!r}; {wanted} is known"))
        return None
    message = parse(kind, custom.value)
    if isinstance(message, Refusal):
        refusals.append(Refusal(code, f"{where}: {message.message}"))
        return None
    refusals += unknown_fields(message)
    return message


def _not_finite(where: str, name: str, value: float) -> Refusal:
    return Refusal("NOT_FINITE", f"{where}: {name} is {value}; a finite number is wanted; not changed")
