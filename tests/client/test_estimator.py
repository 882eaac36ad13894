"""The estimator with artificial frames, and compared with the truth of a match."""

import math
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch.client.estimator import Estimator
from robopitch.client.motion import MotionControl
from robopitch.control.geometry import Twist
from robopitch.messages import (
    CameraFrame,
    Feedback,
    GameState,
    Kicked,
    Orders,
    Phase,
    Pose,
    Restarted,
    SeenBall,
    SeenRobot,
    Team,
    Touch,
)
from robopitch.messages.camera import overhead
from robopitch.spec import load_league
from robopitch.teams import chase
from robopitch.teams.observation import Observation, look

LEAGUE = load_league("ssl-div-b")
EPOCH = 1_700_000_000.0
PERIOD = 1 / 70


def frame(time: float, blue=None, yellow=None, balls=(), camera: int = 0) -> CameraFrame:
    """A picture: robots by number as x, y, heading, and balls as x, y."""
    seen = [tuple(SeenRobot(n, *pose, 0, 0, 0.15, 1) for n, pose in (team or {}).items()) for team in (blue, yellow)]
    return CameraFrame(
        camera, 0, EPOCH + time, EPOCH + time, tuple(SeenBall(x, y, 0, 0, 80, 1) for x, y in balls), *seen
    )


def watched(seconds: float = 0.2, team: Team = Team.BLUE, delay: float = 0.0, estimator=None, start=0.0, **things):
    """One that has seen the same picture for a while."""
    estimator = estimator or Estimator(LEAGUE, team, delay)
    for number in range(round(seconds / PERIOD)):
        estimator.see([frame(start + number * PERIOD, **things)])
        estimator.commanded({})
    return estimator


# ---- what is seen ------------------------------------------------------------------------------------------------


def test_before_anything_was_seen_there_is_nothing_to_decide_on():
    assert Estimator(LEAGUE, Team.BLUE).observation() is None


def test_a_team_sees_its_robots_its_opponents_and_the_ball():
    observation = watched(blue={0: (-1.0, 0.5, 0.3)}, yellow={2: (1.0, -0.5, 3.0)}, balls=[(0.2, 0.1)]).observation()
    assert observation.own[0] == pytest.approx(Pose(-1.0, 0.5, 0.3), abs=1e-6)
    assert observation.opponents[2] == pytest.approx(Pose(1.0, -0.5, 3.0), abs=1e-6)
    assert observation.ball == pytest.approx((0.2, 0.1, LEAGUE.ball.radius), abs=1e-6)
    assert observation.own_velocity[0] == pytest.approx((0.0, 0.0, 0.0), abs=1e-3)
    assert observation.charge == {0: 1.0}


def test_yellow_sees_the_pitch_turned():
    observation = watched(
        team=Team.YELLOW, blue={0: (-1.0, 0.5, 0.3)}, yellow={2: (1.0, -0.5, 3.0)}, balls=[(0.2, 0.1)]
    ).observation()
    assert observation.own[2] == pytest.approx(Pose(-1.0, 0.5, 3.0 - math.pi), abs=1e-6)
    assert observation.opponents[0] == pytest.approx(Pose(1.0, -0.5, 0.3 - math.pi), abs=1e-6)
    assert observation.ball[:2] == pytest.approx((-0.2, -0.1), abs=1e-6)


def test_a_robot_is_there_after_some_pictures_and_gone_half_a_second_after_the_last():
    estimator = Estimator(LEAGUE, Team.BLUE, 0.0)
    estimator.see([frame(0.0, blue={0: (0.0, 0.0, 0.0)})])
    assert estimator.observation().own == {}  # once is no time: it may be noise
    watched(0.1, estimator=estimator, start=PERIOD, blue={0: (0.0, 0.0, 0.0)})
    assert estimator.observation().own.keys() == {0}
    watched(0.2, estimator=estimator, start=0.12)
    assert estimator.observation().own.keys() == {0}  # hidden for a moment
    watched(0.5, estimator=estimator, start=0.33)
    assert estimator.observation().own == {}


