"""Random, mutated, cut and spliced datagrams: no codec may raise an exception."""

import math
import random
import struct

import pytest

from robopitch.leagues.ssl.wire import grsim
from robopitch.leagues.ssl.wire import referee as ssl_referee
from robopitch.leagues.ssl.wire import simulation as ssl_simulation
from robopitch.leagues.ssl.wire import tracker as ssl_tracker
from robopitch.leagues.ssl.wire import vision as ssl_vision
from robopitch.leagues.ssl.wire.grsim import codec as grsim_codec
from robopitch.leagues.ssl.wire.referee import RefereeCommand, RefereeState, Stage
from robopitch.leagues.ssl.wire.simulation import control, sync, team
from robopitch.messages import (
    Body,
    BodyVelocity,
    CameraFrame,
    Feedback,
    FieldVelocity,
    Kick,
    KickedBall,
    PlaceBall,
    PlaceRobot,
    Refusal,
    RimSpeeds,
    RobotOrder,
    SeenBall,
    SeenRobot,
    Team,
    TrackedBall,
    TrackedRobot,
    TrackerFrame,
    WheelSpeeds,
)
from robopitch.sensors.overhead.camera import overhead

DATAGRAMS = [1000, pytest.param(30_000, marks=pytest.mark.nightly)]  # for each codec


@pytest.fixture(scope="module")
def samples(league, wire):
    orders = [
        RobotOrder(0, BodyVelocity(1.0, 2.0, 3.0), Kick(3.0, 0.5), 100.0),
        RobotOrder(1, FieldVelocity(1.0, 2.0, 3.0)),
        RobotOrder(2, RimSpeeds((1.0, 2.0, 3.0, 4.0))),
    ]
    places = [PlaceBall(1.0, 2.0, 0.0, 1.0), PlaceRobot(Team.BLUE, 1, 1.0, 2.0, 3.0, present=True)]
    robot = SeenRobot(1, 1.0, 2.0, 3.0, 4.0, 5.0, 0.15, 1.0)
    seen = CameraFrame(1, 2, 3.0, 4.0, (SeenBall(1.0, 2.0, 3.0, 4.0, 5.0, 1.0),), (robot,), (robot,))
    tracked = TrackerFrame(
        "truth",
        1,
        2.0,
        (TrackedBall((1.0, 2.0, 3.0), (1.0, 2.0, 3.0), 1.0),),
        (TrackedRobot(Body(Team.BLUE, 1), 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 1.0),),
        KickedBall((1.0, 2.0), (1.0, 2.0, 3.0), 1.0, 2.0, (1.0, 2.0), Body(Team.BLUE, 1)),
    )
    cameras = [overhead((x, 0.0, 4.0), 390.0, (780, 580), 0.1) for x in (-3.0, 3.0)]
    geometry = ssl_vision.encode_geometry(league, cameras)
    specs = wire.sub(
        2,
        wire.sub(1, wire.uint(1, 1), wire.uint(2, 1)),
        wire.floats(0.09, 0.15, 2.0, first=2),
        wire.sub(10, wire.floats(1, 2, 3, 4, 5, 6)),
        wire.sub(13, wire.floats(1, 2, 3, 4)),
        wire.sub(14, wire.text(1, "x/RobotSpecErForce"), wire.sub(2, wire.float(3, 0.07))),
    )
    realism = wire.sub(
        3, wire.sub(1, wire.text(1, "x/RealismConfigErForce"), wire.sub(2, wire.floats(1, 2), wire.uint(13, 5)))
    )
    config = wire.sub(2, b"\x0a" + geometry[1:-2], specs, realism, wire.uint(4, 10020))
    command = control.encode_command(places, speed=1.0)
    refusals = [Refusal("CODE", "why")]
    feedback = [Feedback(1, True, False, True)]
    teams_orders = [orders[0], RobotOrder(3, WheelSpeeds((1.0, 2.0, 3.0, 4.0)))]
    return {
        "team": [team.encode_orders(orders)],
        "control": [command, config, specs, wire.sub(2, specs, realism)],
        "sync": [sync.encode_sync_request(0.01, orders, orders, command), sync.encode_sync_request(0.0, orders)],
        "grsim": [grsim_codec.encode_orders(Team.BLUE, teams_orders), grsim_codec.encode_places(places)],
        "referee": [
            ssl_referee.encode_referee(
                RefereeState(1.0, Stage(1), RefereeCommand(2), 3, 4.0, designated_position=(1.0, 2.0))
            )
        ],
        "vision": [ssl_vision.encode_frame(seen, 1.0), geometry],
        "tracker": [ssl_tracker.encode_tracked(tracked, 1.0, "uuid")],
        "answers": [
            ssl_simulation.encode_team(refusals, feedback),
            ssl_simulation.encode_control(refusals),
            ssl_simulation.encode_sync([ssl_vision.encode_frame(seen, 1.0)], refusals, feedback, feedback),
            grsim.encode_status(feedback),
        ],
    }


