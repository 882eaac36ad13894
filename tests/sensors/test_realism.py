"""Noise, missed objects and false balls have the specified statistics."""

import math

import numpy as np
import pytest

from robopitch.spec import load_league

LEAGUE = load_league("ssl-div-a")
RADIUS = float(LEAGUE.ball.radius)
FRAMES = 8000
ROBOTS = [("blue", 2, -3.0, -2.0, 3.1), ("yellow", 5, -4.0, -3.0, 0.0)]


def frames_of(pitch, count=FRAMES, camera=0, period=1 / 70, **realism):
    one = pitch(robots=ROBOTS, ball=(-2.0, -1.0, RADIUS), **realism)
    return [one.look(number, [camera], time=number * period)[0] for number in range(count)]


def close_to(share, probability, count):
    return abs(share - probability) < 5 * math.sqrt(probability * (1 - probability) / count)


def test_the_balls_noise_has_its_deviation_along_each_axis(pitch):
    places = np.array([frame.balls[0][:2] for frame in frames_of(pitch, ball_position=0.0014)]) - (-2.0, -1.0)
    assert np.allclose(places.mean(axis=0), 0, atol=5 * 0.0014 / math.sqrt(FRAMES))
    assert np.allclose(places.std(axis=0), 0.0014, rtol=5 / math.sqrt(2 * FRAMES))
    assert abs(np.corrcoef(places.T)[0, 1]) < 5 / math.sqrt(FRAMES)
    steps = np.corrcoef(places[1:, 0], places[:-1, 0])[0, 1]
    assert abs(steps) < 5 / math.sqrt(FRAMES)


def test_the_robots_noise_has_its_deviations_and_headings_stay_in_range(pitch):
    frames = frames_of(pitch, robot_position=0.0013, robot_heading=0.05)
    blue = np.array([frame.blue[0][1:4] for frame in frames])
    assert blue[:, 2].min() >= -math.pi
    assert blue[:, 2].max() <= math.pi
    assert (blue[:, 2] < 0).mean() > 0.1  # 3.1 rad and a little more is −3.1 rad
    heading = np.mod(blue[:, 2], 2 * math.pi) - 3.1
    noise = np.column_stack([blue[:, :2] - (-3.0, -2.0), heading])
    assert np.allclose(noise.mean(axis=0), 0, atol=5 * np.array([0.0013, 0.0013, 0.05]) / math.sqrt(FRAMES))
    assert np.allclose(noise.std(axis=0), [0.0013, 0.0013, 0.05], rtol=5 / math.sqrt(2 * FRAMES))
    yellow = np.array([frame.yellow[0].x + 4.0 for frame in frames])
    assert abs(np.corrcoef(noise[:, 0], yellow)[0, 1]) < 5 / math.sqrt(FRAMES)


COVARIANCES = [
    [4e-6, 1e-6, 2e-5, 9e-6, -3e-5, 4e-4],
    [4e-6, 6e-6, 0.0, 9e-6, 0.0, 1e-4],  # x and y move together: the matrix has no inverse
    [0.0, 0.0, 0.0, 9e-6, -6e-5, 4e-4],
    [4e-6, 0.0, 4e-5, 0.0, 0.0, 4e-4],
]


@pytest.mark.parametrize("covariance", COVARIANCES)
def test_a_full_covariance_takes_the_place_of_the_deviations(pitch, covariance):
    frames = frames_of(pitch, robot_covariance=covariance, robot_position=5.0)
    yellow = np.array([frame.yellow[0][1:4] for frame in frames]) - (-4.0, -3.0, 0.0)
    xx, xy, xt, yy, yt, tt = covariance
    wanted = np.array([[xx, xy, xt], [xy, yy, yt], [xt, yt, tt]])
    variances = np.diag(wanted)
    spread = np.sqrt((np.outer(variances, variances) + wanted**2) / FRAMES)
    assert np.all(abs(np.cov(yellow.T) - wanted) <= 5 * spread + 1e-15)


