"""Who overdraws a budget pays alone: floods against ports, with counts and clocks of our own."""

from __future__ import annotations

import math
import socket
from collections import deque
from contextlib import closing
from types import SimpleNamespace

import pytest

import robopitch
from robopitch.leagues.budget import Account, Budget
from robopitch.leagues.connection import Connection
from robopitch.leagues.endpoint import Endpoint, Transport
from robopitch.messages import Refusal
from robopitch.net import Receiver
from robopitch.server.datagram_port import KEPT, PACE, DatagramPort
from robopitch.server.datagrams import MOST, SECONDS, Datagrams
from robopitch.server.history import History
from robopitch.server.ledger import Ledger
from robopitch.server.services import Services
from robopitch.server.stream_client import PIECE

from .clients import DEADLINE, HERE
from .clients import Datagrams as Peer
from .pitch import EPOCH, Pitch, open_server
from .words import errors, globally, robot

# ---- who pays ------------------------------------------------------------------------------------------------------


def clock_of(wall, used):
    return SimpleNamespace(monotonic=lambda: wall[0], spent=lambda: used[0])


def test_processor_time_counts_and_not_what_other_programs_take():
    wall, used = [0.0], [0.0]
    ledger, account = (
        Ledger(clock_of(wall, used)),
        Account(Budget(seconds=0.1)),
    )
    for _ in range(100):
        began = ledger.read()
        wall[0] += 1.0
        used[0] += 0.001
        ledger.charge(account, 0.0, began)
    assert account.owes(0.0) == 0.0
    began = ledger.read()
    wall[0] += 1.0
    used[0] += 0.3
    ledger.charge(account, 0.0, began)
    assert account.owes(0.0) == pytest.approx((0.1 + 0.3 - 0.25) / 0.1)


def test_what_the_match_takes_for_inputs_is_paid_by_those_whose_messages_took_long():
    used = [0.0]
    ledger = Ledger(clock_of(used, used))
    heavy, light = Account(Budget(seconds=0.1)), Account(Budget(seconds=0.1))
    for account, seconds in ((heavy, 0.03), (light, 0.001)):
        began = ledger.read()
        used[0] += seconds
        ledger.charge(account, 0.0, began)

    def take_in():
        used[0] += 1.0

    ledger.take_in(take_in, 0.0)
    assert heavy.owes(0.0) > 7.0
    assert light.owes(0.0) == 0.0
    ledger.take_in(take_in, 0.0)  # nobody sent anything since
    assert light.owes(0.0) == 0.0


class Busy:
    """A port that always has another datagram, each of which takes some seconds."""

    rests_until, due = 0.0, math.inf

    def __init__(self, clock, seconds):
        self._clock, self._seconds, self.handled = clock, seconds, 0

    def serve(self, now, limit=1):
        self.handled += limit
        self._clock[0] += self._seconds
        return True


def test_a_cycle_has_its_time_and_every_port_its_share_of_it():
    clock = [0.0]
    ports = [Busy(clock, 0.0004) for _ in range(3)]
    datagrams = Datagrams(ports, lambda: clock[0])
    for _ in range(60):
        before = clock[0]
        assert datagrams.serve(ports, clock[0])
        assert clock[0] - before <= SECONDS + 0.0005
    counts = [port.handled for port in ports]
    assert max(counts) - min(counts) <= 0.1 * max(counts)


def test_quick_datagrams_are_limited_in_number_and_a_port_that_rests_gets_nothing():
    clock = [0.0]
    port, resting = Busy(clock, 0.0), Busy(clock, 0.0)
    resting.rests_until = 1.0
    datagrams = Datagrams([port, resting], lambda: clock[0])
    assert datagrams.serve([port, resting], 0.0)
    assert (port.handled, resting.handled) == (MOST, 0)
    assert datagrams.resting(0.5) == [resting]
    assert (datagrams.due(0.5), datagrams.due(1.0)) == (1.0, math.inf)


# ---- datagrams -----------------------------------------------------------------------------------------------------


