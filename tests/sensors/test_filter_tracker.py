"""The filter tracker on artificial frames with a known truth."""

import json
import math

import numpy as np
import pytest

import robopitch
from robopitch.control.ballistics import rest_point
from robopitch.messages import Body, CameraFrame, SeenBall, SeenRobot, Team
from robopitch.physics.ball_law import ball_law
from robopitch.sensors.tracker.filter import FilterTracker

LEAGUE = robopitch.make("ssl-div-a", players=0).league
RATE = 70.0  # Hz
NOISE, HEADING_NOISE = 0.0014, 0.01  # m, rad: the preset "realistic"
BLUE3 = Body(Team.BLUE, 3)


def ball(x, y):
    return SeenBall(x, y, 0.0, 0.0, 30.0, 1.0)


def robot(number, x, y, heading=0.0):
    return SeenRobot(number, x, y, heading, 0.0, 0.0, 0.15, 1.0)


def frame(time, balls=(), blue=(), yellow=(), camera=0):
    return CameraFrame(camera, round(time * RATE), time, time, tuple(balls), tuple(blue), tuple(yellow))


class Eye:
    """Cameras with noise, the same for the same seed."""

    def __init__(self, seed=0):
        self.random = np.random.default_rng(seed)

    def ball(self, x, y, noise=NOISE):
        dx, dy = self.random.normal(0, noise, 2).tolist()
        return ball(x + dx, y + dy)

    def robot(self, number, x, y, heading=0.0):
        dx, dy = self.random.normal(0, NOISE, 2).tolist()
        heading += self.random.normal(0, HEADING_NOISE)
        return robot(number, x + dx, y + dy, math.remainder(heading, 2 * math.pi))


def times(seconds, start=0.0):
    return [start + n / RATE for n in range(round(seconds * RATE))]


def test_what_was_seen_once_is_not_there_yet_and_what_is_unseen_for_half_a_second_is_gone():
    tracker = FilterTracker(LEAGUE)
    tracker.see(frame(0.0, [ball(1, 2)], [robot(3, 0, 0)], [robot(3, 1, 1)]))
    tracker.see(
        frame(0.0, [ball(1, 2)], [robot(3, 0, 0)], camera=1)
    )  # the same instant from elsewhere is no second one
    assert (tracker.frame(0, 0.0).balls, tracker.frame(0, 0.0).robots) == ((), ())
    tracker.see(frame(0.01, [ball(1, 2)], [robot(3, 0, 0)], [robot(3, 1, 1)]))
    seen = tracker.frame(1, 0.01)
    assert (seen.source, seen.number, seen.time) == ("filter", 1, 0.01)
    assert [one.robot for one in seen.robots] == [BLUE3, Body(Team.YELLOW, 3)]
    assert seen.balls[0].position == pytest.approx((1, 2, 0))
    assert seen.balls[0].visibility == seen.robots[0].visibility == 1.0
    later = tracker.frame(2, 0.5)
    assert 0 < later.balls[0].visibility < 0.1
    assert len(later.robots) == 2
    assert (tracker.frame(3, 0.52).balls, tracker.frame(3, 0.52).robots) == ((), ())


def test_constant_velocity_is_followed_without_delay():
    """Without noise the filter is exact, between frames as well, and turning robots turn on beyond ±π."""
    tracker = FilterTracker(LEAGUE)
    for t in times(3.0):
        heading = math.remainder(1.0 + 4.0 * t, 2 * math.pi)
        tracker.see(frame(t, [ball(-2 + 1.5 * t, 1 - t)], [robot(3, 2 * t, -0.5 * t, heading)]))
    now = t + 0.04
    seen = tracker.frame(0, now)
    assert seen.balls[0].position[:2] == pytest.approx((-2 + 1.5 * now, 1 - now), abs=1e-4)
    assert seen.balls[0].velocity == pytest.approx((1.5, -1, 0), abs=1e-3)
    one = seen.robots[0]
    assert (one.x, one.y, one.vx, one.vy) == pytest.approx((2 * now, -0.5 * now, 2, -0.5), abs=1e-3)
    assert one.turn == pytest.approx(4, abs=1e-2)
    assert math.remainder(one.heading - 1.0 - 4.0 * now, 2 * math.pi) == pytest.approx(0, abs=1e-3)
    assert -math.pi <= one.heading <= math.pi


