"""Commands are checked once, when they are given."""

import pytest

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick, PowerKick, WheelSpeeds
from robopitch.messages import Body, RimSpeeds, Team
from robopitch.physics import state as s
from robopitch.spec import change_robot, load_robot
from robopitch.world.commands import check_command, check_kick, drive_order, kick_order

BODY = Body(Team.BLUE, 0)
SSL, VSS = load_robot("ssl"), load_robot("vss")
LAYOUT = robopitch.make("ssl-div-b").layout


@pytest.mark.parametrize(
    ("robot", "command", "message"),
    [
        (SSL, WheelSpeeds((1.0, 2.0)), "2 wheel speeds for the 4 wheels of 'ssl'"),
        (SSL, RimSpeeds((1.0,)), "1 wheel speeds for the 4 wheels"),
        (VSS, BodyVelocity(1.0, left=0.1), "cannot move sideways; left must be 0"),
        (VSS, FieldVelocity(1.0), "cannot follow a velocity of the field"),
        (SSL, "forward", "no robot can follow 'forward'"),
    ],
)
def test_a_command_that_the_drive_cannot_follow_is_refused(robot, command, message):
    with pytest.raises(ValueError, match=message):
        check_command(BODY, robot, command, LAYOUT)


@pytest.mark.parametrize(
    "command", [BodyVelocity(1.0), FieldVelocity(1.0), WheelSpeeds((1.0,) * 4), RimSpeeds((1.0,) * 4)]
)
def test_an_omnidirectional_robot_follows_everything(command):
    check_command(BODY, SSL, command, LAYOUT)
    assert drive_order(SSL, command) is not None


def test_a_kick_needs_a_kicker_that_understands_it():
    check_kick(BODY, SSL, Kick(3.0))
    with pytest.raises(ValueError, match="has no kicker"):
        check_kick(BODY, VSS, Kick(3.0))
    with pytest.raises(ValueError, match="takes a speed, not a power"):
        check_kick(BODY, SSL, PowerKick(200))


def test_an_order_in_power_steps_kicks_as_the_command_does():
    ordered, commanded = (robopitch.make("msl", players=1) for _ in range(2))
    ordered.order(0, BodyVelocity(0.0), PowerKick(128 + 40), 0.5)
    commanded.command("blue", 0, BodyVelocity(0.0), kick=PowerKick(128 + 40), dribble=0.5)
    assert ordered.robot_block[s.KICK_FORWARD, 0] > 0
    assert ordered.fingerprint() == commanded.fingerprint()


def test_an_order_for_wheels_that_were_changed_since_its_check_changes_nothing():
    world = robopitch.make("ssl-div-a", players=1)
    before = world.fingerprint()
    world.order(0, WheelSpeeds((1.0, 2.0, 3.0)), None, None)
    assert world.fingerprint() == before
    world.change(robots={BODY: change_robot(SSL, {"kicker": "none"})})
    world.order(0, None, PowerKick(200), None)
    assert world.robot_block[s.KICK_FORWARD, 0] == 0
    assert kick_order(VSS, PowerKick(200)) == (0.0, 0.0)
