"""The radio of a team: who sends when, and what is lost."""

import itertools

import pytest
from pydantic import ValidationError

from robopitch.leagues.msl.rtdb.wireless import Wireless, WirelessSettings

AGENTS = (0, 1, 2, 3, 4, 5)
SIZE = 478  # bytes: the shared records of a robot


def made(seed=1, name="blue", **settings):
    return Wireless(WirelessSettings(**settings), seed, name)


def test_each_robot_sends_once_in_each_period_in_its_slot():
    radio = made(jitter=0.2)
    slot = 0.1 / len(AGENTS)
    for agent in AGENTS:
        for frame in range(50):
            late = radio.start(agent, frame, AGENTS) - frame * 0.1 - agent * slot
            assert -1e-9 <= late <= 0.2 * slot


def test_slots_grow_when_fewer_robots_are_running():
    radio = made(jitter=0.0)
    assert [radio.start(agent, 0, (1, 4)) for agent in (1, 4)] == pytest.approx([0.0, 0.05])


def test_synchronised_robots_do_not_collide_and_others_do():
    together = [(agent, frame) for agent in AGENTS for frame in range(200)]
    slots, free = made(), made(slots=False)
    assert not any(slots.collides(*one, AGENTS, SIZE) for one in together)
    lost = sum(free.collides(*one, AGENTS, SIZE) for one in together) / len(together)
    # Five others, each on the air for ±2 ms of every 100 ms: 1 − (1 − 0.04)⁵ on average; phases are drawn once.
    assert 0.01 < lost < 0.6


def test_unsynchronised_robots_send_in_order_with_the_stated_jitter():
    radio = made(slots=False, jitter=0.05)
    starts = [radio.start(3, frame, AGENTS) for frame in range(3000)]
    steps = [later - earlier for earlier, later in itertools.pairwise(starts)]
    assert min(steps) > 0
    assert sum(steps) / len(steps) == pytest.approx(0.1, abs=1e-3)
    spread = (sum((step - 0.1) ** 2 for step in steps) / len(steps)) ** 0.5
    assert spread == pytest.approx(0.05 * 0.1 * 2**0.5, rel=0.1)  # a step has the errors of two frames


def test_the_limit_of_the_rules_is_the_speed_of_the_channel():
    radio = made(jitter=0.0, overhead=0)
    assert radio.air_time(1375) == pytest.approx(0.005)  # 11 kbit at 2.2 Mbit/s
    # 27.5 kB fit into a period: 4.58 kB for each of six robots, and not a byte more.
    assert not radio.collides(2, 7, AGENTS, 4580)
    assert radio.collides(2, 7, AGENTS, 4600)
    assert radio.receivers(2, 7, AGENTS, 4600) == ()
    assert radio.arrival(2, 7, AGENTS, 1375) == pytest.approx(0.7 + 2 * 0.1 / 6 + 0.005 + 0.002)


def test_the_share_of_lost_frames_is_the_stated_one_for_each_receiver():
    radio = made(loss=0.3)
    received = [radio.receivers(2, frame, AGENTS, SIZE) for frame in range(3000)]
    assert all(2 not in some for some in received)
    for other in (0, 1, 3, 4, 5):
        assert sum(other in some for some in received) / 3000 == pytest.approx(0.7, abs=0.05)


def test_without_loss_all_others_receive():
    assert made().receivers(2, 9, AGENTS, SIZE) == (0, 1, 3, 4, 5)


def test_everything_depends_on_seed_sender_and_frame_alone():
    def lost(radio):
        return [radio.receivers(agent, frame, AGENTS, SIZE) for agent in AGENTS for frame in range(20)]

    once = lost(made(loss=0.5))
    assert lost(made(loss=0.5)) == once
    assert lost(made(seed=2, loss=0.5)) != once
    assert lost(made(name="yellow", loss=0.5)) != once
    assert lost(made(seed=2**64 + 1, loss=0.5)) != []


@pytest.mark.parametrize("bad", [{"period": 0}, {"loss": 1.1}, {"jitter": 0.5}, {"rate": float("inf")}, {"colour": 1}])
def test_settings_that_cannot_be_are_refused(bad):
    with pytest.raises(ValidationError):
        WirelessSettings(**bad)
