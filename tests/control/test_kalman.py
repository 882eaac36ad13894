import json
import math

import numpy as np
import pytest

from robopitch.control.geometry import Pose, Twist, moved
from robopitch.control.kalman import DriveModel, RobotFilter

RATE = 70.0
NOISE, HEADING_NOISE = 0.0013, 0.01  # m, rad: "realistic"
COVARIANCE = np.diag([NOISE**2, NOISE**2, HEADING_NOISE**2])
STEERED, FREE = [True], [False]
LATE = 0.005  # s: time constant of the robots here


def drive(filter_, seconds, command, seed=0, noise=1.0, lost=()):
    """Errors of pose and velocity for a robot that follows commands with a lag and is seen at 70 Hz with noise."""
    random, pose, velocity, errors = np.random.default_rng(seed), Pose(1.0, 2.0, 0.5), Twist(0.0, 0.0, 0.0), []
    step = 1 / (RATE * 20)
    for n in range(round(seconds * RATE)):
        now = n / RATE
        if len(filter_._rows):
            filter_.command(now, [command(now)])
        if n not in lost:
            seen = np.array(pose) + noise * random.normal(0, [NOISE, NOISE, HEADING_NOISE])
            filter_.see(now, [0], [seen])
        else:
            filter_.see(now, [], np.zeros((0, 3)))
        c, s = math.cos(pose.heading), math.sin(pose.heading)
        field = (c * velocity.x - s * velocity.y, s * velocity.x + c * velocity.y, velocity.turn)
        poses, velocities = filter_.motion
        turned = math.remainder(poses[0, 2] - pose.heading, math.tau)
        errors.append([*(poses[0, :2] - pose[:2]), turned, *(velocities[0] - field)])
        wanted = command(now)
        for _ in range(20):
            share = step / LATE
            velocity = Twist(*(v + share * (w - v) for v, w in zip(velocity, wanted, strict=True)))
            pose = moved(pose, velocity, step)
    return np.array(errors)


def wiggle(t):
    return Twist(1.5 * math.sin(2 * t), 0.8 * math.sin(1.3 * t + 1), 2.0 * math.sin(1.7 * t))


def rms(values):
    return float(np.sqrt(np.mean(np.square(values))))


def model(**changes):
    return DriveModel(time_constant=LATE)._replace(**changes)


def test_without_noise_it_follows_what_the_commands_say():
    errors = drive(RobotFilter(model(), COVARIANCE, STEERED), 6.0, wiggle, noise=0.0)[30:]
    assert rms(errors[:, :2]) < 0.0003
    assert rms(errors[:, 2]) < 0.002
    assert rms(errors[:, 3:5]) < 0.02


def test_it_is_much_sharper_than_the_camera():
    errors = drive(RobotFilter(model(), COVARIANCE, STEERED), 30.0, wiggle)[70:]
    assert rms(errors[:, :2]) < 0.5 * NOISE
    assert rms(errors[:, 2]) < 0.5 * HEADING_NOISE
    assert rms(errors[:, 3:5]) < 0.03  # m/s; the difference of two frames would have 0.13
    assert abs(errors[:, :2].mean()) < 0.1 * NOISE


def test_commands_make_it_sharper_than_a_filter_that_does_not_know_them():
    known = drive(RobotFilter(model(), COVARIANCE, STEERED), 20.0, wiggle)[70:]
    unknown = drive(RobotFilter(model(), COVARIANCE, FREE), 20.0, wiggle)[70:]
    assert rms(known[:, :2]) < 0.75 * rms(unknown[:, :2])
    assert rms(known[:, 3:5]) < 0.4 * rms(unknown[:, 3:5])
    assert rms(unknown[:, :2]) < NOISE


def test_one_that_keeps_its_velocity_is_followed_without_its_commands():
    filter_ = RobotFilter(model(), COVARIANCE, FREE)
    for n in range(200):
        t = n / RATE
        filter_.see(t, [0], [(1.0 + 1.5 * t, -2.0 * t, math.remainder(0.5 + 3.0 * t, math.tau))])
    poses, velocities = filter_.forecast(t + 0.1)
    t += 0.1
    assert poses[0] == pytest.approx([1.0 + 1.5 * t, -2.0 * t, 0.5 + 3.0 * t], abs=1e-3)
    assert velocities[0] == pytest.approx([1.5, -2.0, 3.0], abs=1e-2)


