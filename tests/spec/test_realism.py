import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.spec import (
    RealismSpec,
    RobotSpec,
    SpecError,
    change_league,
    change_realism,
    change_robot,
    load_league,
    load_realism,
    load_robot,
    parameters,
    realism_names,
)

# ball, robot, heading; area, overlap, false balls, camera error, command and response loss, missing ball and robot,
# delay, processing, real dribbler, offset, command delay: the table of ER-Force's presets.
TABLE = {
    "none": (0, 0, 0, 0, 0.3, 0, 0, 0, 0, 0, 0, 0.035, 0.005, True, 0, 0),
    "friendly": (4e-4, 3e-4, 3e-3, 1, 1, 0.001, 0.05, 0.01, 0.01, 0.05, 0.02, 0.035, 0.01, True, 0.02, 0),
    "rc2021": (1e-3, 1.3e-3, 0.01, 6.5, 1, 0.02, 0, 0.03, 0.1, 0.05, 0, 0.035, 0.01, False, 0, 0),
    "realistic": (1.4e-3, 1.3e-3, 0.01, 6.5, 1, 0.05, 0.1, 0.03, 0.1, 0.05, 0.02, 0.035, 0.01, True, 0.02, 0.003),
}
COLUMNS = (
    "ball_position", "robot_position", "robot_heading", "ball_area", "camera_overlap", "false_balls", "camera_error",
    "command_loss", "response_loss", "missing_ball", "missing_robot", "vision_delay", "processing_time",
    "real_dribbler", "position_offset", "command_delay",
)  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_the_presets_have_the_values_of_the_table(name):
    realism = load_realism("ssl", name)
    assert tuple(getattr(realism, column) for column in COLUMNS) == TABLE[name]
    assert (realism.name, realism.hide_balls, realism.least_visible) == (name, True, 0.4)


def test_perfect_spoils_nothing():
    realism = load_realism("ssl", "perfect")
    spoilt = {path: value for path, value in RealismSpec(name="perfect") if getattr(realism, path) != value}
    assert set(spoilt) == {"description", "camera_overlap"}  # the overlap is no defect: cameras see more
    assert not any(value for value in dict(RealismSpec(name="x")).values() if isinstance(value, float))


def test_these_presets_are_shipped_and_their_numbers_have_sources():
    assert realism_names("ssl") == ["friendly", "none", "perfect", "rc2021", "realistic"]
    assert realism_names("msl") == realism_names("nobody") == []
    for name in realism_names("ssl"):
        for parameter in parameters(load_realism("ssl", name)):
            assert not isinstance(parameter.value, float) or len(parameter.source) > 3


def test_an_unknown_preset_gets_near_names():
    with pytest.raises(SpecError, match=r"no realism for 'ssl' leagues is called 'realstic'; did you mean 'realistic'"):
        load_realism("ssl", "realstic")