class Words(Connection):
    """Keeps what it is told."""

    def __init__(self, io):
        self.io, self.words = io, []

    def on_data(self, data):
        self.words.append((self.io.peer[1], data))


class Line:
    """A socket whose datagrams are in a list."""

    waits = False

    def __init__(self):
        self.coming = deque()

    def receive(self, limit=64):
        return [self.coming.popleft() for _ in range(min(limit, len(self.coming)))]


def open_port(budget, connect=Words, **more):
    services = Services(robopitch.make_match("ssl-div-b", players=1), History(memory=0))
    line = Line()
    return DatagramPort(
        Endpoint("words", Transport("udp", "words"), connect, budget=budget, **more), line, services
    ), line


def send(line, port, *words):
    line.coming += [(word, (HERE, port)) for word in words]


def numbers(first, last):
    return [b"%d" % number for number in range(first, last)]


def test_of_a_sender_over_its_budget_the_newest_command_counts_and_others_lose_nothing():
    port, line = open_port(Budget(messages=10), latest=True)
    for number in range(100):
        send(line, 1, b"%d" % number)
        send(line, 2, b"good") if number % 20 == 0 else None
    while port.serve(5.0):
        pass
    assert [word for who, word in port.connection.words if who == 1] == numbers(0, 10)
    assert [word for who, word in port.connection.words if who == 2] == 5 * [b"good"]
    assert port.release(5.0)
    assert port.connection.words[-1] == (1, b"99")
    assert not port.release(5.1)
    assert port.link.refused == {"FLOOD": 89}
    status = port.link.status(5.0)
    assert status["slowed"] == [f"{HERE}:1"]
    assert f"{HERE}:1: more than 10 messages" in status["last_refusal"]
    send(line, 1, b"calm")
    port.serve(8.0)
    assert port.connection.words[-1] == (1, b"calm")
    assert port.link.status(8.0)["slowed"] == []


def test_a_flood_that_goes_on_is_heard_fifty_times_a_second():
    port, line = open_port(Budget(messages=10), latest=True)
    for tick in range(1000):
        send(line, 1, *numbers(10 * tick, 10 * tick + 10))
        port.serve(5.0 + 0.001 * tick)
        if port.due <= 5.0 + 0.001 * tick:
            port.release(5.0 + 0.001 * tick)
    assert 45 <= len(port.connection.words) - 10 <= 1 + 1.0 / PACE
    assert port.connection.words[-1][1] == max(port.connection.words, key=lambda one: int(one[1]))[1]


def test_who_sends_to_a_port_with_a_flood_waits_for_a_step_of_the_match_at_most():
    port, line = open_port(Budget(messages=10), latest=True)
    send(line, 1, *numbers(0, 100))
    while port.serve(5.0):
        pass
    assert 5.0 < port.rests_until <= 5.0 + port.match.world.timestep


def test_requests_beyond_the_budget_wait_in_order_and_only_so_many():
    port, line = open_port(Budget(messages=10))
    send(line, 1, *numbers(0, 200))
    while port.serve(5.0):
        pass
    assert port.link.status(5.0)["waiting"] == KEPT
    for tick in range(5000):
        port.release(5.0 + 0.001 * tick)
    assert port.link.status(5.0)["waiting"] == 0
    assert [word for _, word in port.connection.words] == numbers(0, 10 + KEPT)
    assert port.link.refused["FLOOD"] == 190 - KEPT


class Slow(Words):
    """Takes long for each word."""

    clock = (0.0,)

    def on_data(self, data):
        super().on_data(data)
        self.clock[0] += 0.013