def test_its_own_uncertainty_is_right():
    """For robots that follow the model, with its own noise, the errors have the stated covariance."""
    free_push, dt, random = 0.25, 1 / RATE, np.random.default_rng(3)
    count = 400
    filter_ = RobotFilter(model(free_push=free_push), COVARIANCE, [False] * count)
    shape = np.array([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]])
    root = np.linalg.cholesky(shape)
    place, speed = np.zeros((count, 2)), np.zeros((count, 2))
    heading, turn = np.zeros(count), np.zeros(count)
    for n in range(60):
        seen = np.column_stack((place, heading)) + random.normal(0, [NOISE, NOISE, HEADING_NOISE], (count, 3))
        filter_.see(n * dt, np.arange(count), seen)
        poses, velocities = filter_.motion
        kicks = random.normal(size=(count, 3, 2)) @ root.T
        now = np.column_stack((poses - np.column_stack((place, heading)), velocities - np.column_stack((speed, turn))))
        place = place + speed * dt + math.sqrt(free_push) * kicks[:, :2, 0]
        speed = speed + math.sqrt(free_push) * kicks[:, :2, 1]
        heading = heading + turn * dt + 5.0 * kicks[:, 2, 0]
        turn = turn + 5.0 * kicks[:, 2, 1]
    squared = np.einsum("ni,nij,nj->n", now, np.linalg.inv(filter_.covariances), now)
    assert squared.mean() == pytest.approx(6.0, rel=0.1)


def test_covariances_are_carried_on_by_the_true_derivative():
    """The Jacobian compared with differences, for robots that drive and turn with different lags."""
    filter_ = RobotFilter(model(delay=0.01, push=0.0, twist=0.0), COVARIANCE, [True, True])
    start = [(0.0, 0.0, 0.3), (1.0, 2.0, -2.0)]
    for n in range(20):
        filter_.command(n / RATE, [(1.0, 0.5, 3.0), (-1.5, 0.2, -2.0)])
        filter_.see(n / RATE, [0, 1], start)
    now, then = filter_.time, filter_.time + 1 / RATE
    state, spread = filter_._state.copy(), filter_._spread.copy()
    whole = np.zeros((2, 6, 6))
    for column in range(6):
        ends = []
        for sign in (1, -1):
            other = state.copy()
            other[:, column] += sign * 1e-6
            ends.append(filter_._driven(other, filter_._followed, now, then).state)
        whole[:, :, column] = (ends[0] - ends[1]) / 2e-6
    filter_.see(then, [], np.zeros((0, 3)))
    assert np.allclose(filter_._spread, whole @ spread @ whole.transpose(0, 2, 1), rtol=1e-5, atol=1e-12)


