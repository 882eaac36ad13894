"""Who is heard in a multicast group, and ports that are not opened at all."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from robopitch.server.senders import SILENCE, Senders

from .clients import HERE, Datagrams
from .words import HALT, STOP, referee

ONE, OTHER, THIRD = ("192.0.2.1", 5000), ("192.0.2.2", 6000), ("192.0.2.1", 7000)


class Sender(Datagrams):
    """Sends to the group of the referee from a port of its own."""

    def __init__(self, pitch, name="referee"):
        super().__init__(pitch.ports[name])
        self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(HERE))
        self.address = (pitch.network.group("referee"), pitch.ports[name])

    @property
    def name(self):
        return "{}:{}".format(*self.socket.getsockname())


def codes(senders, peer, now):
    found = senders.refusal(peer, now)
    return None if found is None else found.code


# ---- one after another ---------------------------------------------------------------------------------------------


def test_the_first_sender_keeps_the_group_until_it_has_been_silent_for_five_seconds():
    senders = Senders(1)
    assert codes(senders, ONE, 0.0) is None
    senders.take(ONE, 0.0)
    senders.take(ONE, 10.0)
    for later in (10.0, 14.9):
        assert codes(senders, OTHER, later) == codes(senders, THIRD, later) == "SECOND_SENDER"
    assert codes(senders, ONE, 14.9) is None
    assert SILENCE == 5.0
    assert codes(senders, OTHER, 15.0) is None
    senders.take(OTHER, 15.0)
    assert codes(senders, ONE, 15.1) == "SECOND_SENDER"


def test_a_sender_that_says_nothing_meaningful_takes_no_place():
    senders = Senders(1)
    for now in range(100):
        assert codes(senders, OTHER, float(now)) is None
    senders.take(ONE, 100.0)
    assert codes(senders, OTHER, 100.0) == "SECOND_SENDER"


def test_who_is_not_heard_is_named_for_as_long_as_it_sends():
    senders = Senders(1)
    senders.take(ONE, 0.0)
    assert senders.warning(0.0) == ""
    text = senders.refusal(OTHER, 1.0).message
    assert "192.0.2.2:6000 sends to this group too; 192.0.2.1:5000 is heard" in text
    assert senders.warning(1.5) == text
    assert senders.warning(9.0) == ""


def test_a_group_can_have_several_places_or_one_for_everybody():
    senders, everybody = Senders(2), Senders()
    for peer in (ONE, OTHER):
        senders.take(peer, 0.0)
        everybody.take(peer, 0.0)
    assert (codes(senders, ONE, 1.0), codes(senders, OTHER, 1.0)) == (None, None)
    assert codes(senders, THIRD, 1.0) == "SECOND_SENDER"
    assert codes(everybody, THIRD, 1.0) is None


def test_those_that_are_allowed_may_all_send_and_nobody_else():
    senders = Senders(1, [("192.0.2.1", 0), ("192.0.2.3", 10003)])
    senders.take(ONE, 0.0)
    assert (codes(senders, ONE, 0.0), codes(senders, THIRD, 0.0)) == (None, None)
    assert codes(senders, ("192.0.2.3", 10003), 0.0) is None
    assert codes(senders, ("192.0.2.3", 10004), 0.0) == codes(senders, OTHER, 60.0) == "NOT_ALLOWED"
    assert "192.0.2.2:6000" in senders.warning(60.0)
    assert codes(Senders(0, [("192.0.2.1", 0)]), OTHER, 0.0) == "NOT_ALLOWED"  # in every group


# ---- in a server ---------------------------------------------------------------------------------------------------


def test_a_second_referee_is_refused_counted_and_named(serve, monkeypatch):
    monkeypatch.setattr("robopitch.server.senders.SILENCE", 0.5)
    pitch = serve()
    with closing(Sender(pitch)) as first, closing(Sender(pitch)) as second:
        second.send(b"\xff\xff")  # says nothing

        def is_refused():
            first.send(referee(HALT))
            second.send(referee(STOP))
            return "SECOND_SENDER" in pitch.status()["links"]["referee"]["refused"]

        pitch.wait(is_refused)
        link, warnings = (pitch.status()[name] for name in ("links", "warnings"))
        assert f"{second.name} sends to this group too; {first.name} is heard" in link["referee"]["last_refusal"]
        assert any(f"referee: {second.name} sends" in text for text in warnings)
        assert pitch.status()["referee"]["command"] == "halt"

        def is_heard():
            second.send(referee(STOP))
            return pitch.status()["referee"]["command"] == "stop"

        pitch.wait(is_heard)  # the first one is silent


def test_only_those_that_are_allowed_lead_a_match(serve):
    pitch = serve(network={"allowed": (("192.0.2.1", 0),)})
    with closing(Sender(pitch)) as sender:
        sender.send(referee(HALT))
        pitch.wait(lambda: pitch.status()["links"]["referee"]["refused"] == {"NOT_ALLOWED": 1})
    assert pitch.status()["referee"]["from"] == "free play"
    pitch = serve(network={"allowed": ((HERE, 0),)})
    for command, text in ((HALT, "halt"), (STOP, "stop")):  # from two ports of that address
        with closing(Sender(pitch)) as sender:
            sender.send(referee(command))
            pitch.wait(lambda wanted=text: pitch.status()["referee"]["command"] == wanted)
    assert pitch.status()["referee"]["from"] == "controller"


def test_a_port_that_is_left_out_is_not_opened(serve):
    pitch = serve(network={"without": ("grsim", "lockstep-*", "referee", "signals")})
    assert set(pitch.status()["links"]) == {"blue", "yellow", "control"}
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as free:
        free.bind((HERE, pitch.ports["grsim"]))  # nobody has it
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, pitch.ports["driver"]))
    with closing(Sender(pitch)) as sender:
        sender.send(referee(HALT))
    assert pitch.blue.ask(b"") is not None  # the others are there
    assert pitch.status()["referee"]["from"] == "free play"


def test_a_port_that_does_not_exist_cannot_be_left_out(serve):
    with pytest.raises(ValueError, match="grSim: no port is called that; there are blue, yellow, control, grsim"):
        serve(network={"without": ("grSim",)})