def test_a_picture_that_comes_twice_or_was_overtaken_counts_once():
    estimator = watched(blue={0: (0.0, 0.0, 0.0)})
    assert estimator.see([frame(1.0 - 0.5, blue={0: (0.0, 0.0, 0.0)})])
    assert not estimator.see([frame(1.0 - 0.5, blue={0: (0.0, 0.0, 0.0)})])
    assert not estimator.see([frame(1.0 - 0.6, blue={0: (0.0, 0.0, 0.0)})])


def test_a_moving_robot_is_seen_where_it_will_be():
    estimator = Estimator(LEAGUE, Team.BLUE, 0.1)
    for number in range(40):
        time = number * PERIOD
        estimator.see(
            [frame(time, blue={0: (time, 0.0, 0.0)}, yellow={1: (0.0, time, 0.0)}, balls=[(-2.0 * time, 1.0)])]
        )
        estimator.commanded({0: Twist(1.0, 0.0, 0.0)})
    observation = estimator.observation()
    assert observation.own[0].x == pytest.approx(time + 0.1, abs=0.005)
    assert observation.opponents[1].y == pytest.approx(time + 0.1, abs=0.005)
    assert observation.ball[0] == pytest.approx(-2.0 * (time + 0.1), abs=0.01)
    assert observation.ball_velocity[0] == pytest.approx(-2.0, abs=0.1)
    assert observation.time == pytest.approx(time + 0.1)


def test_a_command_that_is_under_way_is_taken_into_account():
    estimator = watched(0.3, delay=0.1, blue={0: (0.0, 0.0, 0.0), 1: (0.0, 1.0, 0.0)})
    for number in range(5):  # both still stand, because nothing has reached them yet
        estimator.see([frame(0.3 + number * PERIOD, blue={0: (0.0, 0.0, 0.0), 1: (0.0, 1.0, 0.0)})])
        estimator.commanded({0: Twist(0.0, 0.0, 1.0)})
    observation = estimator.observation()
    assert observation.own_velocity[0].turn == pytest.approx(1.0, abs=0.1)
    assert observation.own[0].heading == pytest.approx(0.06, abs=0.02)
    assert observation.own_velocity[1].turn == pytest.approx(0.0, abs=0.01)


def test_cameras_that_stretch_their_pictures_are_set_right_by_what_two_of_them_see():
    feet, stretch = [(-2.0, 0.0), (2.0, 0.0)], [1.02, 1.02]
    cameras = [overhead((x, y, 4.0), 390.0, (780, 580), 0.2) for x, y in feet]
    robots = {n: (0.1 * n - 0.25, 0.4 * n - 1.0, 0.0) for n in range(6)} | {7: (3.0, 1.0, 0.0)}
    random = np.random.default_rng(2)

    def seen(camera):
        foot = np.array(feet[camera])
        return {
            n: (*(foot + stretch[camera] * (np.array(pose[:2]) - foot) + random.normal(0, 0.0015, 2)), pose[2])
            for n, pose in robots.items()
            if n != 7 or camera == 1
        }

    estimator = Estimator(LEAGUE, Team.BLUE, 0.0)
    estimator.change(LEAGUE, cameras)
    for number in range(70):
        estimator.see([frame(number * PERIOD, blue=seen(camera), camera=camera) for camera in (0, 1)])
        estimator.commanded({})
    observation = estimator.observation()
    assert observation.own[7][:2] == pytest.approx((3.0, 1.0), abs=0.003)  # raw it is 20 mm off
    assert observation.own[0][:2] == pytest.approx((-0.25, -1.0), abs=0.003)


# ---- the ball ----------------------------------------------------------------------------------------------------

FRONT = 0.075 + LEAGUE.ball.radius


def test_a_ball_that_is_lost_lies_where_it_was_last():
    estimator = watched(balls=[(1.0, 0.5)])
    watched(1.0, estimator=estimator, start=0.2)
    assert estimator.observation().ball[:2] == pytest.approx((1.0, 0.5), abs=1e-3)
    assert estimator.observation().ball_velocity == (0.0, 0.0, 0.0)