def test_the_area_has_its_noise_and_is_at_least_a_pixel(pitch):
    exact = pitch(ball=(-2.0, -1.0, RADIUS)).balls()[0].area
    areas = np.array([frame.balls[0].area for frame in frames_of(pitch, ball_area=1.0)])
    assert areas.mean() == pytest.approx(exact, abs=5 / math.sqrt(FRAMES))
    assert areas.std() == pytest.approx(1.0, rel=5 / math.sqrt(2 * FRAMES))
    wild = [frame.balls[0].area for frame in frames_of(pitch, 500, ball_area=100.0)]
    assert min(wild) == 1.0


def test_cameras_overlook_as_often_as_they_should_and_each_for_itself(pitch):
    one = pitch(robots=[("blue", 2, 0, 0, 0)], missing_ball=0.05, missing_robot=0.2, camera_overlap=1)
    seen = np.array([[(len(f.balls), len(f.blue)) for f in one.look(number)] for number in range(4000)])
    for camera in range(4):
        assert close_to(1 - seen[:, camera, 0].mean(), 0.05, 4000)
        assert close_to(1 - seen[:, camera, 1].mean(), 0.2, 4000)
    assert abs(np.corrcoef(seen[:, 0, 1], seen[:, 1, 1])[0, 1]) < 5 / math.sqrt(4000)


def test_what_vanishes_is_gone_for_all_cameras_at_once(pitch):
    robots = [("blue", 2, 0, 0.5, 0), ("yellow", 2, 0, -0.5, 0)]
    one = pitch(robots=robots, vanish_ball=0.1, vanish_blue=0.3, vanish_yellow=0.5, camera_overlap=1)
    seen = np.array([[(len(f.balls), len(f.blue), len(f.yellow)) for f in one.look(number)] for number in range(4000)])
    assert np.all(seen == seen[:, :1])
    for kind, chance in enumerate((0.1, 0.3, 0.5)):
        assert close_to(1 - seen[:, 0, kind].mean(), chance, 4000)
    assert abs(np.corrcoef(seen[:, 0, 1], seen[:, 0, 2])[0, 1]) < 5 / math.sqrt(4000)


def test_what_vanishes_stays_away_for_the_time_that_was_set(pitch):
    frames = frames_of(pitch, period=0.01, vanish_ball=0.3, vanish_time=0.1)
    seen = np.array([len(frame.balls) for frame in frames]).reshape(-1, 10)
    changes = np.sum(seen != seen[:, :1])  # a window's last frame may fall to the next one by rounding
    assert changes <= len(seen)
    assert abs((1 - seen[:, 5]).mean() - 0.3) < 5 * math.sqrt(0.3 * 0.7 / len(seen))


def test_false_balls_appear_at_the_right_corner_of_a_dribbler_at_their_rate(pitch):
    one = pitch(robots=[*ROBOTS, (None, 0, -3.0, -3.5, 0.0)], ball=(-2.0, -1.0, RADIUS), false_balls=7.0)
    found = [ball for number in range(FRAMES) for ball in one.balls(number) if ball[:2] != (-2.0, -1.0)]
    rate = 7.0 / 70 * len(ROBOTS)
    assert abs(len(found) / FRAMES - rate) < 5 * math.sqrt(rate / FRAMES)
    forward, right = 0.075 + RADIUS, 0.035
    corners = [
        (x + math.cos(h) * forward + math.sin(h) * right, y + math.sin(h) * forward - math.cos(h) * right)
        for _, _, x, y, h in ROBOTS
    ]
    distances = [min(math.dist(ball[:2], corner) for corner in corners) for ball in found]
    assert max(distances) < 1e-12
    assert {min(range(2), key=lambda n: math.dist(ball[:2], corners[n])) for ball in found} == {0, 1}


def test_the_true_ball_is_not_always_the_first(pitch):
    one = pitch(robots=ROBOTS, ball=(-2.0, -1.0, RADIUS), false_balls=70.0)
    places = [[ball[:2] for ball in one.balls(number)].index((-2.0, -1.0)) for number in range(3000)]
    for place in range(3):
        assert close_to(places.count(place) / 3000, 1 / 3, 3000)