def errors(seconds=30.0, cameras=1, seed=0):
    """Errors of position, heading, velocity and turn rate of a robot that drives steadily, frame by frame."""
    tracker, eye, found = FilterTracker(LEAGUE), Eye(seed), []
    for t in times(seconds):
        x, y, heading = 0.3 * t, -0.2 * t, 1.5 * t
        for camera in range(cameras):
            tracker.see(frame(t, [eye.ball(y, x)], [eye.robot(3, x, y, heading)], camera=camera))
        if t > 0.5:
            seen = tracker.frame(0, t)
            one, it = seen.robots[0], seen.balls[0]
            turned = math.remainder(one.heading - heading, 2 * math.pi)
            moved = [it.position[0] - y, it.velocity[0] + 0.2]
            found.append([one.x - x, one.y - y, turned, one.vx - 0.3, one.vy + 0.2, one.turn - 1.5, *moved])
    return np.array(found)


def test_it_is_unbiased_and_sharper_than_the_cameras():
    found = errors()
    mean, spread = found.mean(0), found.std(0)
    assert np.all(np.abs(mean) < 5 * spread / math.sqrt(len(found) / 5))  # neighbours are alike: a fifth of them count
    assert np.all(spread[[0, 1, 6]] < NOISE)
    assert spread[2] < HEADING_NOISE
    assert np.all(spread[[3, 4, 7]] < 0.06)  # m/s; the difference of two frames would have 0.14
    assert spread[5] < 0.5  # rad/s; 0.99 for the difference of two frames


def test_two_cameras_at_once_see_sharper_than_one():
    one, two = errors(cameras=1).std(0), errors(cameras=2).std(0)
    assert np.all(two[[0, 1, 2, 6]] < 0.8 * one[[0, 1, 2, 6]])
    assert np.all(two < 0.95 * one)


def test_an_accelerating_robot_is_followed_within_what_its_limits_explain():
    """At full acceleration a filter of constant velocity lags: by no more than two frames of it."""
    tracker, push = FilterTracker(LEAGUE), 4.7
    for t in times(0.7):
        tracker.see(frame(t, blue=[robot(3, push * t * t / 2, 0)]))
    one = tracker.frame(0, t).robots[0]
    assert abs(one.vx - push * t) < 2 * push / RATE
    assert abs(one.x - push * t * t / 2) < 0.002


def test_missing_frames_are_bridged():
    tracker, eye = FilterTracker(LEAGUE), Eye(2)
    worst = 0.0
    for n, t in enumerate(times(10.0)):
        if eye.random.random() < 0.3 or n % 70 > 50:  # a third at random, and 0.27 s in every second
            continue
        tracker.see(frame(t, [eye.ball(0.5 * t, 0)], [eye.robot(3, -0.5 * t, 1)]))
        if t > 0.5:
            seen = tracker.frame(0, t)
            assert (len(seen.robots), len(seen.balls)) == (1, 1)
            worst = max(worst, abs(seen.balls[0].position[0] - 0.5 * t), abs(seen.robots[0].x + 0.5 * t))
    assert worst < 5 * NOISE


def test_false_balls_never_come_first_and_outliers_do_not_pull():
    tracker, eye = FilterTracker(LEAGUE), Eye(3)
    for t in times(20.0):
        x = 2 * math.sin(t)
        balls = [] if eye.random.random() < 0.1 else [eye.ball(x, 0)]
        balls += [ball(*eye.random.uniform(-4, 4, 2).tolist()) for _ in range(3) if eye.random.random() < 0.1]
        if eye.random.random() < 0.05:
            balls.append(ball(x + 0.08, 0.0))  # close by, as at the corner of a dribbler
        eye.random.shuffle(balls)
        wrong = [robot(3, 3.0, 3.0)] if eye.random.random() < 0.05 else [eye.robot(3, 0, 1)]
        tracker.see(frame(t, balls, wrong))
        if t > 0.5:
            seen = tracker.frame(0, t)
            assert seen.balls[0].position[:2] == pytest.approx((x, 0), abs=0.015)
            assert (seen.robots[0].x, seen.robots[0].y) == pytest.approx((0, 1), abs=6 * NOISE)
            assert seen.kicked is None


def test_a_second_ball_is_a_candidate_behind_the_first():
    tracker = FilterTracker(LEAGUE)
    for t in times(1.0):
        tracker.see(frame(t, [ball(0, 0)] + [ball(2, 0)] * (t > 0.6)))
    assert [round(one.position[0]) for one in tracker.frame(0, t).balls] == [0, 2]


