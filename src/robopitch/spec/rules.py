"""Limits of the rules of a league, from rules.toml in its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BeforeValidator, Field, ValidationError

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.catalogue import folder_label, league_folders
from robopitch.spec.errors import explain
from robopitch.spec.quantity import Physical, assumed
from robopitch.spec.toml import read_toml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from robopitch.spec.league import LeagueSpec

__all__ = ["RulesSpec", "rules_of"]

FILE = "rules.toml"

Speed = Annotated[float, Physical("m/s", gt=0, le=100)]
Length = Annotated[float, Physical("m", gt=0, le=100)]


class RulesSpec(Spec):
    """Limits that match statistics count against."""

    fastest_kick: Annotated[Speed | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="speed that no kick may exceed; none = no limit"
    )
    longest_dribble: Annotated[Length | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="distance over which a robot may carry the ball; none = no limit"
    )
    crash_speed: Annotated[float, Physical("m/s", ge=0, le=100)] = Field(
        default=assumed(1.5, "m/s", "as in the Small Size League"),
        description="speed at which robots of both teams meet above which their collision is a crash",
    )


def rules_of(league: LeagueSpec) -> RulesSpec:
    """The limits of a league; the defaults if its folder is not known here or has no rules.toml."""
    folders = league_folders()
    folder = folders.get(league.name) or next((one for one in folders.values() if one.name == league.family), None)
    return RulesSpec() if folder is None else _load(folder, league.name)


def _load(folder: Traversable, name: str) -> RulesSpec:
    file, label = folder / FILE, folder_label(folder, FILE)
    if not file.is_file():
        return RulesSpec()
    tables = read_toml(file, label)
    try:
        return RulesSpec.model_validate({**tables.get("common", {}), **tables.get(name, {})})
    except ValidationError as error:
        raise explain(error, RulesSpec, lambda key: label) from None
