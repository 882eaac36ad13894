"""A program of VSS-SDK plays on a server, over real sockets."""

from __future__ import annotations

import sys
from contextlib import closing

import pytest
from tests.fields import Fields, message, reals
from tests.server.pitch import Pitch, free_network, open_server

from robopitch.leagues.mirosot.compat import vss_sdk
from robopitch.net import NetError

zmq = pytest.importorskip("zmq")
HERE = "127.0.0.1"


def test_a_program_of_vss_sdk_plays():
    free = free_network("vss-3v3").ports
    ports = dict(zip(vss_sdk.PORTS, free.values(), strict=False))
    with (
        closing(Pitch(open_server(1.0, False, league="vss-3v3", realism="perfect", watchdog=0.0))) as pitch,
        closing(vss_sdk.Bridge("vss-3v3", pitch.network, ports)) as bridge,
        zmq.Context() as context,
        context.socket(zmq.SUB) as state,
        context.socket(zmq.PAIR) as blue,
        context.socket(zmq.PUB) as control,
    ):
        for socket, name in ((state, "state"), (blue, "blue"), (control, "control")):
            socket.setsockopt(zmq.LINGER, 0)
            socket.connect(f"tcp://{HERE}:{ports[name]}")
        state.setsockopt(zmq.SUBSCRIBE, b"")

        def turn() -> None:
            control.send(message(4, reals(1, 135.0, 115.0, 90.0)))  # yellow 0; a PUB loses what it sends too early
            blue.send(b"\xff")
            blue.send(message(1, reals(1, -20.0, 20.0)))
            bridge.turn(0.05)

        pitch.wait(lambda: turn() or (state.poll(0) and abs(pitch.match.world.robot("blue", 0).velocity.turn) > 1))
        pitch.wait(lambda: turn() or abs(pitch.match.world.robot("yellow", 0).pose.x - 0.5) < 0.01)
        seen = Fields(state.recv())
        assert len(seen.each(2)) == len(seen.each(3)) == 3
        assert 0 <= seen.one(1).one(1).float(1) <= 170
        assert bridge.refused["UNREADABLE"] > 0
        with pytest.raises(NetError, match=f"port {ports['state']} \\(state\\) cannot be opened"):
            vss_sdk.Bridge("vss-3v3", pitch.network, ports)


def test_without_pyzmq_it_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "zmq", None)
    monkeypatch.setattr(sys, "argv", ["vss_sdk"])
    assert vss_sdk.main() == 2
    assert "pip install pyzmq" in capsys.readouterr().err
