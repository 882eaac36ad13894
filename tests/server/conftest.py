"""Fixtures: servers for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from .pitch import EPOCH, DistantPitch, Pitch, open_server


@pytest.fixture
def serve() -> Iterator[Callable[..., Pitch]]:
    """Starts servers of small matches without noise; options as for `make_match` and `Server`."""
    with ExitStack() as pitches:

        def start(
            league: str = "ssl-div-b",
            *,
            players: Any = 2,
            speed: float = 1.0,
            lockstep: bool = True,
            vision: str = "step",
            unix_time: bool = False,
            network: dict[str, Any] | None = None,
            **options: Any,
        ) -> Pitch:
            options = {"realism": "perfect", "epoch": EPOCH, **options}
            own = {"lockstep_vision": vision, "unix_time": unix_time}
            server = open_server(speed, lockstep, own, network or {}, league=league, players=players, **options)
            return pitches.enter_context(closing(Pitch(server)))

        yield start


@pytest.fixture
def pitch(serve: Callable[..., Pitch]) -> Pitch:
    """Two robots a side on the field of Division B, in lockstep."""
    return serve()


@pytest.fixture
def rate_pitch(serve: Callable[..., Pitch]) -> Pitch:
    """The same; lockstep answers contain the frames sent during the step."""
    return serve(vision="rate")


@pytest.fixture
def distant_pitch() -> Iterator[DistantPitch]:
    """Eleven robots a side in real time, in another process."""
    with closing(DistantPitch(league="ssl-div-a", realism="realistic", epoch=EPOCH)) as pitch:
        yield pitch


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Prints a text at the end of the run; test workers have no terminal."""
    return lambda text: record_property("tell", text)
