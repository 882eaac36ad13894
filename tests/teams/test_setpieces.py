"""Set pieces: positions before them, distances, and that the ball is touched once."""

import math
from dataclasses import replace

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import Goal, Kicked, Touch
from robopitch.teams import TEAMS, Phase, Situation, act, look

BALL_PLAYERS = ["cambada", "mi20"]


def acted(made, name, situation, seconds, memory=None):
    """Let a team command the blue robots in a situation; returns what happened."""
    memory, happened = {} if memory is None else memory, []
    for _ in range(round(seconds / 0.02)):
        act(made, Team.BLUE, TEAMS[name](look(made, Team.BLUE, situation, memory)))
        happened += made.step(20)
    return happened


@pytest.mark.parametrize("team", BALL_PLAYERS)
@pytest.mark.parametrize("league", ["ssl-div-a", "msl"])
def test_the_taker_of_a_free_kick_kicks_the_ball_and_does_not_touch_it_again(league, team):
    once = 0
    for place in ((0.5, 1.0), (-1.5, -2.0), (2.0, -1.5)):
        made = robopitch.make(league, players={"blue": 5, "yellow": 0})
        made.place_ball(*place)
        happened = acted(made, team, Situation(Phase.FREE_KICK, ours=True, clearance=0.5), 6.0)
        kicks = [event for event in happened if isinstance(event, Kicked)]
        if not kicks:
            continue
        taker = kicks[0].robot
        touches = [event for event in happened if isinstance(event, Touch) and event.tick > kicks[0].tick + 50]
        others = [event.tick for event in touches if event.robot != taker]
        again = [event.tick for event in touches if event.robot == taker]
        moved = math.dist(kicks[0].position[:2], place)
        once += moved < 0.05 and (not again or (bool(others) and others[0] < again[0]))
    assert once == 3


@pytest.mark.parametrize("team", BALL_PLAYERS)
def test_in_a_stop_before_a_kick_off_all_go_to_their_own_half(team):
    made = robopitch.make("ssl-div-b", players={"blue": 6, "yellow": 0})
    for number in range(1, 6):
        made.place_robot(Team.BLUE, number, 2.0 + 0.3 * number, 1.0, 0.0)
    made.place_ball(4.55, 0.2)  # in the goal
    stop = Situation(Phase.STOP, False, (0.0, 0.0), clearance=0.5, then=Phase.KICK_OFF, then_ours=True)
    acted(made, team, stop, 6.0)
    assert max(robot.pose.x for robot in made.robots(Team.BLUE)) < -0.09


@pytest.mark.parametrize("team", BALL_PLAYERS)
@pytest.mark.parametrize("phase", [Phase.STOP, Phase.FREE_KICK])
def test_robots_keep_the_distance_that_the_referee_demands(phase, team):
    made = robopitch.make("msl", players={"blue": 5, "yellow": 0})
    made.place_ball(1.0, 2.0)
    made.place_robot(Team.BLUE, 3, 0.2, 2.0, 0.0)
    acted(made, team, Situation(phase, ours=False, clearance=3.0), 6.0)
    near = min(math.dist(robot.pose[:2], (1.0, 2.0)) for robot in made.robots(Team.BLUE))
    assert near > 3.0 + 0.25


def doubtfully(made, name, situation, seconds):
    """As `acted`, by a team that knows positions with some error: 4 cm of the ball."""
    memory, happened = {}, []
    for _ in range(round(seconds / 0.04)):
        seen = replace(look(made, Team.BLUE, situation, memory), ball_deviation=0.04)
        act(made, Team.BLUE, TEAMS[name](seen))
        happened += made.step(40)
    return happened


@pytest.mark.parametrize("team", BALL_PLAYERS)
def test_robots_that_see_for_themselves_keep_a_little_more_distance(team):
    made = robopitch.make("msl", players={"blue": 5, "yellow": 0})
    made.place_ball(1.0, 2.0)
    made.place_robot(Team.BLUE, 3, 0.2, 2.0, 0.0)
    doubtfully(made, team, Situation(Phase.FREE_KICK, ours=False, clearance=3.0), 6.0)
    near = min(math.dist(robot.pose[:2], (1.0, 2.0)) for robot in made.robots(Team.BLUE))
    assert near > 3.0 + 0.25 + 0.2


@pytest.mark.parametrize("team", BALL_PLAYERS)
def test_a_taker_that_sees_for_itself_kicks_the_ball_near_its_spot(team):
    """Rules let it catch the ball, but not carry it by half a metre."""
    for place in ((0.5, 1.0), (-1.5, -2.0)):
        made = robopitch.make("msl", players={"blue": 5, "yellow": 0})
        made.place_ball(*place)
        happened = doubtfully(made, team, Situation(Phase.FREE_KICK, True, place, clearance=3.0), 7.0)
        kicks = [event for event in happened if isinstance(event, Kicked)]
        assert kicks
        assert math.dist(kicks[0].position[:2], place) < 0.5
        assert all(event.robot == kicks[0].robot for event in happened[: happened.index(kicks[0])] if is_touch(event))


def is_touch(event):
    return isinstance(event, Touch)


def test_the_taker_of_a_throw_in_does_not_drive_around_the_ball_at_the_distance_of_the_others():
    made = robopitch.make("msl", players={"blue": 5, "yellow": 0})
    made.place_ball(2.4, -7.0)
    made.place_robot(Team.BLUE, 3, 2.0, -2.5, 0.0)
    stop = Situation(Phase.STOP, False, (2.4, -7.0), clearance=3.0, then=Phase.FREE_KICK, then_ours=True)
    doubtfully(made, "cambada", stop, 4.0)
    assert math.dist(made.robot(Team.BLUE, 3).pose[:2], (2.4, -7.0)) < 2.0


@pytest.mark.parametrize("team", BALL_PLAYERS)
def test_while_play_is_stopped_attackers_leave_the_surroundings_of_their_area(team):
    made = robopitch.make("ssl-div-b", players={"blue": 6, "yellow": 0})
    made.place_ball(3.0, 2.0)
    for number in range(1, 4):
        made.place_robot(Team.BLUE, number, 3.35, 0.4 * number - 0.8, 0.0)  # 0.06 m from the area
    acted(made, team, Situation(Phase.STOP, clearance=0.5), 3.0)
    for robot in made.robots(Team.BLUE):
        x, y = robot.pose[:2]
        assert math.hypot(max(3.5 - x, 0.0), max(abs(y) - 1.0, 0.0)) > 0.2 + 0.09


@pytest.mark.parametrize("team", BALL_PLAYERS)
def test_the_keeper_stands_on_its_line_at_a_penalty_against_it(team):
    made = robopitch.make("ssl-div-b", players={"blue": 6, "yellow": 0})
    made.place_ball(-1.5, 0.0)
    acted(made, team, Situation(Phase.PENALTY, ours=False, clearance=0.5), 4.0)
    keeper = made.robot(Team.BLUE, 0).pose
    assert abs(keeper.x + 4.5) < 0.09
    assert abs(keeper.y) < 0.5


@pytest.mark.parametrize("team", BALL_PLAYERS)
def test_a_robot_alone_saves_a_shot(team):
    for y in (-0.3, 0.0, 0.25):
        made = robopitch.make("ssl-div-b", players={"blue": 1, "yellow": 0})
        made.place_robot(Team.BLUE, 0, -4.35, -0.1, 0.0)
        way = math.atan2(y, -3.5)
        made.place_ball(-1.0, 0.0, vx=4.0 * math.cos(way), vy=4.0 * math.sin(way))
        assert not [event for event in acted(made, team, Situation(), 2.0) if isinstance(event, Goal)]