def test_what_is_carried_elsewhere_is_found_there_after_four_frames():
    tracker = FilterTracker(LEAGUE)
    for t in times(1.0):
        tracker.see(frame(t, [ball(0, 0)], [robot(3, 1, 1)]))
    for n in (1, 2, 3, 4):
        assert (tracker.frame(0, t).balls[0].position[0], tracker.frame(0, t).robots[0].x) == pytest.approx((0, 1))
        tracker.see(frame(t + n / RATE, [ball(3, 3)], [robot(3, -4, 0)]))
    seen = tracker.frame(0, t + 4 / RATE)
    assert [one.position[:2] for one in seen.balls] == [pytest.approx((3, 3))]
    assert [(one.x, one.y) for one in seen.robots] == [pytest.approx((-4, 0))]
    assert seen.kicked is None


def test_frames_that_come_late_still_help_and_very_late_ones_do_no_harm():
    def run(shift):
        tracker = FilterTracker(LEAGUE)
        for t in times(1.0):
            tracker.see(frame(t, [ball(2 * t, 0)]))
            tracker.see(frame(t - shift, [ball(2 * (t - shift), 0)], camera=1))
        return tracker.frame(0, t).balls, t

    for shift in (0.005, 0.3):
        [one], t = run(shift)
        assert one.position[0] == pytest.approx(2 * t, abs=1e-3)
        assert one.velocity[0] == pytest.approx(2, abs=1e-2)


@pytest.mark.parametrize("stagger", [0.0, 0.5 / RATE])
def test_cameras_that_disagree_do_not_make_things_move(stagger):
    """Four centimetres between them, and each misses now and then."""
    tracker, eye = FilterTracker(LEAGUE), Eye(4)
    for t in times(10.0):
        for camera, beside in ((0, -0.02), (1, 0.02)):
            balls = [eye.ball(beside, 0)] if eye.random.random() > 0.05 else []
            robots = [eye.robot(3, beside - 0.1, 0)] if eye.random.random() > 0.05 else []
            tracker.see(frame(t + camera * stagger, balls, robots, camera=camera))
        seen = tracker.frame(0, t + stagger)
        if t > 0.1:
            assert (len(seen.balls), len(seen.robots), seen.kicked) == (1, 1, None)
            assert abs(seen.balls[0].velocity[0]) < 0.25
            assert abs(seen.robots[0].vx) < 0.25
        if t > 3:
            assert (seen.balls[0].position[0], seen.robots[0].x) == pytest.approx((0, -0.1), abs=0.005)


def test_a_ball_that_rolls_from_one_camera_to_the_next_does_not_jump():
    """The second sees it 3 cm further on, in the metre where both see it and beyond."""
    tracker, eye = FilterTracker(LEAGUE), Eye(4)
    for t in times(6.0):
        x = t - 3
        tracker.see(frame(t, [eye.ball(x, 0)] if x < 0.5 else []))
        tracker.see(frame(t, [eye.ball(x + 0.03, 0)] if x > -0.5 else [], camera=1))
        if t > 0.5:
            [one] = tracker.frame(0, t).balls
            assert one.velocity[0] == pytest.approx(1, abs=0.25)
            assert one.position[0] == pytest.approx(x, abs=0.035)
    assert one.position[0] == pytest.approx(x + 0.03, abs=0.005)  # only one camera sees it now


def flight(kick, heading, seconds, eye, start=1.003):
    """A ball that blue 3 kicks from rest after a second, by the physics; (time, x, y) at each frame."""
    world = robopitch.make("ssl-div-a", players=0, overrides={"field.wall_height": 0.0})
    world.place_ball(0, 0, vx=kick * math.cos(heading), vy=kick * math.sin(heading))
    for t in times(seconds):
        if t > start:
            world.step(round((t - start) / world.timestep) - world.tick)
        x, y = world.ball.position[:2].tolist() if t > start else (0.0, 0.0)
        behind = (-0.1 * math.cos(heading), -0.1 * math.sin(heading))
        yield t, frame(t, [eye.ball(x, y)], [eye.robot(3, *behind, heading)], [eye.robot(7, 2.0, -2.0)])