def test_what_takes_long_is_paid_for_before_the_next_and_other_ports_are_not_concerned():
    clock = Slow.clock = [5.0]
    services = Services(
        robopitch.make_match("ssl-div-b", players=1),
        ledger=Ledger(clock_of(clock, clock)),
    )
    ports = []
    for connect in (Slow, Words):
        endpoint = Endpoint("x", Transport("udp", "x"), connect, budget=Budget(2000, 4e6, 0.005))
        ports.append(DatagramPort(endpoint, Line(), services))
    slow, quick = ports
    send(slow._socket, 1, *numbers(0, 2000))
    send(quick._socket, 1, *numbers(0, 200))
    datagrams = Datagrams(ports, lambda: clock[0])
    while clock[0] < 8.0:
        datagrams.serve([slow, quick], clock[0])
        datagrams.release(clock[0])
        clock[0] += 0.001
    assert 20 <= len(slow.connection.words) <= 21  # 0.25 s, and hardly more for a while
    assert len(quick.connection.words) == 200


class Strict(Words):
    """Can read nothing."""

    def on_data(self, data):
        super().on_data(data)
        self.io.refuse([Refusal("UNREADABLE", "not a word")])


def test_what_cannot_be_read_counts_ten_times():
    port, line = open_port(Budget(messages=100), Strict, latest=True)
    send(line, 1, *numbers(0, 100))
    while port.serve(5.0):
        pass
    assert [word for _, word in port.connection.words] == numbers(0, 10)


def test_senders_beyond_the_number_of_accounts_share_one():
    port, line = open_port(Budget(messages=10), latest=True)
    for sender in range(1, 500):
        send(line, sender, b"x")
    while port.serve(5.0):
        pass
    assert len(port._senders) == 64
    assert len(port.connection.words) == 64 + 10


def test_a_burst_at_a_real_port_is_counted():
    services = Services(robopitch.make_match("ssl-div-b", players=1), History(memory=0))
    endpoint = Endpoint("words", Transport("udp", "words"), Words, budget=Budget(messages=20), latest=True)
    port = DatagramPort(endpoint, Receiver(), services)
    with closing(Peer(port.address[1])) as loud, closing(Peer(port.address[1])) as calm:
        for number in range(100):
            loud.send(b"%d" % number)
        calm.send(b"calm")
        while port.serve(5.0):
            pass
        port.release(5.0)
    assert [word for _, word in port.connection.words] == [*numbers(0, 20), b"calm", b"99"]
    port.shut()


# ---- streams and lockstep ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def paced():
    options = {"league": "msl", "blue": "external", "yellow": "external", "players": 1, "epoch": EPOCH}
    with closing(Pitch(open_server(1.0, False, {}, {}, **options))) as pitch:
        yield pitch


def test_a_silent_connection_to_a_port_in_lockstep_stops_nothing_and_is_closed(paced):
    with socket.create_connection((HERE, paced.ports["agents_lockstep"]), DEADLINE) as silent:
        paced.wait(lambda: paced.status()["lockstep"]["clients"] == ["agents_lockstep"])
        status = paced.status()
        assert (status["mode"], status["lockstep"]["waits_for"]) == ("real time", [])
        paced.wait(lambda: paced.status()["tick"] > status["tick"])
        assert silent.recv(1) == b""
    link = paced.status()["links"]["agents_lockstep"]
    assert link["refused"] == {"SILENT": 1}
    assert "has said nothing for 2 s" in link["last_refusal"]


def test_a_flood_of_one_team_costs_the_other_nothing():
    with closing(
        Pitch(open_server(1.0, False, league="ssl-div-b", players=2, realism="perfect", epoch=EPOCH))
    ) as pitch:
        words = robot(0, globally(1.0))

        def flooded():
            for _ in range(500):
                pitch.blue.send(words)
            assert not errors(pitch.yellow.ask(words)).codes
            return pitch.status()["links"]["blue"]["refused"].get("FLOOD", 0) > 0

        pitch.wait(flooded)
        for _ in range(20):
            assert not errors(pitch.yellow.ask(words)).codes
        links = pitch.status()["links"]
    assert links["yellow"]["received"] > 20
    assert not links["yellow"]["refused"]


def test_a_stream_without_framing_is_handled_in_pieces():
    from robopitch.server.stream_client import _cut

    data = bytes(range(256)) * 40
    pieces = _cut(data)
    assert b"".join(pieces) == data
    assert {len(piece) for piece in pieces} == {PIECE}
    assert _cut(b"one") == (b"one",)
