"""A ball kicked with the computed velocity arrives at its target."""

import math

import pytest

import robopitch
from robopitch.match.teleport import aim
from robopitch.messages import PlaceBall
from robopitch.spec import league_names

DIRECTION = math.radians(20)


def pitch(league: str, engine: str = "turf"):
    return robopitch.make_match(league, players=0, realism=None, free_play=False, engine=engine)


def kicked(match, distance: float, how: str):
    """The ball's path along its direction, at every step: distance, height above the ground, speed."""
    world = match.world
    c, k = math.cos(DIRECTION), math.sin(DIRECTION)
    x, y = -0.5 * distance * c, -0.5 * distance * k
    world.place_ball(x, y, float(world.league.ball.radius))
    vx, vy, vz = aim(world.league, distance * c, distance * k, how)
    match.offer("page", PlaceBall(height=0.0, vx=vx, vy=vy, vz=vz))
    match.advance(match.tick)
    while match.tick * world.timestep < 30:
        match.advance(match.tick + 1)
        px, py, pz = world.ball.position.tolist()
        yield (px - x) * c + (py - y) * k, pz - float(world.league.ball.radius), world.ball.speed


def landing(ball) -> float:
    """The distance of the first bounce, where the height stops falling."""
    before, falls = (0.0, 0.0), False
    for way, height, _ in ball:
        if falls and height >= before[1]:
            return before[0]
        before, falls = (way, height), height < before[1]
    raise AssertionError("it never came down")


def distances(league: str) -> list[float]:
    """Distances that stay on the field."""
    field = robopitch.spec.load_league(league).field
    return [share * float(field.width) for share in (0.1, 0.4, 0.8)]


@pytest.mark.parametrize("league", league_names("turf"))
def test_a_ball_that_shall_stop_somewhere_stops_there(league):
    for distance in distances(league):
        ball = kicked(pitch(league), distance, "stop")
        assert next(way for way, _, speed in ball if speed < 1e-3) == pytest.approx(distance, rel=0.05)


@pytest.mark.parametrize("league", league_names("turf"))
def test_a_pass_arrives_at_two_metres_per_second(league):
    for distance in distances(league):
        speed = next(speed for way, _, speed in kicked(pitch(league), distance, "pass") if way >= distance)
        assert speed == pytest.approx(2.0, rel=0.05)


@pytest.mark.parametrize("league", league_names("turf"))
def test_a_chip_first_comes_down_where_it_was_aimed(league):
    for distance in distances(league):
        assert landing(kicked(pitch(league), distance, "chip")) == pytest.approx(distance, rel=0.05)


def test_the_other_engine_agrees():
    distance = 2.0
    assert landing(kicked(pitch("ssl-div-b", "mujoco"), distance, "chip")) == pytest.approx(distance, rel=0.05)
    ball = kicked(pitch("ssl-div-b", "mujoco"), distance, "pass")
    assert next(speed for way, _, speed in ball if way >= distance) == pytest.approx(2.0, rel=0.05)
    ball = kicked(pitch("ssl-div-b", "mujoco"), distance, "stop")
    assert next(way for way, _, speed in ball if speed < 1e-2) == pytest.approx(distance, rel=0.05)


@pytest.mark.parametrize("league", league_names("turf"))
def test_a_fast_kick_is_as_hard_as_the_robots_of_the_league_kick(league):
    spec = robopitch.spec.load_league(league)
    kicker = spec.blue.robot.kicker
    velocity = aim(spec, 3.0, -4.0, "fast")
    speed = math.hypot(*velocity)
    assert speed == pytest.approx(float(kicker.speed) if kicker is not None else 2.0)
    assert velocity == pytest.approx((0.6 * speed, -0.8 * speed, 0.0))


def test_a_ball_that_is_there_already_goes_nowhere():
    league = robopitch.spec.load_league("ssl-div-b")
    for how in ("fast", "stop", "pass", "chip"):
        with pytest.raises(ValueError, match="there already"):
            aim(league, 0.0, 1e-9, how)


@pytest.mark.parametrize("how", ["", "hard", "STOP"])
def test_a_way_that_nobody_knows_is_refused(how):
    with pytest.raises(ValueError, match="fast, stop, pass or chip"):
        aim(robopitch.spec.load_league("ssl-div-b"), 1.0, 0.0, how)


def test_farther_takes_more_and_a_pass_more_than_a_stop():
    league = robopitch.spec.load_league("ssl-div-b")
    far = [0.01, 0.1, 0.5, 1.0, 3.0, 9.0]
    speeds = {how: [aim(league, distance, 0.0, how)[0] for distance in far] for how in ("stop", "pass", "chip")}
    for how in speeds:
        assert speeds[how] == sorted(speeds[how])
    assert all(hard > soft for hard, soft in zip(speeds["pass"], speeds["stop"], strict=True))
    assert all(speed > 2.0 for speed in speeds["pass"])
    assert aim(league, 4.0, 0.0, "chip")[2] == pytest.approx(2 * aim(league, 1.0, 0.0, "chip")[2])