def test_a_hidden_ball_is_where_the_robot_is_that_feels_it():
    estimator = watched(blue={3: (0.0, 0.0, 0.0)}, balls=[(2.0, 0.0)])
    for number in range(60):
        x = number * PERIOD
        estimator.see([frame(0.2 + x, blue={3: (x, 0.0, math.pi / 2)})])
        estimator.feel([Feedback(3, True, False, False)], set())
        estimator.commanded({3: Twist(0.0, -1.0, 0.0)})
    observation = estimator.observation()
    assert observation.ball[:2] == pytest.approx((x, FRONT), abs=0.01)
    assert observation.ball_velocity[:2] == pytest.approx((1.0, 0.0), abs=0.1)


def test_a_robot_that_feels_a_ball_which_is_seen_elsewhere_is_not_believed():
    estimator = Estimator(LEAGUE, Team.BLUE, 0.1)
    for number in range(60):
        estimator.see([frame(number * PERIOD, blue={3: (number * PERIOD, 0.0, 0.0)}, balls=[(2.0, 0.0)])])
        estimator.feel([Feedback(3, True, False, False)], set())
        estimator.commanded({3: Twist(1.0, 0.0, 0.0)})
    observation = estimator.observation()
    assert observation.own_velocity[3].x == pytest.approx(1.0, abs=0.1)
    assert observation.ball[:2] == pytest.approx((2.0, 0.0), abs=1e-3)
    assert observation.ball_velocity[0] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("team", ["blue", "yellow"])
def test_a_ball_does_not_go_through_a_robot(team):
    estimator = Estimator(LEAGUE, Team.BLUE, 0.1)
    for number in range(20):
        x = -0.2 - 3.0 * (19 - number) * PERIOD
        estimator.see([frame(number * PERIOD, **{team: {0: (0.0, 0.0, math.pi)}}, balls=[(x, 0.0)])])
        estimator.commanded({})
    observation = estimator.observation()
    assert -0.25 < observation.ball[0] < -FRONT + 0.001  # free it would be at +0.1
    assert observation.ball_velocity[0] < 0


def test_of_two_balls_the_one_that_was_there_before_is_the_ball():
    estimator = watched(0.3, balls=[(1.0, 0.0)])
    estimator.see([frame(0.31, balls=[(-2.0, 1.0), (1.0, 0.0)])])
    assert estimator.observation().ball[:2] == pytest.approx((1.0, 0.0), abs=1e-3)


# ---- the referee -------------------------------------------------------------------------------------------------


def test_without_a_referee_the_game_runs():
    assert watched().observation().situation.running


@pytest.mark.parametrize(("team", "place", "ours"), [(Team.BLUE, (1.0, 0.5), True), (Team.YELLOW, (-1.0, -0.5), False)])
def test_what_the_referee_says_is_seen_from_the_own_side(team, place, ours):
    estimator = watched(team=team)
    estimator.hear(GameState(Phase.PLACEMENT, Team.BLUE, (1.0, 0.5), positive_half=Team.YELLOW))
    assert estimator.observation().situation[:3] == (Phase.PLACEMENT, ours, place)


def test_teams_change_sides_when_the_referee_says_so():
    estimator = watched(blue={0: (-1.0, 0.5, 0.0)})
    estimator.hear(GameState(Phase.STOP, positive_half=Team.YELLOW))
    assert estimator.observation().own[0].x == pytest.approx(-1.0, abs=1e-3)  # nothing has changed
    estimator.hear(GameState(Phase.STOP, place=(2.0, 1.0), positive_half=Team.BLUE))
    assert estimator.side == -1.0
    watched(start=0.2, estimator=estimator, blue={0: (-1.0, 0.5, 0.0)})
    assert estimator.observation().own[0][:2] == pytest.approx((1.0, -0.5), abs=1e-3)
    assert estimator.observation().situation.place == (-2.0, -1.0)


# ---- what cannot be ----------------------------------------------------------------------------------------------

