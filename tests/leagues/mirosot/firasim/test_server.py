"""FIRASim's protocol over sockets: the example plays, in lockstep and in real time."""

from __future__ import annotations

import hashlib
import runpy
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from tests.fields import Fields
from tests.server.pitch import Pitch, open_server

HERE = "127.0.0.1"
EXAMPLE = runpy.run_path(str(Path(__file__).parents[4] / "examples/14_firasim.py"), run_name="example")


@pytest.fixture
def serve() -> Iterator[Callable[..., Pitch]]:
    with ExitStack() as opened:

        def start(lockstep: bool = True, speed: float = 1.0, **options: Any) -> Pitch:
            options = {"league": "vss-3v3", "realism": "perfect", "watchdog": 0.0, **options}
            return opened.enter_context(closing(Pitch(open_server(speed, lockstep, **options))))

        yield start


def play(pitch: Pitch, frames: int) -> list[bytes]:
    network = pitch.network
    vision = (network.group("environment"), network.port("environment"))
    return list(EXAMPLE["play"](vision, (HERE, network.port("command")), frames, HERE))


def test_in_lockstep_two_games_are_the_same_bytes(serve):
    digests = []
    for _ in range(2):
        pitch = serve()
        frames = play(pitch, 300)
        assert [Fields(data).int(1) for data in frames[:3]] == [17, 33, 50]
        assert pitch.match.tick == 5000  # not a tick without a packet
        assert pitch.status()["mode"] == "lockstep"
        digests.append(hashlib.sha256(b"".join(frames)).hexdigest())
    assert digests[0] == digests[1]
    places = {str(Fields(data).one(2).one(1).raw) for data in frames}  # of the ball
    assert len(places) > 30  # it was played


def test_without_lockstep_a_packet_does_not_move_time(serve):
    pitch = serve(lockstep=False, speed=0.0)
    pitch.client(pitch.ports["command"]).send(b"\x0a\x00")
    pitch.heard("command", 1)
    assert pitch.match.tick == 0


def test_in_real_time_frames_come_by_themselves(serve):
    pitch = serve(lockstep=False)
    times = [Fields(data).int(1) for data in play(pitch, 12)]
    assert times == sorted(set(times))
    assert pitch.status()["links"]["command"]["refused"] == {}
