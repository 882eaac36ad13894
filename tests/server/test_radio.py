"""Loss and delay of orders and answers follow the settings."""

from __future__ import annotations

import math

import pytest
from tests.fields import real, uint

from .pitch import Pitch
from .words import BLUE, config, contacts, control, globally, place_robot, realism, robot, track

TEAM = range(6)


def binomial(hits: int, count: int, chance: float) -> bool:
    """Whether the number of hits is within four standard deviations."""
    return abs(hits - chance * count) <= 4 * math.sqrt(count * chance * (1 - chance))


def moved(pitch: Pitch) -> list[bool]:
    """Whether each robot, at rest before, has received an order to move."""
    places = [place_robot(BLUE, number, -3.0, -2.0 + 0.6 * number, 0.0) for number in TEAM]
    orders = b"".join(robot(number, globally(1.0)) for number in TEAM)
    pitch.step(0.0, command=control(*places))
    frames = pitch.step(0.01, robots=orders).frames
    pitch.step(0.02)  # the watchdog stops them
    return [track(frames, BLUE, number)[-1].x > -3.0 + 1e-4 for number in TEAM]


@pytest.mark.parametrize("loss", [0.0, 0.03, 0.3, 1.0])
def test_orders_get_lost_as_often_as_was_set(serve, loss):
    pitch = serve(players=6, watchdog=0.01, overrides={"sensors.vision.rate": 200})
    pitch.configure(config(realism(real(10, loss))))
    heard = [moved(pitch) for _ in range(100)]
    count = 100 * len(TEAM)
    lost = count - sum(map(sum, heard))
    assert binomial(lost, count, loss)
    for number in TEAM:  # losses are independent for each robot
        assert binomial(sum(not row[number] for row in heard), 100, loss)
    if loss == 0.3:
        together = sum(not row[0] and not row[1] for row in heard)
        assert binomial(together, 100, loss * loss)


@pytest.mark.parametrize("loss", [0.0, 0.1, 0.5])
def test_answers_get_lost_as_often_as_was_set(serve, loss):
    pitch = serve(players=6)
    pitch.configure(config(realism(real(11, loss))))
    told = [contacts(pitch.step(0.001).own) for _ in range(150)]
    over_udp = [contacts(pitch.blue.ask(b"")) for _ in range(150)]
    for answers in (told, over_udp):
        missing = 150 * len(TEAM) - sum(map(len, answers))
        assert binomial(missing, 150 * len(TEAM), loss)


@pytest.mark.parametrize("delay", [0, 1, 7, 30])
def test_orders_are_late_by_as_many_ticks_as_was_set(serve, delay):
    pitch = serve(vision="rate", overrides={"sensors.vision.rate": 1000})
    pitch.configure(config(realism(uint(18, delay * 1_000_000))))
    pitch.place(place_robot(BLUE, 0, -3.0, 1.0, 0.0))
    pitch.step(0.01)
    path = track(pitch.step(0.05, robots=robot(0, globally(3.0))).frames, BLUE, 0)
    began = next(index for index, seen in enumerate(path) if abs(seen.x + 3.0) > 1e-6)
    pitch.configure(config(realism(uint(18, 0))))
    pitch.place(place_robot(BLUE, 0, -3.0, 1.0, 0.0))
    pitch.step(1.5)  # the watchdog has stopped it
    pitch.place(place_robot(BLUE, 0, -3.0, 1.0, 0.0))
    pitch.step(0.01)
    path = track(pitch.step(0.05, robots=robot(0, globally(3.0))).frames, BLUE, 0)
    at_once = next(index for index, seen in enumerate(path) if abs(seen.x + 3.0) > 1e-6)
    assert began - at_once == delay


def test_orders_that_are_under_way_keep_their_order(serve):
    pitch = serve()
    pitch.configure(config(realism(uint(18, 5_000_000))))
    pitch.place(place_robot(BLUE, 0, -3.0, 1.0, 0.0))
    pitch.step(0.001, robots=robot(0, globally(1.0)))
    pitch.step(0.001, robots=robot(0, globally(-1.0)))
    pitch.run(0.5)
    assert pitch.match.world.robot("blue", 0).velocity.x == pytest.approx(-1.0, abs=0.03)
