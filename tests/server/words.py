"""Encodes and decodes messages of clients, in the units of the league's protocols."""

from __future__ import annotations

import math
from typing import NamedTuple

from tests.fields import Fields, double, message, real, reals, uint

YELLOW, BLUE = 1, 2  # as in RobotId

# ---- simulation protocol: team ports -----------------------------------------------------------------------------


def wheels(front_right: float, back_right: float, back_left: float, front_left: float) -> bytes:
    return message(1, reals(1, front_right, back_right, back_left, front_left))


def local(forward: float, left: float = 0.0, angular: float = 0.0) -> bytes:
    return message(2, reals(1, forward, left, angular))


def globally(x: float, y: float = 0.0, angular: float = 0.0) -> bytes:
    return message(3, reals(1, x, y, angular))


def robot(
    number: int,
    move: bytes | None = None,
    kick: float | None = None,
    angle: float | None = None,
    dribbler: float | None = None,
) -> bytes:
    """A command of a RobotControl, which is a concatenation of commands. Degrees and rpm."""
    moves = b"" if move is None else message(2, move)
    return message(1, uint(1, number), moves, real(3, kick), real(4, angle), real(5, dribbler))


# ---- simulation protocol: control port ---------------------------------------------------------------------------


def robot_id(team: int, number: int) -> bytes:
    return uint(1, number) + uint(2, team)


def place_ball(
    x: float | None = None,
    y: float | None = None,
    z: float | None = None,
    vx: float | None = None,
    vy: float | None = None,
    vz: float | None = None,
    *,
    safely: bool = False,
    roll: bool = False,
    by_force: bool = False,
) -> bytes:
    flags = (uint(field, 1) for field, flag in ((7, safely), (8, roll), (9, by_force)) if flag)
    return message(1, reals(1, x, y, z, vx, vy, vz), *flags)


def place_robot(
    team: int,
    number: int,
    x: float | None = None,
    y: float | None = None,
    orientation: float | None = None,
    vx: float | None = None,
    vy: float | None = None,
    turn: float | None = None,
    *,
    present: bool | None = None,
    by_force: bool = False,
) -> bytes:
    flags = (b"" if present is None else uint(8, present)) + (uint(9, 1) if by_force else b"")
    return message(2, message(1, robot_id(team, number)), reals(2, x, y, orientation, vx, vy, turn), flags)


def speed(value: float) -> bytes:
    return real(3, value)


def control(*parts: bytes) -> bytes:
    """A SimulatorCommand with teleports and speed."""
    return message(1, *parts)


def config(*parts: bytes) -> bytes:
    """A SimulatorCommand with geometry, robot specs, realism or vision port."""
    return message(2, *parts)


def geometry(*parts: bytes) -> bytes:
    return message(1, *parts)


def robot_specs(team: int, number: int, *parts: bytes) -> bytes:
    return message(2, message(1, robot_id(team, number)), *parts)


def packed(type_url: str, *parts: bytes) -> bytes:
    """The content of a google.protobuf.Any."""
    return message(1, type_url.encode()) + message(2, *parts)


def realism(*parts: bytes, type_url: str = "type.googleapis.com/RealismConfigErForce") -> bytes:
    return message(3, message(1, packed(type_url, *parts)))


def field_size(length: int, width: int, *parts: bytes) -> bytes:
    """SSL_GeometryFieldSize with the required fields, in mm."""
    sizes = (length, width, 1000, 180, 300)
    return message(1, *(uint(index + 1, size) for index, size in enumerate(sizes)), *parts)


def straight_model(slide: float, roll: float, switch: float) -> bytes:
    return message(3, message(1, double(1, slide), double(2, roll), double(3, switch)))


# ---- lockstep ----------------------------------------------------------------------------------------------------


def sync(step: float | None = None, command: bytes = b"", robots: bytes = b"", yellow: bytes = b"") -> bytes:
    """A SimulationSyncRequest; *robots* are the client's own, for a driver those of blue."""
    parts = [real(1, step)]
    parts += [message(field, data) for field, data in ((2, command), (3, robots), (100, yellow)) if data]
    return b"".join(parts)


# ---- grSim -------------------------------------------------------------------------------------------------------


