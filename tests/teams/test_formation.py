"""Formations: places for every position of the ball, as a file, and told by a coach during a match."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.control.paths import Area
from robopitch.messages import ChangeFormation
from robopitch.teams import look
from robopitch.teams.cambada import play as cambada
from robopitch.teams.formation import (
    MOST_SPOTS,
    Formation,
    Spot,
    formation_text,
    read_formation,
    usual_formation,
)
from robopitch.teams.game_view import GameView
from robopitch.teams.team_file import load_team

FIELD = Area(-9.0, 9.0, -6.0, 6.0)
WIDE = Formation((Spot(2.0, 4.0, 0.5, 0.0), Spot(2.0, -4.0)), (Spot(-5.0, 0.0, 0.25, 0.5),))


def test_spots_follow_the_ball_and_stay_within_bounds():
    assert WIDE.places((4.0, -2.0), True, FIELD) == [(4.0, 4.0), (2.0, -4.0)]
    assert WIDE.places((4.0, -2.0), False, FIELD) == [(-4.0, -1.0)]
    assert WIDE.places((90.0, 90.0), False, FIELD) == [(9.0, 6.0)]


def test_a_file_gives_back_what_was_written():
    assert read_formation(formation_text(WIDE)) == ("cambada", WIDE)
    assert Formation.from_plain(WIDE.plain()) == WIDE


@pytest.mark.parametrize("spots", [0, 1, 3, 9])
def test_the_formation_to_begin_with_is_on_the_field_and_can_be_written(spots):
    usual = usual_formation(18.0, 12.0, spots)
    assert 1 <= len(usual.attack) == len(usual.defence) <= MOST_SPOTS
    assert all(FIELD.holds(spot.x, spot.y) for spot in (*usual.attack, *usual.defence))
    assert read_formation(formation_text(usual)).formation == usual


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("team = ", "not a TOML file"),
        ('team = "mi20"\n[formation]\nattack = []\ndefence = []', "cambada has formations"),
        ("[formation]\nattack = []", "attack and defence are wanted"),
        ("[formation]\nattack = []\ndefence = []", "attack: 0 spots; 1 to 5"),
        ("[formation]\nattack = 1\ndefence = []", "attack: a list of spots"),
        ("[formation]\nattack = [{x = 1}]\ndefence = []", "attack, spot 1: x and y"),
        ("[formation]\nattack = [{x = 1, y = 'a'}]\ndefence = []", "attack, spot 1: y is not a number"),
        ("[formation]\nattack = [{x = 1, y = 99}]\ndefence = [{x = 1, y = 1}]", "attack, spot 1: y = 99"),
        ("[formation]\nattack = [{x = nan, y = 9}]\ndefence = [{x = 1, y = 1}]", "attack, spot 1: x = nan"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text, wrong):
    with pytest.raises(ValueError, match=wrong):
        read_formation(text)


ASIDE = Formation((Spot(2.0, 5.0), Spot(2.0, -5.0)), (Spot(2.0, 5.0, 0.1), Spot(2.0, -5.0, 0.1)))


def aims(match, play=cambada):
    """Where the free robots of blue go by a policy, in the situation of a match."""
    memory = match.teams.players_of(Team.BLUE)[0].memory
    view = GameView(look(match.world, Team.BLUE, memory=dict(memory)))
    return {tuple(move.place) for move in play(view).values()}


def places(match, ours):
    x, y, _ = match.world.ball.position.tolist()
    return set(ASIDE.places((x, y), ours, FIELD))


def test_a_coach_tells_a_team_in_the_match_where_to_stand():
    match = robopitch.make_match("msl", blue="cambada", yellow="still", players=4, realism=None, seed=1)
    match.advance(100)
    before = match.save()
    assert not aims(match) & (places(match, True) | places(match, False))
    assert match.offer("page", ChangeFormation(Team.BLUE, ASIDE.attack, ASIDE.defence)) == ()
    match.advance(200)
    assert places(match, True) <= aims(match) or places(match, False) <= aims(match)
    told = match.save()
    match.advance(400)
    end = match.world.fingerprint()
    match.restore(told)  # a snapshot has the formation
    assert match.teams.formations == {Team.BLUE: ASIDE}
    match.advance(400)
    assert match.world.fingerprint() == end
    match.restore(before)
    assert match.teams.formations == {}
    assert not aims(match) & (places(match, True) | places(match, False))


def test_a_formation_that_makes_no_sense_is_refused():
    match = robopitch.make_match("msl", blue="cambada", yellow="mi20", players=2, realism=None)
    spots = ASIDE.attack
    for change, why in (
        (ChangeFormation(Team.YELLOW, spots, spots), "mi20 has no formations"),
        (ChangeFormation(Team.BLUE, spots, ()), "defence: 0 spots"),
        (ChangeFormation(Team.BLUE, ((math.nan, 0.0, 0.0, 0.0),), spots), "x = nan"),
        (ChangeFormation(Team.BLUE, ((0.0, 0.0),), ((1.0,),)), "not a formation"),
    ):
        (refusal,) = match.offer("page", change)
        assert why in refusal.message
    assert match.offer("page", ChangeFormation(Team.BLUE)) == ()  # as the team likes


def test_a_file_is_a_team(tmp_path):
    (tmp_path / "aside.toml").write_text(formation_text(ASIDE))
    name, _ = load_team(str(tmp_path / "aside.toml"))
    assert name == "cambada:aside"
    match = robopitch.make_match(
        "msl", blue=str(tmp_path / "aside.toml"), yellow="still", players=4, realism=None, seed=1
    )
    match.advance(100)
    assert places(match, True) <= aims(match) or places(match, False) <= aims(match)
    assert match.offer("page", ChangeFormation(Team.BLUE, WIDE.attack, WIDE.defence)) == ()
    (tmp_path / "bad.toml").write_text("team = 1")
    with pytest.raises(ValueError, match=r"bad\.toml: team = 1"):
        load_team(str(tmp_path / "bad.toml"))
    with pytest.raises(ValueError, match=r"none\.toml: cannot be read"):
        load_team(str(tmp_path / "none.toml"))
