"""CAMBADA's records, against the C structs written by hand."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.rtdb import ItemId, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.records import Compass, Grabber, HardwareInfo, Kicker, Odometry, Velocity, Vision
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
    assert struct.unpack_from("<i4f", data, 4004) == (2, -4.0, 3.0, -6.0, 5.0)
    assert struct.unpack_from("<2f", data, 8008) == (-8.0, 7.0)
    assert struct.unpack_from("<i", data, 8048) == (1,)


@given(st.lists(points, max_size=20), st.lists(points, max_size=20), st.lists(points, max_size=5))
def test_vision_survives_its_record(obstacles, lines, balls):
    vision = Vision(tuple(obstacles), tuple(lines), tuple(balls))
    assert Vision.decode(vision.encode()) == vision


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
