"""The messages between the page and its server, and their types in TypeScript.

    python -m robopitch.web.schema        # writes web/src/wire/schema.ts

Text messages are JSON objects. The page asks (`{"ask": "speed", "number": 7, "speed": 0.5}`) and is answered
(`{"answer": 7, …}`, or `{"answer": 7, "error": "why not"}`); what it was not asked for the server tells
(`{"tell": "pitch", …}`). Where everything is comes as binary frames (`web/frame.py`), one for each `see`.
Metres, seconds and radians.
"""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, Literal, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

__all__ = ["TELLS", "Mark", "Pitch", "typescript"]

Colour = Literal["blue", "yellow"]
Owner = Literal["blue", "yellow", "obstacle"]
Point = tuple[float, float]

# ---- the pitch -----------------------------------------------------------------------------------------------------


class Goal(TypedDict):
    """Both goals."""

    kind: Literal["plates", "net", "recess"]
    width: float
    depth: float
    height: float
    thickness: float
    crossbar: bool
    roof: bool
    reaches_wall: bool


class Field(TypedDict):
    """The field, centre at the origin, goals at x = ∓length/2; 0 where it has none of something."""

    length: float
    width: float
    margin_goal: float
    margin_touch: float
    wall_height: float
    corner: float
    line_width: float
    centre_circle_radius: float
    penalty_area_depth: float
    penalty_area_width: float
    goal_area_depth: float
    goal_area_width: float
    penalty_mark: float
    corner_arc_radius: float
    goal: Goal


class Wheel(TypedDict):
    """In the robot's frame: x forward, y left; direction is where it drives."""

    x: float
    y: float
    direction: float
    radius: float


class Kind(TypedDict):
    """A kind of robot."""

    name: str
    title: str
    outline: list[Point]  # once around, actions-clockwise, x forward, y left
    height: float
    wheels: list[Wheel]
    holder: Literal["dribbler", "grabber"] | None
    holder_width: float
    kick_speed: float  # the fastest straight kick; 0: it cannot kick
    chips: bool
    sideways: bool  # an omnidirectional drive
    speed: float  # how fast a hand may drive it
    turn: float


class Player(TypedDict):
    """A robot that there is, on the pitch or not."""

    team: Owner
    id: int
    kind: int  # index in kinds


class Footprint(TypedDict):
    """The part of the field that a camera sees."""

    camera: int
    corners: list[Point]


class Pitch(TypedDict):
    """League, field, robots and teams: sent when a page connects and whenever they change."""

    tell: Literal["pitch"]
    source: str  # "live", or the name of a recording
    league: str
    title: str
    family: str
    engine: str
    timestep: float
    seed: int
    max_ids: int
    field: Field
    ball_radius: float
    kinds: list[Kind]
    players: list[Player]
    cameras: list[Footprint]
    teams: dict[Colour, str]  # who plays
    choices: list[str]  # who could
    presets: list[str]  # of realism; empty where there are no sensors
    realism: str
    score: dict[Colour, int]  # at the first moment of a recording
    first: float  # time of the first and last moment, of a recording
    last: float


# ---- what happens --------------------------------------------------------------------------------------------------


class Mark(TypedDict):
    """An event."""

    time: float
    kind: Literal["goal", "out", "kick", "collision", "restart", "referee", "input", "note"]
    text: str
    team: Colour | None
    place: Point | None
    score: dict[Colour, int] | None  # after a goal
    detail: str  # of a goal: who scored and how fast the ball was


class Marks(TypedDict):
    """Events since the last message; if `anew`, all events in memory."""

    tell: Literal["marks"]
    source: str
    anew: bool
    marks: list[Mark]


class Welcome(TypedDict):
    """The first message to a page."""

    tell: Literal["welcome"]
    viewer: int
    version: str
    trusted: bool  # may control: it has the key
    start: str  # another one: the server was started again
    source: str  # what this page watches first: "live", or the name of a recording …
    at: float | None  # … from this moment on, s; None: live


class Preparing(TypedDict):
    """The match has not begun: what the server does before it. Sent every second until `Pitch` and `Status` come."""

    tell: Literal["preparing"]
    step: str  # "Compiling the physics"
    done: int  # functions compiled so far
    expected: int  # about
    seconds: float  # since the server started


class Roles(TypedDict):
    """Who controls, who watches."""

    tell: Literal["roles"]
    controller: int | None
    viewers: int


class Note(TypedDict):
    """A message for the log and, for a few seconds, over the pitch."""

    tell: Literal["note"]
    level: Literal["info", "warning", "error"]
    text: str


class Rewound(TypedDict):
    """The match went back in time: everything later than `time` is discarded."""

    tell: Literal["rewound"]
    time: float


class Shape(TypedDict):
    """Something that a team draws."""

    kind: Literal["line", "polygon", "circle", "arrow", "text"]
    points: list[Point]
    radius: float
    text: str
    colour: str
    width: float  # of lines, m


