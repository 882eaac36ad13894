"""Robots against robots, walls and goals; the ball against everything."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import Batch, BodyVelocity, Collision, FieldVelocity, Goal, Touch
from robopitch.physics import params as p
from robopitch.physics import state as s

TIMESTEPS = [0.001, 0.002, 0.005]
WHEELED = ["ssl-div-a", "msl", "mirosot-5v5", "vss-3v3"]


def make(kind, **options):
    """A world of a league, or of the MSL with robots on a triangular base."""
    if kind == "triangles":
        return robopitch.make("msl", robots={"blue": "msl-triangle", "yellow": "msl-triangle"}, **options)
    return robopitch.make(kind, **options)


def half_pitch(world):
    """Half length and half width between the walls."""
    return world.engine.params.pitch[p.WALL_X], world.engine.params.pitch[p.WALL_Y]


# ---- robots ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("league", [*WHEELED, "triangles"])
def test_a_pushing_contest_between_equal_robots_does_not_move(league, timestep):
    world = make(league, players=1, timestep=timestep)
    reach = float(world.engine.params.kinds[0, p.RADIUS])
    world.place_robot("blue", 0, -1.5 * reach, 0)
    world.place_robot("yellow", 0, 1.5 * reach, 0, heading=math.pi)
    world.place_ball(0, world.league.field.width / 3)
    for team in ("blue", "yellow"):
        world.command(team, 0, BodyVelocity(1.0))
    world.run(0.5)
    before = world.robot("blue", 0).pose
    world.run(2.0)
    after = world.robot("blue", 0).pose
    assert math.dist(before[:2], after[:2]) < 0.002
    assert abs(world.robot("blue", 0).pose.x + world.robot("yellow", 0).pose.x) < 0.002


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("league", [*WHEELED, "triangles"])
@pytest.mark.parametrize("direction", [0.0, 90.0, 200.0, 310.0])
def test_a_robot_driven_into_a_wall_stays_out_of_it(league, direction, timestep):
    world = make(league, players={"blue": 1, "yellow": 0}, timestep=timestep)
    angle = math.radians(direction)
    wall_x, wall_y = half_pitch(world)
    limit = float(world.league.blue.robot.drive.limits.speed)
    world.place_ball(0, 0)
    world.place_robot("blue", 0, 0.05, -0.6 * wall_y * math.sin(angle) + 0.1, heading=angle)
    world.command("blue", 0, BodyVelocity(limit))
    for _ in range(400):
        world.step(round(0.02 / timestep))
        for x, y in corners(world.robot("blue", 0)):
            assert abs(x) <= wall_x + 1e-4
            assert abs(y) <= wall_y + 1e-4


def corners(robot):
    """Points all around a robot."""
    x, y, heading = robot.pose
    outline = robot.spec.outline
    if outline.kind == "polygon":
        points = [tuple(map(float, vertex)) for vertex in outline.vertices]
    elif outline.kind == "box":
        points = [(a * outline.length / 2, b * outline.width / 2) for a in (1, -1) for b in (1, -1)]
    else:
        front = getattr(outline, "front", outline.radius)
        if outline.kind == "disc-with-mouth":
            front = math.sqrt(outline.radius**2 - (outline.mouth_width / 2) ** 2)
        around = [math.radians(5 * n) for n in range(72)]
        points = [(outline.radius * math.cos(a), outline.radius * math.sin(a)) for a in around]
        points = [point for point in points if point[0] <= front]
    c, n = math.cos(heading), math.sin(heading)
    return [(x + c * a - n * b, y + n * a + c * b) for a, b in points]


def test_a_robot_cannot_drive_through_a_goal_post_or_its_plates():
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0}, timestep=0.002)
    field = world.league.field
    line, post = field.length / 2, field.goal.width / 2
    rng = np.random.default_rng(2)
    for _ in range(30):
        world.place_robot("blue", 0, line - 0.5, post + rng.uniform(-0.08, 0.08))
        world.command("blue", 0, FieldVelocity(3.0, rng.uniform(-0.5, 0.5)))
        for _ in range(40):
            world.step(10)
            pose = world.robot("blue", 0).pose
            behind = pose.x > line
            assert not (behind and abs(pose.y - post - 0.01) < 0.07), pose


def test_robots_in_a_scrum_do_not_sink_into_each_other():
    world = robopitch.make("ssl-div-a", timestep=0.002)
    world.place_ball(0, 3)
    for _ in range(150):
        for robot in world.robots():
            x, y, _ = robot.pose
            world.command(robot.body.team, robot.body.id, FieldVelocity(-2 * x, -2 * y))
        world.step(20)
    places = np.array([robot.pose[:2] for robot in world.robots()])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 10 * np.eye(len(places))
    assert apart.min() > 2 * 0.075 - 0.002  # two flat fronts
    assert np.median(apart.min(axis=1)) < 0.19  # it is a scrum


def test_robots_that_collide_are_reported_with_their_speed():
    world = robopitch.make("ssl-div-a", players=1)
    world.place_robot("blue", 0, -0.5, 0, vx=1.0)
    world.place_robot("yellow", 0, 0.5, 0, heading=math.pi, vx=-1.0)
    world.command("blue", 0, BodyVelocity(1.0))
    world.command("yellow", 0, BodyVelocity(1.0))
    world.place_ball(0, 3)
    hits = [event for event in world.run(1.0) if isinstance(event, Collision)]
    assert hits[0].speed == pytest.approx(2.0, abs=0.05)
    assert hits[0].position[0] == pytest.approx(0.0, abs=0.01)


# ---- the ball --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("league", WHEELED)
def test_no_shot_goes_through_a_wall_a_post_or_a_net(league, timestep):
    """Many shots as a batch: from the middle at goals, posts and walls, at up to 12 m/s."""
    shots = 400
    # A rolling ball climbs a wall that it hits, and may hop over a low one: these walls are high, the goals covered.
    closed = {"field.wall_height": 3.0}
    if robopitch.make(league).league.field.goal.kind != "recess":
        closed |= {"field.goal.crossbar": True, "field.goal.roof": True}
    batch = robopitch.make_batch(league, worlds=shots, players=0, timestep=timestep, overrides=closed)
    params = batch.world(0).engine.params
    wall_x, wall_y = float(params.pitch[p.WALL_X]), float(params.pitch[p.WALL_Y])
    radius, line = float(params.pitch[p.BALL_RADIUS]), float(params.pitch[p.GOAL_LINE])
    goal = batch.world(0).league.field.goal
    rng = np.random.default_rng(7)
    for index in range(shots):
        speed = rng.uniform(3, 12)
        target = (wall_x, rng.uniform(-1, 1) * (wall_y if index % 2 else goal.width * 0.7))
        start = (line - rng.uniform(0.2, 1.0) * line, rng.uniform(-0.5, 0.5) * wall_y)
        angle = math.atan2(target[1] - start[1], target[0] - start[0]) if index % 4 else rng.uniform(-3, 3)
        batch.world(index).place_ball(*start, vx=speed * math.cos(angle), vy=speed * math.sin(angle))
    back, half = line + goal.depth, goal.width / 2
    scored, in_goal = np.zeros(shots, bool), -s.BALL_FIELDS + s.IN_GOAL  # the ball is the last in a state
    for _ in range(round(1.5 / 0.02)):
        batch.step(round(0.02 / timestep))
        x, y, z = batch.ball_positions.T
        assert (np.abs(x) <= wall_x - radius + 1e-6).all()
        assert (np.abs(y) <= wall_y - radius + 1e-6).all()
        assert (z >= radius - 1e-9).all()
        # A ball in the goal gets out by the front only, and then is no longer reported as in.
        inside = batch.states[:, in_goal] > 0
        scored |= inside
        assert (np.abs(y[inside]) < half - radius + 1e-6).all()
        assert (np.abs(x[inside]) < back - radius + 1e-6).all()
        assert goal.kind == "recess" or (z[inside] < goal.height - radius + 1e-6).all()
    assert 12 < scored.sum() < shots - 12


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("league", [*WHEELED, "triangles"])
def test_no_shot_goes_through_a_robot(league, timestep):
    shots = 200
    batch = Batch(make(league, players={"blue": 1, "yellow": 0}, timestep=timestep), shots)
    reach = float(batch.world(0).engine.params.kinds[0, p.RADIUS])
    radius = float(batch.world(0).league.ball.radius)
    height = float(batch.world(0).league.blue.robot.height)
    rng = np.random.default_rng(11)
    start = 3 * reach + radius
    for index in range(shots):
        world = batch.world(index)
        world.place_robot("blue", 0, 0, 0, heading=rng.uniform(-3.1, 3.1))
        world.place_ball(-start, rng.uniform(-0.5, 0.5) * reach, vx=rng.uniform(2, 12))
    through, over = np.zeros(shots, bool), np.zeros(shots, bool)
    for _ in range(round(3 * start / 2 / timestep)):
        batch.step()
        x, y, z = batch.ball_positions.T
        over |= z > height  # it rolled before, climbed, and hopped over the robot
        dx, dy = x - batch.poses[:, 0, 0], y - batch.poses[:, 0, 1]  # a light robot is knocked away by a hard shot
        assert (np.hypot(dx, dy)[~over] > 0.4 * reach).all()
        through |= (dx > reach) & (np.abs(dy) < 0.2 * reach) & ~over
    assert not through.any()
    assert over.mean() < 0.1


@pytest.mark.parametrize("timestep", TIMESTEPS)
def test_a_ball_bounces_off_a_wall_as_set(timestep):
    world = robopitch.make("ssl-div-a", players=0, timestep=timestep)
    world.place_ball(0, 4.5, vy=4.0, spin=(0, 0, 0))
    before = None
    while world.ball.velocity[1] > 0:
        before = world.ball.velocity[1]
        world.step()
    assert -world.ball.velocity[1] / before == pytest.approx(world.league.contact.ball_wall.restitution, rel=0.03)


@pytest.mark.parametrize("timestep", TIMESTEPS)
def test_a_ball_bounces_off_a_robots_back_as_set(timestep):
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0}, timestep=timestep)
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(-0.4, 0, vx=4.0)
    while world.ball.velocity[0] > 0:
        before = world.ball.velocity[0]
        touched = [event for event in world.step() if isinstance(event, Touch)]
    restitution = world.league.contact.ball_robot.restitution
    assert -world.ball.velocity[0] / before == pytest.approx(restitution, abs=0.06)
    assert touched[0].speed == pytest.approx(before, rel=0.02)


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("league", ["ssl-div-a", "mirosot-5v5"])
def test_a_ball_pinched_between_two_driving_robots_comes_out_slowly_or_stays(league, timestep):
    rng = np.random.default_rng(3)
    for _ in range(25):
        world = robopitch.make(league, players=1, timestep=timestep)
        kinds, radius = world.engine.params.kinds, float(world.league.ball.radius)
        reach, face = float(kinds[0, p.RADIUS]), float(kinds[0, p.FACE])
        world.place_ball(0, 0)
        for team, side in (("blue", -1), ("yellow", 1)):
            turn = rng.uniform(-0.5, 0.5)
            world.place_robot(
                team, 0, side * (reach + radius), rng.uniform(-0.4, 0.4) * reach, heading=turn + (side > 0) * math.pi
            )
            world.command(team, 0, BodyVelocity(2.0))
        fastest = 0.0
        for _ in range(round(0.8 / 0.005)):
            world.step(round(0.005 / timestep))
            apart = min(math.dist(world.ball.position[:2], robot.pose[:2]) for robot in world.robots())
            assert apart > face + radius - 0.004  # not inside
            fastest = max(fastest, world.ball.speed)
            if apart > 2 * reach:
                break
        assert fastest < 3.0
        if max(math.dist(world.ball.position[:2], robot.pose[:2]) for robot in world.robots()) > face + radius + 0.01:
            continue  # it has come out
        for team in ("blue", "yellow"):  # when they let go, it sticks to neither
            world.command(team, 0, BodyVelocity(-1.0))
        world.run(1.5)  # a limiter needs a second to bring spinning wheels to a halt
        assert min(math.dist(world.ball.position[:2], robot.pose[:2]) for robot in world.robots()) > reach + radius


@pytest.mark.parametrize("timestep", TIMESTEPS)
def test_a_ball_pinched_between_robot_and_wall_stays_on_the_pitch(timestep):
    rng = np.random.default_rng(4)
    for _ in range(25):
        world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0}, timestep=timestep)
        wall, radius = half_pitch(world)[1], float(world.league.ball.radius)
        world.place_ball(0, wall - radius - 0.001)
        world.place_robot(
            "blue", 0, rng.uniform(-0.05, 0.05), wall - 2 * radius - 0.1, heading=math.pi / 2 + rng.uniform(-0.5, 0.5)
        )
        world.command("blue", 0, FieldVelocity(0, 2.0))
        for _ in range(round(0.8 / 0.005)):
            world.step(round(0.005 / timestep))
            assert world.ball.position[1] <= wall - radius + 1e-9
            assert world.ball.speed < 3.0
            assert math.dist(world.ball.position[:2], world.robot("blue", 0).pose[:2]) > 0.075 + radius - 0.004


def test_a_ball_flies_over_a_robot_and_comes_to_rest_on_top_of_none():
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, 1.0, 0)
    world.place_ball(0.2, 0, vx=3.0, vz=3.0)
    events = world.run(0.5)
    assert not [event for event in events if isinstance(event, Touch)]
    assert world.ball.position[0] > 1.4


def test_a_ball_dropped_on_a_robot_bounces_on_its_top():
    world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(0.01, 0, z=0.5)
    lowest = 1.0
    for _ in range(400):
        world.step()
        lowest = min(lowest, world.ball.position[2])
    assert lowest == pytest.approx(0.15 + world.league.ball.radius, abs=0.003)


def test_a_ball_against_crossbar_or_post_does_not_score():
    world = robopitch.make("msl", players=0, timestep=0.002)
    goal = world.league.field.goal
    line = world.league.field.length / 2
    world.place_ball(line - 1, 0, z=goal.height + 0.06, vx=8.0)
    assert not [event for event in world.run(1.0) if isinstance(event, Goal)]
    assert world.ball.velocity[0] <= 0
    world.place_ball(line - 1, goal.width / 2 + 0.06, vx=8.0)
    assert not [event for event in world.run(1.0) if isinstance(event, Goal)]


def test_energy_never_grows_among_bodies_without_motors():
    for timestep in TIMESTEPS:
        world = robopitch.make("msl", players=0, timestep=timestep, robots={"blue": "obstacle", "yellow": "obstacle"})
        rng = np.random.default_rng(0)
        for number in range(12):
            vx, vy, turn = rng.uniform(-1, 1, 3) * (4, 4, 6)
            x, y = 0.7 * (number % 4 - 2), 0.7 * (number // 4 - 2)
            world.place_robot("yellow" if number % 2 else "blue", number // 2, x, y, vx=vx, vy=vy, turn=turn)
        world.place_ball(-0.3, -0.3, z=0.8, vx=5, vy=2, vz=3, spin=(20, -30, 10))
        events, energy = 0, total_energy(world)
        for _ in range(round(2 / timestep)):
            events += len(world.step())
            now = total_energy(world)
            assert now <= energy + 1e-9
            energy = now
        assert events > 3


def total_energy(world):
    kind, ball, view = world.engine.params.kinds[0], world.league.ball, world.ball
    robots = world.state_view().robot_block
    planar = (robots[s.VX] ** 2 + robots[s.VY] ** 2).sum() / kind[p.INVERSE_MASS] / 2
    turning = (robots[s.TURN] ** 2).sum() / kind[p.INVERSE_INERTIA] / 2
    spin = ball.inertia_factor * ball.mass * ball.radius**2 * view.spin @ view.spin / 2
    return planar + turning + ball.mass * (view.velocity @ view.velocity / 2 + 9.81 * view.position[2]) + spin
