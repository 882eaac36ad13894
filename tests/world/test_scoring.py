"""In every league, on both engines, a robot drives to the ball and scores."""

import math

import pytest

import robopitch
from robopitch import BodyVelocity, Goal, Kick, Team
from robopitch.physics import params as p
from robopitch.spec import league_names


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
@pytest.mark.parametrize("league", league_names("turf"))
def test_a_scripted_robot_drives_to_the_ball_and_scores(league, engine):
    world = robopitch.make(league, engine=engine, timestep=0.002, players={"blue": 1, "yellow": 0})
    field, robot = world.league.field, world.league.blue.robot
    goal = field.length / 2
    size = float(world.engine.params.kinds[0, p.RADIUS]) + world.league.ball.radius
    ball = (goal * 0.6, 0.05 * field.width)
    world.place_robot("blue", 0, goal * 0.2, -0.1 * field.width)
    world.place_ball(*ball)
    kick = Kick(0.8 * robot.kicker.speed) if robot.kicker else None
    line = math.atan2(-ball[1], goal - ball[0])  # from the ball to the middle of the goal
    behind = (ball[0] - 3 * size * math.cos(line), ball[1] - 3 * size * math.sin(line))

    def drive_towards(place, speed):
        """Turn to a place and drive; any wheeled robot can."""
        x, y, heading = world.robot("blue", 0).pose
        error = math.remainder(math.atan2(place[1] - y, place[0] - x) - heading, math.tau)
        forward = speed if abs(error) < 0.3 else 0.0
        world.command("blue", 0, BodyVelocity(forward, 0.0, max(-4.0, min(4.0, 5 * error))), kick=kick)
        return [event for event in world.step(10) if isinstance(event, Goal)]

    while math.dist(world.robot("blue", 0).pose[:2], behind) > 0.2 * size:
        assert drive_towards(behind, min(0.8, 2 * math.dist(world.robot("blue", 0).pose[:2], behind))) == []
        assert world.time < 15
    while world.time < 25:
        goals = drive_towards((goal, 0.0), 1.0)
        if goals:
            assert goals[0].team is Team.BLUE
            return
    pytest.fail(f"no goal in 25 s: {world.ball}, {world.robot('blue', 0)}")
