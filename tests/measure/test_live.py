"""A running match as signals, and the noise of its cameras measured in them."""

import tomllib

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity, Team
from robopitch.measure.covariance import covariance
from robopitch.measure.delay import delay_between
from robopitch.measure.expression.expression import evaluate
from robopitch.measure.live import Sampler
from robopitch.measure.response import step_response
from robopitch.messages import Orders, PlaceBall, PlaceRobot, RobotOrder
from robopitch.spec import load_realism, parse_override

from .made import run_of, signal

NOISE = [4e-6, 1e-6, 2e-5, 9e-6, -3e-5, 4e-4]


def sampled(seconds: float, **options) -> Sampler:
    options = {"realism": "perfect", "seed": 3, "players": 2, "free_play": False, "watchdog": 0.0, **options}
    match = robopitch.make_match("ssl-div-b", **options)
    match.offer("a", PlaceBall(x=3.0, y=2.5))
    match.offer("a", PlaceRobot(Team.BLUE, 1, -3.0, 1.2, 3.1))
    match.advance(1)
    sampler = Sampler(match)
    sampler.advance(seconds)
    return sampler


# ---- sampling ------------------------------------------------------------------------------------------------------


def test_sampling_does_not_change_the_match_and_nothing_is_lost():
    options = {"realism": "realistic", "seed": 1, "blue": "chase", "yellow": "chase"}
    alone = robopitch.make_match("ssl-div-b", **options)
    said = alone.advance(2000)
    sampler = Sampler(robopitch.make_match("ssl-div-b", **options), rate=77)
    assert sampler.advance(2.0) == said
    assert sampler.match.world.fingerprint() == alone.world.fingerprint()
    assert len(sampler.run.marks) == len(alone.news)


def test_the_truth_is_at_its_times_and_what_is_seen_when_it_was_seen():
    sampler = sampled(0.5, realism_overrides={"vision_delay": 0.03})
    match, run = sampler.match, sampler.run
    match.offer("a", Orders(Team.BLUE, (RobotOrder(1, BodyVelocity(1.5)),)))
    sampler.advance(1.0)
    run = sampler.run
    x = run.signals["blue.1.x"]
    np.testing.assert_allclose(np.diff(x.times), 0.01)
    assert x.values[-1] == match.world.robot("blue", 1).pose.x
    assert (x.unit, run.signals["blue.1.turn"].unit, run.signals["seen.ball.area"].unit) == ("m", "rad/s", "px")
    assert np.nanmax(np.abs(evaluate(run, "seen.blue.1.x - blue.1.x").values)) < 1e-3
    age = evaluate(run, "seen.blue.1.arrival").values - run.signals["seen.blue.1.x"].times
    np.testing.assert_allclose(age, 0.03, atol=1e-9)
    assert abs(delay_between(x, run.signals["seen.blue.1.x"]).seconds) < 0.001
    np.testing.assert_allclose(evaluate(run, "blue.1.vx - diff(blue.1.x)").values[2:-2], 0, atol=0.03)
    found = step_response(evaluate(run, "dot(blue.1.velocity, blue.1.velocity)**0.5"), 0.501)
    assert found.final == pytest.approx(1.5, abs=0.02)
    assert 0.1 < found.rise_time < 0.5


# ---- covariance ----------------------------------------------------------------------------------------------------


def test_the_measured_noise_is_the_one_that_was_set_and_the_override_gives_it_again():
    first = covariance(sampled(20.0, realism_overrides={"robot_covariance": NOISE}).run, "blue.1")
    assert first.count > 1000
    scale = np.sqrt(np.outer(*[[NOISE[0], NOISE[3], NOISE[5]]] * 2))
    wanted = np.array([NOISE[:3], [NOISE[1], NOISE[3], NOISE[4]], [NOISE[2], NOISE[4], NOISE[5]]])
    np.testing.assert_allclose(first.matrix / scale, wanted / scale, atol=6 / np.sqrt(first.count))
    override = tomllib.loads(first.toml)
    assert parse_override(first.override) == ("robot_covariance", override["robot_covariance"])  # as --noise takes it
    assert load_realism("ssl", "perfect", override).robot_covariance == pytest.approx(first.six, rel=1e-5)
    again = covariance(sampled(20.0, seed=8, realism_overrides=override).run, "blue.1")
    np.testing.assert_allclose(again.matrix / scale, first.matrix / scale, atol=6 / np.sqrt(first.count))
    assert not np.array_equal(again.matrix, first.matrix)


def test_the_covariance_is_unbiased_and_that_of_numpy():
    rng, times = np.random.default_rng(4), np.arange(40) / 70
    noise = rng.multivariate_normal([0, 0, 0], np.diag([4e-6, 9e-6, 4e-4]), 40)
    heading = np.remainder(3.14 + noise[:, 2] + np.pi, 2 * np.pi) - np.pi  # to either side of π
    run = run_of(
        signal("seen.blue.3.x", "m", times, 1 + noise[:, 0]),
        signal("seen.blue.3.y", "m", times, noise[:, 1]),
        signal("seen.blue.3.heading", "rad", times, heading),
    )
    np.testing.assert_allclose(covariance(run, "blue.3").matrix, np.cov(noise.T), atol=1e-12)


def test_cameras_that_disagree_are_no_noise():
    run = sampled(10.0, realism_overrides={"robot_covariance": NOISE}).run
    x = run.signals["seen.blue.1.x"]
    twice = {
        name: signal(name, one.unit, np.repeat(one.times, 2), np.repeat(one.values, 2))
        for name, one in run.signals.items()
        if name.startswith("seen.blue.1.")
    }
    twice["seen.blue.1.camera"].values[1::2] = 7
    twice["seen.blue.1.x"].values[1::2] += 0.05
    found = covariance(run_of(*twice.values()), "blue.1")
    assert found.cameras == len(set(run.signals["seen.blue.1.camera"].values)) + 1
    assert found.matrix[0, 0] == pytest.approx(x.values.var(), rel=0.05)


def test_a_robot_that_moves_is_no_measure_of_noise():
    sampler = sampled(5.0, realism_overrides={"robot_covariance": NOISE})
    sampler.match.offer("a", Orders(Team.BLUE, (RobotOrder(1, BodyVelocity(-0.02)),)))
    sampler.advance(2.0)
    with pytest.raises(ValueError, match=r"blue\.1 does not rest: its x changes by .* m between"):
        covariance(sampler.run, "blue.1")
    assert covariance(sampler.run, "blue.1", end=5.0).matrix[0, 0] == pytest.approx(NOISE[0], rel=0.3)


def test_a_robot_that_nobody_saw_is_named_with_those_that_were_seen():
    run = sampled(0.1).run
    with pytest.raises(ValueError, match=r"'blue\.9' as seen by a camera; seen are blue\.0, blue\.1, yellow\.0"):
        covariance(run, "blue.9")
    with pytest.raises(ValueError, match="at least 30"):
        covariance(run, "blue.1")
