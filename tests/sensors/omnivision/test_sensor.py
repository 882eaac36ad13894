"""Omnidirectional vision in a match: off unless wanted, the same in every run, changeable, saved and restored."""

import hashlib
import json

import numpy as np
import pytest
from tests.sensors.omnivision.scene import NOISE, eye, seen, world_with

import robopitch
from robopitch.messages import BodyVelocity, ChangeSensor, ChangeSpec, Orders, PlaceRobot, RobotOrder, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.sensors.omnivision.view import OmniBall, OmniView
from robopitch.sensors.sensor import View
from robopitch.spec import SpecError
from robopitch.web.reports import report_of

ERRORS = {**NOISE, "range_error": 0.02, "centre_error": 0.005, "missing": 0.1}
NAME = "blue 1 vision"


def index_of_vision():
    sensors = robopitch.spec.load_robot("cambada").sensors
    return next(index for index, sensor in enumerate(sensors) if sensor.kind == "omnivision")


def match_that_sees(**options):
    """A match in which all robots see, and those of blue drive."""
    on = {f"robot.sensors.{index_of_vision()}.settings.on": True}
    match = robopitch.make_match("msl", seed=3, overrides=on, **options)
    orders = tuple(RobotOrder(number, BodyVelocity(0.8, 0.3, 0.5 * number)) for number in range(5))
    assert match.offer("script", Orders(Team.BLUE, orders)) == ()
    return match


def views(match, ticks):
    return [output for output in match.advance(match.tick + ticks) if isinstance(output, OmniView)]


def test_it_is_off_until_somebody_wants_it():
    match = robopitch.make_match("msl", blue="chase", yellow="chase")
    assert match.advance(500) == []
    assert match.offer("a", ChangeSensor(NAME, {"on": True})) == ()
    found = views(match, 400)
    assert {str(view.robot) for view in found} == {"blue 1"}
    assert len(found) == pytest.approx(10, abs=2)  # 25 Hz
    assert match.offer("a", ChangeSensor(NAME, {"on": False})) == ()
    views(match, 200)
    assert views(match, 200) == []


def test_two_runs_give_the_same_views():
    first, second = views(match_that_sees(), 300), views(match_that_sees(), 300)
    assert first == second
    assert len(first) >= 60
    assert {len(view.lines) > 0 for view in first} == {True}


def test_views_are_the_same_on_every_processor():
    """A digest of views with all errors; it changes only with the sensor, and then on purpose."""
    digest = hashlib.sha256()
    for n, pose in enumerate([(0.0, 0.0, 0.0), (2.4, 0.3, 1.0), (-7.5, 2.0, -2.0), (8.0, 5.0, 0.5)]):
        world = world_with(
            pose, others=[(3.0, 0.1 * n, 0.5), (-6.0, 2.0, 2.0)], obstacles=[(7.0, 4.0)], ball=(1.0, 0.5, 0.3), seed=7
        )
        digest.update(json.dumps(to_plain(seen(world, frame=n + 1, **ERRORS))).encode())
    assert digest.hexdigest()[:16] == "866be9fc3040190f"


def test_the_noise_is_new_in_each_frame_and_for_each_robot():
    world = world_with((2.4, 0.3, 0.2), ball=(4.0, 0.5))
    sensor, other = eye(**NOISE), eye("blue 1 vision", **NOISE)
    one, two, its = sensor.look(1, world), sensor.look(2, world), other.look(1, world)
    assert one == sensor.look(1, world)
    assert len({one.line_data, two.line_data, its.line_data}) == 3


def test_a_restored_match_sees_the_same():
    match = match_that_sees()
    views(match, 110)
    assert match.offer("a", ChangeSensor(NAME, {"delay": 0.1, "centre_error": 0.2})) == ()
    views(match, 100)
    saved = match.save()
    there = views(match, 200)
    match.restore(saved)
    assert views(match, 200) == there
    other = match_that_sees()
    other.restore(saved)
    assert views(other, 200) == there
    assert other.sensors.sensor(NAME).settings.centre_error == 0.2


def test_views_survive_their_plain_form():
    world = world_with((2.4, 0.3, 0.2), obstacles=[(1.0, 1.0)], ball=(4.0, 0.5))
    for view in (seen(world), seen(world_with((50.0, 50.0, 0.0)))):
        assert from_plain(json.loads(json.dumps(to_plain(view)))) == view
    plain = to_plain(seen(world))
    plain["of"][2]["of"] = "00"
    with pytest.raises(ValueError, match="rows of two numbers"):
        from_plain(plain)


def test_a_window_shows_all_points():
    view = seen(world_with((2.4, 0.3, 0.2), obstacles=[(1.0, 1.0)], ball=(4.0, 0.5)))
    rows = report_of(eye().view, [view], view.capture)["points"]
    assert eye().view is View.POINTS
    assert len(rows) == len(view.lines) + len(view.obstacles) + 1
    assert rows[-1] == pytest.approx([view.ball.x, view.ball.y], abs=1e-4)
    assert isinstance(view.ball, OmniBall)


def test_a_robot_off_the_field_sees_nothing():
    match = match_that_sees()
    assert match.offer("a", PlaceRobot(Team.BLUE, 1, present=False)) == ()
    match.advance(match.tick + 60)
    found = views(match, 200)
    assert found
    assert "blue 1" not in {str(view.robot) for view in found}


def test_a_changed_field_is_seen_at_once():
    on = {f"robot.sensors.{index_of_vision()}.settings.on": True}
    match = robopitch.make_match("msl", overrides=on)
    before = next(view for view in views(match, 150) if str(view.robot) == "blue 2")
    line = {"kind": "line", "start": [-6.0, 0.0], "end": [-6.0, 3.0]}
    assert match.offer("a", ChangeSpec({"field.markings": [line]})) == ()
    after = [view for view in views(match, 200) if view.robot == before.robot][-1]
    assert len(after.lines) > len(before.lines)


def test_single_precision_is_seen_too():
    single, double = (
        seen(world_with((2.4, 0.3, 0.2), ball=(4.0, 0.5), dtype=dtype)) for dtype in ("float32", "float64")
    )
    assert single.lines == pytest.approx(double.lines, abs=1e-4)
    assert single.ball.x == pytest.approx(double.ball.x, abs=1e-4)


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"height": -1.0}, "height"),
        ({"line_rays": 0}, "line_rays"),
        ({"line_rays": 2.5}, "whole number"),
        ({"range_noise": float("nan")}, "finite"),
        ({"least_visible": "30 s"}, "least_visible"),
        ({"level": "image"}, "level"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, text):
    match = robopitch.make_match("msl")
    (refusal,) = match.offer("a", ChangeSensor(NAME, settings))
    assert text in refusal.message
    key, value = next(iter(settings.items()))
    index = index_of_vision()
    with pytest.raises(SpecError, match=rf"sensors\.{index}\.settings\.{key}"):
        robopitch.make_match("msl", overrides={f"robot.sensors.{index}.settings.{key}": value})


def test_lengths_may_have_units():
    assert eye(ball_range="400 cm").settings.ball_range == 4.0


def test_a_field_without_markings_in_range_gives_no_points():
    assert len(seen(world_with((30.0, 30.0, 0.0))).lines) == 0
    assert np.shape(seen(world_with((30.0, 30.0, 0.0))).points) == (0, 2)


def test_robots_can_carry_it_in_any_league():
    match = robopitch.make_match("ssl-div-b", robots={"blue": "cambada"}, players=2)
    assert match.offer("a", ChangeSensor(NAME, {"on": True})) == ()
    assert {str(view.robot) for view in views(match, 200)} == {"blue 1"}
