import itertools
import math

import pytest

from robopitch.leagues.registry import has_rules
from robopitch.spec import Count, Quantity, league_names, load_league, load_robot, parameters, robot_names

LEAGUES = {
    "ssl-div-a": ("ssl", 11, 12.0, 9.0, 1.8),
    "ssl-div-b": ("ssl", 6, 9.0, 6.0, 1.0),
    "msl": ("msl", 5, 22.0, 14.0, 2.4),
    "msl-2010": ("msl", 5, 18.0, 12.0, 2.0),
    "mirosot-5v5": ("mirosot", 5, 2.2, 1.8, 0.4),
    "mirosot-7v7": ("mirosot", 7, 2.8, 2.2, 0.4),
    "mirosot-11v11": ("mirosot", 11, 4.0, 2.8, 0.6),
    "vss-3v3": ("mirosot", 3, 1.5, 1.3, 0.4),
    "humanoid-kid": ("humanoid", 4, 9.0, 6.0, 2.6),
    "humanoid-kid-2011": ("humanoid", 3, 6.0, 4.0, 1.5),
}


def test_these_leagues_and_robots_are_shipped():
    assert set(league_names()) == set(LEAGUES)
    assert set(robot_names()) == {
        "ssl",
        "cambada",
        "cambada-2010",
        "msl-triangle",
        "msl-two-wheels",
        "msl-ackermann",
        "msl-synchro",
        "austrobot",
        "vss",
        "obstacle",
        "fumanoid-2009",
        "fumanoid-2011",
    }


def test_leagues_on_wheels_are_played_in_turf_and_those_with_joints_in_the_engine_for_joints():
    for name in league_names():
        league = load_league(name)
        assert league.engine == ("turf" if league.blue.robot.figure is None else "mujoco-spatial")
        assert name in league_names(league.engine)
    assert len(league_names("turf")) == 8


@pytest.mark.parametrize("name", league_names("turf"))
def test_leagues_on_wheels_are_played_by_rules_if_nothing_else_is_said(name):
    assert has_rules(name)


@pytest.mark.parametrize("name", league_names())
def test_every_league_loads_with_the_sizes_of_its_rules(name):
    league = load_league(name)
    assert league.name == name
    assert (
        league.family,
        league.team_size,
        league.field.length,
        league.field.width,
        league.field.goal.width,
    ) == LEAGUES[name]


@pytest.mark.parametrize("name", robot_names())
def test_every_robot_loads_and_is_called_like_its_file(name):
    assert load_robot(name).name == name


@pytest.mark.parametrize(
    "spec", [*map(load_league, league_names()), *map(load_robot, robot_names())], ids=lambda spec: spec.name
)
def test_every_shipped_number_has_a_source(spec):
    numbers = [parameter for parameter in parameters(spec) if isinstance(parameter.value, float | int)]
    numbers = [parameter for parameter in numbers if not isinstance(parameter.value, bool)]
    assert len(numbers) > 5
    for parameter in numbers:
        assert isinstance(parameter.value, Quantity | Count)
        assert len(parameter.source) > 3, parameter.path
        assert not parameter.source.endswith(".toml"), f"{parameter.path} names no source"


@pytest.mark.parametrize("league", league_names())
@pytest.mark.parametrize("robot", robot_names())
def test_every_robot_can_play_in_every_league(league, robot):
    assert load_league(league, robots={"yellow": robot}).yellow.robot.name == robot


@pytest.mark.parametrize("name", league_names())
def test_nobody_overlaps_at_kick_off(name):
    league = load_league(name)
    blue = [(spot.x, spot.y) for spot in league.formation]
    places = [*blue, *((-x, -y) for x, y in blue)]
    apart = min(math.dist(a, b) for a, b in itertools.combinations(places, 2))
    assert apart > 2 * league.blue.robot.outline.circumradius


