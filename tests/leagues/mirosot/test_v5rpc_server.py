"""V5RPC over sockets: the example plays a game, in lockstep and in real time."""

from __future__ import annotations

import hashlib
import runpy
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.pitch import Pitch, open_server

HERE = "127.0.0.1"
EXAMPLE = runpy.run_path(str(Path(__file__).parents[3] / "examples/16_v5rpc.py"), run_name="example")


@pytest.fixture
def serve() -> Iterator[Callable[..., Pitch]]:
    with ExitStack() as opened:

        def start(lockstep: bool, **options: Any) -> Pitch:
            options = {"league": "mirosot-5v5", "realism": "perfect", "watchdog": 0.0, **options}
            network = {"groups": {"strategy": HERE}}
            return opened.enter_context(closing(Pitch(open_server(1.0, lockstep, network=network, **options))))

        yield start


def play(pitch: Pitch, frames: int) -> list[tuple[int, bytes]]:
    return list(EXAMPLE["play"]([pitch.ports[f"v5rpc_{team}"] for team in ("blue", "yellow")], HERE, frames=frames))


def test_in_lockstep_two_games_are_the_same_bytes(serve):
    digests = []
    for _ in range(2):
        pitch = serve(lockstep=True)
        blue = pitch.ports["v5rpc_blue"]
        calls = play(pitch, 160)
        assert pitch.match.tick in (1197, 1212)  # frame 79 or 80
        texts = [b"".join(data for port, data in calls if (port == blue) is own) for own in (True, False)]
        digests.append([hashlib.sha256(text).hexdigest() for text in texts])
        status = pitch.status()
        assert status["mode"] == "lockstep"
        assert status["links"]["v5rpc-blue"]["refused"] == status["links"]["v5rpc-yellow"]["refused"] == {}
    assert digests[0] == digests[1]
    assert digests[0][0] != digests[0][1]  # each sees itself
    assert abs(pitch.match.world.ball.position[0]) > 0.02  # it was played


def test_in_real_time_a_strategy_plays_against_a_built_in_team(serve):
    pitch = serve(lockstep=False, yellow="still")
    assert "v5rpc_yellow" not in {link.replace("-", "_") for link in pitch.status()["links"]}
    assert len(play(pitch, 30)) == 30
    status = pitch.status()
    assert status["endpoints"]["v5rpc-blue"]["strategies"] == {"blue": "chasers"}
    assert status["faults"]["count"] == 0 if "count" in status["faults"] else True