def test_a_rotated_robot_is_seen_beside_the_right_one_at_its_place_a_quarter_to_the_left(pitch):
    one = pitch(robots=[("blue", 0, -2.0, -1.0, 0.3), ("yellow", 13, -1.0, -1.0, 3.0)], rotated_start=1.0)
    (frame,) = [frame for frame in one.look(0) if frame.blue]
    for robots, numbers in ((frame.blue, [0, 13]), (frame.yellow, [13, 15])):
        right, rotated = robots
        assert [right.id, rotated.id] == numbers
        assert (rotated.x, rotated.y) == (right.x, right.y)
        assert math.remainder(rotated.heading - right.heading - math.pi / 2, math.tau) == pytest.approx(0, abs=1e-12)
        assert abs(rotated.heading) <= math.pi


@pytest.mark.parametrize(("start", "stop"), [(0.02, 0.1), (0.5, 0.9), (0.1, 0.0)])
def test_rotated_robots_begin_and_end_as_often_as_they_should_and_each_camera_for_itself(pitch, start, stop):
    one = pitch(robots=[("blue", 2, 0, 0, 0)], rotated_start=start, rotated_stop=stop, camera_overlap=1)
    seen = np.array([[len(frame.blue) == 2 for frame in one.look(number)] for number in range(4000)])
    before, after = seen[:-1], seen[1:]
    assert close_to(after[~before].mean(), start, (~before).sum()) or stop == 0.0
    assert close_to(1 - after[before].mean(), stop, before.sum()) if stop > 0.0 else after[before].all()
    assert (seen[:, 0] != seen[:, 1]).any()


def test_a_frame_with_rotated_robots_depends_on_no_other_frame(pitch):
    one, other = (pitch(robots=[("blue", 2, 0, 0, 0)], rotated_start=0.02, rotated_stop=0.1) for _ in range(2))
    frames = [one.look(number) for number in range(500)]
    assert [other.look(number) for number in range(499, -1, -1)][::-1] == frames


def test_confidence_spreads_evenly_below_1(pitch):
    frames = frames_of(pitch, confidence_spread=0.1)
    for values in ([frame.balls[0].confidence for frame in frames], [frame.blue[0].confidence for frame in frames]):
        assert 0.9 < min(values) < max(values) < 1
        assert np.mean(values) == pytest.approx(0.95, abs=5 * 0.1 / math.sqrt(12 * FRAMES))


NOISY = {
    "ball_position": 0.01, "robot_position": 0.01, "robot_heading": 0.1, "ball_area": 3, "false_balls": 20,
    "missing_ball": 0.2, "missing_robot": 0.2, "vanish_ball": 0.1, "vanish_blue": 0.1, "vanish_yellow": 0.1,
    "confidence_spread": 0.5, "hide_balls": True, "camera_error": 0.1, "position_offset": 0.02, "camera_overlap": 1,
}  # fmt: skip


def test_the_same_arguments_give_the_same_frames_in_any_order(pitch):
    one, other = (pitch(robots=ROBOTS, ball=(-2.0, -1.0, 0.3), **NOISY) for _ in range(2))
    frames = [one.look(number) for number in range(100)]
    assert [other.look(number) for number in reversed(range(100))] == frames[::-1]
    assert [[other.look(number, [camera])[0] for camera in range(4)] for number in range(100)] == frames
    assert len({tuple(frame) for frame in map(tuple, frames)}) == 100


def test_another_seed_gives_other_frames(pitch):
    first, second = (pitch(robots=ROBOTS, ball=(-2.0, -1.0, 0.3), seed=seed, **NOISY) for seed in (1, 2))
    assert all(first.look(number) != second.look(number) for number in range(20))
    big = pitch(robots=ROBOTS, seed=-(3**80), **NOISY)
    assert len(big.look()) == 4


def test_a_robots_noise_does_not_depend_on_who_else_is_there(pitch):
    alone = pitch(robots=ROBOTS[1:], robot_position=0.01)
    together = pitch(robots=ROBOTS, robot_position=0.01)
    for number in range(20):
        assert alone.look(number)[0].yellow == together.look(number)[0].yellow
