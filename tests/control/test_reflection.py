import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numba import njit

import robopitch
from robopitch import BodyVelocity
from robopitch.control import reflection
from robopitch.control.geometry import Pose, Twist, into_body, into_field, moved
from robopitch.control.reflection import carried, distance_to, predict_ball, reflected
from robopitch.physics.compiling import compile_params
from robopitch.physics.outline import outline_distance as compiled_distance

CAMBADA = reflection.disc_with_mouth(0.25, 0.24, 0.15)
SSL = reflection.disc_with_flat_front(0.09, 0.075)
DISC = reflection.disc(0.25)
BALLS = {CAMBADA: 0.11, SSL: 0.0215, DISC: 0.11}
STILL = Twist(0.0, 0.0, 0.0)
outlines = st.sampled_from(list(BALLS))
places = st.floats(-0.6, 0.6)
speeds = st.floats(-3.0, 3.0)
twists = st.builds(Twist, st.floats(-2, 2), st.floats(-2, 2), st.floats(-5, 5))


@njit
def outline_distance(kinds, k, x, y):
    """The engine's function; only compiled code may call it."""
    return compiled_distance(kinds, k, x, y)


def gap(outline, pose, ball):
    """Distance between ball and outline; negative if they overlap."""
    forward, left = into_body(ball[0] - pose.x, ball[1] - pose.y, pose.heading)
    return distance_to(outline, forward, left)[0] - BALLS[outline]


@pytest.mark.parametrize(("league", "outline"), [("msl", CAMBADA), ("ssl-div-a", SSL)])
def test_the_outline_is_the_one_that_the_engine_has(league, outline):
    world = robopitch.make(league, players={"blue": 1, "yellow": 0})
    kinds = compile_params(world.league, [world.specs[0]], 0.001).kinds
    far = 2 * outline.radius
    for i in range(-40, 41):
        for j in range(-40, 41):
            x, y = far * i / 40 + 1e-5, far * j / 40 + 1e-6
            ours, engine = distance_to(outline, x, y), outline_distance(kinds, 0, x, y)
            if engine[0] > 0:  # outside: where the ball is
                assert ours == pytest.approx(engine, abs=1e-9)
            else:
                assert ours[0] <= 1e-9


@given(outlines, places, places, places, places)
def test_a_distance_changes_no_faster_than_one_goes(outline, x, y, dx, dy):
    one, other = distance_to(outline, x, y)[0], distance_to(outline, x + dx, y + dy)[0]
    assume(one > 0 and other > 0)
    assert abs(one - other) <= math.hypot(dx, dy) + 1e-12


@given(speeds, speeds, speeds, speeds, st.floats(0, 6.3), st.floats(0, 1))
def test_a_reflection_turns_round_what_comes_at_the_surface_and_leaves_the_rest(vx, vy, rx, ry, angle, restitution):
    normal = (math.cos(angle), math.sin(angle))
    wx, wy = reflected((vx, vy), (rx, ry), normal, restitution)
    before = (vx - rx) * normal[0] + (vy - ry) * normal[1]
    after = (wx - rx) * normal[0] + (wy - ry) * normal[1]
    assert after == pytest.approx(before if before > 0 else -restitution * before, abs=1e-9)
    assert wy * normal[0] - wx * normal[1] == pytest.approx(vy * normal[0] - vx * normal[1], abs=1e-9)


def test_a_chased_ball_is_not_sent_back_into_the_robot():
    """[CAMBADA-control §4.2.2]: the relative velocity is reflected, and the robot's added to it."""
    found = predict_ball((0.37, 0.0), (0.5, 0.0), Pose(0.0, 0.0, math.pi), [(0.165, Twist(-1.5, 0.0, 0.0))], DISC, 0.11)
    assert found.vx == pytest.approx(2.5)
    assert found.collision is not None
    assert found.collision.seconds == pytest.approx(0.01, abs=1e-3)


