"""Codec of the control port: teleports, simulation speed and configuration in, errors out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from robopitch.leagues.ssl.wire.simulation.config import decode_realism, decode_robot_specs
from robopitch.leagues.ssl.wire.simulation.robot_id import decode_robot_id
from robopitch.leagues.ssl.wire.simulation.team import read_refusals
from robopitch.leagues.ssl.wire.simulation.unknown import unknown_fields
from robopitch.leagues.ssl.wire.tracker.codec import TEAM_NUMBERS
from robopitch.leagues.ssl.wire.vision.geometry import decode_geometry
from robopitch.messages import Camera, Input, PlaceBall, PlaceRobot, Refusal, Team
from robopitch.spec import LeagueSpec
from robopitch.wire.pool import message_class, number, parse

__all__ = [
    "ControlRequest",
    "decode_control",
    "decode_control_response",
    "encode_command",
    "encode_control",
    "read_control",
]

_Command = message_class("sslsim.SimulatorCommand")
_Response = message_class("sslsim.SimulatorResponse")


@dataclass(frozen=True, slots=True)
class ControlRequest:
    """A request to the simulator."""

    inputs: tuple[Input, ...] = ()
    speed: float | None = None  # simulated seconds per real second; 0 is a pause
    vision_port: int | None = None
    refusals: tuple[Refusal, ...] = ()


def decode_control(data: bytes, league: LeagueSpec, cameras: Sequence[Camera] = ()) -> ControlRequest:
    """Decode a SimulatorCommand for that league and cameras. A refused part does not affect the others."""
    command = parse(_Command, data)
    if isinstance(command, Refusal):
        return ControlRequest(refusals=(command,))
    return read_control(command, league, cameras)


def read_control(command: Any, league: LeagueSpec, cameras: Sequence[Camera] = ()) -> ControlRequest:
    """The request in a SimulatorCommand; the configuration comes first, so that teleports apply to the new field."""
    refusals = unknown_fields(command)
    inputs: list[Input] = []
    port: int | None = None
    speed: float | None = None
    most = 2 * int(league.max_ids)
    if command.HasField("config"):
        config = command.config
        if config.HasField("geometry"):
            spec, others, refused = decode_geometry(config.geometry, league, cameras)
            inputs += [change for change in (spec, others) if change is not None]
            refusals += refused
        inputs += decode_robot_specs(config.robot_specs, most, refusals)
        if config.HasField("realism_config"):
            inputs += decode_realism(config.realism_config, refusals)
        if config.HasField("vision_port"):
            port = config.vision_port
            if not 1 <= port <= 65535:
                refusals.append(Refusal("VISION_PORT", f"vision_port {port} is not from 1 to 65535; not changed"))
                port = None
    if command.HasField("control"):
        control = command.control
        if control.HasField("teleport_ball"):
            inputs += _ball(control.teleport_ball, refusals)
        if len(control.teleport_robot) > most:
            text = f"teleport_robot: {len(control.teleport_robot)} of them, but there are at most {most} robots"
            refusals.append(Refusal("OUT_OF_RANGE", f"{text}; none was moved"))
        else:
            for teleport in control.teleport_robot:
                inputs += _robot(teleport, refusals)
        if control.HasField("simulation_speed"):
            speed = number(control.simulation_speed)
            if not 0 <= speed < inf:
                refusals.append(
                    Refusal(
                        "SIMULATION_SPEED", f"simulation_speed {speed:g} is not from 0 up; 0 is a pause, 1 is real time"
                    )
                )
                speed = None
    return ControlRequest(tuple(inputs), speed, port, tuple(refusals))


def _ball(teleport: Any, refusals: list[Refusal]) -> list[PlaceBall]:
    numbers = _numbers(teleport, "teleport_ball", refusals)
    if numbers is None:
        return []
    if teleport.by_force and not numbers.keys().isdisjoint({"vx", "vy", "vz"}):
        refusals.append(
            Refusal("VELOCITY_FORCE", "teleport_ball: by_force pulls the ball to a place; leave its velocity out")
        )
        return []
    return [
        PlaceBall(
            numbers.get("x"),
            numbers.get("y"),
            numbers.get("z"),
            numbers.get("vx"),
            numbers.get("vy"),
            numbers.get("vz"),
            safely=teleport.teleport_safely,
            roll=teleport.roll,
            by_force=teleport.by_force,
        )
    ]


def _robot(teleport: Any, refusals: list[Refusal]) -> list[PlaceRobot]:
    robot = decode_robot_id(teleport.id, "teleport_robot", refusals)
    if robot is None:
        return []
    team, id_ = robot
    numbers = _numbers(teleport, f"teleport_robot: {team} {id_}", refusals)
    if numbers is None:
        return []
    if teleport.by_force and any(numbers.get(key) for key in ("v_x", "v_y", "v_angular")):
        refusals.append(
            Refusal(
                "VELOCITY_FORCE",
                f"teleport_robot: {team} {id_}: by_force pulls the robot to a place; leave its velocity out",
            )
        )
        return []
    return [
        PlaceRobot(
            team,
            id_,
            numbers.get("x"),
            numbers.get("y"),
            numbers.get("orientation"),
            numbers.get("v_x", 0.0),
            numbers.get("v_y", 0.0),
            numbers.get("v_angular", 0.0),
            present=teleport.present if teleport.HasField("present") else None,
            by_force=teleport.by_force,
        )
    ]


def _numbers(message: Any, where: str, refusals: list[Refusal]) -> dict[str, float] | None:
    """The floats that are set; None if one of them is not finite."""
    found: dict[str, float] = {}
    for field, value in message.ListFields():
        if isinstance(value, float):
            if not isfinite(value):
                refusals.append(Refusal("NOT_FINITE", f"{where}: {field.name} is {value}; a finite number is wanted"))
                return None
            found[field.name] = number(value)
    return found


def encode_control(refusals: Iterable[Refusal]) -> bytes:
    """Encode a SimulatorResponse."""
    response = _Response()
    for refusal in refusals:
        response.errors.add(code=refusal.code.encode(), message=refusal.message.encode())
    data: bytes = response.SerializeToString()
    return data


# ---- for clients -----------------------------------------------------------------------------------------------


def encode_command(
    places: Iterable[PlaceBall | PlaceRobot] = (), speed: float | None = None, vision_port: int | None = None
) -> bytes:
    """Encode a SimulatorCommand that places ball and robots and sets the simulation speed."""
    command = _Command()
    control = command.control
    for place in places:
        if isinstance(place, PlaceBall):
            names = {"x": place.x, "y": place.y, "z": place.height, "vx": place.vx, "vy": place.vy, "vz": place.vz}
            target = control.teleport_ball
            target.teleport_safely, target.roll = place.safely, place.roll
        else:
            names = {"x": place.x, "y": place.y, "orientation": place.heading}
            if not place.by_force:
                names |= {"v_x": place.vx, "v_y": place.vy, "v_angular": place.turn}
            target = control.teleport_robot.add()
            target.id.id, target.id.team = place.id, TEAM_NUMBERS[Team(place.team)]
            if place.present is not None:
                target.present = place.present
        target.by_force = place.by_force
        for name, value in names.items():
            if value is not None:
                setattr(target, name, value)
    if speed is not None:
        control.simulation_speed = speed
    if vision_port is not None:
        command.config.vision_port = vision_port
    data: bytes = command.SerializeToString()
    return data


def decode_control_response(data: bytes) -> tuple[Refusal, ...]:
    """Decode the refusals of a SimulatorResponse."""
    response = parse(_Response, data)
    return (response,) if isinstance(response, Refusal) else read_refusals(response.errors)
