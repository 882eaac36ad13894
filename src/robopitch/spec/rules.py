"""The rules of a league as data: limits, lengths of a match, and a table per rule, from rules.toml in its folder."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.catalogue import folder_label, league_folders
from robopitch.spec.errors import explain
from robopitch.spec.quantity import Physical, Quantity, Whole, assumed
from robopitch.spec.toml import read_toml
from robopitch.spec.units import known_unit

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from robopitch.spec.league import LeagueSpec

__all__ = ["MatchSpec", "RuleSpec", "RulesSpec", "rules_of"]

FILE = "rules.toml"
LONGEST = 86400.0  # s: a day

Speed = Annotated[float, Physical("m/s", gt=0, le=100)]
Length = Annotated[float, Physical("m", gt=0, le=100)]
Seconds = Annotated[float, Physical("s", ge=0, le=LONGEST)]
Number = Annotated[int, Whole(ge=0, le=1000)]


@dataclass(frozen=True)
class AnyUnit:
    """Annotates a number in whatever unit its table names: a distance, a speed, a duration."""

    def parse(self, given: object) -> Quantity:
        """*given* as a quantity in SI."""
        unit = given.get("unit", "1") if isinstance(given, Mapping) else getattr(given, "unit", "1")
        known = known_unit(unit) if isinstance(unit, str) else None
        if known is None:
            raise PydanticCustomError("quantity", "{text}", {"text": f"{unit!r} is not a unit known here"})
        return Physical(known.si).parse(given)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Validation by `parse`; pydantic calls this."""
        return core_schema.no_info_plain_validator_function(self.parse)


class RuleSpec(Spec):
    """One rule: when it is broken and what follows. Every part but the source is optional."""

    source: str = Field(description="the section of the rules, or 'chosen: why'")
    threshold: Annotated[float, AnyUnit()] | None = Field(
        default=None, description="limit of what is measured: a distance, a speed or a duration"
    )
    margin: Annotated[float, AnyUnit()] | None = Field(default=None, description="a second limit of the same rule")
    grace: Seconds = Field(default=0.0, description="time for which a violation, or its state, is tolerated")
    repeat: Seconds = Field(default=0.0, description="time after which the same violation is called again")
    count: Number | None = Field(default=None, description="a number that the rule allows")
    stops: bool = Field(default=True, description="play stops")
    foul: bool = Field(default=False, description="it counts as a foul of the team")
    card: Literal["", "yellow", "red"] = Field(default="", description="card that is shown for it")
    renews: bool = Field(default=False, description="the time for the current action begins again")
    extends: Seconds = Field(default=0.0, description="time that is added to the current action")
    restart: str = Field(default="", description="how play continues: a name of Phase, 'free kick'; '' = as it was")

    @property
    def limit(self) -> float:
        """The threshold; infinite if the rule has none."""
        return math.inf if self.threshold is None else float(self.threshold)

    @property
    def second(self) -> float:
        """The margin; 0 if the rule has none."""
        return 0.0 if self.margin is None else float(self.margin)


