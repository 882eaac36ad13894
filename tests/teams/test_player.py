"""Teams in the process of a match."""

import functools
import math

import pytest

import robopitch
from robopitch.messages import Body, CameraFrame, Pose, Team, TrackedBall, TrackedRobot, TrackerFrame, Twist
from robopitch.messages.game_state import GameState, Phase
from robopitch.teams import TEAMS, TRUTH, PolicyPlayer, look, situation_of, still
from robopitch.teams.observation import observe

GAME = GameState(Phase.FREE_KICK, Team.BLUE)


@pytest.fixture(scope="module")
def world():
    made = robopitch.make("ssl-div-b", players=3, seed=2)
    made.place_ball(x=0.5, y=-0.25, vx=1.0)
    return made


def true_frame(world) -> TrackerFrame:
    """What a tracker reports that is never wrong."""
    robots = tuple(
        TrackedRobot(robot.body, *robot.pose, *robot.velocity, 1.0) for robot in world.robots() if robot.present
    )
    x, y, z = world.ball.position.tolist()
    ball = TrackedBall((x, y, z - world.league.ball.radius), tuple(world.ball.velocity.tolist()), 1.0)
    return TrackerFrame("truth", 1, world.time, (ball,), robots, None)


def same(one: Pose, other: Pose) -> bool:
    apart = math.remainder(one.heading - other.heading, math.tau)  # −π and π are the same
    return one[:2] == pytest.approx(other[:2]) and abs(apart) < 1e-9


class Notes:
    """A policy that keeps what it observes."""

    def __init__(self) -> None:
        self.seen = []

    def __call__(self, observation):
        self.seen.append(observation)
        observation.memory["frames"] = observation.memory.get("frames", 0) + 1
        observation.memory["drawings"] = [{"circle": [0.0, 0.0], "radius": 1.0}]
        return still(observation)


@pytest.mark.parametrize("team", list(Team))
def test_by_default_it_sees_the_truth(world, team):
    notes = Notes()
    player = PolicyPlayer(notes, team)
    assert player.takes == TRUTH
    actions = player.decide(world, [], GAME, draws=True)
    (seen,) = notes.seen
    assert seen == look(world, team, situation_of(GAME, team), player.memory, draws=True)
    assert actions.keys() == seen.own.keys()


@pytest.mark.parametrize("team", list(Team))
def test_with_sensors_it_sees_what_they_deliver(world, team):
    notes = Notes()
    player = PolicyPlayer(notes, team, ("tracker",))
    frame = true_frame(world)
    moved = TrackedRobot(Body(team, 1), 1.0, 0.5, 0.0, 0.1, 0.0, 0.0, 1.0)
    player.decide(world, [frame, TrackerFrame("filter", 2, 3.5, frame.balls, (moved,), None)], GAME, draws=False)
    (seen,) = notes.seen
    side = 1.0 if team is Team.BLUE else -1.0
    assert seen.time == 3.5
    assert seen.own.keys() == {1}
    assert seen.own[1][:2] == (side * 1.0, side * 0.5)
    assert seen.own_velocity == {1: Twist(side * 0.1, 0.0, 0.0)}
    assert seen.opponents == {}
    assert seen.situation.ours is (team is Team.BLUE)


def test_it_does_not_move_until_its_sensors_deliver_something(world):
    notes = Notes()
    player = PolicyPlayer(notes, Team.BLUE, ("tracker",))
    assert player.decide(world, [], GAME, draws=False) == {}
    assert player.decide(world, [CameraFrame(0, 1, 0.0, 0.0, (), (), ())], GAME, draws=False) == {}
    assert notes.seen == []


@pytest.mark.parametrize("team", list(Team))
def test_a_tracker_that_is_right_shows_the_truth(world, team):
    seen, true = observe(true_frame(world), world, team), look(world, team)
    assert seen.own.keys() == true.own.keys()
    for number, pose in true.own.items():
        assert same(seen.own[number], pose)
        assert seen.own_velocity[number] == pytest.approx(true.own_velocity[number])
    for number, pose in true.opponents.items():
        assert same(seen.opponents[number], pose)
    assert seen.ball == pytest.approx(true.ball)
    assert seen.ball_velocity == pytest.approx(true.ball_velocity)
    assert seen.charge == true.charge
    assert seen.robot is true.robot


def test_a_frame_without_a_ball_has_it_at_the_centre(world):
    frame = TrackerFrame("filter", 1, 0.0, (), (), None)
    assert observe(frame, world, Team.BLUE).ball == (0.0, 0.0, world.league.ball.radius)


@pytest.mark.parametrize("name", sorted(TEAMS))
def test_every_team_plays_with_a_tracker(world, name):
    player = PolicyPlayer(TEAMS[name], Team.YELLOW, ("tracker",))
    assert player.decide(world, [true_frame(world)], GameState(), draws=False).keys() == {0, 1, 2}


def test_its_memory_is_its_state_and_its_drawings_are_not(world):
    player, other = PolicyPlayer(Notes(), Team.BLUE), PolicyPlayer(Notes(), Team.BLUE)
    player.decide(world, [], GAME, draws=True)
    assert player.drawings == [{"circle": [0.0, 0.0], "radius": 1.0}]
    assert player.state() == {"frames": 1}
    other.load(player.state())
    other.decide(world, [], GAME, draws=False)
    assert (player.memory, other.memory) == ({"frames": 1}, {"frames": 2})


def test_only_a_team_that_never_moves_is_idle():
    @functools.wraps(still)
    def timed(observation):
        return still(observation)

    assert PolicyPlayer(timed, Team.BLUE).idle
    assert not PolicyPlayer(TEAMS["chase"], Team.BLUE).idle


def test_the_pose_of_a_robot_is_turned_for_yellow(world):
    frame = TrackerFrame("truth", 1, 0.0, (), (TrackedRobot(Body(Team.YELLOW, 0), 1.0, 0.0, 3.0, 0, 0, 0, 1.0),), None)
    assert observe(frame, world, Team.YELLOW).own[0] == pytest.approx(Pose(-1.0, 0.0, 3.0 - 3.14159265358979))