@pytest.mark.parametrize("speed", [1.0, 1.5, 2.5, 4.0, 6.5])
@pytest.mark.parametrize("heading", [0.0, 2.0])
def test_a_kick_is_noticed_and_said_by_whom_and_how_far(speed, heading):
    tracker, noticed = FilterTracker(LEAGUE), None
    for t, seen in flight(speed, heading, 1.6, Eye(5)):
        tracker.see(seen)
        kick = tracker.frame(0, t).kicked
        if kick is not None and noticed is None:
            noticed = t
    assert 1.003 < noticed < 1.003 + 5 / RATE
    assert kick.robot == BLUE3
    assert kick.start == pytest.approx(1.003, abs=2 / RATE)
    assert kick.position == pytest.approx((0, 0), abs=0.01)
    assert kick.velocity[2] == 0
    assert math.hypot(*kick.velocity) == pytest.approx(speed, abs=0.25)
    assert math.remainder(math.atan2(kick.velocity[1], kick.velocity[0]) - heading, 2 * math.pi) == pytest.approx(
        0, abs=0.2 / speed
    )
    law = ball_law(LEAGUE)
    seconds, x, _ = rest_point((0, 0, law.radius), (speed, 0, 0), law)
    # The velocity is known to about 0.05 m/s; a ball that rolls out at 0.35 m/s² makes much of it.
    assert kick.stop == pytest.approx(1.003 + seconds, abs=0.25 / 1.4 / 0.35)
    assert math.hypot(*kick.stop_position) == pytest.approx(x, abs=0.25 * speed / 1.4**2 / 0.35)
    assert tracker.frame(0, t + 0.4).kicked is not None
    assert tracker.frame(0, kick.stop + 0.01).kicked is None


def test_a_ball_that_bounces_off_a_robot_ends_the_kick_and_is_no_new_one():
    tracker, eye = FilterTracker(LEAGUE), Eye(6)
    wall = robot(9, 2.1, 0.0)
    met, reported = None, []
    for t in times(2.5):
        x = 0.0 if t < 1 else 3.0 * (t - 1)
        if x > 2.0:  # turns round at the cover of yellow 9, and loses half its speed
            x, met = 2.0 - 0.5 * (x - 2.0), met or t
        tracker.see(frame(t, [eye.ball(x, 0)], [eye.robot(3, -0.1, 0)], [wall]))
        reported.append((t, tracker.frame(0, t).kicked))
    assert all(kick is not None for t, kick in reported if 1.1 < t < met)
    assert all(kick is None for t, kick in reported if t > met + 0.1)
    assert all(kick is None or kick.robot == BLUE3 for _, kick in reported)


def test_a_ball_that_lies_down_again_ends_the_kick():
    tracker, eye = FilterTracker(LEAGUE), Eye(7)
    for t in times(3.0):
        x = min(max(2.0 * (t - 1), 0.0), 1.0)  # stopped by nothing that is seen
        tracker.see(frame(t, [eye.ball(x, 0, noise=0.0002)], [robot(3, -0.1, 0)]))
        if 1.2 < t < 1.4:
            assert tracker.frame(0, t).kicked is not None
    assert tracker.frame(0, t).kicked is None


def test_the_same_frames_give_the_same_track_and_a_saved_one_goes_on_alike():
    frames = [seen for _, seen in flight(5.0, 0.3, 1.6, Eye(8))]
    first, second = FilterTracker(LEAGUE), FilterTracker(LEAGUE)
    for n, seen in enumerate(frames):
        if n % 5 == 0:  # saved and restored again and again, in the middle of a kick too
            saved = json.dumps(second.state())
            second = FilterTracker(LEAGUE)
            second.load(json.loads(saved))
            assert json.dumps(second.state()) == saved
        first.see(seen)
        second.see(seen)
        assert first.frame(n, seen.capture + 0.03) == second.frame(n, seen.capture + 0.03)
    assert first.frame(0, seen.capture).kicked is not None


def test_a_storm_of_false_balls_is_bounded():
    tracker, eye = FilterTracker(LEAGUE), Eye(9)
    for t in times(0.5):
        storm = [ball(*eye.random.uniform(-4, 4, 2).tolist()) for _ in range(100)]
        tracker.see(frame(t, [eye.ball(0, 0), *storm]))
        assert len(tracker.frame(0, t).balls) <= 16
    assert min(math.hypot(*one.position[:2]) for one in tracker.frame(0, t).balls) < 0.1


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "ssl-div-b"])
def test_robots_of_other_leagues_give_a_model_too(league):
    tracker = FilterTracker(robopitch.make(league, players=0).league)
    for t in times(0.5):
        tracker.see(frame(t, [ball(t, 0)], [robot(1, 0, t)]))
    seen = tracker.frame(0, t)
    assert seen.balls[0].velocity[0] == pytest.approx(1, abs=0.02)
    assert seen.robots[0].vy == pytest.approx(1, abs=0.02)
