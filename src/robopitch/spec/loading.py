"""Loads specs from files, names and overrides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from os.path import isfile  # unlike Path.is_file it never raises
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from robopitch.spec.base import Spec
from robopitch.spec.catalogue import find_league, folder_label, realism_files, robot_files
from robopitch.spec.describe import parameters
from robopitch.spec.draft import Draft
from robopitch.spec.errors import OVERRIDE, Problem, SpecError, place, suggestion
from robopitch.spec.field import FieldSpec
from robopitch.spec.figure.model_files import with_model_files
from robopitch.spec.file_tree import laid_over_like
from robopitch.spec.formation import complete, fitted
from robopitch.spec.league import LeagueSpec
from robopitch.spec.names import find_name
from robopitch.spec.overrides import override_tree
from robopitch.spec.realism import RealismSpec
from robopitch.spec.robot import RobotSpec
from robopitch.spec.toml import parse_toml, read_toml

__all__ = [
    "change_league",
    "change_realism",
    "change_robot",
    "load_league",
    "load_realism",
    "load_robot",
    "parse_robot",
]

TEAMS = ("blue", "yellow")
LEAST = 1e-12  # in SI units: smaller values have inverses too large to compute with

Model = TypeVar("Model", bound=Spec)
Change = tuple[Mapping[str, Any], str, Path]  # a tree, the name of its file in messages, and the folder of that file


def load_league(
    name: str | Path,
    overrides: Mapping[str, object] | None = None,
    files: Sequence[Path] = (),
    robots: Mapping[str, str | Path] | None = None,
) -> LeagueSpec:
    """The league called *name*, or the first one in a folder of leagues, with changes applied in this order.

    robots: ``{"blue": name or path, …}``; files: TOML trees of the shape of a league; overrides: values by path,
    ``{"ball.mass": "46 g"}``. A path that starts with ``robot`` applies to the robots of both teams.
    """
    found, folder = find_league(name)
    draft = _drafted(found, folder, dict(robots or {}))
    league = complete(_build(draft, LeagueSpec))
    changes: list[Change] = [(_tables(Path(file)), str(file), Path(file).parent) for file in files]
    if overrides:
        changes.append((override_tree(overrides), OVERRIDE, Path()))
    return _changed(draft, league, changes) if changes else league


def _tables(file: Path) -> Mapping[str, Any]:
    """Those of a file of changes that are about the league; what features a match has is its server's business."""
    return {name: table for name, table in read_toml(file, str(file)).items() if name != "features"}


def change_league(league: LeagueSpec, values: Mapping[str, object]) -> LeagueSpec:
    """*league* with values replaced by path, as in `load_league`; start positions scale with the field."""
    return _changed(Draft(), league, [(override_tree(values), OVERRIDE, Path())])


def load_robot(name_or_path: str | Path) -> RobotSpec:
    """The shipped robot of that name, or the robot in a TOML file."""
    return _robot(name_or_path)[0]


def parse_robot(text: str, label: str) -> RobotSpec:
    """The robot in the text of a robot file; *label* is the name of the file in messages."""
    return _robot_in(parse_toml(text, label), label, robot_files())


def change_robot(robot: RobotSpec, values: Mapping[str, object]) -> RobotSpec:
    """*robot* with values replaced by path: ``{"mass": 2.1, "drive.wheels.0.angle": "60 deg"}``."""
    return _overridden(robot, values)


def load_realism(family: str, name: str = "realistic", overrides: Mapping[str, object] | None = None) -> RealismSpec:
    """The realism of that name for a family of leagues, with values replaced by path: ``{"missing_ball": 0.1}``."""
    known = realism_files(family)
    found = find_name(name, known)
    if found is None:
        raise SpecError(f"no realism for {family!r} leagues is called {name!r}; {suggestion(name, known)}")
    file, label = known[found]
    draft = Draft()
    draft.overlay(read_toml(file, label), label)
    draft.overlay(override_tree(overrides or {}), OVERRIDE)
    return _build(draft, RealismSpec)


def change_realism(realism: RealismSpec, values: Mapping[str, object]) -> RealismSpec:
    """*realism* with values replaced by path."""
    return _overridden(realism, values)


def _drafted(name: str, folder: Traversable, robots: dict[str, str | Path]) -> Draft:
    """The draft of a league in a folder, with the requested robots."""
    draft = Draft()
    variants: set[str] = set()
    for part in ("league", "field", "ball", "sensors"):
        if part == "sensors" and not (folder / "sensors.toml").is_file():
            continue
        label = folder_label(folder, f"{part}.toml")
        tables = read_toml(folder / f"{part}.toml", label)
        variants = variants or set(tables)
        for table in sorted(set(tables) - variants - {"common"}):
            raise SpecError(f"{label}: {table}: no such league in this folder; {suggestion(table, variants)}")
        for table in ("common", name):
            draft.overlay(tables.get(table, {}) if part == "league" else {part: tables.get(table, {})}, label)
    label = folder_label(folder, "league.toml")
    draft.put(("name",), name, label)
    usual = draft.data.pop("robot", None)
    if not isinstance(usual, str):
        raise SpecError(
            f"{label}: {name}.robot: the name of a robot is wanted; {suggestion(str(usual), robot_files(folder))}"
        )
    for team in sorted(set(robots) - set(TEAMS)):
        raise SpecError(f"robots: no team is called {team!r}; {suggestion(team, TEAMS)}")
    for team in TEAMS:
        if team in robots:
            _put_robot(draft, team, robots[team], "robots", folder)
        else:
            _put_robot(draft, team, usual, label, folder)
    return draft


