import json
import math
import random

import numpy as np
import pytest

import robopitch
from robopitch.control.candidates import BallModel, Candidates, Presence
from robopitch.messages import CameraFrame, PlaceBall

RATE = 70.0
NOISE = 0.0015


def rolled(candidates, frames, start=0, speed=1.0, noise=0.0, others=()):
    """A ball that rolls along x, seen in each frame; others: additional sightings in each frame."""
    numbers = random.Random(2)
    for n in range(start, start + frames):
        x, y = (numbers.gauss(0, noise) for _ in range(2))
        candidates.see(n / RATE, [*others, (speed * n / RATE + x, y)])
    return (start + frames - 1) / RATE


def test_what_was_seen_once_is_not_the_ball_yet():
    candidates = Candidates()
    assert candidates.best(0.0) is None
    candidates.see(0.0, [(1.0, 2.0)])
    candidates.see(0.0, [(1.0, 2.0)])  # another camera, the same moment
    assert candidates.best(0.0) is None
    candidates.see(0.01, [(1.0, 2.0)])
    assert candidates.best(0.01).at(0.01) == pytest.approx((1, 2))


def test_a_rolling_ball_is_followed_with_its_velocity():
    candidates = Candidates()
    now = rolled(candidates, 100, noise=NOISE)
    ball = candidates.best(now)
    assert ball.at(now + 0.1) == pytest.approx((now + 0.1, 0.0), abs=0.01)
    assert ball.velocity == pytest.approx((1, 0), abs=0.08)
    assert len(candidates) == 1


def test_it_goes_on_unseen_until_it_is_given_up_and_is_found_again():
    candidates = Candidates()
    last = rolled(candidates, 50)
    for n in range(50, 80):
        candidates.see(n / RATE, [])
    now = n / RATE
    assert candidates.best(now).at(now)[0] == pytest.approx(now, abs=1e-3)
    assert candidates.best(last + 0.49) is not None
    assert candidates.best(last + 0.51) is None
    candidates.see(last + 1.0, [(3.0, 0.0)])
    candidates.see(last + 1.01, [(3.0, 0.0)])
    assert candidates.best(last + 1.01).at(last + 1.01) == pytest.approx((3, 0))


def test_confidence_grows_with_sightings_and_goes_with_time():
    candidates = Candidates()
    seen = []
    for n in range(30):
        candidates.see(n / RATE, [(0.0, 0.0)])
        if n:
            seen.append(candidates.confidence(candidates.best(n / RATE), n / RATE))
    ball = candidates.best(29 / RATE)
    assert seen == sorted(seen)
    assert seen[0] == pytest.approx(0.5, abs=0.02)
    assert seen[-1] > 0.8
    assert candidates.confidence(ball, 29 / RATE + 0.4) < 0.5 < candidates.confidence(ball, 29 / RATE + 0.1)


def test_a_false_ball_now_and_then_changes_nothing():
    candidates, numbers = Candidates(), random.Random(3)
    for n in range(300):
        sightings = [(n / RATE, 0.0)]
        if numbers.random() < 0.2:
            sightings.append((numbers.uniform(-5, 5), numbers.uniform(-4, 4)))
        numbers.shuffle(sightings)
        candidates.see(n / RATE, sightings)
        if n > 2:
            assert candidates.best(n / RATE).at(n / RATE) == pytest.approx((n / RATE, 0.0), abs=0.02)


def test_of_two_steady_ones_the_older_is_the_ball():
    candidates = Candidates()
    rolled(candidates, 50)
    now = rolled(candidates, 20, start=50, others=[(2.0, 2.0)])
    assert candidates.best(now).at(now)[1] == pytest.approx(0, abs=1e-6)
    assert len(candidates) == 2


def test_a_kicked_ball_is_the_ball_after_two_sightings():
    candidates = Candidates()
    for n in range(50):
        candidates.see(n / RATE, [(0.0, 0.0)])
    for n in range(1, 4):
        now = (49 + n) / RATE
        candidates.see(now, [(6.0 * n / RATE, 0.0)])
        if n >= 2:
            assert candidates.best(now).at(now)[0] == pytest.approx(6.0 * n / RATE, abs=0.01)
    assert candidates.best(now).velocity == pytest.approx((6, 0), abs=0.3)


