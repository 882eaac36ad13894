"""Motions that come with the robots, played through the registers of their servos."""

import math

import pytest

import robopitch
from robopitch.control.keyframes import Goal, Keyframe, Motion
from robopitch.leagues.humanoid.motion_player import MotionPlayer, motions_of, writes_of
from robopitch.spec import load_robot


def play(motion, ball=(4.0, 2.5)):
    """Play a motion on the robot of 2011, which must stand at the end; returns the fastest that the ball was, m/s."""
    world = robopitch.make("humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002)
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
    _, x, y, _ = world.robot("blue", 0).quaternion
    assert 1 - 2 * (x * x + y * y) > 0.99  # it stands
    return fastest


def test_a_robot_kicks_the_ball_and_stays_on_its_feet():
    assert play(motions_of("fumanoid-2011")["kick"], ball=(0.15, -0.055)) > 0.3


def test_goals_become_registers_of_the_servo():
    servos = {servo.name: servo for servo in load_robot("fumanoid-2011").figure.servos}
    speed, position = writes_of(servos["HEAD_YAW"], Goal(math.radians(30), math.radians(60)))
    assert (speed.servo, speed.address, position.address) == (2, 32, 30)
    assert int.from_bytes(position.data, "little") == round(512 + 30 * 1024 / 300)
    assert int.from_bytes(speed.data, "little") == round(10 / 0.111)  # 60 degrees a second are 10 rpm
    slow, far = writes_of(servos["HEAD_YAW"], Goal(math.radians(300), 1e-9))
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
