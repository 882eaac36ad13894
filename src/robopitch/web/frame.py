"""Binary frames: where everything is at one moment, in less than a kilobyte.

A head, then sections. A section has a kind, the owner of its rows, their number and their size in bytes, so that a
reader skips kinds that it does not know and fields at the end of rows that it does not know. Positions are in units of
half a millimetre, which no screen shows: a frame of 22 robots at 60 Hz needs less than 40 kB/s. A robot with joints has
two rows: one as a planar robot, and one with its pose in space.

| section     | a row                                                                                 |
|-------------|---------------------------------------------------------------------------------------|
| BALLS       | position and velocity                                                                 |
| ROBOTS      | planar robots: state, id, pose, velocity                                              |
| ARTICULATED | robots in space: state, id, position, quaternion, joint angles (as many as fit a row) |
| OBSTACLES   | the same for obstacles                                                                |
| SIGHTINGS   | detections of the sensor `source`: age, id, pose                                      |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body, Team
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats
from robopitch.world.state_view import StateView

__all__ = [
    "NOBODY",
    "NOTHING_SEEN",
    "PAST",
    "PAUSED",
    "Articulated",
    "Head",
    "Planar",
    "Sighting",
    "articulated_of",
    "encode",
    "ids_of",
    "layout",
    "owners_of",
    "planar_of",
    "sections",
]

PLACE, ANGLE, SPEED, TURN = 0.0005, 0.0001, 0.001, 0.01  # m, rad, m/s, rad/s: what 1 means
AGE = 0.01  # s
UNIT = 1 / 32767  # of the components of a quaternion
PAUSED, PAST = 1, 2  # bits of the flags
HOLDING, ARMED, STEERED, HUNG = 1, 2, 4, 8  # bits of a robot's state
OWNERS = {Team.BLUE: 0, Team.YELLOW: 1, None: 2}
OBSTACLE, BALL = 2, 3  # owners that are no team
VERSION = 3
BALLS, ROBOTS, ARTICULATED, OBSTACLES, SIGHTINGS = 1, 2, 3, 4, 5  # kinds of sections

HEAD = np.dtype(
    [
        ("version", "u1"),
        ("flags", "u1"),
        ("sections", "u1"),
        ("spare", "u1"),
        ("time", "<f8"),
        ("first", "<f8"),
        ("last", "<f8"),
    ]
)
SECTION = np.dtype([("kind", "u1"), ("owner", "u1"), ("source", "u1"), ("stride", "<u2"), ("count", "<u2")])
_PLANAR = [(name, "<i2") for name in ("x", "y", "heading", "vx", "vy", "turn")]
BALL_ROW = np.dtype([(name, "<f4") for name in ("x", "y", "z", "vx", "vy", "vz")])
ROBOT_ROW = np.dtype([("state", "u1"), ("id", "<u2"), *_PLANAR])
SIGHTING_ROW = np.dtype([("age", "u1"), ("id", "<u2"), ("x", "<i2"), ("y", "<i2"), ("heading", "<i2")])
_POSE = [(name, "<i2") for name in ("x", "y", "z", "qw", "qx", "qy", "qz")]
ARTICULATED_ROW = np.dtype([("state", "u1"), ("id", "<u2"), *_POSE])  # joint angles follow

_LARGEST = 32767


class Head(NamedTuple):
    """The times and flags of a frame."""

    time: float
    first: float  # the oldest moment that can be seen, and the newest
    last: float
    flags: int = 0


class Planar(NamedTuple):
    """Robots and obstacles in the plane, one column each."""

    owners: NDArray[Any]
    ids: NDArray[Any]
    rows: Floats  # ``[6, robot]`` x, y, heading, vx, vy, turn
    states: NDArray[Any]  # bits


class Articulated(NamedTuple):
    """A robot in space."""

    robot: Body
    position: Sequence[float]  # m
    quaternion: Sequence[float]  # w, x, y, z
    joints: Sequence[float]  # rad
    state: int = 0


class Sighting(NamedTuple):
    """The last detections of a sensor.

    robots: rows of owner, id, time of capture, x, y, heading; balls: rows of time, x, y
    source: index of the sensor in the description of the match
    """

    robots: Floats
    balls: Floats
    source: int = 0


NOTHING_SEEN = Sighting(np.zeros((0, 6)), np.zeros((0, 3)))
NOBODY = Planar(np.zeros(0, int), np.zeros(0, int), np.zeros((6, 0)), np.zeros(0, int))


# ---- writing -------------------------------------------------------------------------------------------------------


def encode(
    head: Head, planar: Planar, balls: Floats, sighting: Sighting, articulated: Sequence[Articulated] = ()
) -> bytes:
    """A frame; *balls*: ``[ball, 6]`` position and velocity."""
    parts = [_section(BALLS, BALL, _balls(balls))]
    rows = _planar(planar)
    for team in Team:
        parts.append(_section(ROBOTS, OWNERS[team], rows[planar.owners == OWNERS[team]]))
    parts.append(_section(OBSTACLES, OBSTACLE, rows[planar.owners == OBSTACLE]))
    parts += _articulated_sections(articulated)
    parts += _sighting_sections(head.time, sighting)
    found = [part for part in parts if part]
    top = np.zeros((), HEAD)
    top["version"], top["flags"], top["sections"] = VERSION, head.flags, len(found)
    top["time"], top["first"], top["last"] = head.time, head.first, head.last
    return b"".join((top.tobytes(), *found))


def planar_of(view: StateView) -> Planar:
    """All robots and obstacles on the field."""
    block = view.robot_block
    here = np.flatnonzero(block[s.PRESENT] > 0)
    block = block[:, here]
    heading = np.arctan2(block[s.HY], block[s.HX])
    rows = np.array([block[s.X], block[s.Y], heading, block[s.VX], block[s.VY], block[s.TURN]])
    states = HOLDING * (block[s.HOLD] > 0) + ARMED * (block[s.KICK_FORWARD] > 0)
    return Planar(owners_of(view.bodies)[here], ids_of(view.bodies)[here], rows, states)


def articulated_of(view: StateView, states: NDArray[Any] | None = None) -> list[Articulated]:
    """All robots with joints on the field; *states*: those of `planar_of`, with the same columns."""
    here = np.flatnonzero(view.robot_block[s.PRESENT] > 0).tolist()
    found = []
    for column, position, quaternion, joints in view.figures():
        if column in here:
            state = 0 if states is None else int(states[here.index(column)])
            found.append(Articulated(view.bodies[column], position, quaternion, joints, state))
    return found


def owners_of(bodies: Sequence[Body]) -> NDArray[Any]:
    """The owners of robots, as numbers."""
    return np.array([OWNERS[body.team] for body in bodies], int)


def ids_of(bodies: Sequence[Body]) -> NDArray[Any]:
    """The ids of robots."""
    return np.array([body.id for body in bodies], int)


def _section(kind: int, owner: int, rows: NDArray[np.void], source: int = 0) -> bytes:
    return _packed(kind, owner, source, rows.dtype.itemsize, len(rows), rows.tobytes())


def _packed(kind: int, owner: int, source: int, stride: int, count: int, data: bytes) -> bytes:
    """A section; nothing if it has no rows."""
    if not count:
        return b""
    return np.array((kind, owner, source, stride, count), SECTION).tobytes() + data


def _balls(balls: Floats) -> NDArray[np.void]:
    rows = np.zeros(len(balls), BALL_ROW)
    for name, column in zip(BALL_ROW.names or (), np.asarray(balls).T, strict=True):
        rows[name] = column
    return rows


_PER_ROW = 1 / np.array([[PLACE], [PLACE], [ANGLE], [SPEED], [SPEED], [TURN]])


def _planar(planar: Planar) -> NDArray[np.void]:
    rows = np.empty(len(planar.owners), ROBOT_ROW)
    rows["state"], rows["id"] = planar.states, planar.ids
    for (name, _), row in zip(_PLANAR, _whole(planar.rows * _PER_ROW), strict=True):
        rows[name] = row
    return rows


def _articulated_sections(robots: Sequence[Articulated]) -> Iterator[bytes]:
    """A section for each owner and number of joints."""
    kinds = {(OWNERS[robot.robot.team], len(robot.joints)): robot.robot.team for robot in robots}
    for (owner, joints), team in sorted(kinds.items(), key=lambda kind: kind[0]):
        rows = [_articulated(robot) for robot in robots if (robot.robot.team, len(robot.joints)) == (team, joints)]
        yield _packed(ARTICULATED, owner, 0, ARTICULATED_ROW.itemsize + 2 * joints, len(rows), b"".join(rows))


def _articulated(robot: Articulated) -> bytes:
    row = np.zeros((), ARTICULATED_ROW)
    row["id"], row["state"] = robot.robot.id, robot.state
    pose = [*np.divide(robot.position, PLACE), *np.divide(robot.quaternion, UNIT)]
    for (name, _), value in zip(_POSE, _whole(np.array(pose)), strict=True):
        row[name] = value
    joints = _whole(np.asarray(robot.joints, float) / ANGLE)
    return row.tobytes() + joints.astype("<i2").tobytes()


def _sighting_sections(now: float, sighting: Sighting) -> Iterator[bytes]:
    """A section for each owner of what was detected."""
    robots, balls = sighting.robots, sighting.balls
    rows = np.zeros(len(robots), SIGHTING_ROW)
    rows["id"], rows["heading"] = robots[:, 1], _whole(robots[:, 5] / ANGLE)
    _place(rows, now - robots[:, 2], robots[:, 3:5])
    for owner in OWNERS.values():
        yield _section(SIGHTINGS, owner, rows[robots[:, 0] == owner], sighting.source)
    rows = np.zeros(len(balls), SIGHTING_ROW)
    _place(rows, now - balls[:, 0], balls[:, 1:3])
    yield _section(SIGHTINGS, BALL, rows, sighting.source)


def _place(rows: NDArray[np.void], ages: Floats, places: Floats) -> None:
    """Set age and position of detections."""
    rows["age"] = np.clip(ages / AGE, 0, 255)
    rows["x"], rows["y"] = _whole(places.T / PLACE)


def _whole(values: Floats) -> Floats:
    """The nearest numbers of 16 bits."""
    return np.clip(values, -_LARGEST, _LARGEST).round()


# ---- reading -------------------------------------------------------------------------------------------------------


class Section(NamedTuple):
    """A section that was read."""

    kind: int
    owner: int
    source: int
    rows: NDArray[np.void]


_ROWS = {
    BALLS: BALL_ROW,
    ROBOTS: ROBOT_ROW,
    ARTICULATED: ARTICULATED_ROW,
    OBSTACLES: ROBOT_ROW,
    SIGHTINGS: SIGHTING_ROW,
}


def sections(data: bytes) -> Iterator[Section]:
    """The sections of a frame whose kinds are known; the joints of articulated robots are in the field "joints"."""
    at = HEAD.itemsize
    for _ in range(int(np.frombuffer(data, HEAD, 1)["sections"][0])):
        head = np.frombuffer(data, SECTION, 1, at)[0]
        kind, stride, count = int(head["kind"]), int(head["stride"]), int(head["count"])
        at += SECTION.itemsize
        if kind in _ROWS:
            rows = np.frombuffer(data, _padded(kind, stride), count, at)
            yield Section(kind, int(head["owner"]), int(head["source"]), rows)
        at += stride * count


def _padded(kind: int, stride: int) -> np.dtype[np.void]:
    known = _ROWS[kind]
    fields: dict[str, Any] = {name: known.fields[name] for name in known.names or ()}  # type: ignore[index]
    if kind == ARTICULATED:
        fields["joints"] = (np.dtype(("<i2", ((stride - known.itemsize) // 2,))), known.itemsize)
    return np.dtype(
        {
            "names": list(fields),
            "formats": [kind for kind, _ in fields.values()],
            "offsets": [offset for _, offset in fields.values()],
            "itemsize": stride,
        }
    )


def layout() -> dict[str, float | int]:
    """The layout of frames, for the page."""
    places: dict[str, float | int] = {}
    for prefix, row in (
        ("HEAD", HEAD),
        ("SECTION", SECTION),
        ("BALL", BALL_ROW),
        ("ROBOT", ROBOT_ROW),
        ("ARTICULATED", ARTICULATED_ROW),
        ("SIGHTING", SIGHTING_ROW),
    ):
        for name in row.names or ():
            places[f"{prefix}_{name.upper()}"] = row.fields[name][1]  # type: ignore[index]
        places[f"{prefix}_SIZE"] = row.itemsize
    kinds = {
        "VERSION": VERSION,
        "BALLS": BALLS,
        "ROBOTS": ROBOTS,
        "ARTICULATED": ARTICULATED,
        "OBSTACLES": OBSTACLES,
        "SIGHTINGS": SIGHTINGS,
    }
    units = {"PLACE": PLACE, "ANGLE": ANGLE, "SPEED": SPEED, "TURN": TURN, "AGE": AGE, "UNIT": UNIT}
    bits = {"PAUSED": PAUSED, "PAST": PAST, "HOLDING": HOLDING, "ARMED": ARMED, "STEERED": STEERED, "HUNG": HUNG}
    return {**places, **kinds, **units, **bits}
