"""Undo: what a hand did is taken back, by inputs."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import PlaceBall, PlaceRobot
from robopitch.physics import state as s
from robopitch.server.api.undo import MOST, Undo, ball_now, robot_now


def match_of(**options):
    return robopitch.make_match(
        "ssl-div-b", **{"players": 2, "realism": None, "seed": 3, "free_play": False, **options}
    )


def give(match, *wishes) -> None:
    for wish in wishes:
        assert match.offer("page", wish) == ()
    match.advance(match.tick)


BALLS = [PlaceBall(float(x), 0.0) for x in range(300)]


def test_with_nothing_done_there_is_nothing_to_undo():
    with pytest.raises(ValueError, match="nothing to undo"):
        Undo().step()


def test_one_gesture_is_one_step_and_goes_back_to_its_beginning():
    undo = Undo()
    for ball in BALLS[:50]:
        undo.keep(1, None, ball)
    assert undo.step() == [BALLS[0]]
    with pytest.raises(ValueError, match="nothing to undo"):
        undo.step()


def test_things_of_one_gesture_come_back_together_and_gestures_one_by_one():
    undo = Undo()
    undo.keep(1, "a", BALLS[1])
    undo.keep(1, "b", BALLS[2])
    undo.keep(2, "a", BALLS[3])
    undo.keep(1, "a", BALLS[4])  # the same number again, later: another gesture
    assert undo.step() == [BALLS[4]]
    assert undo.step() == [BALLS[3]]
    assert undo.step() == [BALLS[1], BALLS[2]]


def test_it_knows_what_it_has_kept_in_the_gesture_that_goes_on():
    undo = Undo()
    assert not undo.knows(1, "a")
    undo.keep(1, "a", BALLS[0])
    assert undo.knows(1, "a")
    assert not undo.knows(1, "b")
    undo.keep(2, "b", BALLS[0])
    assert not undo.knows(1, "a")
    undo.clear()
    assert not undo.knows(2, "b")


def test_two_hundred_steps_are_kept_the_newest_ones():
    undo = Undo()
    for number, ball in enumerate(BALLS):
        undo.keep(number, None, ball)
    steps = [undo.step()[0] for _ in range(MOST)]
    assert steps == BALLS[: -MOST - 1 : -1]
    with pytest.raises(ValueError, match="nothing to undo"):
        undo.step()


@pytest.mark.parametrize(
    "before",
    [
        PlaceBall(1.0, -0.5, 0.0, 2.0, 1.0, 0.0, roll=True),
        PlaceBall(1.0, -0.5, 0.0, 2.0, 1.0, 0.0),
        PlaceBall(0.25, 0.5, 0.7, -1.0, 0.5, 3.0, spin=(10.0, -20.0, 30.0)),
        PlaceBall(-2.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    ],
)
def test_the_ball_comes_back_as_it_flew_and_span(before):
    match = match_of()
    give(match, before)
    state = match.world.ball_block[: s.BALL_SZ + 1].tolist()
    kept = ball_now(match.world)
    give(match, PlaceBall(3.0, 2.0, 0.0, 0.0, 0.0, 0.0))
    give(match, kept)
    assert match.world.ball_block[: s.BALL_SZ + 1].tolist() == pytest.approx(state, abs=1e-12)


def test_a_robot_comes_back_as_it_moved():
    match = match_of()
    give(match, PlaceRobot(Team.BLUE, 1, 1.0, -1.0, 2.5, 0.5, -0.25, 3.0))
    robot = match.world.robot(Team.BLUE, 1)
    pose, velocity = tuple(robot.pose), tuple(robot.velocity)
    kept = robot_now(match.world, Team.BLUE, 1)
    give(match, PlaceRobot(Team.BLUE, 1, 0.0, 2.0, 0.0))
    match.advance(match.tick + 50)
    give(match, kept)
    assert tuple(robot.pose) == pytest.approx(pose, abs=1e-12)
    assert tuple(robot.velocity) == pytest.approx(velocity, abs=1e-12)


def test_a_robot_that_was_removed_comes_back_where_it_stood():
    match = match_of()
    give(match, PlaceRobot(Team.YELLOW, 0, 2.0, 1.0, math.pi / 2))
    kept = robot_now(match.world, Team.YELLOW, 0)
    give(match, PlaceRobot(Team.YELLOW, 0, present=False))
    assert len(list(match.world.robots(Team.YELLOW))) == 1
    give(match, kept)
    assert tuple(match.world.robot(Team.YELLOW, 0).pose) == pytest.approx((2.0, 1.0, math.pi / 2))


def test_a_robot_that_was_not_there_goes_again():
    match = match_of()
    kept = robot_now(match.world, Team.BLUE, 9)
    assert kept == PlaceRobot(Team.BLUE, 9, present=False)
    give(match, PlaceRobot(Team.BLUE, 9, 0.0, 1.0, present=True))
    assert match.world.robot(Team.BLUE, 9).present
    give(match, kept)
    assert not match.world.robot(Team.BLUE, 9).present
    assert robot_now(match.world, Team.BLUE, 9) == kept  # known, and not there
