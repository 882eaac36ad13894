"""The physics is symmetric in sides and colours."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick
from robopitch.physics import params as p


def lively(league, mirrored=False, swapped=False, seed=3):
    """Everybody moving, kicking and dribbling; as it is, mirrored (y → −y), or turned by 180° with colours swapped."""
    world = robopitch.make(league, timestep=0.002)
    random = np.random.default_rng(seed)
    side = 3 * math.sqrt(world.league.team_size) * float(world.engine.params.kinds[0, p.RADIUS])
    spec = world.league.blue.robot
    kicks, omni = spec.kicker is not None, spec.drive.kind == "omni"
    flip, turn = (-1 if mirrored else 1), (-1 if swapped else 1)
    for robot in list(world.robots()):
        team = robot.body.team.other if swapped else robot.body.team
        x, y, heading, forward, left, spin = random.uniform(-1, 1, 6)
        world.place_robot(
            team,
            robot.body.id,
            turn * side * x,
            turn * flip * side * y,
            heading=flip * 3 * heading + (math.pi if swapped else 0),
        )
        world.command(
            team,
            robot.body.id,
            BodyVelocity(2 * forward, flip * 2 * left * omni, flip * 3 * spin),
            kick=Kick(4.0, 0.4) if kicks else None,
            dribble=1.0 if kicks else 0.0,
        )
    world.place_ball(turn * 0.1, turn * flip * 0.2, vx=turn * 3.0, vy=turn * flip * 1.0)
    return world


def motions(world, team=None):
    """x, y, heading and their rates of each robot."""
    return np.array([(*robot.pose, *robot.velocity) for robot in world.robots(team)])


@pytest.mark.parametrize("league", ["ssl-div-a", "msl", "mirosot-5v5", "vss-3v3"])
def test_a_mirrored_world_stays_mirrored_to_the_last_bit(league):
    world, mirror = lively(league), lively(league, mirrored=True)
    events = 0
    for _ in range(60):
        events += len(world.step(25))
        mirror.step(25)
        assert np.array_equal(motions(world), motions(mirror) * [1, -1, -1, 1, -1, -1])
        assert np.array_equal(world.ball.position, mirror.ball.position * [1, -1, 1])
        assert np.array_equal(world.ball.velocity, mirror.ball.velocity * [1, -1, 1])
        assert np.array_equal(world.ball.spin, mirror.ball.spin * [-1, 1, -1])
    assert events > 3


def test_a_world_with_swapped_colours_does_the_same_turned_round():
    world, swapped = lively("ssl-div-a", seed=8), lively("ssl-div-a", swapped=True, seed=8)
    world.run(0.4)
    swapped.run(0.4)
    for team, other in (("blue", "yellow"), ("yellow", "blue")):
        ours, theirs = motions(world, team), motions(swapped, other)
        assert ours[:, :2] == pytest.approx(-theirs[:, :2], abs=1e-3)
    assert world.ball.position[:2] == pytest.approx(-swapped.ball.position[:2], abs=5e-3)


@pytest.mark.parametrize("duels", [20, pytest.param(400, marks=pytest.mark.nightly)])
def test_symmetric_duels_show_no_favourite_colour(duels):
    """Two dribblers drive at the ball from opposite sides; the one that pushes it over the middle wins."""
    random = np.random.default_rng(0)
    blue = yellow = 0
    for _ in range(duels):
        world = robopitch.make("ssl-div-a", timestep=0.002, players=1)
        distance, offset = random.uniform(0.3, 1.0), random.uniform(-0.1, 0.1)
        slant, speed = random.uniform(-0.5, 0.5), random.uniform(0.5, 2.5)
        for team, side in (("blue", -1), ("yellow", 1)):
            world.place_robot(team, 0, side * distance, side * offset, heading=slant + (math.pi if side > 0 else 0))
        world.place_ball(0, 0)
        for _ in range(100):
            for team in ("blue", "yellow"):
                x, y, heading = world.robot(team, 0).pose
                dx, dy = world.ball.position[0] - x, world.ball.position[1] - y
                length = math.hypot(dx, dy)
                error = math.remainder(math.atan2(dy, dx) - heading, math.tau)
                velocity = FieldVelocity(speed * dx / length, speed * dy / length, 5 * error)
                world.command(team, 0, velocity, dribble=1.0)
            world.step(10)
        blue += world.ball.position[0] > 0.02
        yellow += world.ball.position[0] < -0.02
    decided = blue + yellow
    assert decided > 0.3 * duels
    assert abs(blue - yellow) < 3 * math.sqrt(decided)  # three standard deviations of a fair coin
