"""Packets come at the same ticks and with the same bytes, however time is divided and wherever it starts."""

import pytest

import robopitch
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.sensors.channel import Schedule


class Ticking:
    """A publisher that says when it is due."""

    def __init__(self, match, rate):
        self.match, self.rate, self.about, self.ticks = match, rate, {}, []

    def packets(self, outputs, due):
        if due:
            self.ticks.append(self.match.tick)
        return ()


def publishers_of(match, *publishers):
    class League:
        def publishers(self, match):
            return publishers

    return Publishers(match, League())


@pytest.mark.parametrize("rate", [2.0, 40.0, 70.0, 1000.0, 5000.0])
def test_a_publisher_with_a_rate_is_due_as_a_sensor_with_that_rate(rate):
    match = robopitch.make_match("ssl-div-b", players=1)
    publisher = Ticking(match, rate)
    for _ in publishers_of(match, publisher).go(700):
        pass
    channel = Schedule(min(rate, 1000.0), 0.001)
    channel.take()
    assert publisher.ticks == [tick for tick in (channel.take() for _ in range(701)) if tick <= 700]


def test_a_match_that_goes_back_publishes_the_same_again():
    match = robopitch.make_match("ssl-div-b", players=2, seed=3)
    publishers = Publishers(match, family_of("ssl-div-b"))
    saved = match.save()

    def played():
        return [(match.tick, packet) for _, packets in publishers.go(1100) for packet in packets]

    first = played()
    assert {packet.channel for _, packet in first} == {"vision", "tracker", "referee"}
    assert {tick for tick, packet in first if not packet.counts} == {500, 1000}
    match.restore(saved)
    assert played() == first


def test_a_match_without_sensors_publishes_nothing():
    match = robopitch.make_match("ssl-div-b", realism=None, blue="chase", yellow="chase")
    assert [packets for _, packets in Publishers(match, family_of("ssl")).go(100) if packets] == []