def test_many_robots_are_reckoned_as_each_of_them_alone():
    random, count = np.random.default_rng(5), 7
    steered = [n % 2 == 0 for n in range(count)]
    together = RobotFilter(model(delay=0.02), COVARIANCE, steered)
    alone = [RobotFilter(model(delay=0.02), COVARIANCE, [own]) for own in steered]
    poses = random.uniform(-3, 3, (count, 3))
    for n in range(60):
        commands = random.uniform(-1, 1, (sum(steered), 3))
        seen = np.flatnonzero(random.random(count) > 0.2)
        poses += random.normal(0, 0.005, (count, 3))
        together.command(n / RATE, commands)
        together.see(n / RATE, seen, poses[seen])
        for row, one in enumerate(alone):
            if steered[row]:
                one.command(n / RATE, commands[None, row // 2])
            one.see(n / RATE, [0] if row in seen else [], poses[None, row] if row in seen else np.zeros((0, 3)))
    after = together.forecast(n / RATE + 0.1)
    for row, one in enumerate(alone):
        assert np.allclose(together.motion.poses[row], one.motion.poses[0], atol=1e-9)
        assert np.allclose(together.covariances[row], one.covariances[0], atol=1e-12)
        assert np.allclose(after.velocities[row], one.forecast(n / RATE + 0.1).velocities[0], atol=1e-9)


def test_a_prediction_over_the_delay_knows_the_commands_under_way():
    """A resting robot gets a command: the prediction moves before the robot is seen to move."""
    filter_ = RobotFilter(model(delay=0.1), COVARIANCE, STEERED)
    for n in range(20):
        filter_.see(n * 0.01, [0], [(0.0, 0.0, 0.0)])
    for n in range(5):
        filter_.command(0.15 + n * 0.01, [(0.2 * (n + 1), 0.0, 0.0)])
    assert filter_.forecast(0.25).poses[0, 0] == pytest.approx(0, abs=1e-9)  # the first arrives then
    poses, velocities = filter_.forecast(0.30)
    # Each is followed with its time constant; together they are a delayed ramp.
    assert velocities[0, 0] == pytest.approx(1.0 - 0.2 * math.exp(-2) / (1 - math.exp(-2)), abs=0.01)
    assert poses[0, 0] == pytest.approx(0.01 * (0.2 + 0.4 + 0.6 + 0.8 + 1.0) - velocities[0, 0] * LATE, abs=0.002)


def test_two_cameras_are_sharper_than_one():
    once, twice = (RobotFilter(model(), COVARIANCE, FREE) for _ in range(2))
    for n in range(100):
        once.see(n / RATE, [0], [(0.0, 0.0, 0.0)])
        twice.see(n / RATE, [0, 0], [(0.001, 0.0, 0.0), (-0.001, 0.0, 0.0)])
    assert twice.motion.poses[0] == pytest.approx([0, 0, 0], abs=1e-12)
    assert twice.covariances[0, 0, 0] < 0.65 * once.covariances[0, 0, 0]


def test_an_unseen_robot_goes_on_and_becomes_less_sure():
    filter_ = RobotFilter(model(), COVARIANCE, [False, False])
    for n in range(100):
        t = n / RATE
        filter_.see(t, [0, 1] if n < 50 else [1], [(t, 0.0, 0.0), (t, 1.0, 0.0)] if n < 50 else [(t, 1.0, 0.0)])
    assert filter_.motion.poses[:, 0] == pytest.approx([t, t], abs=0.01)
    assert filter_.covariances[0, 0, 0] > 100 * filter_.covariances[1, 0, 0]
    assert filter_.unseen(t) == pytest.approx([50 / RATE, 0.0])


def resting():
    filter_ = RobotFilter(model(), COVARIANCE, STEERED)
    for n in range(50):
        filter_.see(n / RATE, [0], [(0.0, 0.0, 0.0)])
    return filter_


def test_a_carried_robot_is_where_it_was_seen_twice():
    filter_ = resting()
    filter_.see(50 / RATE, [0], [(2.0, -1.0, 3.0)])
    assert filter_.motion.poses[0] == pytest.approx([0, 0, 0])
    filter_.see(51 / RATE, [0], [(2.02, -1.0, 3.0)])
    assert filter_.motion.poses[0] == pytest.approx([2.02, -1, 3])
    assert filter_.unseen(51 / RATE)[0] == 0.0


@pytest.mark.parametrize("rows", [[0], [0, 0]])  # by one camera, or beside the right one of another camera
def test_one_wrong_sighting_changes_nothing(rows):
    doubting, other = resting(), resting()
    doubting.see(50 / RATE, rows, [(2.0, -1.0, 3.0), (0.0, 0.0, 0.0)][: len(rows)])
    other.see(50 / RATE, rows[1:], np.zeros((len(rows) - 1, 3)))
    assert doubting.motion.poses.tolist() == other.motion.poses.tolist()
    assert doubting.covariances.tolist() == other.covariances.tolist()
    assert doubting.last_seen.tolist() == other.last_seen.tolist()


def test_wrong_sightings_that_agree_with_neither_each_other_nor_the_right_ones_are_not_believed():
    filter_, random = resting(), np.random.default_rng(2)
    for n in range(50, 200):
        wrong = n % 3 > 0
        filter_.see(n / RATE, [0], [(*random.uniform(-400, 400, 2), 0.0) if wrong else (0.0, 0.0, 0.0)])
        assert filter_.motion.poses[0] == pytest.approx([0, 0, 0], abs=1e-9)


def test_a_false_robot_of_the_same_number_is_not_believed_while_the_right_one_is_seen():
    filter_ = resting()
    for n in range(50, 100):
        filter_.see(n / RATE, [0, 0], [(2.0, 1.0, 1.0), (0.0, 0.0, 0.0)])
    assert filter_.motion.poses[0] == pytest.approx([0, 0, 0], abs=1e-9)


def test_a_doubt_is_part_of_the_state():
    one, other = resting(), RobotFilter(model(), COVARIANCE, STEERED)
    one.see(50 / RATE, [0], [(2.0, -1.0, 3.0)])
    other.load(json.loads(json.dumps(one.state())))
    for filter_ in (one, other):
        filter_.see(51 / RATE, [0], [(2.0, -1.0, 3.0)])
    assert other.motion.poses[0] == pytest.approx([2, -1, 3])
    assert one.state() == other.state()


def test_a_pushed_robot_is_followed_soon():
    """Its command is to stand, but it is pushed away at 1 m/s."""
    filter_ = RobotFilter(model(), COVARIANCE, STEERED)
    errors = []
    for n in range(100):
        t = n / RATE
        x = max(0.0, t - 0.5)
        filter_.command(t, [(0.0, 0.0, 0.0)])
        filter_.see(t, [0], [(x, 0.0, 0.0)])
        errors.append(abs(filter_.motion.poses[0, 0] - x))
    assert max(errors) < 0.03
    assert max(errors[45:]) < 0.015  # 0.14 s after it began; it is still expected to stop at any time
    assert filter_.motion.velocities[0, 0] == pytest.approx(1.0, abs=0.25)


def test_lost_frames_do_little_harm():
    lost = {n for n in range(1400) if n % 10 < 3}
    errors = drive(RobotFilter(model(), COVARIANCE, STEERED), 20.0, wiggle, lost=lost)[70:]
    assert rms(errors[:, :2]) < 0.75 * NOISE


def test_headings_run_on_beyond_half_a_turn():
    filter_ = RobotFilter(model(), COVARIANCE, FREE)
    for n in range(300):
        filter_.see(n / RATE, [0], [(0.0, 0.0, math.remainder(4.0 * n / RATE, math.tau))])
    assert filter_.motion.poses[0, 2] == pytest.approx(4.0 * n / RATE, abs=1e-3)


def test_covariances_stay_covariances():
    filter_ = RobotFilter(model(), COVARIANCE, [True, False])
    random = np.random.default_rng(0)
    for n in range(4000):
        if n % 7 == 0:
            filter_.command(n / RATE, random.uniform(-2, 2, (1, 3)))
        filter_.see(n / RATE, [0, 1], random.normal(0, NOISE, (2, 3)))
    spread = filter_.covariances
    assert np.allclose(spread, spread.transpose(0, 2, 1), rtol=1e-9, atol=1e-15)
    assert np.linalg.eigvalsh(spread).min() > 0


def test_what_was_saved_goes_on_the_same():
    one, other = (RobotFilter(model(delay=0.03), COVARIANCE, STEERED) for _ in range(2))
    drive(one, 1.0, wiggle)
    other.load(json.loads(json.dumps(one.state())))
    for filter_ in (one, other):
        filter_.command(1.0, [(1.0, 0.0, 0.0)])
        filter_.see(1.01, [0], [(1.0, 2.0, 0.5)])
    assert one.state() == other.state()
    assert np.array_equal(one.forecast(1.1).poses, other.forecast(1.1).poses)


def test_it_can_begin_at_any_time_and_go_on_after_a_pause():
    filter_ = RobotFilter(model(), COVARIANCE, [False, False])
    filter_.see(1e6, [1], [(1.0, 2.0, 3.0)])
    assert filter_.motion.poses[1] == pytest.approx([1, 2, 3])
    assert filter_.unseen(1e6)[0] == math.inf
    filter_.see(1e6 + 100, [0, 1], [(0.0, 0.0, 0.0), (-1.0, 0.0, 0.0)])
    assert filter_.motion.poses == pytest.approx(np.array([[0, 0, 0], [-1, 0, 0]]), abs=0.01)
    filter_.see(1e6 + 99.99, [0], [(0.0, 0.0, 0.0)])  # a late frame does not turn time back
    assert filter_.time == 1e6 + 100


def test_a_frame_with_each_robot_once_gives_the_same_bits_in_any_order():
    random = np.random.default_rng(3)
    one, other = (RobotFilter(DriveModel(acceleration=3.0), COVARIANCE, [True, True, False]) for _ in range(2))
    place = np.array([[0.0, 0.0, 3.1], [1.0, 0.5, 0.0], [-1.0, 0.2, 1.0]])
    for frame in range(40):
        if frame == 20:
            place[1] += (0.03, 0.0, 0.0)  # pushed
        if frame == 30:
            place[:2] += (1.0, 1.0, 2.0)  # carried, both
        seen = place + random.normal(0, [NOISE, NOISE, HEADING_NOISE], (3, 3))
        twists = random.normal(0, 1, (2, 3))
        one.command(frame / RATE, twists)
        other.command(frame / RATE, twists)
        one.see(frame / RATE, [0, 1, 2], seen)
        other.see(frame / RATE, [2, 0, 1], seen[[2, 0, 1]])
    assert one.state() == other.state()
    assert one.motion.poses.tolist() == one.poses.tolist()