def mutated(random_, samples):
    """A possible datagram: random bytes, or a valid one with an error."""
    kind = random_.randrange(8)
    if kind == 0:
        return random_.randbytes(random_.randrange(64))
    data = bytearray(random_.choice(samples))
    if kind == 1:  # cut
        return bytes(data[: random_.randrange(len(data) + 1)])
    if kind == 2:  # a hole
        begin = random_.randrange(len(data))
        del data[begin : begin + random_.randrange(1, 9)]
    elif kind == 3:  # spliced
        other = random_.choice(samples)
        return bytes(data[: random_.randrange(len(data))]) + other[random_.randrange(len(other)) :]
    elif kind in (4, 5):  # other numbers, after what looks like the tag of one
        for _ in range(kind - 3):
            width, tags = (4, 5) if random_.random() < 0.8 else (8, 1)
            begin = random_.choice([at for at, byte in enumerate(data) if byte & 7 == tags] or [0]) + 1
            value = random_.choice((math.nan, math.inf, -math.inf, -1.0, 0.0, 1e38, random_.uniform(-10, 10)))
            data[begin : begin + width] = struct.pack("<f" if width == 4 else "<d", value)
    else:  # flipped bits
        for _ in range(random_.randrange(1, 5)):
            data[random_.randrange(len(data))] ^= 1 << random_.randrange(8)
    return bytes(data)


def decoders(league):
    return {
        "team": [lambda data: ssl_simulation.decode_team(data, Team.BLUE)],
        "control": [lambda data: ssl_simulation.decode_control(data, league)],
        "sync": [lambda data: ssl_simulation.decode_sync(data, None, league)],
        "grsim": [grsim.decode_packet],
        "referee": [ssl_referee.decode_referee],
        "vision": [ssl_vision.decode_packet],
        "tracker": [ssl_tracker.decode_tracked],
        "answers": [
            team.decode_team_response,
            control.decode_control_response,
            sync.decode_sync_response,
            grsim_codec.decode_status,
        ],
    }


CODECS = ("team", "control", "sync", "grsim", "referee", "vision", "tracker", "answers")


@pytest.mark.parametrize("datagrams", DATAGRAMS)
@pytest.mark.parametrize("codec", CODECS)
def test_no_datagram_raises(codec, datagrams, league, samples, record_property):
    random_ = random.Random(codec)
    refused = 0
    for _ in range(datagrams):
        data = mutated(random_, samples[codec])
        for decode in decoders(league)[codec]:
            answer = decode(data)
            refusals = [answer] if isinstance(answer, Refusal) else getattr(answer, "refusals", ())
            refused += bool(refusals)
            _check(answer)
    assert refused > 0 or codec == "answers"
    record_property("tell", f"fuzzed {datagrams} datagrams in the codec of {codec}: {refused} refused, none raised")


def _check(answer):
    """Only finite numbers reach the match."""
    for order in getattr(getattr(answer, "orders", None), "orders", ()):
        assert order.id < 16
        assert order.dribbler is None or order.dribbler >= 0
    for change in getattr(answer, "inputs", ()):
        numbers = getattr(change, "values", None) or {
            name: getattr(change, name) for name in getattr(change, "__slots__", ()) if name not in {"team", "cameras"}
        }
        for value in numbers.values():
            assert value is None or isinstance(value, str) or math.isfinite(value)
