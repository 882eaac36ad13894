"""cambada.conf.xml, the settings of CAMBADA's robots: field, parameters of behaviours, gains of controllers.

Lengths are in millimetres, and as the published values show, from line to line in their middles: with one width of a
line they are the sizes of the rules, to the outside of the lines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from xml.parsers import expat

from robopitch.leagues.file_format import FileFormat, ImportedSettings, no_run

__all__ = ["CAMBADA_CONFIG", "read_cambada_config"]

ROOT = "CambadaConfig"
GAINS = ("p", "i", "d", "maxOut", "maxInt", "minOut")
COMPASS = "1"  # place of the compass among the sensors of the robot "cambada"
LINE = "line_thickness"
MILLI = 0.001


class _Place(NamedTuple):
    """Where a value of the element Field goes; lines: widths of a line that are added."""

    path: str
    lines: int = 0
    factor: float = MILLI
    unit: str = "m"


_FIELD: Mapping[str, _Place | None] = {  # None: Robopitch has no such number
    "field_length": _Place("field.length", 1),
    "field_width": _Place("field.width", 1),
    "goal_area_length": _Place("field.goal_area_depth", 1),
    "goal_area_width": _Place("field.goal_area_width", 1),
    "penalty_area_length": _Place("field.penalty_area_depth", 1),
    "penalty_area_width": _Place("field.penalty_area_width", 1),
    "center_circle_radius": _Place("field.centre_circle_radius", 1),
    "corner_arc_radius": _Place("field.corner_arc_radius", 1),
    "penalty_marker_distance": _Place("field.penalty_mark"),
    "goal_width": _Place("field.goal.width"),
    "goal_height": _Place("field.goal.height"),
    "goal_length": _Place("field.goal.depth"),
    "goal_band_width": _Place("field.margin_goal"),
    "side_band_width": _Place("field.margin_touch"),
    LINE: _Place("field.line_width"),
    "ball_diameter": _Place("ball.radius", factor=MILLI / 2),
    "theNorth": _Place(f"robot.sensors.{COMPASS}.settings.north_offset", factor=-1.0, unit="deg"),
    "border_line_thickness": None,
    "robot_radius": None,
    "zone_slider": None,
    "lineset_type": None,
}
_PARAMETERS = """
    TechMidfielder Touch TouchAdjustmentAngle TouchDistance TouchOffsetGoal TouchPTPx TouchPTPy avoid_distance
    avoid_nSensors avoid_safety_limit ballBodyProtect_limitVelX ballBodyProtect_limitVelY contour_obstacles
    coverDistance cycle_time delay dribble_boobs_map dribble_compensate_velTrans dribble_max_linear_vel
    dribble_overcompensate_alfa dribble_radius_vs_error dribble_util_num_sensors dribble_util_sensor_length
    goal_side_offset_factor goalieNumber grabber_on_angle grabber_on_distance kick_max_deg_error kick_no_rotate
    kickoff_y_offset maxSpeed maxVelEngageBall maxVelTrans measure_deviation movePosThreshold ourSideOfTheField
    parkingTimeIntervalMS pass_max_deg_error position0CoverAllowed position1CoverAllowed position2CoverAllowed
    position3CoverAllowed receiveMaxDegError receiveMaxSpeed receiveSpeedDiff set_play_receiver_angle
    set_play_receiver_ball_distance set_play_receiver_goal_distance set_play_receiver_move_distance
    set_play_receiver_search_radius set_play_replacer_pass_distance set_play_replacer_pass_distance_factor weakMF
"""
_CONTROLLERS = frozenset(("compensateR", "compensateTrans", "compensateX", "compensateY"))

_KNOWN: Mapping[str, frozenset[str]] = {
    "Field": frozenset(_FIELD),
    "Parameter": frozenset(_PARAMETERS.split()),
    "CtrlParam": _CONTROLLERS,
}


class _Element(NamedTuple):
    tag: str
    attributes: Mapping[str, str]
    line: int


def read_cambada_config(text: str, label: str) -> ImportedSettings:
    """Read the text of such a file; raises a ValueError that names the line. The last of equal names counts."""
    root, *elements = _elements(text, label)
    if root.tag != ROOT:
        raise ValueError(f"{label}: line {root.line}: the root element is {root.tag}, not {ROOT}")
    found: dict[str, dict[str, _Element]] = {tag: {} for tag in _KNOWN}
    problems = []
    for element in elements:
        name = element.attributes.get("name", "")
        if element.tag not in found:
            problems.append(f"line {element.line}: there is no element {element.tag} in such a file; left out")
        elif name not in _KNOWN[element.tag]:
            problems.append(f"line {element.line}: {element.tag} {name!r} is not known; left out")
        else:
            found[element.tag][name] = element
    for name in _FIELD:
        if name not in found["Field"]:
            problems.append(f"Field {name!r} is missing: CAMBADA's programs end without it")
    league = _league({name: (_number(one, "value", label), one.line) for name, one in found["Field"].items()}, label)
    parameters = {name: _number(one, "value", label) for name, one in sorted(found["Parameter"].items())}
    gains = {
        name: {gain: _number(one, gain, label) for gain in GAINS} for name, one in sorted(found["CtrlParam"].items())
    }
    others = {"parameters": parameters, "controllers": gains}
    return ImportedSettings(league, {name: part for name, part in others.items() if part}, problems)


CAMBADA_CONFIG = FileFormat("settings of CAMBADA's robots", (), no_run, root=ROOT, settings=read_cambada_config)


def _league(values: Mapping[str, tuple[float, int]], label: str) -> dict[str, Any]:
    """The tree of a league, each number with its line as its source."""
    width, tree = values.get(LINE, (0.0, 0))[0], dict[str, Any]()
    for name, (value, line) in values.items():
        place = _FIELD[name]
        if place is None:
            continue
        *tables, key = place.path.split(".")
        table = tree
        for part in tables:
            table = table.setdefault(part, {})
        source = f"{label}, line {line}: {name}" + (" and one line" if place.lines and width else "")
        number = round((value + place.lines * width) * place.factor, 9)
        table[key] = {"value": number, "unit": place.unit, "source": source}
    return tree


def _number(element: _Element, attribute: str, label: str) -> float:
    given = element.attributes.get(attribute, "")
    try:
        number = float(given)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        name = element.attributes.get("name", "")
        raise ValueError(f"{label}: line {element.line}: {element.tag} {name!r}: {attribute} = {given!r} is no number")
    return number


def _elements(text: str, label: str) -> list[_Element]:
    """All elements in their order, the root first."""
    found: list[_Element] = []
    parser = expat.ParserCreate()

    def begins(tag: str, attributes: dict[str, str]) -> None:
        found.append(_Element(tag, attributes, parser.CurrentLineNumber))

    parser.StartElementHandler = begins
    parser.StartDoctypeDeclHandler = _refusal(label)  # entities could name other files, or grow without end
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        raise ValueError(f"{label}: line {error.lineno}: {expat.ErrorString(error.code)}; this is not XML") from None
    return found


def _refusal(label: str) -> Callable[..., None]:
    def refuse(*_: Any) -> None:
        raise ValueError(f"{label}: has a document type, which such a file does not need")

    return refuse
