"""Validates a saved match before it is used: types, ranges, and plausible times.

A snapshot may come from an untrusted file. Errors must show when it is loaded: a match that has begun to use it could
not be recovered.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from robopitch.messages import (
    Body,
    Camera,
    CameraFrame,
    Event,
    Input,
    Orders,
    RefereeCommand,
    RefereeState,
    Team,
    TeamInfo,
    Whistle,
)
from robopitch.messages.plain import from_plain

__all__ = ["Saved", "check_messages", "check_times", "parse"]

LONGEST_DELAY = 10.0  # s, of vision and radio
LONGEST_WATCHDOG = 3600.0  # s
DEEPEST = 50  # levels of nesting in the memory of a team

Finite = Annotated[float, Field(allow_inf_nan=False, ge=-1e12, le=1e12)]
Place = Annotated[float, Field(allow_inf_nan=False, ge=-1e4, le=1e4)]  # m or rad
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e9, le=1e9)]
Spread = Annotated[float, Field(allow_inf_nan=False, ge=0, le=1e9)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Tick = Annotated[int, Field(ge=0, lt=2**53)]
Rate = Annotated[float, Field(allow_inf_nan=False, ge=0.01, le=1e6)]  # Hz

Channel = tuple[Rate, Annotated[int, Field(gt=-(2**53), lt=2**53)], Tick]  # as `ChannelState`
Target = tuple[Place, Place, Place | None]
Heard = tuple[Team, Count, Tick]
Under = tuple[Tick, Count, Any]  # due, sequence, item in the delay queue
Kick = tuple[
    tuple[Number, Number],
    tuple[Number, Number, Number],
    Number,
    Number,
    tuple[Number, Number],
    tuple[Team | None, Count] | None,
]
Eye = tuple[Number, Number, Number, Number]  # camera, its offset from the track in x and y, time of the last sighting
# As `sensors.track.Track`: times, sightings, position, velocity, and their covariances.
Track = tuple[
    Number, Number, Number, Tick, Spread,
    Number, Number, Number, Number, Number, Number,
    Spread, Number, Spread, Spread, Number, Spread,
    list[Eye],
]  # fmt: skip
Anchor = tuple[Place, Place, Tick]
Score = tuple[Count, Count]
KickAbout = tuple[Score, Whistle, Count, Tick, Anchor, Count]
Opening = list[tuple[Tick, Whistle]]  # whistles to come; below, the shift of the epoch precedes it
OpeningKickAbout = tuple[Score, Whistle, Count, Tick, Anchor, Count, Finite, Opening]
PendingKickOff = tuple[Tick, Team]  # tick of the goal, and the team that kicks off
FreePlay = tuple[
    Score, Whistle, Count, Tick, Anchor, Count, Finite, Opening, RefereeCommand, PendingKickOff | None, list[Heard]
]  # fmt: skip


class _Part(BaseModel):
    """State of one part of a match; strict, because nothing converts it later."""

    model_config = ConfigDict(strict=True)


class _Authority(_Part):
    kick_about: KickAbout | OpeningKickAbout | FreePlay | None
    outside: Any
    enforcement: Tick | None
    halted: bool


class _Hands(_Part):
    ball: Target | None
    robots: list[tuple[Team, Count, Target]]
    parked: list[tuple[Team, Count, Target]] = []


class _Lineup(_Part):
    watchdog: list[Heard]
    hands: list[Heard] = []
    kicks: list[tuple[Team, Count, Tick, bool]]
    told: list[tuple[Team, str, Tick, Count]]


class _TruthTracker(_Part):
    kicked: Kick | None


class _FilterTracker(_Part):
    robots: list[tuple[Team, Count, list[Track]]]
    balls: list[Track]
    past: list[tuple[Number, Number, Number, Number, Number]]
    jump: tuple[Team, Count, Number, Number, Number, Number] | None
    kicked: Kick | None


class _Senses(_Part):
    cameras: Any
    own_cameras: bool
    numbers: list[Tick]
    channels: list[Channel]
    under_way: list[Under]
    tracker: Channel
    tracked: Tick
    truth: _TruthTracker
    filter: _FilterTracker | None
    events: Any


class _Intake(_Part):
    offered: Any
    sequence: Tick
    messages: tuple[Tick, Tick]
    air: list[Under]


class Saved(_Part):
    """The state that `Match.save` writes, except for that of the world."""

    made: str | None = None
    parts: Any
    players: tuple[str, str]
    memories: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    authority: _Authority
    hands: _Hands
    lineup: _Lineup
    senses: _Senses | None
    intake: _Intake
    channels: list[Channel]
    unruled: Any
    epoch: Finite
    touches: list[tuple[Team, Count, Finite]] = []


def parse(text: bytes) -> Saved:
    """The parsed state; raises a ValueError that names what is invalid."""
    try:
        return Saved.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where or 'it'}: {first['msg']}") from None


# ---- messages -----------------------------------------------------------------------------------------------------


def check_messages(saved: Saved) -> None:
    """Raise a ValueError unless all messages in it have the expected types and ranges."""
    values, robots, realism = _listed(saved.parts, dict, "parts")
    for body, changes in robots.items():
        if not isinstance(body, Body) or body.team is None or not isinstance(changes, dict):
            raise ValueError("parts: changes of a robot are wanted")
    if not all(isinstance(path, str) for table in (values, realism, *robots.values()) for path in table):
        raise ValueError("parts: a path is wanted")
    _listed(saved.unruled, get_args(Event), "unruled")
    outside = from_plain(saved.authority.outside)
    if outside is not None:
        _check_referee(outside)
    for entry in _listed(saved.intake.offered, tuple, "offered"):
        if len(entry) != 3 or not isinstance(entry[2], get_args(Input)):
            raise ValueError("offered: source, number and input are wanted")
    _under_way(saved.intake.air, Orders, "air")
    for memory in saved.memories:
        _check_plain(memory)
    senses = saved.senses
    if senses is not None:
        cameras = _listed(senses.cameras, Camera, "cameras")
        if len(cameras) != len(senses.numbers):
            raise ValueError(f"cameras: there are {len(cameras)}, and {len(senses.numbers)} count their frames")
        for camera in cameras:
            _check_camera(camera)
        for frame in _under_way(senses.under_way, CameraFrame, "under way"):
            _check_frame(frame)
        _listed(senses.events, get_args(Event), "events")


def _listed(plain: Any, kinds: Any, what: str) -> list[Any]:
    found = from_plain(plain)
    if not isinstance(found, list) or not all(isinstance(entry, kinds) for entry in found):
        raise ValueError(f"{what}: there is something else in it")
    return found


def _under_way(entries: list[Any], kind: Any, what: str) -> list[Any]:
    if len({sequence for _, sequence, _ in entries}) < len(entries):
        raise ValueError(f"{what}: a number is there twice")
    return _listed([item for _, _, item in entries], kind, what)


def _check_referee(state: Any) -> None:
    if not isinstance(state, RefereeState) or set(state.teams) != set(Team):
        raise ValueError("outside: what a referee says is wanted, of both teams")
    for info in state.teams.values():
        if not isinstance(info, TeamInfo):
            raise ValueError("outside: a team is wanted")
        counts = (info.score, info.red_cards, info.yellow_cards, info.timeouts, info.goalkeeper)
        if not all(0 <= count < 2**31 for count in (*counts, info.max_allowed_bots or 0)):
            raise ValueError("outside: a number of a team is below 0 or too large")
    if not all(map(math.isfinite, (state.time, state.command_time, *(state.designated_position or ())))):
        raise ValueError("outside: a number is not finite")
    if not 0 <= state.command_counter < 2**32 or any(abs(place) > 1e4 for place in state.designated_position or ()):
        raise ValueError("outside: a number is too large")


def _check_camera(camera: Camera) -> None:
    places = (*camera.principal_point, *camera.quaternion, *camera.translation, *camera.position, camera.distortion)
    if not all(abs(place) <= 1e6 for place in places) or not 0 < camera.focal_length <= 1e6:
        raise ValueError("cameras: no camera hangs or looks like that")
    if not all(0 < size <= 2**16 for size in camera.image_size):
        raise ValueError(f"cameras: a picture of {camera.image_size} px")


def _check_frame(frame: CameraFrame) -> None:
    numbers = [part for seen in (*frame.balls, *frame.blue, *frame.yellow) for part in seen]
    if not all(abs(number) <= 1e9 for number in (frame.capture, frame.sent, *numbers)):
        raise ValueError("under way: a number in a frame is not finite, or too large")
    counts = (frame.camera, frame.number, *(robot.id for robot in (*frame.blue, *frame.yellow)))
    if not all(0 <= count < 2**31 for count in counts):
        raise ValueError("under way: a number in a frame is below 0, or too large")


def _check_plain(thing: Any, depth: int = 0) -> None:
    """Raise a ValueError unless the memory of a team is of limited depth and its numbers finite."""
    if depth > DEEPEST:
        raise ValueError("memories: too deep")
    if isinstance(thing, dict | list):
        for part in thing.values() if isinstance(thing, dict) else thing:
            _check_plain(part, depth + 1)
    elif isinstance(thing, float | int) and not abs(thing) <= 1e12:
        raise ValueError(f"memories: {thing} is not finite, or too large")


# ---- times --------------------------------------------------------------------------------------------------------


def check_times(saved: Saved, tick: int, timestep: float, ids: int) -> None:
    """Raise a ValueError unless its times fit the tick at which it was saved, and its robots the league's ids."""
    for name, due in _dues(saved):
        most = LONGEST_WATCHDOG if name == "watchdog" else LONGEST_DELAY
        if not tick < due <= tick + round(most / timestep) + 1:
            raise ValueError(f"{name}: due at step {due}, and it was saved at step {tick}")
    channels = [*saved.channels, *([] if saved.senses is None else [*saved.senses.channels, saved.senses.tracker])]
    for rate, start, count in channels:
        period = 1 / (rate * timestep)
        if period < 1 - 1e-9 or start + round(count * period) > tick + period + 1:
            raise ValueError(f"channels: {rate:g} Hz, {count} times since step {start} do not fit step {tick}")
    lineup, hands = saved.lineup, saved.hands
    numbers = [number for _, number, _ in (*lineup.watchdog, *lineup.hands)]
    numbers += [number for _, number, _, _ in lineup.kicks]
    numbers += [number for _, number, _ in (*hands.robots, *hands.parked)]
    for in_goals in (saved.authority.kick_about or ())[10:]:
        numbers += [number for _, number, _ in in_goals]
    if max(numbers, default=0) >= ids:
        raise ValueError(f"a robot has an id that this league has not: they are 0 to {ids - 1}")
    past = [when for _, _, when, _ in (*lineup.kicks, *lineup.told)]
    if saved.authority.kick_about is not None:
        past += [saved.authority.kick_about[3], saved.authority.kick_about[4][2]]
        for goal in saved.authority.kick_about[9:10]:
            past += [] if goal is None else [goal[0]]
        for in_goals in saved.authority.kick_about[10:]:
            past += [when for _, _, when in in_goals]
    if max(past, default=0) > tick:
        raise ValueError(f"something was remembered at step {max(past)}, and it was saved at step {tick}")


def _dues(saved: Saved) -> Iterator[tuple[str, int]]:
    for _, _, until in (*saved.lineup.watchdog, *saved.lineup.hands):
        yield "watchdog", until
    for due, _, _ in saved.intake.air:
        yield "air", due
    for due, _, _ in [] if saved.senses is None else saved.senses.under_way:
        yield "under way", due
