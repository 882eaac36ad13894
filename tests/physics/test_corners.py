"""Filled corners: in the outer wall, and beside goals that reach it."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import FieldVelocity
from robopitch.physics import params as p
from robopitch.physics import state as s

OPEN = {"field.corner": 0, "field.goal_corner": 0}
HIGH = {"field.wall_height": 1.0, "field.goal.height": 1.0}  # a ball that rolls fast into a wall climbs it
CORNERS = {"ssl-div-a": 2, "ssl-div-b": 1, "mirosot-5v5": 1}  # how many for x, y > 0


def apices(league):
    """The corners for x, y > 0, and the direction in which each opens, as signs of x and y."""
    field = league.field
    found = [(field.length / 2 + field.margin_goal, field.width / 2 + field.margin_touch, -1, -1)]
    if field.goal.reaches_wall:
        found.append((field.length / 2 + field.margin_goal, field.goal_side, -1, 1))
    return found


def rolled_in(league, each, timestep=0.005, overrides=None, engine="turf"):
    """Worlds in which a ball rolls into a corner: into all four of a kind, at any angle and speed."""
    corners = apices(robopitch.make(league, players=0).league)
    worlds = each * len(corners)
    batch = robopitch.make_batch(
        league, worlds=worlds, players=0, timestep=timestep, overrides=overrides, engine=engine
    )
    random = np.random.default_rng(5)
    for index in range(worlds):
        x, y, right, up = corners[index % len(corners)]
        angle, far, speed = random.uniform(0, math.pi / 2), random.uniform(0.12, 0.2), 0.3 + 6.0 * random.uniform() ** 2
        aside, along = max(far * math.cos(angle), 0.03), max(far * math.sin(angle), 0.03)  # not inside a wall
        east, north = 1 - 2 * (index % 2), 1 - 2 * (index // 2 % 2)
        velocity = -speed * right * math.cos(angle), -speed * up * math.sin(angle)
        batch.world(index).place_ball(
            east * (x + right * aside),
            north * (y + up * along),
            vx=east * velocity[0],
            vy=north * velocity[1],
            roll=bool(index % 3),
        )
    return batch


def gaps(batch, filled=True):
    """Distance of each ball's surface from walls, side of the goal, and blocks in corners; ``[gap, ball]``."""
    pitch, field = batch.world(0).engine.params.pitch, batch.world(0).league.field
    x, y, _ = np.abs(batch.ball_positions.T)
    radius = pitch[p.BALL_RADIUS]
    found = [pitch[p.WALL_X] - x - radius, pitch[p.WALL_Y] - y - radius]
    if field.goal.reaches_wall:
        beside = (y > field.goal_side) & (x > field.length / 2)
        found.append(np.where(beside, y - field.goal_side - radius, np.inf))
        if filled:
            found.append(np.where(beside, (pitch[p.GOAL_CORNER] - x + y) / math.sqrt(2) - radius, np.inf))
    if filled:
        found.append((pitch[p.CORNER] - x - y) / math.sqrt(2) - radius)
    return np.array(found)


def energies(batch):
    """Kinetic and potential energy of each ball, per mass."""
    pitch = batch.world(0).engine.params.pitch
    ball = batch.states[:, -s.BALL_FIELDS :]
    turning = pitch[p.INERTIA_FACTOR] * pitch[p.BALL_RADIUS] ** 2
    velocity, spin = ball[:, s.BALL_VX : s.BALL_VZ + 1], ball[:, s.BALL_SX : s.BALL_SZ + 1]
    return (velocity**2).sum(1) / 2 + turning * (spin**2).sum(1) / 2 + pitch[p.GRAVITY] * ball[:, s.BALL_Z]


@pytest.mark.parametrize(
    ("league", "timestep"),
    [("ssl-div-a", 0.001), ("ssl-div-a", 0.005), ("ssl-div-b", 0.005), ("mirosot-5v5", 0.005)],
)
def test_a_ball_rolled_into_a_corner_comes_out_again(league, timestep):
    """Nothing tunnels, energy never grows, and no ball comes to rest between two walls."""
    batch = rolled_in(league, 160, timestep, HIGH)
    assert len(batch.world(0).league.field.fillings) == CORNERS[league]
    energy = energies(batch)
    for _ in range(60):
        batch.step(round(0.01 / timestep))
        assert gaps(batch).min() > -1e-6
        before, energy = energy, energies(batch)
        assert (energy <= before * (1 + 1e-12) + 1e-9).all()
    batch.step(round(8.0 / timestep))
    assert wedged(batch).mean() < 0.01


