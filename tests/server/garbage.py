"""Invalid datagrams for fuzz tests, generated from a seed."""

from __future__ import annotations

import math
import random
import struct

from tests.fields import Fields, double, message, real, reals, uint, varint

from .words import (
    BLUE,
    HALT,
    STOP,
    YELLOW,
    config,
    control,
    field_size,
    geometry,
    globally,
    grsim,
    grsim_ball,
    grsim_place,
    grsim_robot,
    local,
    packed,
    place_ball,
    place_robot,
    realism,
    referee,
    robot,
    robot_specs,
    speed,
    straight_model,
    team_info,
    wheels,
)

LONGEST = 65507  # bytes of a datagram
WEIRD = (math.nan, math.inf, -math.inf, 3e38, -3e38, 1e-45, -0.0)

TEAM = [
    robot(0, local(1.0, -0.5, 2.0), kick=5.0, angle=30.0, dribbler=1400.0),
    robot(1, globally(1.0, 0.5, -1.0)) + robot(2, wheels(1.0, -1.0, 0.5, -0.5)),
    b"".join(robot(number, local(0.5), dribbler=0.0) for number in range(6)),
]
TELEPORTS = [
    control(place_ball(1.0, 0.5, 0.1, 2.0, 1.0, 0.5, safely=True, roll=True)),
    control(place_robot(BLUE, 0, -1.0, 0.5, 1.0, 0.5, 0.5, 1.0), place_robot(YELLOW, 3, 1.0, -1.0, 0.0, by_force=True)),
    control(place_robot(YELLOW, 2, 1.0, 1.0, 2.0, present=True), place_ball(-1.0, -1.0, by_force=True)),
]
SPECS = config(
    robot_specs(
        BLUE,
        1,
        reals(2, 0.085, 0.14, 2.2),
        reals(7, 6.0, 4.0, 0.075),
        message(10, reals(1, 4.0, 40.0, 5.0, 40.0, 3.0, 20.0)),
        message(13, reals(1, 1.0, 2.3, 3.9, 5.2)),
        message(14, packed("type.googleapis.com/sslsim.RobotSpecErForce", real(1, 0.07), real(3, 0.07))),
    )
)
CONFIGS = [
    SPECS,
    config(realism(reals(1, 0.001, 0.001, 0.01, 1.0), uint(5, 1), reals(6, 0.4, 1.0), uint(13, 35_000_000))),
    config(geometry(field_size(9000, 6000, uint(8, 1000), uint(9, 2000)), straight_model(-3.4, -0.35, 0.71))),
    config(uint(4, 10020)) + control(speed(1.0)),
]
GRSIM = [
    grsim(BLUE, grsim_robot(0, 1.0, 0.5, 2.0, (3.0, 1.0), spinner=True)),
    grsim(YELLOW, grsim_robot(1, wheels=(10.0, -10.0, 5.0, -5.0)), grsim_robot(2, 1.0)),
    grsim_place(YELLOW, 1, 1.0, 0.5, 90.0, on=True) + grsim_ball(0.5, 0.5, 1.0, -1.0),
]
REFEREE = [referee(STOP), referee(HALT, team_info(3, 5), team_info(2, 6), (100.0, -200.0))]


def mutated(chance: random.Random, seeds: list[bytes]) -> bytes:
    """A randomly corrupted message; sometimes random bytes."""
    data = bytearray(chance.choice(seeds))
    kind = chance.randrange(9)
    at = chance.randrange(len(data))
    if kind == 0:
        return bytes(data[:at])
    if kind == 1:
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    elif kind == 2:
        data[at] ^= 1 << chance.randrange(8)
    elif kind == 3:
        data[at : at + 4] = struct.pack("<f", chance.choice(WEIRD))
    elif kind == 4:
        data[at:at] = chance.randbytes(chance.randint(1, 20))
    elif kind == 5:
        data[at : at + 1] = varint(chance.getrandbits(64))
    elif kind == 6:
        return chance.randbytes(chance.randint(1, 200))
    elif kind == 7:
        del data[at : at + chance.randint(1, 8)]
    else:
        data += chance.choice(seeds)[chance.randrange(8) :]
    return bytes(data)


