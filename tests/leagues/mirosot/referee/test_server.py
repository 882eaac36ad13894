"""VSSReferee's protocol over sockets: the example hears our referee, and its placement is taken."""

from __future__ import annotations

import runpy
import threading
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path

import pytest
from tests.server.clients import Datagrams, Group
from tests.server.pitch import Pitch, open_server

from robopitch.messages import Phase, Team, Whistle, Whistled

HERE = "127.0.0.1"
EXAMPLE = runpy.run_path(str(Path(__file__).parents[4] / "examples/15_vssref.py"), run_name="example")
FRAME = b"\x0a\x00"  # a packet of FIRASim without commands: in lockstep, one frame


@pytest.fixture
def opened():
    with ExitStack() as stack:
        yield stack


def test_a_team_hears_the_referee_and_places_its_robots(opened):
    server = open_server(1.0, True, league="vss-3v3", realism="perfect", referee="rules", watchdog=0.0)
    server.match.offer("person", Whistled(Whistle.KICK_OFF, Team.YELLOW))
    pitch = opened.enter_context(closing(Pitch(server)))
    network = pitch.network
    group, port = network.group("referee"), network.port("referee")
    frames = opened.enter_context(closing(Group(network.group("environment"), network.port("environment"))))
    stepper = opened.enter_context(closing(Datagrams(network.port("command"))))
    udp = opened.enter_context(EXAMPLE["join"](group, port, HERE))
    udp.settimeout(20.0)

    def step(count: int) -> None:
        for _ in range(count):
            stepper.send(FRAME)
            frames.receive()

    said: list[str] = []
    talk = EXAMPLE["talk"](udp, (group, network.port("placement")))
    listening = threading.Thread(target=lambda: said.extend(islice(talk, 3)))
    listening.start()
    step(2)
    pitch.heard("placement", 1)
    step(250)
    assert pitch.match.game.phase is Phase.KICK_OFF
    robot = pitch.match.world.robot("blue", 2).pose
    assert (robot.x, robot.y) == pytest.approx((-0.3, 0.3), abs=1e-3)
    step(260)
    listening.join(20.0)
    assert [line.split(": ")[1].strip() for line in said] == ["kick-off yellow", "stop", "game on"]
    assert pitch.status()["links"]["referee"]["received"] == 0  # its own commands are not heard
    assert not pitch.match.game.external
