"""The scene: what the referee sees, forgets, saves and restores."""

import json

import pytest
from tests.referee.observed.stage import BLUE, YELLOW, Stage, blue, yellow

import robopitch
from robopitch import BodyVelocity
from robopitch.referee.scene import RefereeScene


def test_the_robots_on_the_field_are_seen_by_team_and_id():
    stage = Stage().robot(yellow(2), 1.0, 0.5, 0.5, vx=1.0).robot(blue(7), -1.0, 0.0).robot(blue(1), 0.0, 0.0)
    stage.world.place_obstacle(2.0, 0.0)
    stage.world.remove_robot("blue", 7)
    scene = stage.scene
    assert [robot.body for robot in scene.robots] == [blue(1), yellow(2)]
    assert [robot.id for robot in scene.of(YELLOW)] == [2]
    seen = scene.robot(YELLOW, 2)
    assert (seen.x, seen.y, seen.heading, seen.speed) == pytest.approx((1.0, 0.5, 0.5, 1.0))
    assert (seen.radius, scene.robot(BLUE, 7), scene.robot(BLUE, 5)) == (pytest.approx(0.09), None, None)


def test_a_robot_that_comes_on_later_is_seen_at_once():
    stage = Stage().ball(0.0, 0.0).robot(blue(1), 1.0, 0.0).run(0.05)
    stage.robot(blue(0), 0.3, 0.0)
    assert [robot.body for robot, _ in stage.scene.near_ball(0.5)] == [blue(0)]
    assert (stage.scene.at_ball(), stage.scene.touching_opponents()) == ([], [])
    stage.run(0.05)
    assert [robot.body for robot in stage.scene.robots] == [blue(0), blue(1)]


def test_no_robot_tips_over_on_an_engine_that_keeps_them_in_the_plane():
    assert Stage().robot(blue(1), 0.0, 0.0).scene.tipped() == ()


def carried():
    """A robot carries the ball, an opponent drives against it."""
    stage = Stage().dribbler(blue(3), 0.0, 0.0).robot(yellow(1), 0.5, 0.05, 3.0)
    stage.world.command("blue", 3, BodyVelocity(0.8), None, 1.0)
    stage.world.command("yellow", 1, BodyVelocity(0.5))
    stage.scene.stalled(0.3)
    stage.scene.slow_for(2.0)
    return stage.run(0.4)


def test_a_ball_that_was_placed_has_no_past():
    stage = carried()
    assert (stage.scene.possession, stage.scene.stalled(0.3) > 0.0) == (BLUE, True)
    stage.ball(2.0, 1.0).run(0.01)
    scene = stage.scene
    assert (scene.last_touch, scene.kick, scene.possession, scene.dribbles) == (None, None, None, ())
    assert scene.stalled(0.3) == 0.0


def test_the_referee_may_forget_by_itself():
    stage = carried()
    stage.scene.forget()
    assert (stage.scene.last_touch, stage.scene.possession, stage.scene.stalled(0.3)) == (None, None, 0.0)


def test_a_kicked_ball_has_not_been_placed_however_fast_it_is():
    stage = Stage().ball(-3.0, 0.0, vx=12.0).robot(blue(1), -2.5, 0.09).run(0.3)
    assert stage.scene.last_touch.robot == blue(1)


def test_a_restored_scene_goes_on_as_the_saved_one():
    stage = carried()
    saved, world = json.dumps(stage.scene.state()), stage.world.save()
    assert all(stage.scene.state()["memory"][part] for part in ("touches", "dribbles", "possession", "anchors", "slow"))
    stage.run(0.3)
    expected = stage.scene.state()
    other = Stage().dribbler(blue(3), 0.0, 0.0).robot(yellow(1), 0.5, 0.05)
    other.world.restore(world)
    other.scene.load(json.loads(saved))
    other.run(0.3)
    assert other.world.fingerprint() == stage.world.fingerprint()
    assert other.scene.state() == expected


@pytest.mark.parametrize(
    "damage",
    [
        {"tick": 10**9},
        {"ball": [0.0] * 5},
        {"ball": [float("nan")] * 6},
        {"memory": {}},
        {"memory": None},
        {"extra": 1},
    ],
)
def test_a_damaged_state_is_refused_and_changes_nothing(damage):
    stage = carried()
    before = stage.scene.state()
    with pytest.raises(ValueError, match=r"\w"):
        stage.scene.load({**before, **damage})
    assert stage.scene.state() == before


@pytest.mark.parametrize(
    ("part", "value"),
    [("touches", [["blue", 1, 10**9, 0.0, 0.0, 0.0]]), ("kick", ["red", 1]), ("contested", 10**9), ("rise", [0.0])],
)
def test_a_damaged_memory_is_refused(part, value):
    scene = carried().scene
    state = scene.state()
    with pytest.raises(ValueError, match=r"\w"):
        scene.load({**state, "memory": {**state["memory"], part: value}})


def test_two_scenes_of_the_same_match_see_the_same():
    matches = [robopitch.make_match("ssl-div-b", realism=None, blue="chase", yellow="chase", seed=4) for _ in range(2)]
    scenes = [RefereeScene(match.world, 0.005) for match in matches]
    for match, scene in zip(matches, scenes, strict=True):
        for _ in range(300):
            match.news.clear()
            match.advance(match.tick + 10)
            scene.observe(match.tick, list(match.news))
    assert scenes[0].state() == scenes[1].state()
    assert scenes[0].last_touch is not None