@given(places, places, speeds, speeds)
def test_a_standing_disc_is_met_when_the_quadratic_equation_says(x, y, vx, vy):
    """[CAMBADA-control eq. 4.3 to 4.5]: |p + v t| = r_R + r_B."""
    reach = DISC.radius + BALLS[DISC]
    assume(math.hypot(x, y) > reach + 1e-3 and math.hypot(vx, vy) > 0.1)
    a, b, c = vx * vx + vy * vy, x * vx + y * vy, x * x + y * y - reach * reach
    root = b * b - a * c
    assume(abs(root) > 1e-3 * a)  # a ball that just about touches
    time = (-b - math.sqrt(root)) / a if root > 0 and b < 0 else math.inf
    assume(abs(time - 0.5) > 1e-3)
    found = predict_ball((x, y), (vx, vy), Pose(0.0, 0.0, 1.0), [(0.25, STILL)] * 2, DISC, BALLS[DISC])
    if time > 0.5:
        assert found.collision is None
        assert (found.x, found.y) == pytest.approx((x + 0.5 * vx, y + 0.5 * vy))
        return
    hit = found.collision
    assert hit is not None
    assert hit.seconds == pytest.approx(time, abs=1.5e-3)
    nx, ny = (x + vx * time) / reach, (y + vy * time) / reach
    out = reflected((vx, vy), (0.0, 0.0), (nx, ny))
    assert math.hypot(hit.vx - out[0], hit.vy - out[1]) < 0.05 * math.hypot(vx, vy)
    assert math.hypot(found.vx, found.vy) == pytest.approx(math.hypot(vx, vy))  # the speed does not change


def small_steps(ball, velocity, pose, segments, outline, restitution, step=1e-5):
    """The same in steps of a hundredth of a millisecond: an independent computation."""
    (x, y), (vx, vy) = ball, velocity
    for seconds, twist in segments:
        for _ in range(round(seconds / step)):
            x, y, pose = x + vx * step, y + vy * step, moved(pose, twist, step)
            forward, left = into_body(x - pose.x, y - pose.y, pose.heading)
            away, nx, ny = distance_to(outline, forward, left)
            if away < BALLS[outline]:
                px, py = forward - nx * BALLS[outline], left - ny * BALLS[outline]
                surface = into_field(twist.x - twist.turn * py, twist.y + twist.turn * px, pose.heading)
                vx, vy = reflected((vx, vy), surface, into_field(nx, ny, pose.heading), restitution)
    return x, y, vx, vy


@pytest.mark.parametrize("outline", list(BALLS), ids=["mouth", "flat front", "disc"])
@pytest.mark.parametrize(
    ("bearing", "aside", "twist"),
    [
        (0.0, 0.0, STILL),  # into the mouth, at the flat front
        (0.1, 0.3, Twist(1.0, 0.0, 0.0)),
        (0.3, -0.3, Twist(0.5, -0.5, 3.0)),
        (1.5, 0.5, Twist(-1.0, 0.5, -4.0)),
        (3.0, 0.2, Twist(-2.0, 0.0, 1.0)),
    ],
)
def test_the_ball_is_where_small_steps_take_it(outline, bearing, aside, twist):
    pose, radius = Pose(0.3, -0.2, 0.7), outline.radius + BALLS[outline]
    angle = pose.heading + bearing
    ball = (pose.x + (radius + 0.15) * math.cos(angle), pose.y + (radius + 0.15) * math.sin(angle))
    aim = angle + math.pi + aside * math.asin(outline.radius / (radius + 0.15))
    velocity = (2.5 * math.cos(aim), 2.5 * math.sin(aim))
    segments = [(0.005, twist), (0.04, twist), (0.04, STILL), (0.04, twist)]
    found = predict_ball(ball, velocity, pose, segments, outline, BALLS[outline], 0.8)
    x, y, vx, vy = small_steps(ball, velocity, pose, segments, outline, 0.8)
    assert found.collision is not None
    assert math.hypot(found.x - x, found.y - y) < 0.004
    assert math.hypot(found.vx - vx, found.vy - vy) < 0.15


