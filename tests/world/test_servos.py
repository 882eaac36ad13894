"""Servos of a world: registers of robots by team, number and id."""

import numpy as np
import pytest

import robopitch
from robopitch.physics.engines import ENGINES, EngineKind
from robopitch.physics.layout import FacetError
from robopitch.physics.servos import rows
from robopitch.world import save_format


@pytest.fixture
def world(monkeypatch):
    monkeypatch.setitem(ENGINES, "turf", EngineKind("tests.servo_engine:ServoTurf", "turf with servos"))
    return robopitch.make("ssl-div-b", players=2)


def test_a_robot_has_the_servos_of_its_description_each_with_its_table(world):
    assert world.servos("blue", 1) == (3, 19)
    assert world.servo("yellow", 0, 3).table.model == "RX-28"
    assert world.read_registers("yellow", 0, 3, 0, 4) == bytes([28, 0, 24, 3])
    assert world.read_registers("blue", 0, 19, 0, 8)[-1] == 19


def test_a_goal_moves_the_joint_of_this_servo_of_this_robot(world):
    assert world.write_registers("blue", 1, 3, 30, (612).to_bytes(2, "little")) == 0
    world.run(0.5)
    joints = world.robot("blue", 1).joints
    assert joints[1] == pytest.approx(100 * 300 / 1024 * 3.14159 / 180, abs=0.02)
    assert joints[0] == 0
    assert not world.robot("blue", 0).joints.any()
    assert int.from_bytes(world.read_registers("blue", 1, 3, 36, 2), "little") == pytest.approx(612, abs=2)
    assert world.values("servo_present_position")[0, 1] == pytest.approx(612, abs=2)


def test_a_refused_write_returns_the_error_of_the_servo_and_changes_nothing(world):
    before = world.fingerprint()
    assert world.write_registers("blue", 1, 3, 24, b"\x05") == 0x08
    assert world.write_registers("blue", 1, 19, 132, b"\0\0\0\0") == 0x07
    assert world.fingerprint() == before


def test_a_servo_that_there_is_not_is_an_error_with_those_that_there_are(world):
    with pytest.raises(FacetError, match="blue 1: there is no servo 4, but 3, 19"):
        world.write_registers("blue", 1, 4, 24, b"\x01")
    with pytest.raises(KeyError, match="there is no blue 5 on the pitch"):
        world.read_registers("blue", 5, 3, 0, 1)


def test_a_robot_without_servos_says_so():
    world = robopitch.make("ssl-div-b", players=1)
    assert world.servos("blue", 0) == ()
    with pytest.raises(FacetError, match="blue 0: this robot has no servos"):
        world.write_registers("blue", 0, 3, 24, b"\x01")


def test_the_state_of_servos_is_saved_and_restored(world):
    world.write_registers("blue", 1, 3, 30, (612).to_bytes(2, "little"))
    world.run(0.05)
    saved = world.save()
    world.run(0.1)
    later = world.fingerprint()
    world.restore(saved)
    world.run(0.1)
    assert world.fingerprint() == later


def test_a_saved_world_with_impossible_servos_is_refused_and_one_with_odd_registers_can_be_played(world):
    layout, before = world.layout, world.fingerprint()
    head, fresh = world._header(), world.state_view().state
    state = fresh.copy()
    layout.servo_block(state)[0, 0, rows.MOTOR_SPEED] = 1e7
    with pytest.raises(ValueError, match="a servo is in an impossible state"):
        world.restore(save_format.pack(head, 0, state))
    assert world.fingerprint() == before
    chance = np.random.default_rng(1)
    for _ in range(20):
        state = fresh.copy()
        block = layout.servo_block(state)
        block[:, :, rows.DYNAMIC_ROWS :] = chance.uniform(-1e9, 1e9, block[:, :, rows.DYNAMIC_ROWS :].shape)
        world.restore(save_format.pack(head, 0, state))
        world.step(20)
        assert np.isfinite(world.state_view().state).all()
        for servo in (3, 19):
            world.read_registers("blue", 0, servo, 0, 50)
            world.write_registers("blue", 0, servo, 30, b"\1\1\1\1")


def test_servos_keep_their_registers_when_a_robot_is_moved_or_another_one_comes(world):
    world.write_registers("blue", 1, 3, 34, b"\x00\x01")
    world.place_robot("blue", 1, 1.0, 1.0)
    world.place_robot("blue", 4, 2.0, 1.0)
    world.place_obstacle(0.0, 2.0)
    assert world.read_registers("blue", 1, 3, 34, 2) == b"\x00\x01"
    assert world.read_registers("blue", 4, 3, 34, 2) == b"\xff\x03"
    world.step(5)


def test_a_reboot_and_a_factory_reset(world):
    world.write_registers("blue", 0, 3, 3, b"\x21\x01")
    world.write_registers("blue", 0, 3, 25, b"\x01")
    world.reset_servo("blue", 0, 3)
    assert world.read_registers("blue", 0, 3, 3, 2) == b"\x21\x01"
    assert world.read_registers("blue", 0, 3, 25, 1) == b"\x00"
    world.reset_servo("blue", 0, 3, factory=True, keep=("id",))
    assert world.read_registers("blue", 0, 3, 3, 2) == b"\x21\x22"


@pytest.mark.parametrize("robot", ["fumanoid-2009", "fumanoid-2011"])
def test_a_humanoid_stands_as_a_program_left_it_and_falls_after_a_reboot(robot):
    """Torque on, the goal is the present position; power-on, reboot and reset are limp."""
    world = robopitch.make("humanoid-kid", robots={"blue": robot}, players={"blue": 2, "yellow": 0}, timestep=0.002)
    for servo in world.servos("blue", 0):
        assert world.read_registers("blue", 0, servo, 24, 1) == b"\x01"
        assert world.read_registers("blue", 0, servo, 30, 2) == world.read_registers("blue", 0, servo, 36, 2)
        world.reset_servo("blue", 1, servo)
        assert world.read_registers("blue", 1, servo, 24, 1) == b"\0"
    world.place_robot("blue", 1, -2.0, -2.0, 0.0, vx=0.1)
    world.run(4.5)
    heights = [float(world.robot("blue", number).position3[2]) for number in (0, 1)]
    assert heights[0] > 0.9 * 0.437
    assert heights[1] < 0.5 * 0.437


def test_servos_begin_with_the_goal_at_which_their_joint_stands(world):
    """Of a servo whose middle is 0.5 rad off, and which counts the other way."""
    _, numbers = world.servo("blue", 0, 19)
    assert numbers[rows.GOAL_POSITION] == 2048 + round(0.5 * 4096 / (2 * np.pi))
    world.run(0.2)
    assert not world.robot("blue", 0).joints.any()