SOMETHING = st.floats(allow_nan=True, allow_infinity=True)
ANY_ROBOT = st.builds(SeenRobot, st.integers(0, 2**32 - 1), *[SOMETHING] * 7)
ANY_BALL = st.builds(SeenBall, *[SOMETHING] * 6)
ANY_FRAME = st.builds(
    CameraFrame,
    st.integers(0, 2**32 - 1) | st.integers(0, 3),
    st.integers(0, 2**32 - 1),
    SOMETHING | st.floats(EPOCH + 0.2, EPOCH + 0.4),
    SOMETHING,
    st.lists(ANY_BALL, max_size=3).map(tuple),
    st.lists(ANY_ROBOT, max_size=3).map(tuple),
    st.lists(ANY_ROBOT, max_size=3).map(tuple),
)


def is_finite(observation: Observation) -> bool:
    poses = [*observation.own.values(), *observation.opponents.values()]
    twists = [*observation.own_velocity.values(), *observation.opponent_velocity.values()]
    return bool(
        np.isfinite(
            [*(part for row in poses + twists for part in row), *observation.ball, *observation.ball_velocity]
        ).all()
    )


@given(st.lists(ANY_FRAME, max_size=12))
def test_whatever_a_picture_says_a_team_can_decide_on_it(frames):
    estimator = watched(0.1, blue={0: (0.0, 0.0, 0.0)}, balls=[(1.0, 0.0)])
    for one in frames:
        estimator.see([one])
        assert is_finite(estimator.observation())
        estimator.commanded({0: Twist(1.0, 0.0, 1.0)})


def test_numbers_that_cannot_be_are_dropped_and_the_rest_is_used():
    estimator = watched(
        blue={0: (0.5, 0.0, 0.0), 1: (math.nan, 0.0, 0.0), 2: (0.0, math.inf, 0.0), 99: (0.0, 0.0, 0.0)},
        balls=[(math.nan, 0.0), (1.0, 0.0), (1e9, 0.0)],
    )
    assert estimator.observation().own.keys() == {0}
    assert estimator.observation().ball[:2] == pytest.approx((1.0, 0.0))
    assert estimator.refused > 0


def test_a_picture_of_another_time_does_not_disturb():
    estimator = watched(blue={0: (0.5, 0.0, 0.0)})
    for time in (-EPOCH, 1e6, -50.0, math.nan):
        assert not estimator.see([frame(time, blue={0: (2.0, 2.0, 0.0)})])
    estimator.see([frame(0.21, blue={0: (0.5, 0.0, 0.0)})])
    assert estimator.observation().own[0].x == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("start", [-1000.0, 1000.0])
def test_when_all_pictures_are_of_another_time_another_match_has_begun(start):
    estimator = watched(blue={0: (0.5, 0.0, 0.0)}, balls=[(1.0, 1.0)])
    watched(0.5, estimator=estimator, start=start, blue={1: (-0.5, 0.0, 0.0)}, balls=[(0.0, 0.0)])
    observation = estimator.observation()
    assert observation.own.keys() == {1}
    assert observation.ball[:2] == pytest.approx((0.0, 0.0), abs=1e-6)


# ---- against the truth -------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A decision, what it was made on, and the truth."""

    observation: Observation
    frames: list[CameraFrame]
    then: Observation  # when the command takes effect
    before: Observation  # when the picture was taken
    quiet: float  # s since anybody touched the ball


VISION_DELAY, COMMAND_DELAY = 0.035, 0.003  # s, of the realism


@cache
def played(team: Team) -> tuple[list[float], list[Moment]]:
    """Estimated delays and all observations of several matches, because a single match is a chaotic sample."""
    delays, moments = [], []
    for seed in range(3 if team is Team.BLUE else 1):  # of yellow only its robots are looked at: they are many
        estimator, found = played_once(team, seed)
        delays.append(estimator.delay)
        moments += found
    return delays, moments