def wedged(batch, filled=True):
    """Which balls are between two walls."""
    return np.sort(gaps(batch, filled), axis=0)[1] < 0.004


def test_balls_come_to_rest_in_corners_that_are_not_filled():
    batch = rolled_in("ssl-div-a", 160, overrides=OPEN | HIGH)
    batch.step(1600)
    stuck = wedged(batch, filled=False)
    assert stuck[::2].mean() > 0.03  # in the outer wall
    assert stuck[1::2].mean() > 0.03  # beside the goal


@pytest.mark.parametrize("engine", ["mujoco", "mujoco-spatial"])
def test_the_corners_are_filled_in_every_engine(engine):
    batch = rolled_in("ssl-div-a", 6, 0.002, engine=engine)
    batch.step(400)
    soft = 0.002 if engine == "mujoco-spatial" else 1e-4  # a contact in space is a spring
    assert gaps(batch).min() > -soft


@pytest.mark.parametrize("engine", ["turf", "mujoco", "mujoco-spatial"])
def test_a_robot_does_not_drive_into_the_block_beside_a_goal(engine):
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0}, timestep=0.002, engine=engine)
    pitch, field = world.engine.params.pitch, world.league.field
    world.place_ball(0.0, 0.0)
    for east, north in ((1, 1), (-1, 1), (1, -1)):
        x, y = field.length / 2 + field.margin_goal, field.goal_side
        world.place_robot("blue", 0, east * (x - 0.3), north * (y + 0.3), heading=2.0)
        world.command("blue", 0, FieldVelocity(east * 1.0, -north * 1.0))
        world.run(0.6)
        pose = world.robot("blue", 0).pose
        room = (pitch[p.GOAL_CORNER] - east * pose.x + north * pose.y) / math.sqrt(2)
        assert 0.075 - 0.002 < room < 0.09 + 0.004  # it touches the block with its side or its front


def test_a_ball_in_a_mirrored_corner_does_the_same_mirrored():
    worlds = []
    for east in (1, -1):
        for north in (1, -1):
            world = robopitch.make("ssl-div-a", players=0, timestep=0.002)
            world.place_ball(east * 6.3, north * 1.2, vx=east * 2.0, vy=-north * 1.7)
            worlds.append((world, east, north))
    for _ in range(40):
        for world, _, _ in worlds:
            world.step(5)
        first = worlds[0][0].ball
        for world, east, north in worlds:
            assert np.array_equal(world.ball.position, first.position * [east, north, 1])
            assert np.array_equal(world.ball.velocity, first.velocity * [east, north, 1])
    assert first.velocity[0] < 0 or first.velocity[1] > 0  # it has met the block


# ---- walls on the goal lines -----------------------------------------------------------------------------------------

NO_MARGIN = {"field.margin_goal": 0, "field.margin_touch": 0}


@pytest.mark.parametrize("engine", ["turf", "mujoco", "mujoco-spatial"])
@pytest.mark.parametrize("league", ["ssl-div-a", "ssl-div-b"])
def test_without_margin_the_wall_stands_on_the_line_and_the_goal_in_a_gap_of_it(league, engine):
    world = robopitch.make(league, players={"blue": 1, "yellow": 0}, overrides=NO_MARGIN, engine=engine)
    field, radius = world.league.field, float(world.league.ball.radius)
    line, back = field.length / 2, field.length / 2 + field.goal.depth
    world.place_robot("blue", 0, -line + 0.5, field.goal_side + 0.3)
    for speed in (1.0, 6.0):
        world.place_ball(line - 0.3, 0.1, vx=speed)
        goals = [event for event in world.run(0.6) if isinstance(event, robopitch.Goal)]
        assert len(goals) == 1
        assert world.ball.position[0] < back
        world.place_ball(-line + 0.3, -field.goal_side - 0.3, vx=-speed)
        world.run(0.6)
        assert abs(world.ball.position[0]) < line - radius + 1e-3
    world.command("blue", 0, FieldVelocity(-1.0, 0.0))
    world.run(1.0)
    assert -line + 0.07 < world.robot("blue", 0).pose.x < -line + 0.1
