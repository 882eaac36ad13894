"""Commands for robots with joints, from Python, from a team, and in a recording."""

import math
from dataclasses import dataclass

import pytest

import robopitch
from robopitch import BodyVelocity, JointTargets, Team, Walk, WheelSpeeds
from robopitch.messages import Command, Orders, RobotOrder
from robopitch.messages.plain import from_plain, to_plain
from robopitch.messages.registry import forget, register
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.world import commands
from robopitch.world.commands import Executor, register_executor

LEAGUE = "humanoid-kid"
RAISED = {"elbow_left_pitch": -0.8, "head_yaw": 0.5}


@pytest.fixture(scope="module")
def world():
    return robopitch.make(LEAGUE, seed=1)


def angle(world, joint):
    figure = world.robot("blue", 0).spec.figure
    return float(world.robot("blue", 0).joints[figure.joints.index(joint)])


def test_joints_turn_to_their_targets_and_the_others_keep_theirs(world):
    saved, before = world.save(), angle(world, "elbow_right_pitch")
    world.command("blue", 0, JointTargets(RAISED))
    world.run(1.0)
    for joint, target in RAISED.items():
        assert angle(world, joint) == pytest.approx(target, abs=0.05)
    assert angle(world, "elbow_right_pitch") == pytest.approx(before, abs=0.05)
    world.restore(saved)


def test_a_speed_is_kept(world):
    saved = world.save()
    world.command("blue", 0, JointTargets({"head_yaw": 1.0}, speed=0.5))
    world.run(1.0)
    assert angle(world, "head_yaw") == pytest.approx(0.5, abs=0.1)
    world.restore(saved)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (BodyVelocity(0.3), "blue 0: 'fumanoid-2011' has no wheels and cannot follow BodyVelocity; JointTargets moves"),
        (WheelSpeeds((1.0,)), "has no wheels and cannot follow WheelSpeeds"),
        (Walk(0.1), "'fumanoid-2011' has no gait, and cannot walk by command; JointTargets moves its joints"),
        (JointTargets({"knee_left_ptich": 0.1}), "moves a joint 'knee_left_ptich'; .*knee_left_pitch"),
        (JointTargets({"knee_left_lower": 0.1}), "no servo of 'fumanoid-2011' moves a joint 'knee_left_lower'"),
        (JointTargets({"head_pitch": 2.0}), "head_pitch cannot turn to 114.6°, but from -60° to 60°"),
    ],
)
def test_what_a_humanoid_cannot_follow_is_refused_and_changes_nothing(world, command, message):
    before = world.fingerprint()
    with pytest.raises(ValueError, match=message):
        world.command("blue", 0, command)
    assert world.fingerprint() == before


def test_every_robot_can_be_told_to_stand_still(world):
    before = world.fingerprint()
    world.command("blue", 0, BodyVelocity(0.0))
    assert world.fingerprint() == before


def test_robots_on_wheels_have_neither_joints_nor_a_gait():
    wheeled = robopitch.make("ssl-div-b")
    with pytest.raises(ValueError, match="'ssl' has no joints that servos move"):
        wheeled.command("blue", 0, JointTargets({"head_yaw": 0.1}))
    with pytest.raises(ValueError, match="'ssl' has no gait, and cannot walk by command; BodyVelocity drives it"):
        wheeled.command("blue", 0, Walk(0.1))


@pytest.mark.parametrize(
    ("angles", "speed", "message"),
    [
        ({}, None, "no joint is named"),
        ({"head_yaw": math.nan}, None, "head_yaw is nan"),
        ({"head_yaw": 0.1}, 0.0, "a speed of 0.0 rad/s"),
        ({"head_yaw": 0.1}, math.inf, "a speed of inf rad/s"),
    ],
)
def test_targets_that_mean_nothing_are_refused(angles, speed, message):
    with pytest.raises(ValueError, match=message):
        JointTargets(angles, speed)


def test_both_have_a_plain_form():
    for command in (Walk(0.2, -0.1, 0.3), JointTargets(RAISED), JointTargets(RAISED, speed=2.0)):
        assert from_plain(to_plain(command)) == command


def test_orders_of_a_match_move_joints_and_a_recording_repeats_them_bit_for_bit(tmp_path):
    match = robopitch.make_match(LEAGUE, blue="external", yellow="still", players=1, seed=4, realism=None)
    from robopitch.recording.header import describe

    file = FileSink(tmp_path / "match.mcap", describe(match))
    recorder = Recorder(match, [file])
    refused = match.offer("test", Orders(Team.BLUE, (RobotOrder(0, Walk(0.1)), RobotOrder(0, JointTargets(RAISED)))))
    assert [(refusal.code, "no gait" in refusal.message) for refusal in refused] == [("VELOCITY_TYPE", True)]
    match.advance(150)
    match.offer("test", Orders(Team.BLUE, (RobotOrder(0, JointTargets({"head_yaw": -0.5}, speed=1.0)),)))
    match.advance(300)
    recorder.close()
    file.close()
    assert angle(match.world, "elbow_left_pitch") < -0.4
    with Recording(tmp_path / "match.mcap") as recording:
        assert simulate_again(recording).same


@dataclass(frozen=True)
class Nod(Command):
    """A command that somebody adds."""

    depth: float


def test_a_command_that_is_added_needs_a_class_and_an_executor(world, monkeypatch):
    monkeypatch.setattr(commands, "_EXECUTORS", dict(commands._EXECUTORS))
    with pytest.raises(ValueError, match="no robot can follow Nod"):
        world.command("blue", 0, Nod(0.3))
    saved = world.save()
    register(Nod, "test.Nod")

    def give(world, column, command):
        world.order(column, JointTargets({"head_pitch": command.depth}), None, None)

    try:
        register_executor(Nod, Executor(lambda *_: None, give))
        match = robopitch.make_match(LEAGUE, blue="external", yellow="still", players=1, realism=None)
        assert match.offer("test", Orders(Team.BLUE, (RobotOrder(0, Nod(0.3)),))) == ()
        match.advance(400)
        assert angle(match.world, "head_pitch") == pytest.approx(0.3, abs=0.05)
    finally:
        forget(__name__)
        world.restore(saved)