class MatchSpec(Spec):
    """Lengths, counts and limits of a match. Breaks are shorter than in the hall: nobody has to change a battery."""

    source: str = Field(default="", description="where the values without a source of their own come from")
    half: Annotated[float, Physical("s", gt=0, le=LONGEST)] = Field(
        default=assumed(300.0, "s", "as in the Small Size League"), description="length of a half"
    )
    half_time: Seconds = Field(default=assumed(5.0, "s", "short in simulation"), description="break between halves")
    extra_half: Seconds = Field(
        default=assumed(150.0, "s", "as in the Small Size League"), description="length of a half of extra time; 0 = no"
    )
    shoot_out_kicks: Number = Field(default=5, description="penalties of each team in a shoot-out; 0 = no shoot-out")
    shoot_out_time: Seconds = Field(default=10.0, description="longest attempt in a shoot-out")
    overrun: Seconds = Field(
        default=0.0, description="time for which play goes on after a period's end until it stops by itself"
    )
    mercy_goals: Number = Field(default=10, description="goals that end a match; 0 = none do")
    mercy_lead: Number = Field(default=2, description="lead that is needed for it")
    least_robots: Number = Field(default=0, description="a team with fewer robots loses; 0 = never")
    ball_placement: Literal["robots", "simulator"] = Field(
        default="simulator", description="who places the ball for a restart"
    )
    positioning: Literal["robots", "simulator"] = Field(
        default="robots", description="whether robots drive to their places for a restart or are placed there"
    )
    in_play_distance: Annotated[float, Physical("m", ge=0, le=10)] = Field(
        default=0.05, description="movement after which the ball of a kick is in play"
    )
    stop_time: Seconds = Field(default=2.0, description="shortest stoppage before a restart; positions hold that long")
    halt_stop_time: Seconds = Field(default=0.0, description="the same after HALT and time-outs, if that is longer")
    prepare_time: Seconds = Field(default=2.0, description="time for which a kick-off or penalty must be prepared")
    longest_stop: Seconds = Field(
        default=assumed(15.0, "s", "a match must not wait for a team for ever"),
        description="stoppage after which the simulator places ball and robots",
    )
    longest_preparation: Seconds = Field(
        default=assumed(15.0, "s", "a match must not wait for a team for ever"),
        description="preparation of a kick-off or penalty after which the simulator places the robots",
    )
    kick_time: Seconds = Field(default=10.0, description="time for a free kick, after which all may play the ball")
    kick_off_time: Seconds = Field(default=10.0, description="the same for a kick-off")
    penalty_time: Seconds = Field(default=10.0, description="time for a penalty kick")
    placement_time: Seconds = Field(default=30.0, description="time for a placement of the ball by a team")
    fouls_per_card: Number = Field(default=0, description="counted fouls for a yellow card; 0 = fouls are not counted")
    yellow_time: Seconds = Field(default=120.0, description="playing time for which a yellow card counts")
    yellows_for_red: Number = Field(default=3, description="the active yellow card of this number becomes red")
    yellows_for_removal: Annotated[int, Whole(ge=1, le=100)] = Field(
        default=1, description="active yellow cards that take a robot off the field"
    )
    removal_time: Seconds = Field(default=10.0, description="time after a card until a robot must have left")
    timeouts: Number = Field(default=4, description="time-outs of a team")
    timeout_time: Seconds = Field(default=300.0, description="time for all of them")
    extra_timeouts: Number = Field(default=0, description="time-outs in extra time; 0 = what is left of the others")
    extra_timeout_time: Seconds = Field(default=0.0, description="time for all of these")
    substitutions: Number = Field(default=5, description="substitutions of a team in a half")
    substitution_time: Seconds = Field(default=20.0, description="stoppage for a substitution that was asked for")


class RulesSpec(Spec):
    """Limits that match statistics count against, the lengths of a match, and the rules by kind of call."""

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
    match: MatchSpec = Field(default_factory=MatchSpec, description="lengths, counts and limits of a match")
    rule: dict[str, RuleSpec] = Field(default_factory=dict, description="the rules, by kind of call")


def rules_of(league: LeagueSpec, year: int | None = None) -> RulesSpec:
    """The rules of a league; the defaults if its folder is not known here or has no rules.toml.

    year: of the rule book, if the file names it in [years]; None: the one that the file is written for
    """
    folders = league_folders()
    folder = folders.get(league.name) or next((one for one in folders.values() if one.name == league.family), None)
    return RulesSpec() if folder is None else _load(folder, league.name, year)


def _load(folder: Traversable, name: str, year: int | None) -> RulesSpec:
    file, label = folder / FILE, folder_label(folder, FILE)
    if not file.is_file():
        return RulesSpec()
    tables = read_toml(file, label)
    layers = [tables.get("common", {}), tables.get(name, {})]
    for book in _earlier(tables, year, label):
        layers += [book.get("common", {}), book.get(name, {})]
    merged: dict[str, Any] = {}
    for layer in layers:
        merged = _merged(merged, layer)
    try:
        return RulesSpec.model_validate(merged)
    except ValidationError as error:
        raise explain(error, RulesSpec, lambda key: label) from None


def _earlier(tables: Mapping[str, Any], year: int | None, label: str) -> list[Mapping[str, Any]]:
    """The tables that change the rules of the file to those of a year, in the order in which they are applied.

    [year.2024] holds what was different until 2024: it changes the rules of 2022, too, before [year.2022] does.
    """
    if year is None:
        return []
    known = tables.get("years", {})
    first, last = known.get("first"), known.get("last")
    if not isinstance(first, int) or not isinstance(last, int):
        raise ValueError(f"{label}: it has the rules of one year only; [years] would name the first and the last one")
    if not first <= year <= last:
        raise ValueError(f"{label}: there are no rules of {year}; {first} to {last} is possible")
    books = {_number(name, label): book for name, book in tables.get("year", {}).items()}
    return [books[until] for until in sorted(books, reverse=True) if until >= year]


def _number(name: str, label: str) -> int:
    if not name.isdecimal():
        raise ValueError(f"{label}: [year.{name}]: a year is wanted, [year.2024]")
    return int(name)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two trees; where both have a table it is merged, else the second one wins. A quantity is not a table."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping) and "value" not in value
        merged[key] = _merged(old, value) if both else value  # type: ignore[arg-type]
    return merged
