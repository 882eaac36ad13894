"""Formations of teams for the page: read, checked, written as a file, and told to the teams of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.messages import ChangeFormation, Team
from robopitch.teams.formation import FORMED, Formation, Spot, formation_text, read_formation, usual_formation
from robopitch.web import schema

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.web.schema.asks import ReadFormation, SetFormation, WriteFormation

__all__ = ["change_of", "formation_now", "read", "told_before", "written"]

BUSY = 2  # robots with a task of their own: the keeper, and the one that goes for the ball


def formation_now(match: Match, team: Team) -> schema.FormationState:
    """The formation that a coach has told a team, or one to begin with."""
    told, field = match.teams.formations.get(team), match.world.league.field
    robots = sum(1 for _ in match.world.robots(team))
    shown = told or usual_formation(float(field.length), float(field.width), robots - BUSY)
    return schema.FormationState(
        plays=match.players[team],
        formed=match.teams.has_formations(team),
        told=told is not None,
        **_answer(shown),
    )


def change_of(ask: SetFormation) -> ChangeFormation:
    """The input that tells a team its formation."""
    return ChangeFormation(Team(ask.team), _spots(ask.attack), _spots(ask.defence))


def told_before(match: Match, team: Team) -> ChangeFormation:
    """The input that tells a team the formation that it has now."""
    told = match.teams.formations.get(team)
    return ChangeFormation(team) if told is None else ChangeFormation(team, **told.spots)


def written(ask: WriteFormation) -> schema.FormationText:
    """The text of the file of a team with this formation."""
    formation = Formation(_spots(ask.attack), _spots(ask.defence))
    return schema.FormationText(text=formation_text(formation, FORMED[0]))


def read(ask: ReadFormation) -> schema.Formation:
    """The formation in the text of a file."""
    return schema.Formation(**_answer(read_formation(ask.text).formation))


def _answer(formation: Formation) -> schema.Formation:
    attack, defence = (
        [schema.Spot(x=spot.x, y=spot.y, pull_x=spot.pull_x, pull_y=spot.pull_y) for spot in spots]
        for spots in (formation.attack, formation.defence)
    )
    return schema.Formation(attack=attack, defence=defence)


def _spots(given: Sequence[schema.Spot]) -> tuple[Spot, ...]:
    return tuple(Spot(one["x"], one["y"], one["pull_x"], one["pull_y"]) for one in given)