def _robot(name_or_path: str | Path, asked: str = "", first: Traversable | None = None) -> tuple[RobotSpec, str]:
    """A robot and the name of its file in messages.

    asked: the prefix of an error: where the robot is named; first: the folder whose robots come first
    """
    known = robot_files(first)
    text = str(name_or_path)
    name = find_name(text, known)
    if isinstance(name_or_path, str) and name is not None:
        file, label = known[name]
    elif isinstance(name_or_path, Path) or text.endswith(".toml") or isfile(text):
        file, label = Path(text), text
    else:
        raise SpecError(f"{asked}no robot is called {text!r}, nor is it a .toml file; {suggestion(text, known)}")
    tree: Mapping[str, Any] = read_toml(file, label)
    if isinstance(file, Path):  # a robot in an archive has no files beside it
        tree = with_model_files(tree, file.parent, label)
    return _robot_in(tree, label, known), label


def _robot_in(tree: Mapping[str, Any], label: str, known: Mapping[str, tuple[Traversable, str]]) -> RobotSpec:
    """The robot of a file; one may state only in what it differs from a shipped robot, not a chain of them."""
    draft = laid_over_like(tree, label, known)
    return _build(draft, RobotSpec)


def _put_robot(draft: Draft, team: str, name_or_path: str | Path, file: str, first: Traversable | None = None) -> None:
    robot, label = _robot(name_or_path, place(file, f"{team}.robot"), first)
    draft.put((team, "robot"), robot.model_dump(), label)


def _build(draft: Draft, model: type[Model]) -> Model:
    """The validated spec; raises a SpecError also for sizes above 0 but below LEAST."""
    spec = draft.build(model)
    wrong = []
    for parameter in parameters(spec):
        size = parameter.least is not None and parameter.least >= 0  # a coordinate may be arbitrarily small
        if size and isinstance(parameter.value, float) and 0 < parameter.value < LEAST:
            path = f"blue.{parameter.path}" if parameter.path.startswith("robot.") else parameter.path
            where = draft.file_of(path.split("."))
            wrong.append(Problem(where, parameter.path, f"{parameter.value:g} is too small; 0, or at least {LEAST:g}"))
    if wrong:
        raise SpecError(wrong)
    return spec


def _overridden(spec: Model, values: Mapping[str, object]) -> Model:
    """*spec* with values replaced by path."""
    draft = Draft()
    draft.data.update(spec.model_dump())
    draft.overlay(override_tree(values), OVERRIDE)
    return _build(draft, type(spec))


def _changed(draft: Draft, league: LeagueSpec, changes: Sequence[Change]) -> LeagueSpec:
    """*league*, built from *draft*, with changes applied in order."""
    # From here on the keys are the paths of `parameters`, and each number carries its source.
    draft.data.update(league.model_dump())
    _check_beginnings(league, changes)
    for tree, file, folder in changes:
        _change(draft, tree, file, folder)
    _fit_formation(draft, league)
    for tree, file, _ in changes:
        if "formation" in tree:
            draft.overlay({"formation": tree["formation"]}, file)
    return complete(_build(draft, LeagueSpec))


def _change(draft: Draft, tree: Mapping[str, Any], file: str, folder: Path) -> None:
    """Merge *tree*, except its formation, into *draft*; ``robot`` applies to both teams, a name or path loads one."""
    for team in TEAMS:
        own = tree.get(team, {})
        for robot in (tree.get("robot"), own.get("robot") if isinstance(own, Mapping) else None):
            if isinstance(robot, str):
                beside = folder / robot
                _put_robot(draft, team, beside if robot.endswith(".toml") and isfile(beside) else robot, file)
            elif robot is not None:
                draft.overlay({team: {"robot": robot}}, file)
    rest = {key: value for key, value in tree.items() if key not in {"robot", "formation", *TEAMS}}
    for team in TEAMS:
        if team in tree:
            own = tree[team]
            rest[team] = (
                {key: value for key, value in own.items() if key != "robot"} if isinstance(own, Mapping) else own
            )
    draft.overlay(rest, file)


def _check_beginnings(league: LeagueSpec, changes: Sequence[Change]) -> None:
    """Raise a SpecError for an override without its table: `mass` instead of `ball.mass`."""
    for key in (key for tree, file, _ in changes if file == OVERRIDE for key in tree):
        if key in LeagueSpec.model_fields or key == "robot":
            continue
        paths = [parameter.path for parameter in parameters(league)]
        found = sorted(path for path in paths if path.casefold().endswith(f".{key.casefold()}"))
        if found:
            raise SpecError(f"{key}: no such key here; did you mean {' or '.join(map(repr, found[:5]))}?")


def _fit_formation(draft: Draft, league: LeagueSpec) -> None:
    """Scale the start positions if the size of the field was changed."""
    try:
        field = FieldSpec.model_validate(draft.data["field"])
    except ValidationError:
        return  # building the league reports what is wrong
    if (field.length, field.width) != (league.field.length, league.field.width):
        spots = fitted(league.formation, league.field, field)
        draft.data["formation"] = [spot.model_dump() for spot in spots]