@pytest.mark.parametrize("name", league_names())
def test_the_formation_is_legal_for_either_side(name):
    league = load_league(name)
    field, radius = league.field, league.blue.robot.outline.circumradius
    for robot, spot in enumerate(league.formation[: league.team_size]):
        assert math.hypot(spot.x, spot.y) >= field.centre_circle_radius + radius
        assert spot.x <= -radius
        if league.family == "msl":
            assert math.hypot(spot.x, spot.y) >= 3 + radius
        in_area = (
            spot.x - radius < field.penalty_area_depth - field.length / 2 and abs(spot.y) < field.penalty_area_width / 2
        )
        assert in_area == (robot == 0)


@pytest.mark.parametrize("name", league_names())
def test_the_formation_is_symmetric_about_the_long_axis(name):
    league = load_league(name)
    spots = {(float(spot.x), float(spot.y)) for spot in league.formation[: league.team_size]}
    assert spots == {(x, -y) for x, y in spots}


@pytest.mark.parametrize("name", robot_names())
def test_motors_turn_the_wheels_faster_than_the_limiter_lets_them(name):
    drive = load_robot(name).drive
    if drive.motor is None:
        assert drive.kind == "none"
        return
    rim = drive.motor.voltage / (drive.motor.torque_constant * drive.motor.gear) * drive.wheels[0].radius
    assert rim > drive.limits.speed


@pytest.mark.parametrize("name", robot_names())
def test_robots_are_mirror_images_of_themselves(name):
    wheels = load_robot(name).drive.wheels
    left = sorted((float(wheel.x), float(wheel.y)) for wheel in wheels)
    assert left == sorted((float(wheel.x), -float(wheel.y)) for wheel in wheels)


def test_the_austrobot_turns_its_wheels_at_the_no_load_speed_of_its_appendix():
    motor, wheel = load_robot("austrobot").drive.motor, load_robot("austrobot").drive.wheels[0]
    assert motor.voltage / (motor.torque_constant * motor.gear) * wheel.radius == pytest.approx(2.34, abs=0.005)


def test_cambada_lobs_the_ball_twelve_metres():
    kicker, gravity = load_robot("cambada").kicker, load_league("msl").gravity
    assert kicker.chip_speed**2 * math.sin(2 * kicker.chip_angle) / gravity == pytest.approx(12, rel=1e-4)
    assert kicker.power_speed == kicker.chip_speed


def test_a_fifa_ball_bounces_six_times_and_rests_after_2_81_seconds():
    ball, gravity = load_league("msl").ball, load_league("msl").gravity
    speed = math.sqrt(2 * gravity * 1.0)
    time, bounces = speed / gravity, 0
    while speed * ball.restitution >= ball.least_bounce_speed:
        speed *= ball.restitution
        time += 2 * speed / gravity
        bounces += 1
    assert bounces == 6
    assert time == pytest.approx(2.81, abs=0.02)


def test_a_robot_of_which_only_the_differences_are_stated_is_the_other_one_for_the_rest():
    usual, published = load_robot("cambada"), load_robot("cambada-2010")
    assert published.drive == usual.drive
    assert published.mass == usual.mass
    north = [sensor.settings.get("north_offset", 0.0) for robot in (usual, published) for sensor in robot.sensors[1:2]]
    assert north == pytest.approx([0.0, math.radians(80)])


def test_a_kick_of_the_published_robot_has_the_measured_speed():
    kicker = load_robot("cambada-2010").kicker
    assert [kicker.coded_speed(power, chip=True) for power in (0, 15, 20, 50, 80)] == [0, 5.97, 7.33, 10.51, 10.51]
    assert kicker.coded_speed(17.5, chip=True) == pytest.approx((5.97 + 7.33) / 2)
    assert kicker.coded_speed(25, chip=False) == pytest.approx(10.85 / 2)
    for power in range(1, 51):
        assert kicker.power_of(kicker.coded_speed(power, chip=True), chip=True) == power
        assert kicker.power_of(kicker.coded_speed(power, chip=False), chip=False) == power
