"""A match in one file: the page with a recording inside, which opens without a server and without a network.

What is lost, compared with the recording, stands in the file: robots are kept 25 times a second and at touches, in the
units of frames (half a millimetre), the ball as often as it was recorded; the page draws straight lines between.
Nothing can be simulated again. `web/src/wire/recorded.ts` reads what is written here.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import robopitch
from robopitch.spec.files import writing
from robopitch.web import frame, schema
from robopitch.web.library.source import Source, open_source
from robopitch.web.single_page import LOSS, single_page

__all__ = ["RATE", "embed", "embedded"]

RATE = 25.0  # Hz: of robots
MOST_SECONDS = 7200.0
BALL_FIELDS = ("x", "y", "z", "vx", "vy", "vz", "speed")
ROBOT_FIELDS = ("x", "y", "heading", "vx", "vy", "turn", "speed")
TOUCHES = ("kick", "touch", "goal", "collision")
ROLES = schema.Roles(tell="roles", controller=None, viewers=1)
BALL_UNITS = np.array([frame.PLACE] * 3 + [frame.SPEED] * 3)


class _Kept(NamedTuple):
    """The frames of robots that are kept, the ball of all frames, with their times in ms."""

    times: list[int]
    frames: list[bytes]
    ball_times: list[int]
    balls: NDArray[np.int16]  # [moment, 6]
    names: list[str]  # of robots


def embed(
    file: Path, to: Path, start: float | None = None, end: float | None = None, signals: Sequence[str] = ()
) -> int:
    """Write the page with a recording or log inside; returns the size of the file in bytes.

    signals: expressions whose values are written into it, beside places, speeds and score
    """
    text = single_page(embedded(file, start, end, signals)).encode()
    with writing(to) as part:
        part.write_bytes(text)
    return len(text)


def embedded(file: Path, start: float | None = None, end: float | None = None, signals: Sequence[str] = ()) -> bytes:
    """The data of such a page."""
    source = open_source(file, file.name)
    try:
        first = source.first if start is None else max(start, source.first)
        last = source.last if end is None else min(end, source.last)
        if not first < last:
            raise ValueError(f"{file}: nothing was recorded from {first:g} to {last:g} s")
        if last - first > MOST_SECONDS:
            raise ValueError(f"{file}: {last - first:.0f} s; --from and --to-time choose up to {MOST_SECONDS:.0f} s")
        return _data(source, first, last, signals)
    finally:
        source.close()


# ---- the data ------------------------------------------------------------------------------------------------------


def _data(source: Source, first: float, last: float, signals: Sequence[str]) -> bytes:
    """A deflated block: the length of the head, the head, frames, balls."""
    marks = [mark for mark in source.marks() if first <= mark["time"] <= last]
    kept = _kept(source, first, last, [mark["time"] for mark in marks if mark["kind"] in TOUCHES])
    pitch = source.pitch()
    pitch["first"], pitch["last"] = first, last
    runs, body = _runs(kept.frames)
    head = {
        "first": first,
        "last": last,
        "tells": [_welcome(source.name, first), ROLES, pitch, *_told(source, marks, first, last)],
        "runs": runs,
        "times": np.diff(kept.times, prepend=0).tolist(),
        "ballTimes": np.diff(kept.ball_times, prepend=0).tolist(),
        "names": [
            *(f"ball.{name}" for name in BALL_FIELDS),
            *(f"{one}.{name}" for one in kept.names for name in ROBOT_FIELDS),
        ],
        "signals": _exported(source, signals, first, last),
        "loss": LOSS,
    }
    text = json.dumps(head, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(struct.pack("<I", len(text)) + text + body + _columns(kept.balls)) + packer.flush()


def _welcome(name: str, first: float) -> schema.Welcome:
    """As a server greets a page that watches a recording."""
    return schema.Welcome(
        tell="welcome",
        viewer=0,
        version=robopitch.__version__,
        trusted=False,
        start="",
        endings=[],
        source=name,
        at=first,
    )


def _told(source: Source, marks: list[schema.Mark], first: float, last: float) -> Iterator[Any]:
    rulings = [ruled for ruled in source.rulings() if ruled["time"] <= last]
    before = [ruled for ruled in rulings if ruled["time"] <= first][-1:]  # what holds at the beginning
    inside = [ruled for ruled in rulings if ruled["time"] > first]
    yield schema.Rulings(tell="rulings", source=source.name, anew=True, rulings=[*before, *inside])
    yield schema.Marks(tell="marks", source=source.name, anew=True, marks=marks)


def _kept(source: Source, first: float, last: float, touches: Sequence[float]) -> _Kept:
    times: list[int] = []
    frames: list[bytes] = []
    ball_times: list[int] = []
    balls: list[NDArray[np.int16]] = []
    names: dict[str, None] = {}
    ahead, due = sorted(touches), first
    for time, data in source.moments(first, last):
        robots, ball = _split(data)
        ball_times.append(round(1000 * (time - first)))
        balls.append(ball)
        touched = bool(ahead) and ahead[0] <= time
        if time < due - 1e-6 and not touched:
            continue
        while ahead and ahead[0] <= time:
            ahead.pop(0)
        due += max(0, np.ceil((time - due) * RATE + 1e-6)) / RATE
        times.append(ball_times[-1])
        frames.append(robots)
        names |= dict.fromkeys(_names(data))
    if not frames:
        raise ValueError(f"{source.name}: it has no positions from {first:g} to {last:g} s")
    return _Kept(times, frames, ball_times, np.array(balls), sorted(names))


def _split(data: bytes) -> tuple[bytes, NDArray[np.int16]]:
    """A frame without balls, detections and times, and its first ball in whole units."""
    head = np.frombuffer(data, frame.HEAD, 1).copy()
    head[["time", "first", "last"]] = 0
    at, parts, ball = frame.HEAD.itemsize, [], np.zeros(6, np.int16)
    for _ in range(int(head["sections"][0])):
        section = np.frombuffer(data, frame.SECTION, 1, at)[0]
        size = frame.SECTION.itemsize + int(section["stride"]) * int(section["count"])
        if section["kind"] == frame.BALLS:
            row = np.frombuffer(data, frame.BALL_ROW, 1, at + frame.SECTION.itemsize)[0]
            ball = np.clip(np.rint(np.array(row.tolist()) / BALL_UNITS), -32767, 32767).astype(np.int16)
        elif section["kind"] != frame.SIGHTINGS:
            parts.append(data[at : at + size])
        at += size
    head["sections"] = len(parts)
    return b"".join((head.tobytes(), *parts)), ball


def _names(data: bytes) -> Iterator[str]:
    owners = {number: "obstacle" if team is None else str(team) for team, number in frame.OWNERS.items()}
    for section in frame.sections(data):
        if section.kind in (frame.ROBOTS, frame.ARTICULATED, frame.OBSTACLES):
            yield from (f"{owners[section.owner]}.{number}" for number in section.rows["id"].tolist())


def _runs(frames: list[bytes]) -> tuple[list[tuple[int, int]], bytes]:
    """Frames of the same layout together: byte by byte, each less that of the frame before."""
    runs: list[tuple[int, int]] = []
    body: list[bytes] = []
    begin = 0
    for index in range(1, len(frames) + 1):
        if index < len(frames) and len(frames[index]) == len(frames[begin]):
            continue
        rows = np.frombuffer(b"".join(frames[begin:index]), np.uint8).reshape(index - begin, -1)
        body.append(np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), np.uint8)).T.tobytes())
        runs.append(rows.shape)
        begin = index
    return runs, b"".join(body)


def _columns(balls: NDArray[np.int16]) -> bytes:
    """Each number less the one before, all low bytes of a column before its high ones."""
    steps = np.diff(balls.view(np.uint16), axis=0, prepend=np.zeros((1, 6), np.uint16))
    return b"".join(
        (column & 255).astype(np.uint8).tobytes() + (column >> 8).astype(np.uint8).tobytes() for column in steps.T
    )


def _exported(source: Source, signals: Sequence[str], first: float, last: float) -> list[dict[str, Any]]:
    if not signals:
        return []
    found = []
    for name, trace in zip(signals, source.signals().trace(list(signals), first, last - first), strict=True):
        if trace["error"]:
            raise ValueError(f"--signal {name}: {trace['error']}")
        found.append({key: trace[key] for key in ("unit", "times", "values")} | {"name": name})
    return found
