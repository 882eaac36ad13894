"""The grabber is switched by the barrier, and lets go for a kick."""

import doctest
import math

import pytest

import robopitch
from robopitch import BodyVelocity, Kick, Kicked, Team
from robopitch.control import grabber as module
from robopitch.control.grabber import GrabberControl
from robopitch.messages import Body
from robopitch.sensors.onboard import KINDS


def test_the_example_in_its_documentation_is_right():
    assert doctest.testmod(module).failed == 0


def test_it_turns_until_the_ball_is_under_control():
    grabber = GrabberControl(full=0.8)
    assert [grabber.power(0.1 * n, ball) for n, ball in enumerate((False, False, True, True, False))] == [
        0.8, 0.8, 0.0, 0.0, 0.8,
    ]  # fmt: skip


def test_it_lets_go_for_a_kick_and_some_time_after_it():
    grabber = GrabberControl(release=0.5)
    assert grabber.power(1.0, ball=False, kick=True) == 0.0
    assert grabber.power(1.4, ball=False) == 0.0
    assert grabber.power(1.6, ball=False) == 1.0


class Robot:
    """A robot with barrier and grabber that decides every 20 ms."""

    def __init__(self) -> None:
        self.world = robopitch.make("msl", players={"blue": 1, "yellow": 0})
        self.world.place_robot("blue", 0, -3.0, 0.0)
        self.world.place_ball(-3.0 + 0.4, 0.03)
        self.barrier = KINDS["barrier"](Body(Team.BLUE, 0), "blue 0 barrier", {"level": "truth"})
        self.grabber, self.cycle = GrabberControl(), 0

    def run(self, seconds, command, kick=None, grab=True):
        events, seen = [], []
        for _ in range(round(seconds / 0.02)):
            self.cycle += 1
            (report,) = self.barrier.sample(self.cycle, self.world, (), ())
            seen.append(report.ball)
            power = self.grabber.power(self.world.time, report.ball, kick is not None) if grab else 0.0
            self.world.command("blue", 0, command, kick=kick, dribble=power)
            events += self.world.run(0.02)
            kick = None
        return events, seen

    @property
    def distance(self):
        robot, ball = self.world.robot("blue", 0).pose, self.world.ball.position
        return math.hypot(ball[0] - robot.x, ball[1] - robot.y)


def test_a_robot_that_reverses_keeps_the_ball_with_it_and_loses_it_without():
    kept, lost = Robot(), Robot()
    for robot, grab in ((kept, True), (lost, False)):
        robot.run(1.0, BodyVelocity(0.2), grab=grab)
        _, seen = robot.run(2.0, BodyVelocity(-0.5), grab=grab)
        assert (sum(seen) > 0.5 * len(seen)) is grab
    assert kept.distance < 0.32
    assert lost.distance > 0.5


@pytest.mark.parametrize("speed", [0.7, 3.0])
def test_also_a_slow_kick_gets_away(speed):
    robot = Robot()
    robot.run(1.0, BodyVelocity(0.2))
    events, _ = robot.run(1.2, BodyVelocity(0.0), kick=Kick(speed))
    assert any(isinstance(event, Kicked) for event in events)
    assert robot.distance > 0.5
