"""CAMBADA's records, against the C structs written by hand."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.rtdb import ItemId, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.coach_info import CoachInfo, FormationInfo, PlayerInfo, Role, Signal
from robopitch.leagues.msl.wire.rtdb.records import (
    Compass,
    FrontVision,
    Grabber,
    GrabberInfo,
    HardwareErrors,
    HardwareInfo,
    Kicker,
    LaptopInfo,
    Odometry,
    Velocity,
    Vision,
)
from robopitch.leagues.msl.wire.rtdb.robot_state import RobotState, SharedBall, SharedObstacle
from robopitch.messages import Refusal

coordinates = st.floats(-50, 50, width=32).map(lambda number: number + 0.0)
points = st.tuples(coordinates, coordinates)
KINDS = [
    (ItemId.VISION_INFO, Vision()),
    (ItemId.CMD_VEL, Velocity(0.0)),
    (ItemId.LAST_CMD_VEL, Velocity(0.0)),
    (ItemId.CMD_POS, Odometry(0.0, 0.0, 0.0)),
    (ItemId.CMD_KICKER, Kicker(0)),
    (ItemId.CMD_GRABBER, Grabber(0)),
    (ItemId.CMD_IMU, Compass(0.0)),
    (ItemId.CMD_INFO, HardwareInfo()),
    (ItemId.CMD_GRABBER_INFO, GrabberInfo(100, 90, True)),
    (ItemId.CMD_HWERRORS, HardwareErrors(tuple(range(40)))),
    (ItemId.LAPTOP_INFO, LaptopInfo(97, 1)),
    (ItemId.FRONT_VISION_INFO, FrontVision(((3.0, -1.0, 0.5, 2),))),
]


@pytest.mark.parametrize(("item", "value"), KINDS)
def test_a_record_has_the_size_that_the_configuration_states(item, value):
    size = cambada_configuration().find(1, item).item.size
    assert len(value.encode()) == size
    assert type(value).decode(value.encode()) == value
    for other in (size - 1, size + 1):
        assert isinstance(type(value).decode(bytes(other)), Refusal)


def test_a_velocity_is_rotated_into_cambadas_frame():
    data = struct.pack("<3f?3x", 0.5, 2.0, -1.0, True)  # x to the right, y forward
    assert Velocity.decode(data) == Velocity(2.0, -0.5, -1.0, True)
    assert Velocity(2.0, -0.5, -1.0, True).encode() == data


@pytest.mark.parametrize("bad", [math.nan, math.inf, -1e30])
def test_a_velocity_that_is_no_number_is_0(bad):
    data = struct.pack("<3f?3x", bad, bad, bad, False)
    assert Velocity.decode(data) == Velocity(0.0, 0.0, 0.0)


def test_vision_has_counts_and_points_where_the_struct_has_them():
    data = Vision([(1.0, 2.0)], [(3.0, 4.0), (5.0, 6.0)], [(7.0, 8.0)]).encode()
    assert len(data) == 8052
    assert struct.unpack_from("<i2f", data, 0) == (1, -2.0, 1.0)
    assert struct.unpack_from("<i4f", data, 4004) == (2, -4000.0, 3000.0, -6000.0, 5000.0)  # mm, the others m
    assert struct.unpack_from("<2f", data, 8008) == (-8.0, 7.0)
    assert struct.unpack_from("<i", data, 8048) == (1,)


@given(st.lists(points, max_size=20), st.lists(points, max_size=20), st.lists(points, max_size=5))
def test_vision_survives_its_record(obstacles, lines, balls):
    vision = Vision(tuple(obstacles), tuple(lines), tuple(balls))
    found = Vision.decode(vision.encode())
    assert (found.obstacles, found.balls) == (vision.obstacles, vision.balls)
    assert [part for line in found.lines for part in line] == pytest.approx([part for line in lines for part in line])


def test_only_as_many_points_as_fit_are_written():
    many = tuple((float(n), 0.0) for n in range(600))
    found = Vision.decode(Vision(many, many, many).encode())
    assert (len(found.obstacles), len(found.lines), len(found.balls)) == (500, 500, 5)
    assert found.lines == many[:500]


@pytest.mark.parametrize("at", [0, 4004, 8048])
@pytest.mark.parametrize("count", [-1, 501, 2**31 - 1])
def test_a_count_that_cannot_be_is_refused(at, count):
    data = bytearray(8052)
    struct.pack_into("<i", data, at, count)
    assert isinstance(Vision.decode(bytes(data)), Refusal)


def test_the_compass_is_in_whole_degrees():
    assert Compass(math.radians(-90.4)).encode() == struct.pack("<3i", -90, -90, -90)
    assert Compass.decode(struct.pack("<3i", 45, 1, 2)).angle == pytest.approx(math.pi / 4)


def test_a_kick_has_its_code_and_thresholds():
    assert Kicker(128 + 30).encode() == bytes([158, 70, 35])
    assert Grabber(100).encode() == b"\x64"
    assert HardwareInfo(1, 2, 3, 4, True).encode() == struct.pack("<4H?x", 1, 2, 3, 4, True)


@pytest.mark.parametrize(("left", "right", "ball"), [(100, 100, True), (100, 70, False), (0, 0, False)])
def test_the_ball_is_engaged_if_it_turns_both_arms(left, right, ball):
    data = struct.pack("<2I2?2x", left, right, False, False)
    assert GrabberInfo.decode(data).ball is ball


def test_what_a_coach_tells_is_the_struct_of_the_agent():
    players = tuple(PlayerInfo(number, Role.STRIKER, running=True) for number in range(1, 7))
    info = CoachInfo(players, Signal.OUR_CORNER, (3, 1), 754, 1)
    data = info.encode()
    assert len(data) == cambada_configuration().find(0, ItemId.COACH_INFO).item.size
    assert struct.unpack_from("<3i3?", data, 32) == (3, 3, 1, True, True, False)  # the second player
    assert struct.unpack_from("<i", data, 60) == (2,)
    assert struct.unpack_from("<4i", data, 216) == (12, 3, 1, 754)
    assert struct.unpack_from("<i", data, 236) == (1,)
    assert CoachInfo.decode(data) == info
    assert isinstance(CoachInfo.decode(data[1:]), Refusal)


def test_where_a_coach_wants_the_robots_is_the_struct_of_the_agent():
    info = FormationInfo((None, (2.0, -1.0), *(None,) * 4))
    data = info.encode()
    assert len(data) == cambada_configuration().find(0, ItemId.FORMATION_INFO).item.size
    assert struct.unpack_from("<2f", data, 16) == (1.0, 2.0)
    assert struct.unpack_from("<3i", data, 56) == (-1, 1, -1)
    assert FormationInfo.decode(data) == info
    assert isinstance(FormationInfo.decode(data[1:]), Refusal)


def test_the_shared_state_of_a_robot_is_the_struct_of_the_agent():
    state = RobotState(
        3,
        place=(2.0, 1.0),
        heading=0.5,
        velocity=(1.0, -1.0),
        ball=SharedBall((4.0, 0.0), (2.0, -1.0), height=0.25, own=True, visible=True),
        obstacles=(SharedObstacle((1.0, 1.0), 2),),
        stuck=True,
    )
    data = state.encode()
    assert len(data) == 408 == cambada_configuration().find(1, ItemId.ROBOT_WS).item.size
    assert struct.unpack_from("<i", data, 0) == (3,)
    assert data[40:42] == b"\x01\x01"  # one obstacle, stuck
    assert struct.unpack_from("<f", data, 60) == (0.5,)
    assert struct.unpack_from("<4f", data, 100) == (-1.0, 2.0, 1.0, 1.0)  # position and velocity
    assert struct.unpack_from("<2f", data, 116) == (0.0, 4.0)
    assert struct.unpack_from("<f5?", data, 140) == (0.25, True, False, True, False, False)
    assert struct.unpack_from("<2fB", data, 168) == (-1.0, 1.0, 2)
    assert RobotState.decode(data) == state


@given(
    points,
    coordinates,
    points,
    coordinates,
    st.builds(SharedBall, points, points, points, coordinates, *[st.booleans()] * 5),
    st.lists(st.builds(SharedObstacle, points, st.integers(0, 255)), max_size=20).map(tuple),
    st.booleans(),
)
def test_the_shared_state_of_a_robot_survives_its_record(place, heading, velocity, turn, ball, obstacles, stuck):
    state = RobotState(
        5, place, heading, velocity, turn, ball, obstacles, stuck=stuck, role=3, batteries=(1.0, 2.0, 3.0)
    )
    assert RobotState.decode(state.encode()) == state


@given(st.binary(min_size=408, max_size=408))
def test_whatever_bytes_a_robot_shares_nothing_is_raised(data):
    found = RobotState.decode(data)
    assert isinstance(found, Refusal) or len(found.obstacles) <= 20
    assert isinstance(RobotState.decode(data[1:]), Refusal)
