"""A humanoid robot of the league over its bus: servos that move it, and its IMU."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

import robopitch
from robopitch.leagues.humanoid.bus.boards import IMU_ID
from robopitch.leagues.humanoid.bus.devices import match_devices
from robopitch.leagues.humanoid.bus.endpoints import RobotBus
from robopitch.leagues.humanoid.bus.imu import TrunkMotion
from robopitch.messages import Body, Team
from robopitch.wire.dynamixel import BROADCAST, IMU_TABLES, Framing, Instruction, LineSettings, encode_packet

GOAL, POSITION = 30, 36
ARMS = (3, 4)  # shoulders, forward and back


@pytest.fixture(scope="module")
def match():
    return robopitch.make_match("humanoid-kid", blue="external", yellow="external", players=1, referee="none")


def ask(bus, id, code, *data):
    return [packet.data for packet in Framing().feed(bus.ask(encode_packet(1, id, code, bytes(data))))]


def imu(bus, name):
    register = IMU_TABLES[1].by_name[name]
    (data,) = ask(bus, IMU_ID, Instruction.READ, register.address, register.size)
    return register.decode(data)


def test_a_sync_write_moves_the_arms_and_the_imu_says_that_it_stands(match):
    robot = RobotBus(match, Body(Team.BLUE, 0), match_devices, LineSettings())
    robot._offer = lambda given: match.offer("bus", given)
    bus = robot.bus
    assert [len(ask(bus, id, Instruction.PING)) for id in (*range(1, 22), IMU_ID, 22)] == [1] * 22 + [0]
    hold = b"".join(bytes((id,)) + (512).to_bytes(2, "little") for id in range(1, 22))
    bus.ask(encode_packet(1, BROADCAST, Instruction.SYNC_WRITE, bytes((GOAL, 2)) + hold))  # all servos hold it upright
    pose = b"".join(bytes((id,)) + (572).to_bytes(2, "little") for id in ARMS)
    bus.ask(encode_packet(1, BROADCAST, Instruction.SYNC_WRITE, bytes((GOAL, 2)) + pose))
    imu(bus, "frame")
    match.advance(match.tick + 400)
    for id in ARMS:
        (data,) = ask(bus, id, Instruction.READ, POSITION, 2)
        assert int.from_bytes(data, "little") == pytest.approx(572, abs=25), id
    assert imu(bus, "frame") > 30
    assert 0 <= imu(bus, "age") <= 10
    assert abs(imu(bus, "roll")) < 1000
    assert abs(imu(bus, "pitch")) < 1000
    up = [imu(bus, f"acceleration_{axis}") / 100 for axis in "xyz"]
    assert math.hypot(*up) == pytest.approx(9.81, abs=3.0)


def leaning(roll, pitch, velocity=(0.0, 0.0, 0.0), time=0.0):
    """A world whose only robot has this attitude."""
    cr, sr, cp, sp = math.cos(roll / 2), math.sin(roll / 2), math.cos(pitch / 2), math.sin(pitch / 2)
    values = {
        "quaternion": np.array([[cr * cp], [sr * cp], [cr * sp], [-sr * sp]]),  # first pitch, then roll about itself
        "velocity3": np.array(velocity)[:, None],
        "angular_velocity": np.array([[0.1], [0.2], [0.3]]),
    }
    return SimpleNamespace(
        time=time, bodies=(Body(Team.BLUE, 0),), values=values.__getitem__, league=SimpleNamespace(gravity=10.0)
    )


class Watched(SimpleNamespace):
    """A match that somebody observes."""

    def observe(self, observer, rate):
        self.observer = observer

    def forget(self, observer):
        self.observer = None


def test_roll_pitch_and_acceleration_are_those_of_the_trunk():
    for roll, pitch in ((0.0, 0.0), (0.4, 0.0), (0.0, -0.7), (0.3, 1.1), (-2.0, 0.2)):
        reading = TrunkMotion(Watched(world=leaning(roll, pitch)), Body(Team.BLUE, 0)).measure()
        assert (reading.roll, reading.pitch) == pytest.approx((roll, pitch))
        assert reading.gyro == (0.1, 0.2, 0.3)
        x, y, z = reading.acceleration  # at rest: up
        assert (math.atan2(y, z), -x) == pytest.approx((roll, 10 * math.sin(pitch)))


def test_a_change_of_velocity_is_an_acceleration_and_nobody_is_measured_for_long():
    match = Watched(world=leaning(0.0, 0.0))
    motion = TrunkMotion(match, Body(Team.BLUE, 0))
    motion.measure()
    match.world = leaning(0.0, 0.0, (0.02, -0.03, 0.1), 0.01)
    match.observer.on_sample(match)
    reading = motion.measure()
    assert reading.acceleration == pytest.approx((2.0, -3.0, 20.0))
    assert (reading.frame, reading.age) == (2, 0.0)
    match.world = leaning(0.0, 0.0, time=5.0)
    match.observer.on_sample(match)
    assert match.observer is None
    assert motion.measure().acceleration == pytest.approx((0.0, 0.0, 10.0))
    match.world = leaning(0.0, 0.0, time=1.0)  # time went back
    assert motion.measure().age == 0.0
