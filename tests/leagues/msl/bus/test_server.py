"""A robot of the Middle Size League is driven over its low-level bus, by datagrams."""

from __future__ import annotations

import random
from contextlib import closing

from tests.server.pitch import EPOCH, Pitch, open_server

from robopitch.leagues.msl.wire.can import (
    Position,
    Turn,
    Velocity,
    decode_frame,
    decode_frames,
    encode_frames,
    encode_message,
)
from robopitch.messages import Team


def test_a_robot_is_driven_over_its_bus_and_garbage_does_not_disturb_it():
    options = {"league": "msl", "players": 2, "realism": "perfect", "epoch": EPOCH, "referee": "none"}
    drive = encode_frames(*map(encode_message, (Turn(0.0), Velocity(0.8, 0.0))))
    chance = random.Random(3)
    with closing(Pitch(open_server(1.0, False, {}, {}, **options))) as pitch:
        laptop, other = pitch.client(pitch.ports["bus_blue_1"]), pitch.client(pitch.ports["bus_yellow_0"])
        start = pitch.match.world.robot(Team.BLUE, 1).pose.x
        farthest = 0.0
        laptop.send(drive)
        while farthest < 0.3:
            frames, refusals = decode_frames(laptop.receive())  # one of the other nodes every 10 ms
            assert refusals == []
            messages = [decode_frame(frame) for frame in frames]
            farthest = max([farthest, *(message.x for message in messages if isinstance(message, Position))])
            laptop.send(drive)
            for client in (laptop, other):
                client.send(chance.randbytes(chance.choice((0, 1, 15, 16, 32, 1000))))
        assert pitch.match.world.robot(Team.BLUE, 1).pose.x > start + 0.2
        status = pitch.status()
        assert status["links"]["bus-blue-1"]["refused"]["UNREADABLE"] > 0
        assert status["faults"]["count"] == 0
