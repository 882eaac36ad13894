"""`tools/calls` follows bytes through a real server."""

import sys

import pytest
from tools.calls.__main__ import lines, main
from tools.calls.tracer import Tracer, c_return, called
from tools.calls.ways import WAYS, trace

from robopitch.elementary import atan2
from robopitch.net import Receiver

ROOMS = {  # that each way leads through
    "command": {"net", "server", "leagues", "match", "world"},
    "drag": {"web", "match", "world", "server"},
    "detection": {"sensors", "match", "leagues", "server", "net"},
    "servo-read": {"net", "server", "leagues", "world"},
    "rtdb-frame": {"net", "server", "leagues", "recording"},
}


@pytest.mark.parametrize("name", WAYS)
def test_a_way_leads_through_these_rooms_and_ends_at_its_effect(name):
    threads = trace(name)
    listed = [line for call in threads.values() for line in lines(call, 0)]
    assert len(threads) == (2 if name == "drag" else 1)  # the page's, then the match's
    assert {line.split()[-1].split("/")[0] for line in listed} >= ROOMS[name]
    assert not any("Server._roll" in line for line in listed)  # once a second, and no part of any way


def test_only_what_runs_between_the_two_moments_is_noted_with_its_place_and_number():
    tracer = Tracer()
    with Receiver() as one, Receiver() as other:
        one.send(b"x", (other.host, other.port))
        tracer.arm(c_return("recvfrom_into"), called("atan2"))
        sys.setprofile(tracer)
        try:
            one.close()
            while not other.receive():
                pass
            for _ in range(3):
                other.send(b"x", (other.host, other.port))
            atan2(1.0, 1.0)
            other.send(b"x", (other.host, other.port))
        finally:
            sys.setprofile(None)
    assert tracer.done.is_set()
    (call,) = tracer.calls.values()
    found = [line.split("  ")[-2:] for line in lines(call, 0)]
    names = [name.strip() for name, _ in found]
    assert names == ["Receiver.receive", "drain", "Receiver.send ×3", "transmit ×3"]
    assert found[0][1].startswith("net/datagrams.py:")


def test_a_way_that_is_unknown_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["calls", "nowhere"])
    with pytest.raises(SystemExit):
        main()
    assert "'nowhere' is none of command, drag" in capsys.readouterr().err