def test_one_that_is_too_far_to_have_got_there_must_be_seen_more_often_than_the_ball_was_of_late():
    """A carried ball appears elsewhere; two consecutive false sightings are not a ball."""
    candidates = Candidates()
    rolled(candidates, 50)
    for n in range(50, 65):
        candidates.see(n / RATE, [(-5.0, 3.0)])
        seen = n - 49
        if seen <= 5:
            assert candidates.best(n / RATE).at(n / RATE)[1] == pytest.approx(0, abs=1e-6)
    assert candidates.best(n / RATE).at(n / RATE) == pytest.approx((-5, 3))


def test_a_storm_of_false_balls_is_bounded():
    candidates, numbers = Candidates(), random.Random(0)
    for n in range(100):
        candidates.see(n / RATE, [(numbers.uniform(-5, 5), numbers.uniform(-4, 4)) for _ in range(50)])
        assert len(candidates) <= 12


def test_a_late_frame_corrects_and_a_very_late_one_is_no_use():
    candidates = Candidates()
    now = rolled(candidates, 50)
    candidates.see(now - 0.01, [(now - 0.01, 0.0)])
    assert candidates.best(now).at(now) == pytest.approx((now, 0.0), abs=1e-3)
    candidates.see(now - 0.2, [(now - 0.2, 0.0)])
    assert candidates.best(now).at(now) == pytest.approx((now, 0.0), abs=1e-3)


def test_what_was_saved_goes_on_the_same():
    one, other = Candidates(), Candidates()
    rolled(one, 30, others=[(2.0, 2.0)])
    other.load(json.loads(json.dumps(one.state())))
    assert rolled(one, 5, start=30) == rolled(other, 5, start=30)
    assert one.state() == other.state()
    one.clear()
    assert one.best(0.5) is None


def test_in_a_simulated_match_the_ball_is_the_true_one():
    """Realistic vision: noise, loss, false balls at the dribblers, cameras that overlap."""
    match = robopitch.make_match("ssl-div-b", seed=3, realism="realistic", blue="chase", yellow="chase", tracker="none")
    match.offer("me", PlaceBall(x=1.0, y=0.5, vx=2.0, vy=1.0))
    candidates, truth, errors = Candidates(BallModel(gate=0.08)), {}, []
    for tick in range(1, 8001):
        for output in match.advance(tick):
            if isinstance(output, CameraFrame):
                candidates.see(output.capture, [(ball.x, ball.y) for ball in output.balls])
                best, true = candidates.best(output.capture), truth.get(round(output.capture * 1000))
                if true is not None and output.capture > 0.5:
                    seen = best.at(output.capture) if best else (math.inf, math.inf)
                    errors.append(math.hypot(seen[0] - true[0], seen[1] - true[1]))
        truth[tick] = match.world.ball.position[:2].tolist()
    assert np.mean(np.array(errors) < 0.1) > 0.93  # hidden, kicked and flying balls are the rest
    assert np.median(errors) < 0.02


def test_who_is_seen_a_few_times_in_a_row_is_there():
    presence = Presence(3)
    for n in range(1, 4):
        presence.see(n / RATE, [0, 0])
    assert presence.there.tolist() == [True, False, False]
    presence.see(4 / RATE, [0, 2])
    assert presence.there.tolist() == [True, False, False]
    assert presence.confidence[0] > presence.confidence[2] > presence.confidence[1] == 0


def test_who_is_not_seen_for_half_a_second_is_lost_and_can_be_found_again():
    presence = Presence(2)
    for n in range(1, 100):
        presence.see(n / RATE, [0, 1])
    last = n / RATE
    while presence.there[1]:
        n += 1
        presence.see(n / RATE, [0])
    assert n / RATE - last == pytest.approx(0.45, abs=0.03)
    assert presence.there[0]
    for more in range(1, 5):
        presence.see((n + more) / RATE, [0, 1])
    assert presence.there.tolist() == [True, True]


def test_missing_every_fifth_frame_is_still_there():
    presence = Presence(1)
    for n in range(1, 300):
        presence.see(n / RATE, [0] if n % 5 else [])
    assert presence.there[0]
    assert presence.confidence[0] == pytest.approx(0.8, abs=0.08)


def test_who_is_there_can_be_saved():
    one, other = Presence(2), Presence(2)
    for n in range(20):
        one.see(n / RATE, [1])
    other.load(json.loads(json.dumps(one.state())))
    one.see(1.0, [0])
    other.see(1.0, [0])
    assert one.state() == other.state()
