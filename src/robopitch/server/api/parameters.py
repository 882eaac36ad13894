"""Requests about parameters: of the league, of its realism, and the description of robots."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from annotated_types import MaxLen
from pydantic import BeforeValidator, Field, StrictStr
from typing_extensions import TypedDict

from robopitch.messages import ChangeRealism, ChangeSpec, Team
from robopitch.server.api.ask import Ask, TeamName, Text
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, Watch, request
from robopitch.spec import LeagueSpec, load_realism, parameters, parse_robot
from robopitch.spec.file_tree import spec_tree

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.spec import Parameter as SpecParameter
    from robopitch.spec import Spec

LONGEST_FILE = 1 << 18  # characters of a robot file
MOST_VALUES = 1000  # in one change
LONGEST_PATH = 200  # characters: far more than the path of any parameter
DEEPEST = 4  # levels of nested lists: a value is a number, a string, or a list of such, as wheels are


class Parameter(TypedDict):
    """A number, a choice or a text that can be changed."""

    path: str
    value: float | bool | str | None
    first: float | bool | str | None  # as it was when the match began
    unit: str
    range: str
    least: float | None
    most: float | None
    choices: list[str]
    doc: str
    source: str


class Parameters(TypedDict):
    """The answer to `parameters`."""

    league: list[Parameter]
    realism: list[Parameter]


class GetParameters(Ask):
    """All parameters."""

    ask: Literal["parameters"] = "parameters"


@request(GetParameters, needs=Watch, runs="match", keeps=True)
def get_parameters(caller: Caller, ask: GetParameters) -> Parameters:
    league, realism = caller.match.world.league, caller.match.configuration.realism
    if caller.parameters[0] is not league or caller.parameters[1] is not realism:
        caller.parameters = league, realism, _parameters_of(caller.match)
    return cast(Parameters, caller.parameters[2])


class Change(Ask):
    """Change parameters, values of realism, or the preset of realism; each completely or not at all."""

    ask: Literal["change"] = "change"
    set: dict[str, Any] | None = None
    noise: dict[str, Any] | None = None
    realism: Text = ""


def _values(name: str, values: Any) -> dict[str, Any]:
    """Parameters by path, as programs send them; raises a ValueError if they are malformed."""
    values = values or {}
    if not isinstance(values, dict):
        wanted = f'"{name}" takes an object of paths and values, such as {{"ball.mass": 0.045}}'
        raise ValueError(f"{wanted}, not a {type(values).__name__}")
    if len(values) > MOST_VALUES:
        raise ValueError(f"{len(values)} values at once; up to {MOST_VALUES} are possible")
    for path, value in values.items():
        if len(path) > LONGEST_PATH:
            raise ValueError(f"{path[:20]}…: a path has at most {LONGEST_PATH} characters")
        if not _is_flat(value, DEEPEST):
            raise ValueError(f"{path}: a number, a text, or a list of such is wanted")
    return values


def _is_flat(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested at most *levels* deep."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return levels > 0 and all(_is_flat(one, levels - 1) for one in value)
    return True


class ChangeFromConsole(Change):
    """The answer is the tick of the change."""

    set: Annotated[dict[str, Any], BeforeValidator(partial(_values, "set"))] = Field(default_factory=dict)
    noise: Annotated[dict[str, Any], BeforeValidator(partial(_values, "noise"))] = Field(default_factory=dict)
    realism: Annotated[str, BeforeValidator(str)] = ""


@request(Change, needs=Control, runs="match", costs=0, console=ChangeFromConsole)
def change(caller: Caller, ask: Change) -> dict[str, int]:
    match, noise = caller.match, ask.noise
    if ask.realism:
        preset = load_realism(match.world.league.family, ask.realism).model_dump()
        noise = {key: value for key, value in preset.items() if key != "description"} | (noise or {})
    if ask.set:
        now = {one.path: one.value for one in parameters(match.world.league)}
        _change_values(caller, ChangeSpec(ask.set), now)
    if noise:
        realism = match.configuration.realism
        _change_values(caller, ChangeRealism(noise), {} if realism is None else dict(realism.model_dump()))
    return {"tick": match.tick}


def _change_values(caller: Caller, change: ChangeSpec | ChangeRealism, now: dict[str, Any]) -> None:
    before = {path: now[path] for path in change.values if path in now}
    caller.offer(change)
    if before:
        caller.undo.keep(object(), None, type(change)(before))


class UseRobot(Ask):
    """Exchange the robots of a team, or of both, for that in the text of a robot file."""

    ask: Literal["use_robot"] = "use_robot"
    text: Annotated[StrictStr, MaxLen(LONGEST_FILE)]
    team: TeamName | None = None


@request(UseRobot, needs=Control, runs="match", costs=0)
def use_robot(caller: Caller, ask: UseRobot) -> None:
    """Those on the field keep their places."""
    change, back = exchange(caller.match.world.league, ask.text, ask.team)
    caller.offer(change)
    caller.undo.keep(object(), None, back)


def exchange(league: LeagueSpec, text: str, team: str | None) -> tuple[ChangeSpec, ChangeSpec]:
    """The input that gives a team, or both, the robot of a file, and the input that takes it back."""
    robot = spec_tree(parse_robot(text, "this robot"))
    teams = list(Team) if team is None else [Team(team)]
    before = {f"{one}.robot": spec_tree(league.team(one).robot) for one in teams}
    return ChangeSpec({path: robot for path in before}), ChangeSpec(before)


def _parameters_of(match: Match) -> Parameters:
    """All parameters with their values now and at the start of the match."""
    now, first = match.world.league, match.configuration.base_league
    realism, first_realism = match.configuration.realism, match.configuration.first_realism
    return Parameters(
        league=_rows(now, first),
        realism=[] if realism is None or first_realism is None else _rows(realism, first_realism),
    )


def _rows(now: Spec, first: Spec) -> list[Parameter]:
    before = {parameter.path: parameter.value for parameter in parameters(first)}
    return [
        Parameter(
            path=parameter.path,
            value=_plain(parameter.value),
            first=_plain(before.get(parameter.path)),
            unit=parameter.unit,
            range=parameter.range,
            least=parameter.least,
            most=parameter.most,
            choices=_choices(parameter),
            doc=parameter.doc,
            source=parameter.source,
        )
        for parameter in parameters(now)
        if parameter.path.rpartition(".")[2] not in ("name", "family")  # these say what it is, not how
    ]


def _choices(parameter: SpecParameter) -> list[str]:
    """The words that a choice allows, as its range lists them."""
    if not isinstance(parameter.value, str):
        return []
    return [choice.strip() for choice in parameter.range.split("|")] if "|" in parameter.range else []


def _plain(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, float | int):
        return value
    return float(value) if isinstance(value, float) else int(value)