@settings(max_examples=300)
@given(outlines, st.floats(0, 6.28), st.floats(0.001, 0.5), speeds, speeds, st.lists(twists, min_size=1, max_size=5))
def test_the_ball_is_never_predicted_inside_the_robot(outline, bearing, away, vx, vy, commands):
    """This is the purpose of reflections [CAMBADA-control §4.2.2]. In a mouth the ball may hit walls very often."""
    radius = outline.radius + BALLS[outline] + away
    ball = (radius * math.cos(bearing), radius * math.sin(bearing))
    pose = Pose(0.0, 0.0, 0.4)
    segments = [(0.04, twist) for twist in commands]
    found = predict_ball(ball, (vx, vy), pose, segments, outline, BALLS[outline])
    for seconds, twist in segments:
        pose = moved(pose, twist, seconds)
    assert gap(outline, pose, (found.x, found.y)) > -0.03


def test_a_far_ball_goes_straight_on():
    found = predict_ball((3.0, 1.0), (-2.0, 0.5), Pose(0.0, 0.0, 0.0), [(0.165, Twist(2.0, 0.0, 0.0))], CAMBADA, 0.11)
    assert found == pytest.approx((3.0 - 0.33, 1.0 + 0.0825, -2.0, 0.5, None))


def test_a_ball_that_is_seen_too_near_and_leaves_is_left_alone():
    found = predict_ball((0.34, 0.0), (1.0, 0.0), Pose(0.0, 0.0, math.pi), [(0.1, STILL)], DISC, 0.11)
    assert found == pytest.approx((0.44, 0.0, 1.0, 0.0, None))


@given(places, places, st.builds(Pose, places, places, speeds), st.builds(Pose, places, places, speeds))
def test_an_engaged_ball_keeps_its_place_before_the_robot(x, y, pose, later):
    there = carried((x, y), pose, later)
    before = into_body(x - pose.x, y - pose.y, pose.heading)
    after = into_body(there[0] - later.x, there[1] - later.y, later.heading)
    assert after == pytest.approx(before, abs=1e-9)


@pytest.mark.parametrize(("bearing", "within"), [(0.0, 0.05), (0.6, 0.02), (1.7, 0.02), (3.0, 0.02)])
@pytest.mark.parametrize("twist", [STILL, Twist(0.6, 0.3, 0.0)])
def test_a_simulated_ball_bounces_off_as_predicted(bearing, within, twist):
    """On smooth ground and off smooth covers, where the model of [CAMBADA-control] is right except for the motion of
    the robots: they have fifty times the mass of the ball. In the mouth it bounces several times.
    """
    smooth = {
        "ball.sliding_friction": 0.001,
        "ball.rolling_deceleration": 0.001,
        "contact.ball_robot.restitution": 0.8,
        "contact.ball_robot.friction": 0.0,
    }
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, overrides=smooth)
    world.place_robot("blue", 0, x=0.0, y=0.0, heading=0.4)
    world.place_ball(x=4.0, y=4.0)
    world.command("blue", 0, BodyVelocity(*twist))
    world.run(1.0)
    robot = Pose(*world.robot("blue", 0).pose)
    angle = robot.heading + bearing
    ball = (robot.x + 0.5 * math.cos(angle), robot.y + 0.5 * math.sin(angle))
    velocity = (-2.0 * math.cos(angle + 0.1), -2.0 * math.sin(angle + 0.1))
    world.place_ball(x=ball[0], y=ball[1], vx=velocity[0], vy=velocity[1])
    found = predict_ball(ball, velocity, robot, [(0.04, twist)] * 5, CAMBADA, 0.11, restitution=0.8)
    world.run(0.2)
    assert found.collision is not None
    x, y, _ = world.ball.position
    assert math.hypot(found.x - x, found.y - y) < within