def played_once(team: Team, seed: int, seconds: float = 5.0) -> tuple[Estimator, list[Moment]]:
    """The observations of `chase` in a match against itself, with realistic cameras and radio."""
    match = robopitch.make_match("ssl-div-b", realism="realistic", seed=seed, **{team.other.value: "chase"})
    estimator = Estimator(match.world.league, team)
    estimator.change(match.world.league, match.sensors.cameras)
    motion = MotionControl(estimator.robot)
    truth: dict[int, Observation] = {}
    noted = []
    since = -1  # tick of the last feedback
    while match.world.time < seconds:
        truth[match.tick] = look(match.world, team)
        frames = [output for output in match.advance(match.tick + 1) if isinstance(output, CameraFrame)]
        if not frames:
            continue
        estimator.feel(match.feedback(team, since, len(noted)), motion.armed)
        since = match.tick
        estimator.see(frames)
        observation = estimator.observation()
        motion.take(chase(observation), observation.own)
        estimator.commanded(motion.twists({number: pose.heading for number, pose in observation.own.items()}))
        match.offer(team.value, Orders(team, motion.orders(estimator.side)))
        noted.append((round(frames[0].capture / match.world.timestep), frames, observation))
    jolts = [event.tick for event in match.news if isinstance(event, Touch | Kicked | Restarted)]
    later = round((VISION_DELAY + COMMAND_DELAY) / match.world.timestep)
    moments = []
    for tick, frames, observation in noted[150:]:
        if tick + later in truth:
            since = tick + later - max((jolt for jolt in jolts if jolt <= tick + later), default=0)
            moments.append(Moment(observation, frames, truth[tick + later], truth[tick], since * match.world.timestep))
    return estimator, moments


def rms(errors: list[float]) -> float:
    return math.sqrt(sum(error * error for error in errors) / len(errors))


def robot_errors(team: Team, moments: list[Moment]) -> tuple[float, float, float]:
    """RMS errors of the observation, of raw vision at its own time, and of raw vision when the command takes effect."""
    estimated, raw, late = [], [], []
    side = 1.0 if team is Team.BLUE else -1.0
    for observation, frames, then, before, _ in moments:
        estimated += [math.dist(pose[:2], then.own[number][:2]) for number, pose in observation.own.items()]
        for one in frames:
            for robot in one.blue if team is Team.BLUE else one.yellow:
                place = side * robot.x, side * robot.y
                raw.append(math.dist(place, before.own[robot.id][:2]))
                late.append(math.dist(place, then.own[robot.id][:2]))
    return rms(estimated), rms(raw), rms(late)


@pytest.mark.parametrize("team", list(Team))
def test_robots_are_known_better_ahead_of_time_than_cameras_see_them_at_theirs(team):
    estimated, raw, late = robot_errors(team, played(team)[1])
    assert estimated < 0.75 * raw
    assert estimated < 0.35 * late


def test_a_free_ball_is_known_better_ahead_of_time_than_cameras_see_it_at_theirs():
    estimated, raw = [], []
    for observation, frames, then, before, quiet in played(Team.BLUE)[1]:
        if quiet > 0.3:
            estimated.append(math.dist(observation.ball[:2], then.ball[:2]))
            seen = [math.dist((ball.x, ball.y), before.ball[:2]) for one in frames for ball in one.balls]
            raw += [miss for miss in seen if miss < 0.1]  # others are false ones
    assert np.percentile(estimated, 90) < 0.9 * np.percentile(raw, 90)
    assert np.median(estimated) < 0.5 * np.median(raw)


def test_the_delay_is_learnt_while_playing():
    delays, _ = played(Team.BLUE)
    assert np.median(delays) == pytest.approx(VISION_DELAY + COMMAND_DELAY, abs=0.01)


def test_everybody_is_seen():
    for observation, _, then, _, _ in played(Team.BLUE)[1]:
        assert observation.own.keys() == then.own.keys()
        assert observation.opponents.keys() == then.opponents.keys()


def test_another_field_is_taken_over_without_forgetting_anybody():
    estimator = watched(blue={0: (0.5, 0.0, 0.0)})
    estimator.change(load_league("ssl-div-a"))
    assert estimator.observation().league.field.length == 12.0
    assert estimator.observation().own[0].x == pytest.approx(0.5, abs=1e-3)
    assert replace(estimator.observation(), memory={}).memory == {}
