"""V5RPC over sockets: the example plays a game, in lockstep and in real time."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.pitch import Pitch, open_server

HERE = "127.0.0.1"
EXAMPLE = runpy.run_path(str(Path(__file__).parents[4] / "examples/16_v5rpc.py"), run_name="example")


@pytest.fixture
def serve() -> Iterator[Callable[..., Pitch]]:
    with ExitStack() as opened:

        def start(lockstep: bool, **options: Any) -> Pitch:
            options = {"league": "mirosot-5v5", "realism": "perfect", "watchdog": 0.0, **options}
            network = {"groups": {"strategy": HERE}}
            return opened.enter_context(closing(Pitch(open_server(1.0, lockstep, network=network, **options))))

        yield start


def play(pitch: Pitch, frames: int, *teams: str) -> list[list[Any]]:
    """The frames that each strategy saw."""
    ports = [pitch.ports[f"v5rpc_{team}"] for team in teams]
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda port: list(EXAMPLE["play"](port, frames=frames, host=HERE)), ports))


def test_in_lockstep_two_games_are_the_same_bytes(serve):
    seen = []
    for _ in range(2):
        pitch = serve(lockstep=True)
        blue, yellow = play(pitch, 80, "blue", "yellow")
        pitch.wait(lambda match=pitch.match: match.tick in (1197, 1212))  # frame 79 or 80; the step to it may still run
        assert [field.get(4, [0])[0] for field in blue[:3]] == [0, 1, 2]
        seen.append((blue, yellow))
        status = pitch.status()
        assert status["mode"] == "lockstep"
        assert status["links"]["v5rpc-blue"]["refused"] == status["links"]["v5rpc-yellow"]["refused"] == {}
    assert seen[0] == seen[1]  # fields hold the bytes of robots and ball
    assert blue != yellow  # each sees itself
    assert len({field[3][0] for field in blue}) > 5  # the ball was played


def test_in_real_time_a_strategy_plays_against_a_built_in_team(serve):
    pitch = serve(lockstep=False, yellow="still")
    assert "v5rpc-yellow" not in pitch.status()["links"]
    ((first, *_),) = play(pitch, 30, "blue")
    assert len(first[1]) == len(first[2]) == 5
    assert pitch.status()["endpoints"]["v5rpc-blue"]["strategies"] == {"blue": "robot"}
