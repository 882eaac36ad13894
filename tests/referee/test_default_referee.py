"""The referee of a match: it rules and places by inputs that it derives, and changes nothing by itself."""

import json
from typing import ClassVar

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import (
    GameState,
    HearReferee,
    MoveEpoch,
    Phase,
    PlaceBall,
    Ruling,
    TeamState,
    Whistle,
    Whistled,
)
from robopitch.referee import DefaultReferee, Rule


class Teams:
    """Both teams are external."""

    external = frozenset(Team)
    came: ClassVar[dict[Team, int]] = {}
    idle: frozenset[Team] = frozenset()


def fresh(free_play: bool = True, rules: frozenset[Rule] = frozenset()) -> tuple[robopitch.World, DefaultReferee]:
    world = robopitch.make("ssl-div-b")
    return world, DefaultReferee(world, Teams(), free_play, rules)


def test_the_first_judgement_rules_how_the_game_begins():
    _, referee = fresh()
    (ruling,) = referee.judge(0, (), ())
    assert isinstance(ruling, Ruling)
    assert (ruling.game.phase, ruling.game.external) == (Phase.HALT, False)
    assert referee.judge(10, (), ()) == []  # nothing new


def test_a_referee_changes_nothing_by_itself():
    world, referee = fresh()
    before = world.fingerprint()
    for tick in range(0, 100, 10):
        referee.judge(tick, (), ())
    world.place_ball(4.4, 0.0, vx=3.0)
    events = world.run(0.2)
    placed = world.fingerprint()
    referee.judge(world.tick, (), (Whistled(Whistle.START),))
    rulings = referee.judge(world.tick, events, ())
    assert [ruling.game.score for ruling in rulings] == [{Team.BLUE: 1, Team.YELLOW: 0}]
    assert world.fingerprint() == placed != before


def test_an_external_referee_is_followed_at_once_and_told_once():
    _, referee = fresh()
    referee.judge(0, (), ())
    said = GameState(Phase.STOP, number=4, teams={team: TeamState(score=2) for team in Team})
    (ruling,) = referee.judge(5, (), (HearReferee(said),))
    assert ruling.game.external
    assert (ruling.game.phase, ruling.game.number) == (Phase.STOP, 4)
    assert referee.judge(6, (), (HearReferee(said),)) == []  # the same message again
    (ruling,) = referee.judge(7, (), (Whistled(Whistle.STOP),))
    assert (ruling.game.external, ruling.game.phase) == (False, Phase.STOP)
    assert ruling.game.score == {Team.BLUE: 0, Team.YELLOW: 0}


def test_the_unix_time_of_a_phase_stays_when_the_epoch_moves():
    world, referee = fresh()
    referee.judge(0, (), ())
    world.run(1.0)
    (ruling,) = referee.judge(1000, (), (Whistled(Whistle.STOP),))
    assert ruling.game.since == pytest.approx(1.0)
    (moved,) = referee.judge(1000, (), (MoveEpoch(2.5),))
    assert moved.game.since == pytest.approx(-1.5)


def test_what_is_enforced_comes_as_inputs():
    world, referee = fresh(rules=frozenset(Rule))
    referee.judge(0, (), ())
    said = GameState(Phase.HALT, place=(1.0, 1.0), teams={team: TeamState(robots_allowed=5, keeper=0) for team in Team})
    referee.judge(0, (), (HearReferee(said),))
    first, *removed = referee.judge(0, (), ())
    assert first.game.stands_still
    assert [(robot.team, robot.id, robot.present) for robot in removed] == [(team, 5, False) for team in Team]
    world.run(0.6)
    placed = [put for put in referee.judge(world.tick, (), ()) if isinstance(put, PlaceBall)]
    assert [(put.x, put.y, put.safely) for put in placed] == [(1.0, 1.0, True)]


def test_a_saved_referee_goes_on_as_it_did():
    world, referee = fresh(rules=frozenset(Rule))
    referee.judge(0, (), ())
    world.run(0.5)
    referee.judge(500, (), (HearReferee(GameState(Phase.HALT, place=(1.0, 1.0))),))
    referee.judge(500, (), ())
    state = json.loads(json.dumps(referee.state()))
    other = DefaultReferee(world, Teams(), True, frozenset(Rule))
    other.load(state)
    world.run(0.6)
    assert other.judge(1100, (), ()) == referee.judge(1100, (), ()) != []
    assert other.state() == referee.state()


@pytest.mark.parametrize(
    "change",
    [
        {"free_play": None},
        {"halted_at": -1},
        {"external": {"is": "Body", "of": [None, 1]}},
        {"stands_still": 1},
        {"more": 1},
    ],
)
def test_a_wrong_state_is_refused(change):
    _, referee = fresh()
    referee.judge(0, (), ())
    with pytest.raises(ValueError, match=r"\w"):
        referee.load({**referee.state(), **change})
