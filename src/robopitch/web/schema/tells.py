"""What the server tells pages without being asked: the field, events, roles, the state of the server.

Every message is a JSON object with its kind in `tell`. Metres, seconds and radians.
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from robopitch.web.schema.figure import Figure

__all__ = [
    "TELLS",
    "Colour",
    "Drawings",
    "Field",
    "Footprint",
    "Goal",
    "History",
    "Kind",
    "Layer",
    "Link",
    "Mark",
    "Markings",
    "Marks",
    "Note",
    "Owner",
    "Pitch",
    "Player",
    "Point",
    "Preparing",
    "Referee",
    "Rewound",
    "Roles",
    "Ruled",
    "Rulings",
    "Sending",
    "Shape",
    "Status",
    "ViewEntry",
    "Welcome",
    "Wheel",
]

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


class Markings(TypedDict):
    """White markings by their centre lines; the paint reaches half a line width to all sides, beyond ends, too."""

    segments: list[tuple[float, float, float, float]]  # x and y of both ends
    arcs: list[tuple[float, float, float, float, float]]  # centre, radius, direction of the first point, angle
    spots: list[tuple[float, float, float]]  # centre and radius of a filled disc


class Field(TypedDict):
    """The field, centre at the origin, goals at x = ∓length/2; 0 where it has none of something."""

    length: float
    width: float
    margin_goal: float
    margin_touch: float
    wall_height: float
    fillings: list[tuple[float, float, float, int]]  # triangles in corners, x, y > 0: right angle, leg, to −y or y
    recess: float  # how far the goals reach beyond the wall
    line_width: float
    centre_circle_radius: float
    penalty_area_depth: float
    penalty_area_width: float
    goal_area_depth: float
    goal_area_width: float
    penalty_mark: float
    corner_arc_radius: float
    goal: Goal
    markings: Markings  # those that its sizes imply, and its own


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
    outline: list[Point]  # once around, counter-clockwise, x forward, y left
    height: float
    wheels: list[Wheel]
    holder: Literal["dribbler", "grabber"] | None
    holder_width: float
    kick_speed: float  # the fastest straight kick; 0: it cannot kick
    chips: bool
    sensors: int  # that it carries
    figure: Figure | None  # of a robot with joints
    sideways: bool  # an omnidirectional drive
    speed: float  # m/s, at most, when a user drives it
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
    engine: str
    timestep: float
    seed: int
    max_ids: int
    field: Field
    ball_radius: float
    markers: Literal["dots", "patches"]  # how the tops of robots show their ids
    kinds: list[Kind]
    players: list[Player]
    cameras: list[Footprint]
    teams: dict[Colour, str]  # who plays
    names: dict[Colour, str]  # what a scoreboard calls them
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
    endings: list[str]  # of the names of files that can be opened
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
    waiting: int  # messages that are held back …
    slowed: list[str]  # … of clients that send more than they may
    teams: list[Colour]  # whose commands come there
    at: str  # where they send: "UDP 127.0.0.1:20011"; empty: not over a port
    lockstep: bool  # its clients drive time


class Sending(TypedDict):
    """An output of the server: one address to which it sends."""

    to: str
    rate: float
    sent: int
    dropped: dict[str, int]


class CardCount(TypedDict):
    """Cards of a team."""

    yellow: int
    red: int


class Referee(TypedDict):
    """The referee that decides, and what it ruled last."""

    says: str  # its name
    external: bool  # False: that of the match, or none
    command: str | None
    stage: str | None
    phase: str
    team: Colour | None  # whose kick-off, free kick, penalty, placement or timeout it is
    place: Point | None  # where the ball is to be played or placed
    clearance: float | None  # m from the ball that robots keep which may not play it
    then: str | None  # what follows the stoppage, in words
    period: str
    time_left: float | None  # s of the period
    since: float  # s, simulated, when the phase began
    cards: dict[Colour, CardCount]
    whistles: list[str]  # what a person can tell it


class Ruled(TypedDict):
    """What the referee ruled, from `time` on."""

    time: float
    runs: bool  # the time that is left runs
    referee: Referee  # as it was then; nobody can tell it anything any more


class Rulings(TypedDict):
    """Rulings since the last message; if `anew`, all of them in memory."""

    tell: Literal["rulings"]
    source: str
    anew: bool
    rulings: list[Ruled]


class History(TypedDict):
    """The recording that is being written, and saved clips."""

    file: str | None
    written: int
    failure: str | None
    remembers: float
    memory_bytes: int
    memory_limit: int
    clips: dict[str, str]


class ViewEntry(TypedDict):
    """A panel that the league or the server offers."""

    name: str
    title: str
    formation: bool  # it has the editor of formations


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
    history: History
    tape: History  # the same, for programs that were written before
    warnings: list[str]
    steered: list[str]  # robots that a page drives, "blue 3"
    views: list[ViewEntry]


TELLS = (Welcome, Preparing, Roles, Pitch, Marks, Rulings, Status, Drawings, Rewound, Note)
