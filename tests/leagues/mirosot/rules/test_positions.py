"""Where robots are placed before a restart of MiroSot and VSS: legal, apart, and the same for the same situation."""

import itertools
import math

import pytest

from robopitch.leagues.mirosot.rules.positions import Stand, positions
from robopitch.leagues.mirosot.rules.restart_places import free_ball, goal_kick, kick_off, penalty, quadrant
from robopitch.messages import Body, Phase, Team
from robopitch.spec import load_league
from robopitch.spec.rules import rules_of

BLUE, YELLOW = Team.BLUE, Team.YELLOW
LEAGUES = ("vss-3v3", "mirosot-5v5", "mirosot-7v7", "mirosot-11v11")
KEEPERS = {BLUE: 0, YELLOW: 0}


def restarts(league):
    rules = rules_of(league)
    for team in Team:
        yield kick_off(team)
        yield penalty(league, team)
        yield from (goal_kick(league, team, y) for y in (-0.1, 0.1))
    yield from (free_ball(league, rules, x, y) for x in (-0.1, 0.1) for y in (-0.1, 0.1))


def robots(league, size=None):
    return [Body(team, number) for team in Team for number in range(size or league.team_size)]


CASES = [(name, restart) for name in LEAGUES for restart in restarts(load_league(name))]


@pytest.mark.parametrize(("name", "restart"), CASES, ids=lambda value: value if isinstance(value, str) else value.kind)
def test_everybody_is_on_the_table_apart_from_all_others_and_the_ball(name, restart):
    league = load_league(name)
    bodies = robots(league)
    stands = positions(league, rules_of(league), restart, bodies, KEEPERS)
    assert list(stands) == bodies
    radius, field = league.blue.robot.outline.circumradius, league.field
    for one, other in itertools.combinations(stands.values(), 2):
        assert math.dist(one[:2], other[:2]) > 2 * radius
    for stand in stands.values():
        assert math.dist(stand[:2], restart.position) > radius + league.ball.radius
        assert abs(stand.x) <= field.length / 2 - radius + 1e-9
        assert abs(stand.y) <= field.width / 2 - radius + 1e-9


@pytest.mark.parametrize(("name", "restart"), CASES, ids=lambda value: value if isinstance(value, str) else value.kind)
def test_everybody_stands_where_the_restart_allows_it(name, restart):
    league = load_league(name)
    rules, field, radius = rules_of(league), league.field, league.blue.robot.outline.circumradius
    stands = positions(league, rules, restart, robots(league), KEEPERS)
    near = [robot for robot, stand in stands.items() if math.dist(stand[:2], restart.position) < field.width / 6]
    ball_x, ball_y = restart.position
    if restart.kind is Phase.KICK_OFF:
        inside = [body for body, at in stands.items() if math.hypot(*at[:2]) < field.centre_circle_radius + radius]
        assert [body.team for body in inside] == [restart.team]
        assert all(at.x < 0 if body.team is BLUE else at.x > 0 for body, at in stands.items())
    elif restart.kind is Phase.DROPPED_BALL:
        apart = rules.rule["free_ball_distance"].threshold
        players = [body for body, at in stands.items() if math.isclose(math.dist(at[:2], restart.position), apart)]
        assert [body.team for body in players] == [BLUE, YELLOW]
        assert stands[players[0]].x < ball_x < stands[players[1]].x
        here = quadrant(ball_x, ball_y)
        others = [body for body in stands if body not in players and body.id != 0]
        assert not [body for body in others if quadrant(*stands[body][:2]) == here]
    elif restart.kind is Phase.GOAL_KICK:
        assert near[0] == Body(restart.team, 0)
        assert {body.team for body in near} == {restart.team}
    else:
        attacked = 1 if restart.team is BLUE else -1
        before = {body for body, at in stands.items() if attacked * at.x > 0}
        keeper = Body(restart.team.other, 0)
        assert keeper in before
        assert len(before) == 2
        (kicker,) = before - {keeper}
        assert kicker.team is restart.team
        assert attacked * stands[kicker].x < attacked * ball_x
        assert abs(stands[keeper].x) == pytest.approx(field.length / 2 - radius)
        assert stands[keeper].y == 0


def test_places_that_a_team_gives_are_kept_if_they_are_legal_and_corrected_if_not():
    league = load_league("mirosot-5v5")
    given = {
        Body(BLUE, 1): Stand(-0.5, 0.1, 1.0),  # legal
        Body(BLUE, 2): Stand(0.3, 0.3, 0.5),  # in the other half
        Body(BLUE, 3): Stand(-0.51, 0.1, 0.0),  # on the first one
    }
    stands = positions(league, rules_of(league), kick_off(YELLOW), robots(league), KEEPERS, given)
    assert stands[Body(BLUE, 1)] == given[Body(BLUE, 1)]
    assert stands[Body(BLUE, 2)].x < 0
    assert math.dist(stands[Body(BLUE, 3)][:2], (-0.5, 0.1)) > 2 * league.blue.robot.outline.circumradius


@pytest.mark.parametrize("size", [1, 2])
def test_a_small_team_takes_every_restart(size):
    league = load_league("vss-3v3")
    for restart in restarts(league):
        stands = positions(league, rules_of(league), restart, robots(league, size), KEEPERS)
        assert len(stands) == 2 * size
