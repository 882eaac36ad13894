"""The names of the numbers in a state."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch.physics import state as s
from robopitch.physics.layout import ARTICULATED, PLANAR, SERVOS, FacetError, Layout
from robopitch.physics.servos import rows
from robopitch.world.views import RobotView

CONSTANTS = {
    "position": s.X,
    "heading": s.HX,
    "velocity": s.VX,
    "turn_rate": s.TURN,
    "present": s.PRESENT,
    "set_velocity": s.SET_FORWARD,
    "set_turn_rate": s.SET_TURN,
    "mode": s.MODE,
    "command": s.COMMAND,
    "kick": s.KICK_FORWARD,
    "hold": s.HOLD,
    "charge": s.CHARGE,
    "touch": s.TOUCH,
    "release": s.RELEASE,
    "wheel_speeds": s.WHEELS,
}

layouts = st.integers(0, 6).flatmap(
    lambda robots: st.builds(
        Layout,
        st.just(robots),
        st.integers(0, 8),
        st.just(()) | st.lists(st.integers(0, 20), min_size=robots, max_size=robots).map(tuple),
        st.integers(0, 5),
        servos=st.just(()) | st.lists(st.integers(0, 3), min_size=robots, max_size=robots).map(tuple),
    )
)


def test_the_names_are_those_of_the_constants():
    names = Layout(3, 4).names
    assert {name: names[name].rows.start for name in CONSTANTS} == CONSTANTS
    assert names["wheel_targets"].rows.start == s.WHEELS + 4 * s.TARGET
    assert names["wheel_errors_before"].rows.stop == Layout(3, 4).fields


@given(layouts)
def test_the_blocks_and_names_cover_the_state_without_overlap(layout):
    state = np.zeros(layout.size)
    blocks = [layout.robot_block(state), layout.ball_block(state), layout.extra_block(state)]
    if ARTICULATED in layout.facets:
        blocks.insert(2, layout.joint_block(state))
    if SERVOS in layout.facets:
        blocks.insert(2, layout.servo_block(state))
    for number, block in enumerate(blocks, 1):
        assert not block.any()
        block[...] = number
    assert state.all()
    state[:] = 0
    for name in layout.names:
        values = layout.values(state, name)
        assert not values.any()
        values[...] = 1
    assert state.sum() == (layout.fields + layout.joint_fields + layout.servo_fields) * layout.robots


def test_a_name_that_there_is_not_is_an_error_with_those_that_there_are():
    with pytest.raises(FacetError, match="this state has no 'joint_angles'; it has position, heading, "):
        Layout(2, 4).field("joint_angles")


def test_a_planar_world_has_no_joints_and_says_so():
    world = robopitch.make("ssl-div-a", players=1)
    assert world.layout.facets == (PLANAR,)
    robot = world.robot("blue", 0)
    for view in ("position3", "quaternion", "joints"):
        with pytest.raises(FacetError, match="blue 0: the robot 'ssl' moves in the plane and has no joints"):
            getattr(robot, view)
    with pytest.raises(FacetError, match="no robot of this world has joints"):
        world.layout.joint_block(world.state_view().state)


def test_values_by_name_are_those_of_the_views():
    world = robopitch.make("ssl-div-a", players=2)
    world.command("blue", 1, robopitch.BodyVelocity(1.0), dribble=0.5)
    world.run(0.2)
    assert world.values("position")[:, 1] == pytest.approx(world.robot("blue", 1).pose[:2])
    assert np.array_equal(world.values("wheel_speeds")[:, 1], world.robot("blue", 1).wheel_speeds)
    assert world.values("hold")[0].tolist() == [0.0, 0.5, 0.0, 0.0]
    assert np.array_equal(world.state_view().values("velocity"), world.values("velocity"))
    world.values("position")[:] = 0  # a copy
    assert world.robot("blue", 1).pose.x != 0


def test_a_robot_with_joints_beside_one_without():
    layout = Layout(2, 0, joints=(0, 3))
    assert layout.facets == (PLANAR, ARTICULATED)
    state = layout.empty(np.dtype(np.float64))
    layout.values(state, "joint_angles")[:, 1] = (0.1, 0.2, 0.3)
    spec = robopitch.make("msl", players=1).league.team("blue").robot
    planar, walker = (RobotView(robopitch.Body(None, n), spec, state, layout, n) for n in range(2))
    assert walker.joints.tolist() == [0.1, 0.2, 0.3]
    assert walker.quaternion.tolist() == [1.0, 0.0, 0.0, 0.0]
    with pytest.raises(FacetError):
        planar.joints  # noqa: B018


def test_joints_and_servos_are_those_of_every_robot():
    with pytest.raises(ValueError, match="joints of 1 robots in a layout for 2"):
        Layout(2, 4, joints=(3,))
    with pytest.raises(ValueError, match="servos of 3 robots in a layout for 2"):
        Layout(2, 4, servos=(3, 1, 1))


def test_the_numbers_of_servos_have_the_names_of_their_rows():
    layout = Layout(2, 4, joints=(2, 0), servos=(2, 0), servo_rows=rows.ALL_ROWS)
    state = np.zeros(layout.size)
    layout.servo_block(state)[0, 1, rows.GOAL_POSITION] = 612
    assert layout.values(state, "servo_goal_position").tolist() == [[0, 0], [612, 0]]
    assert layout.field("servo_temperature").unit == "°C"
    assert "servo_goal_pwm" not in Layout(1, 0, servos=(1,)).names, "only protocol 2.0 has it"
    with pytest.raises(FacetError, match="no robot of this world has servos"):
        Layout(2, 4).servo_block(state)


def test_a_robot_keeps_its_numbers_in_another_layout():
    small, large = Layout(1, 2, joints=(1,)), Layout(3, 4, joints=(0, 2, 0))
    old, new = small.empty(np.dtype(np.float64)), large.empty(np.dtype(np.float64))
    for number, name in enumerate(small.names, 1):
        small.values(old, name)[...] = number
    large.carry(new, 1, small, old, 0)
    for number, name in enumerate(small.names, 1):
        rows = len(small.values(old, name))
        assert (large.values(new, name)[:rows, 1] == number).all(), name
    assert not large.values(new, "wheel_speeds")[2:].any()
    assert large.values(new, "position")[0].tolist() == [s.PARKED, 1.0, s.PARKED + 20]
    large.park(new, 1)
    assert np.array_equal(new, large.empty(np.dtype(np.float64)))
