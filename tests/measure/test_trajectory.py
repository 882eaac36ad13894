"""The line of a kick, and which robots are at the ball."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch import Team
from robopitch.measure.match_stats.proximity import Frame, Proximity
from robopitch.measure.match_stats.trajectory import Pitch, aim, height_at, line_of
from robopitch.messages import (
    Body,
)
from robopitch.spec import Box, load_league


@settings(max_examples=40)
@given(
    league=st.sampled_from(["ssl-div-a", "msl"]),
    speed=st.floats(0.5, 6.0),
    climb=st.one_of(st.just(0.0), st.floats(0.2, 4.0)),
)
def test_the_line_of_a_kick_is_where_the_world_lets_it_go(league, speed, climb):
    world = robopitch.make(league, players=0)
    pitch = Pitch.of(world.league)
    start = -0.9 * pitch.goal_line
    line = line_of((start, 0.0), (speed, 0.0, climb), speed, pitch)
    world.place_ball(start, 0.0, vx=speed, vz=climb)
    for _ in range(60):
        world.step(25)
        x, _, z = world.ball.position
        if x > pitch.goal_line - 0.2:
            return
        assert height_at(line, x - start - 1e-9, pitch) == pytest.approx(z, abs=2e-3)
    while world.ball.speed > 0 and world.ball.position[0] < pitch.goal_line - 0.2:
        world.step(100)
    if world.ball.speed == 0:
        assert line.length == pytest.approx(world.ball.position[0] - start, abs=2e-3)
        assert not aim(line, 1.0, pitch).target


@pytest.mark.parametrize("league", ["ssl-div-b", "msl", "vss-3v3", "mirosot-5v5"])
@pytest.mark.parametrize(("gap", "near"), [(0.0, True), (0.9, True), (1.1, False)])
def test_a_ball_is_at_a_robot_up_to_a_gap_of_its_own_radius_or_5_centimetres(league, gap, near):
    world = robopitch.make(league, players=1)
    radius = float(world.league.ball.radius)
    reach = -world.league.blue.robot.outline.circumradius - radius - gap * min(radius, 0.05)
    world.place_robot("blue", 0, x=0.0, y=0.0)
    if isinstance(world.league.blue.robot.outline, Box):
        reach += world.league.blue.robot.outline.circumradius - world.league.blue.robot.outline.length / 2
    columns = {body: column for column, body in enumerate(world.bodies)}
    frame = Frame(0.0, (reach, 0.0, radius, 0.0, 0.0, 0.0), world.bodies, columns, world.robot_block[:6].copy())
    assert Proximity(world.league).at_ball(frame) == ([Body(Team.BLUE, 0)] if near else [])
    high = frame._replace(ball=(reach, 0.0, 1.0, 0.0, 0.0, 0.0))
    assert Proximity(world.league).at_ball(high) == []  # it flies over the robot


def test_distances_shrink_with_the_goals_of_small_tables():
    small, large = (Pitch.of(load_league(name)) for name in ("vss-3v3", "ssl-div-b"))
    assert (large.shot, large.beside, large.mate) == (2.0, 0.3, 0.5)
    assert (small.shot, small.beside, small.mate) == (0.5, pytest.approx(0.12), pytest.approx(0.2))
