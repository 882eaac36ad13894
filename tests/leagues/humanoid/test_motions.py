"""Motions that come with the robots, played through the registers of their servos."""

import math

import pytest

import robopitch
from robopitch.control.keyframes import Keyframe, Motion, ServoGoal, steps_of
from robopitch.spec import load_robot
from robopitch.teams.motions import (
    MotionPlayer,
    measured_angles,
    motions_of,
    play_motion,
    torque_writes,
    writes_of,
)


def a_world(robot="fumanoid-2011"):
    return robopitch.make("humanoid-kid", robots={"blue": robot}, players={"blue": 1, "yellow": 0}, timestep=0.002)


def uprightness(world):
    """The cosine of the angle between the trunk and the vertical."""
    _, x, y, _ = world.robot("blue", 0).quaternion
    return 1 - 2 * (x * x + y * y)


def play(motion, ball=(4.0, 2.5)):
    """Play a motion on the robot of 2011, which must stand at the end; returns the fastest that the ball was, m/s."""
    world = a_world()
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_ball(*ball)
    for servo in world.servos("blue", 0):
        world.write_registers("blue", 0, servo, 24, b"\x01")
    world.run(0.2)
    player, fastest = MotionPlayer(motion, world.robot("blue", 0).spec.figure, world.time, {}), 0.0
    while world.time < player.end + 0.5:
        for write in player.due(world.time):
            assert world.write_registers("blue", 0, *write) == 0
        world.step(10)
        fastest = max(fastest, math.hypot(*world.ball.velocity[:2]))
    assert uprightness(world) > 0.99  # it stands
    return fastest


def test_a_robot_kicks_the_ball_and_stays_on_its_feet():
    assert play(motions_of("fumanoid-2011")["kick"], ball=(0.15, -0.055)) > 0.3


def test_a_robot_that_was_pushed_over_stands_up_although_a_servo_has_shut_itself_down():
    world = a_world()
    for servo in world.servos("blue", 0):
        world.write_registers("blue", 0, servo, 24, b"\x01")
    world.place_robot("blue", 0, 0.0, 0.0, vx=-1.8)
    world.run(1.5)
    assert uprightness(world) < 0.3
    world.write_registers("blue", 0, 11, 34, b"\0\0")  # as after an overload of a hip
    for _ in play_motion(world, "blue", 0, motions_of("fumanoid-2011")["stand_up_back"]):
        pass
    assert uprightness(world) > 0.98
    assert world.robot("blue", 0).position3[2] > 0.42
    speeds = [world.read_registers("blue", 0, servo, 32, 2) for servo in world.servos("blue", 0)]
    assert set(speeds) == {b"\0\0"}, "what comes next is not slowed down"


def test_the_robot_of_2009_bends_its_knees_and_its_angles_are_read_back():
    world = a_world("fumanoid-2009")
    lowest = 1.0
    for _ in play_motion(world, "blue", 0, motions_of("fumanoid-2009")["knee_bend"], steps=25):
        lowest = min(lowest, float(world.robot("blue", 0).position3[2]))
        if 2.6 < world.time < 2.8:
            angles = measured_angles(world, "blue", 0)
    assert lowest < 0.40
    assert math.degrees(angles["KNEE_LEFT_PITCH"]) == pytest.approx(50, abs=4)
    assert uprightness(world) > 0.99


def test_torque_comes_back_by_registers_of_protocol_1():
    writes = torque_writes(load_robot("fumanoid-2009").figure)
    assert {(write.address, write.data) for write in writes} == {(34, b"\xff\x03")}
    assert sorted(write.servo for write in writes) == list(range(1, 22))


def test_goals_become_registers_of_the_servo():
    servos = {servo.name: servo for servo in load_robot("fumanoid-2011").figure.servos}
    speed, position = writes_of(servos["HEAD_YAW"], ServoGoal(math.radians(30), math.radians(60)))
    assert (speed.servo, speed.address, position.address) == (2, 32, 30)
    assert int.from_bytes(position.data, "little") == round(512 + 30 * 1024 / 300)
    assert int.from_bytes(speed.data, "little") == round(10 / 0.111)  # 60 degrees a second are 10 rpm
    slow, far = writes_of(servos["HEAD_YAW"], ServoGoal(math.radians(300), 1e-9))
    assert (int.from_bytes(slow.data, "little"), int.from_bytes(far.data, "little")) == (1, 1023)


def test_every_motion_fits_its_robot_and_an_unknown_servo_is_named():
    for name in ("fumanoid-2009", "fumanoid-2011"):
        figure = load_robot(name).figure
        for motion in motions_of(name).values():
            MotionPlayer(motion, figure, 0.0, {})
    motion = Motion("wave", "Wave", (Keyframe(1.0, {"TAIL": 0.1}),))
    with pytest.raises(ValueError, match="wave: this robot has no servo 'TAIL'"):
        MotionPlayer(motion, figure, 0.0, {})
    assert motions_of("nobody") == {}


def test_a_program_that_waits_for_the_servos_stands_up_in_the_time_of_the_motion():
    """Some servos never reach their goals, under load: the register `moving` must not keep the program waiting."""
    world, motion = a_world(), motions_of("fumanoid-2011")["stand_up_back"]
    world.place_robot("blue", 0, 0.0, 0.0, vx=-1.8)
    world.run(1.5)
    servos = {servo.name: servo for servo in world.robot("blue", 0).spec.figure.servos}
    for write in torque_writes(world.robot("blue", 0).spec.figure):
        world.write_registers("blue", 0, *write)
    began = world.time
    for step in steps_of(motion, measured_angles(world, "blue", 0)):
        sent = world.time
        for name, goal in step.goals.items():
            for write in writes_of(servos[name], goal):
                world.write_registers("blue", 0, *write)
        world.run(0.1)
        while world.time < sent + 6.0 and any(
            world.read_registers("blue", 0, servo.id, 46, 1) != b"\0" for servo in servos.values()
        ):
            world.run(0.02)
    assert world.time - began < 1.3 * motion.duration
    assert uprightness(world) > 0.98
