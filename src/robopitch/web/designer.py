"""The robot designer: opens robot files as values of a form, and writes and checks the file of a form.

It changes nothing itself. Checking is loading: the text of the answer has gone through `parse_robot`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from robopitch.leagues.registry import family_of
from robopitch.match.carried_sensors import check_sensors
from robopitch.messages import Body, Team
from robopitch.sensors.sensor import SensorKind
from robopitch.spec import RobotSpec, SpecError, parse_robot
from robopitch.spec.catalogue import folder_label, league_folder, robot_files
from robopitch.spec.drive import place_angle
from robopitch.spec.errors import Problem
from robopitch.spec.file_tree import stated_tree
from robopitch.spec.names import known_name
from robopitch.spec.toml import check_depth, parse_toml, read_toml, write_toml
from robopitch.web import schema
from robopitch.web.robot_drawing import draw_robot, drawable_wheels
from robopitch.web.robot_form import arranged, form_of

__all__ = ["Workshop", "checked", "opened", "robot_form", "sensor_form"]

FILE = "robot.toml"  # the name of the file in messages, which the page does not show
EMPTY = {"name": "my-robot", "title": "My robot", "outline": {"kind": "disc"}, "drive": {"kind": "none"}}


class Workshop(NamedTuple):
    """For which match a robot is designed."""

    league: str = ""  # empty: for none
    ball_radius: float = 0.0  # m

    @property
    def kinds(self) -> Mapping[str, SensorKind] | None:
        """The kinds of sensors that robots of this league can carry; None: not known."""
        return family_of(self.league).sensor_kinds if self.league else None


def robot_form(workshop: Workshop) -> schema.RobotForm:
    """The fields of a robot file, and the robots that a new one can start from."""
    return schema.RobotForm(fields=_fields(workshop.league), robots=_listed(workshop.league))


def sensor_form(kind: str, workshop: Workshop) -> schema.SensorForm:
    """The settings of a kind of sensor."""
    return schema.SensorForm(fields=_settings(workshop.league, kind))


# ---- the form ------------------------------------------------------------------------------------------------------


@cache
def _fields(league: str) -> list[schema.FormField]:
    """The fields of a robot file; the kinds of sensors are those of the league."""
    fields = form_of(RobotSpec)
    kinds = Workshop(league).kinds
    for field in fields:
        for inner in field["fields"][0]["fields"] if field["key"] == "sensors" and kinds else ():
            if inner["key"] == "kind":
                inner["kind"], inner["choices"] = "choice", sorted(kinds or ())
    return fields


@cache
def _settings(league: str, kind: str) -> list[schema.FormField]:
    """The settings of a kind of sensor."""
    kinds = Workshop(league).kinds or {}
    sensor = kinds[known_name(kind, kinds, "sensor")]
    return form_of(type(sensor(Body(Team.BLUE, 0), kind, {}).settings))


def _listed(league: str) -> list[schema.RobotEntry]:
    """All robots, those of the league first; a file that cannot be read is left out."""
    folder = league_folder(league) if league else None
    inside = "" if folder is None else folder_label(folder, "robots/")
    found = []
    for name, (file, label) in robot_files(folder).items():
        try:
            title = str(read_toml(file, label).get("title", name))  # to load them all would take too long
        except SpecError:
            continue
        found.append(schema.RobotEntry(name=name, title=title, own=bool(inside) and label.startswith(inside)))
    return sorted(found, key=lambda entry: not entry["own"])


# ---- values --------------------------------------------------------------------------------------------------------


def opened(name: str, text: str, file: str, workshop: Workshop) -> schema.RobotValues:
    """The values of a robot by its name, of the text of a file, or of an empty robot."""
    return schema.RobotValues(values=_values(name, text, file or FILE, workshop.league))


def _values(name: str, text: str, label: str, league: str) -> dict[str, Any]:
    if text:
        return stated_tree(parse_toml(text, label), label)
    if not name:
        return dict(EMPTY)
    files = robot_files(league_folder(league) if league else None)
    file, label = files[known_name(name, files, "robot")]
    return stated_tree(read_toml(file, label), label)


def checked(values: Mapping[str, Any], workshop: Workshop) -> schema.RobotCheck:
    """The file of a robot with these values, and what is wrong with it."""
    check_depth(values, FILE)
    tree = arranged(_tidied(values) or {}, _fields(workshop.league))
    text = write_toml(
        tree, f"Made with the robot designer: robopitch run {workshop.league or 'LEAGUE'} --set robot=FILE"
    )
    drawing = draw_robot(tree, workshop.ball_radius)
    return schema.RobotCheck(toml=text, problems=_problems(text, tree, workshop), drawing=drawing)


def _tidied(value: Any) -> Any:
    """Without what was left empty; a list keeps its entries, whose numbers are those of messages."""
    if isinstance(value, Mapping):
        if value.get("value", "") is None or value.get("value") == "":
            return None
        parts = {key: _tidied(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part not in (None, "", {}, [])} or None
    if isinstance(value, list):
        return [_tidied(entry) or {} if isinstance(entry, Mapping) else _tidied(entry) for entry in value]
    return "" if value is None else value


def _problems(text: str, tree: Mapping[str, Any], workshop: Workshop) -> list[schema.RobotProblem]:
    """What the code says that loads robot files."""
    try:
        robot = parse_robot(text, FILE)
        check_sensors(robot, workshop.kinds)
    except SpecError as error:
        order = _order(tree)
        return [_located(problem, order) for problem in error.problems]
    return []


def _located(problem: str, order: list[int]) -> schema.RobotProblem:
    if not isinstance(problem, Problem):
        return schema.RobotProblem(path="", text=problem.removeprefix(f"{FILE}: "))
    path = problem.key.split(".")
    if path[:2] == ["drive", "wheels"] and len(path) > 2 and path[2].isdecimal() and int(path[2]) < len(order):
        path[2] = str(order[int(path[2])])
    return schema.RobotProblem(path=".".join(path), text=problem.words)


def _order(tree: Mapping[str, Any]) -> list[int]:
    """Which wheel of the form is the first, second … of the robot, which sorts them; empty if one is not valid."""
    wheels = drawable_wheels(tree)
    places = [(place_angle(wheel), number) for number, wheel in enumerate(wheels) if wheel is not None]
    return [number for _, number in sorted(places)] if len(places) == len(wheels) else []