class Layer(TypedDict):
    """The shapes that a team drew under one name; a layer without shapes is removed."""

    team: Colour
    name: str
    shapes: list[Shape]


class Drawings(TypedDict):
    """Layers that changed."""

    tell: Literal["drawings"]
    layers: list[Layer]


# ---- how it stands -------------------------------------------------------------------------------------------------


class Link(TypedDict):
    """An input of the server: one port on which clients send."""

    received: int
    rate: float
    refused: dict[str, int]
    last_refusal: str
    clients: list[str]


class Sending(TypedDict):
    """An output of the server: one address to which it sends."""

    to: str
    rate: float
    sent: int
    dropped: dict[str, int]


class Referee(TypedDict):
    """The referee that decides, and its last command."""

    says: str  # its name: "kick-about" is the built-in one
    command: str | None
    stage: str | None


class History(TypedDict):
    """The recording that is being written, and saved clips."""

    file: str | None
    written: int
    failure: str | None
    remembers: float
    clips: dict[str, str]


class Status(TypedDict):
    """State of the server: sent once a second and when something changes."""

    tell: Literal["status"]
    time: float
    tick: int
    mode: Literal["real time", "free", "lockstep"]
    speed: float | None
    real_time_factor: float
    slip: float
    late_p99: float
    score: dict[Colour, int]
    teams: dict[Colour, str]
    robots: dict[Colour, int]
    referee: Referee
    delays: dict[str, float]  # s: vision, commands
    links: dict[str, Link]
    out: dict[str, Sending]
    tape: History
    warnings: list[str]
    steered: list[str]  # robots that a page drives, "blue 3"


# ---- answers -------------------------------------------------------------------------------------------------------


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


class Trace(TypedDict):
    """Samples of one signal or expression."""

    name: str
    unit: str
    times: list[float]
    values: list[float | None]
    error: str


class Traces(TypedDict):
    """The answer to `trace`."""

    traces: list[Trace]


class Signals(TypedDict):
    """The answer to `signals`: names that can be plotted, and functions."""

    names: list[str]
    functions: dict[str, str]


class Row(TypedDict):
    """A robot or the ball: commanded, true, seen."""

    name: str
    commanded: list[float] | None  # forward, left, turn
    true: list[float]  # x, y, heading, vx, vy, turn
    seen: list[float] | None  # x, y, heading, age
    charge: float | None
    holds: float


class Table(TypedDict):
    """The answer to `table`."""

    time: float
    rows: list[Row]


class SceneEntry(TypedDict):
    """A saved scene."""

    name: str
    title: str
    league: str


class Scenes(TypedDict):
    """The answer to `scenes`."""

    folder: str  # empty for spectators
    scenes: list[SceneEntry]


TELLS = (Welcome, Preparing, Roles, Pitch, Marks, Status, Drawings, Rewound, Note)
ANSWERS = (Parameters, Traces, Signals, Table, Scenes)


# ---- TypeScript ----------------------------------------------------------------------------------------------------


def typescript() -> str:
    """All of it as TypeScript types."""
    from robopitch.web import frame

    lines = [
        "// Written by `python -m robopitch.web.schema` from src/robopitch/web/schema.py: change it there.",
        "",
    ]
    kinds: list[type] = []
    for name, kind in globals().items():
        if is_typeddict(kind) and kind.__module__ == __name__ and not name.startswith("_"):
            kinds.append(kind)
    for kind in kinds:
        lines += _interface(kind)
    lines.append(f"export type Tell = {' | '.join(kind.__name__ for kind in TELLS)};")
    lines.append("")
    lines.append("/** The layout of binary frames, as in src/robopitch/web/frame.py. */")
    lines.append("export const FRAME = {")
    lines += [f"  {name}: {value!r}," for name, value in frame.layout().items()]
    lines.append("} as const;")
    return "\n".join(lines) + "\n"


def _interface(kind: type) -> list[str]:
    about = (kind.__doc__ or "").strip().splitlines()[0]
    lines = [f"/** {about} */", f"export interface {kind.__name__} {{"]
    for name, hint in get_type_hints(kind).items():
        lines.append(f"  {name}: {_type(hint)};")
    return [*lines, "}", ""]


def _type(hint: Any) -> str:
    simple = {float: "number", int: "number", str: "string", bool: "boolean", type(None): "null"}
    if hint in simple:
        return simple[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_type(part) for part in arguments))
    if origin is list:
        inner = _type(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(_type, arguments))}]"
    if origin is dict:
        key = _type(arguments[0])
        return f"Record<{key}, {_type(arguments[1])}>"
    raise TypeError(f"{hint} has no TypeScript form")


if __name__ == "__main__":
    target = Path(__file__).parents[3] / "web" / "src" / "wire" / "schema.ts"
    target.write_text(typescript(), encoding="utf-8")
    print(target)
