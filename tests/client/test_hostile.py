"""Invalid vision and referee messages do not stop a team."""

from __future__ import annotations

import math
import random
import select
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.garbage import mutated
from tests.server.pitch import EPOCH, free_network, with_changes

import robopitch
from robopitch.client.client import Client
from robopitch.leagues.program import Seat, open_program
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.leagues.ssl.wire import message_class
from robopitch.leagues.ssl.wire.vision import geometry_packets
from robopitch.messages import Team
from robopitch.net import Receiver, Sender
from robopitch.spec import load_league
from robopitch.teams import chase

LEAGUE = load_league("ssl-div-b")
VISION, REFEREE = "vision", "referee"
PACKET, MESSAGE = message_class("ssl_vision.SSL_WrapperPacket"), message_class("ssl_referee.Referee")
NUMBERS = (math.nan, math.inf, -math.inf, 1e300, 1e30, 1e-30, 0.0, -1.0, 3.0, 1e6)
WHOLE = (0, 1, 15, 16, 63, 64, 255, 2**31 - 1, 2**32 - 1, -1, -(2**31))


@pytest.fixture(scope="module")
def packets() -> dict[str, list[bytes]]:
    """What a server sends in a second of a match."""
    match = robopitch.make_match("ssl-div-b", players=3, blue="chase", yellow="chase", epoch=EPOCH)
    found: dict[str, list[bytes]] = {VISION: [], REFEREE: [], "tracker": []}
    for _, packets in Publishers(match, family_of(LEAGUE.name)).go(1000):
        for packet in packets:
            if packet.counts:
                found[packet.channel].append(packet.data)
    return {**found, "geometry": geometry_packets(match.world.league, match.cameras)}


class Wire:
    """A team, and somebody who sends to it."""

    def __init__(self, stack: ExitStack) -> None:
        self.simulator = stack.enter_context(Receiver())
        network = with_changes(free_network(LEAGUE.name), {"blue": self.simulator.port})
        link = open_program(family_of(LEAGUE.name), "team", Seat(Team.BLUE, LEAGUE, network))
        self._now = 0.0
        self.client = stack.enter_context(
            Client(chase, LEAGUE, Team.BLUE, link, None, network.interface, clock=lambda: self._now)
        )
        vision = Sender(network.group("vision"), network.port("vision"), network.interface)
        referee = Sender(network.group("referee"), network.port("referee"), network.interface, label="referee")
        self.vision, self.referee = stack.enter_context(vision), stack.enter_context(referee)

    def turn(self) -> None:
        """Take everything that has come; 20 ms later, decide if there is something to decide on."""
        self.client.turn(0.0)
        self._now += 0.02
        self.client.turn(0.0)

    def plays(self, packets: dict[str, list[bytes]]) -> bool:
        """Whether good pictures lead to commands; the first ones show that a new match has begun."""
        before = self.client.decisions
        for data in packets["geometry"]:
            self.vision.send(data)
        for data in packets[VISION]:
            self.vision.send(data)
            self.turn()
            if self.client.decisions > before + 3:
                return bool(select.select([self.simulator], [], [], 2.0)[0])
        return False


@pytest.fixture
def wire() -> Iterator[Wire]:
    with ExitStack() as stack:
        yield Wire(stack)


def leaves(message: Any) -> list[tuple[Any, Any]]:
    """All numbers in a message: whose, and which field."""
    found = []
    for field, value in message.ListFields():
        if field.type != field.TYPE_MESSAGE:
            found.append((message, field))
        else:
            parts = [value] if hasattr(value, "ListFields") else value
            found += [leaf for part in parts for leaf in leaves(part)]
    return found


def odd(chance: random.Random, kind: Any, data: bytes) -> bytes:
    """A readable message with unexpected numbers."""
    message = kind.FromString(data)
    for owner, field in chance.sample(leaves(message), 3):
        real = field.cpp_type in (field.CPPTYPE_DOUBLE, field.CPPTYPE_FLOAT)
        try:
            setattr(owner, field.name, chance.choice(NUMBERS if real else WHOLE))
        except (ValueError, TypeError, AttributeError):
            continue  # out of the field's range, a text, a list
    return message.SerializePartialToString()


def test_a_ball_that_never_slows_down_ends_no_team(wire, packets):
    packet = PACKET.FromString(packets["geometry"][0])
    models = packet.geometry.models
    models.straight_two_phase.acc_roll = 0.0
    assert wire.plays(packets)
    wire.vision.send(packet.SerializeToString())
    for data in packets[VISION][-40:]:
        wire.vision.send(data)
        wire.turn()
    assert wire.client.faults.count == 0


@pytest.mark.parametrize("seed", range(2))
def test_spoilt_pictures_and_whistles_end_no_team(wire, packets, seed):
    chance = random.Random(seed)
    for _ in range(80):
        good = chance.choice(packets[VISION])
        wire.vision.send(good)
        wire.vision.send(mutated(chance, [good]))
        wire.vision.send(odd(chance, PACKET, good))
        wire.vision.send(odd(chance, PACKET, packets["geometry"][0]))
        wire.referee.send(mutated(chance, packets[REFEREE]))
        wire.referee.send(odd(chance, MESSAGE, chance.choice(packets[REFEREE])))
        wire.turn()
    assert wire.client.unreadable.total() > 20
    for _ in range(10):
        wire.referee.send(packets[REFEREE][-1])
        wire.turn()
    assert wire.plays(packets)