def grsim_robot(
    number: int,
    forward: float = 0.0,
    left: float = 0.0,
    turn: float = 0.0,
    kick: tuple[float, float] = (0.0, 0.0),
    spinner: bool = False,
    wheels: tuple[float, float, float, float] | None = None,
) -> bytes:
    flags = uint(7, spinner) + uint(8, wheels is not None)
    return message(3, uint(1, number), reals(2, *kick, forward, left, turn), flags, reals(9, *(wheels or ())))


def grsim(team: int, *robots: bytes) -> bytes:
    return message(1, double(1, 0.0), uint(2, team == YELLOW), *robots)


def grsim_place(team: int, number: int, x: float, y: float, degrees: float, on: bool | None = None) -> bytes:
    where = double(1, x) + double(2, y) + double(3, degrees)
    flag = b"" if on is None else uint(6, on)
    return message(2, message(2, where, uint(4, number), uint(5, team == YELLOW), flag))


def grsim_ball(x: float, y: float, vx: float = 0.0, vy: float = 0.0) -> bytes:
    return message(2, message(1, double(1, x), double(2, y), double(3, vx), double(4, vy)))


# ---- referee -----------------------------------------------------------------------------------------------------

HALT, STOP, NORMAL_START, FORCE_START = 0, 1, 2, 3


def team_info(score: int = 0, bots: int | None = None) -> bytes:
    numbers = ((2, score), (3, 0), (5, 0), (6, 4), (7, 300_000_000), (8, 0))
    most = b"" if bots is None else uint(13, bots)
    return message(1, b"somebody") + b"".join(uint(field, number) for field, number in numbers) + most


def referee(
    command: int,
    blue: bytes | None = None,
    yellow: bytes | None = None,
    place: tuple[float, float] | None = None,
    source: str = "controller",
) -> bytes:
    """A Referee message; *place* in mm."""
    return b"".join(
        [
            uint(1, 1_700_000_000_000_000)
            + uint(2, 1)
            + uint(4, command)
            + uint(5, 7)
            + uint(6, 1_700_000_000_000_000),
            message(7, yellow or team_info()),
            message(8, blue or team_info()),
            b"" if place is None else message(9, reals(1, *place)),
            message(18, source.encode()),
        ]
    )


# ---- answers -----------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """A detection in a frame: metres, radians, seconds."""

    time: float
    x: float
    y: float
    heading: float = 0.0


class Frame:
    """An SSL_DetectionFrame, in metres."""

    def __init__(self, data: Fields) -> None:
        self.number, self.camera = data.int(1), data.int(4)
        self.capture, self.sent = data.float(2), data.float(3)
        self.balls = [Seen(self.capture, b.float(3) / 1e3, b.float(4) / 1e3) for b in data.each(5)]
        self.robots = {
            (team, r.int(2)): Seen(self.capture, r.float(3) / 1e3, r.float(4) / 1e3, r.float(5))
            for team, field in ((YELLOW, 6), (BLUE, 7))
            for r in data.each(field)
        }


def ball_track(frames: list[Frame]) -> list[Seen]:
    """Detections of the ball by time; of several cameras the first."""
    found = {ball.time: ball for frame in reversed(frames) for ball in frame.balls}
    return sorted(found.values())


def track(frames: list[Frame], team: int, number: int) -> list[Seen]:
    """Detections of a robot by time; of several cameras the first."""
    key = (team, number)
    return sorted({f.capture: f.robots[key] for f in reversed(frames) if key in f.robots}.values())


def velocity(path: list[Seen], over: float = 0.1) -> tuple[float, float, float]:
    """The velocity at the end of a path: m/s and rad/s."""
    last = path[-1]
    first = next(seen for seen in path if seen.time >= last.time - over - 1e-9)
    dt = last.time - first.time
    turn = math.remainder(last.heading - first.heading, math.tau) / dt
    return (last.x - first.x) / dt, (last.y - first.y) / dt, turn


class Errors(NamedTuple):
    """Codes and texts of the errors in an answer."""

    codes: list[str]
    texts: list[str]


def errors(answer: Fields) -> Errors:
    """The errors in a SimulatorResponse or a RobotControlResponse."""
    found = answer.each(1)
    return Errors([error.text(1) for error in found], [error.text(2) for error in found])


def contacts(answer: Fields) -> dict[int, bool]:
    """Whether each robot of a RobotControlResponse has contact with the ball."""
    return {feedback.int(1): bool(feedback.int(2)) for feedback in answer.each(2)}