def huge(chance: random.Random, seeds: list[bytes]) -> bytes:
    """A datagram of the largest size: a message or bytes, repeated."""
    seed = chance.choice([*seeds, b"\x00", b"\xff", chance.randbytes(100)])
    return (seed * (LONGEST // len(seed) + 1))[:LONGEST]


def leaves_time_and_cameras_alone(data: bytes) -> bool:
    """Whether a command changes neither the speed nor the cameras, their delay or the vision port."""
    try:
        command = Fields(data)
        return not any({1, 3, 4} & part.raw.keys() for part in command.each(2)) and not any(
            3 in part for part in command.each(1)
        )
    except ValueError:
        return True  # no message


# ---- messages that must be refused -------------------------------------------------------------------------------


def unreadable(chance: random.Random, seeds: list[bytes]) -> bytes:
    """Bytes that are not a valid message."""
    while True:
        data = mutated(chance, seeds)
        try:
            Fields(data)
        except ValueError:
            return data


def refused_by_a_team(chance: random.Random) -> bytes:
    number, bad = chance.randrange(6), chance.choice([math.nan, math.inf, -math.inf])
    return chance.choice(
        [
            unreadable(chance, TEAM),
            robot(chance.randint(16, 2**32 - 1), local(1.0), kick=3.0),
            robot(number, local(*chance.sample([1.0, 0.5, bad], 3))),
            robot(number, globally(bad, 1.0)),
            robot(number, wheels(1.0, 1.0, bad, 1.0)),
            robot(number, local(1.0), kick=bad),
            robot(number, local(1.0), kick=-chance.random() - 0.01),
            robot(number, local(1.0), kick=3.0, angle=chance.choice([90.0, 1e9, -1.0, bad])),
            robot(number, local(1.0), dribbler=-5.0),
            message(1, message(2, local(1.0))),  # without an id
            robot(number, message(2, reals(1, 1.0))),  # a local velocity without left and angular
        ]
    )


def refused_by_control(chance: random.Random) -> bytes:
    number, bad = chance.randrange(6), chance.choice([math.nan, math.inf, -math.inf])
    return chance.choice(
        [
            unreadable(chance, TELEPORTS),
            control(place_ball(bad, 1.0)),
            control(place_ball(1.0, 1.0, vz=bad)),
            control(place_ball(1.0, 1.0, vx=1.0, by_force=True)),
            control(place_robot(BLUE, number, 1.0, 1.0, bad)),
            control(place_robot(BLUE, number, 1.0, 1.0, 0.0, 1.0, by_force=True)),
            control(place_robot(YELLOW, chance.randint(16, 2**32 - 1), 1.0, 1.0, 0.0, present=True)),
            control(place_robot(chance.choice([0, 3, 77]), number, 1.0, 1.0, 0.0)),
            control(message(2, reals(2, 1.0, 1.0))),  # a teleport without a robot
            control(speed(chance.choice([-1.0, math.nan]))),
            config(uint(4, chance.choice([0, 65536, 2**32 - 1]))),
            config(robot_specs(BLUE, number, real(4, chance.choice([bad, -1.0])))),
            config(robot_specs(BLUE, 16, real(4, 2.0))),
            config(realism(real(10, chance.choice([bad, -0.1, 1.1])))),
            config(realism(real(10, 0.5), type_url="type.googleapis.com/Unknown")),
            config(geometry(field_size(-1, 6000))),
            config(geometry(uint(1, 5))),
        ]
    )


def refused_by_grsim(chance: random.Random) -> bytes:
    number, bad = chance.randrange(6), chance.choice([math.nan, math.inf, -math.inf])
    return chance.choice(
        [
            unreadable(chance, GRSIM),
            grsim(BLUE, grsim_robot(chance.randint(16, 2**32 - 1), 1.0)),
            grsim(YELLOW, grsim_robot(number, bad)),
            grsim(YELLOW, grsim_robot(number, 1.0, kick=(-1.0, 0.0))),
            grsim(YELLOW, grsim_robot(number, wheels=(1.0, bad, 1.0, 1.0))),
            grsim_place(BLUE, chance.randint(16, 2**32 - 1), 1.0, 1.0, 0.0),
            grsim_place(BLUE, number, 1.0, 1.0, bad),
            grsim_ball(1.0, bad),
            message(1, double(1, 0.0)),  # without a team
        ]
    )


def refused_by_the_referee_endpoint(chance: random.Random) -> bytes:
    return chance.choice(
        [
            unreadable(chance, REFEREE),
            referee(chance.randint(18, 2**31 - 1)),
            referee(HALT, place=(math.nan, 0.0)),
            referee(HALT).replace(uint(2, 1), uint(2, 99), 1),
            uint(1, 1) + uint(2, 1),
        ]
    )