def test_values_can_be_changed_by_path():
    realism = load_realism("ssl", "realistic", {"vision_delay": "20 ms", "missing_ball": "10 %"})
    assert (realism.vision_delay, realism.missing_ball, realism.ball_position) == (0.02, 0.1, 0.0014)
    changed = change_realism(realism, {"ball_position": 0.002, "robot_covariance": [1e-6, 0, 0, 1e-6, 0, 1e-4]})
    assert (changed.ball_position, changed.vision_delay) == (0.002, 0.02)
    assert changed.robot_covariance == [1e-6, 0, 0, 1e-6, 0, 1e-4]
    assert change_realism(changed, {"robot_covariance.3": 4e-6}).robot_covariance[3] == 4e-6
    assert change_realism(changed, {"robot_covariance": "none"}).robot_covariance is None
    assert change_realism(realism, {}) == realism


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"missing_ball": 1.5}, "missing_ball: 1.5 is above 1"),
        ({"ball_position": -1}, "ball_position: -1 m is below 0"),
        ({"ball_position": math.nan}, "ball_position: nan is not finite"),
        ({"balls": 1}, "balls: no such key here"),
        ({"hide_balls": 3}, "hide_balls: true or false is wanted"),
        ({"robot_covariance": [1, 2, 3]}, "robot_covariance: 3 entries; at least 6 are wanted"),
        ({"robot_covariance": [1, 0, 0, -1, 0, 1]}, "robot_covariance: a variance below 0"),
        ({"robot_covariance": [1, 1.1, 0, 1, 0, 1]}, "robot_covariance: not that of any noise"),
        ({"robot_covariance": [1, 0.9, -0.9, 1, 0.9, 1]}, "robot_covariance: not that of any noise"),
        ({"robot_covariance": [0, 0, 0.1, 1, 0, 1]}, "robot_covariance: not that of any noise"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(values, problem):
    with pytest.raises(SpecError) as caught:
        change_realism(load_realism("ssl", "none"), values)
    assert str(caught.value).startswith(f"{problem}")


@given(st.lists(st.floats(-0.1, 0.1), min_size=6, max_size=6))
def test_whatever_has_a_root_is_a_covariance(root):
    a, b, c, d, e, f = root
    values = [a * a, a * b, a * d, b * b + c * c, b * d + c * e, d * d + e * e + f * f]
    assert RealismSpec(name="x", robot_covariance=values).robot_covariance == values


# ---- changing a loaded spec -----------------------------------------------------------------------------------------


def test_a_finished_league_changes_as_one_that_is_loaded():
    values = {"ball.mass": 0.045, "field.length": 10.8, "robot.mass": "2 kg", "sensors.vision.rate": 100.0}
    league = change_league(load_league("ssl-div-a"), values)
    assert league == load_league("ssl-div-a", values)
    assert league.ball.mass.source == "override"
    assert league.formation[0].x == pytest.approx(-5.8 * 0.9)
    assert change_league(league, {}) == league
    assert change_league(league, {"field.length": 12.0}).formation[0].x == pytest.approx(-5.8)


def test_a_finished_robot_changes_by_path():
    robot = change_robot(load_robot("ssl"), {"mass": 2.1, "outline.radius": "85 mm", "drive.wheels.0.angle": 0.9})
    assert (robot.mass, robot.outline.radius, robot.outline.front) == (2.1, 0.085, 0.075)
    assert math.atan2(robot.drive.wheels[0].y, robot.drive.wheels[0].x) == pytest.approx(0.9)
    with pytest.raises(SpecError, match=r"outline.front: 0.075 m does not cut the disc"):
        change_robot(load_robot("ssl"), {"outline.radius": 0.07})
    with pytest.raises(SpecError, match=r"weight: no such key here"):
        change_robot(load_robot("ssl"), {"weight": 2})


SIZES = [
    parameter.path
    for parameter in parameters(load_league("ssl-div-a"))
    if isinstance(parameter.value, float) and parameter.least is not None
    # Both teams have the same robot; coordinates, directions and veers may be arbitrarily close to 0.
    if not parameter.path.startswith(("yellow.", "formation"))
    and not parameter.path.endswith((".x", ".y", ".direction", ".veer"))
]


@pytest.mark.parametrize("tiny", [5e-324, 1e-30])
def test_a_number_too_near_to_nothing_is_an_error_and_nothing_worse(tiny):
    league = load_league("ssl-div-a")
    for path in SIZES:
        with pytest.raises(SpecError):
            change_league(league, {path: tiny})


def test_a_league_of_specks_is_refused():
    league = load_league("ssl-div-a", robots={"blue": "obstacle"})
    for values in ({"ball.radius": 1e-6}, {"blue.robot.outline.radius": 1e-6}):
        with pytest.raises(SpecError, match=r"too small to compute with; at least 0.00"):
            change_league(league, values)


@given(st.sampled_from(["mass", "height", "outline.radius", "drive.grip", "drive.motor.gear"]), st.floats(0, 1e-3))
def test_a_robot_with_any_small_number_is_one_or_a_spec_error(path, value):
    with contextlib.suppress(SpecError):
        assert isinstance(change_robot(load_robot("ssl"), {path: value}), RobotSpec)
