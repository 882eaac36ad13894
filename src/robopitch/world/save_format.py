"""Format of saved worlds: a header that identifies league, engine and bodies, and the numbers of the state."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from robopitch.messages import Body, Team
from robopitch.physics import state as s
from robopitch.physics.layout import SERVOS, Layout
from robopitch.physics.scalar import Floats
from robopitch.physics.servos.rows import BOUNDS as SERVO_BOUNDS
from robopitch.physics.workspace import MAX_BODIES
from robopitch.spec import LeagueSpec
from robopitch.world.roster import Roster

__all__ = ["check_state", "fingerprint", "header", "pack", "robots_digest", "spec_digest", "unpack"]

_MAGIC = b"robopitch world 2\n"
_LATEST = 2**53  # ticks
_FARTHEST = 1e6  # m, m/s, rad/s: far above any value of a real state
_UNIT = 1e-3  # largest error of the length of a heading vector

# Keys that specifications have got since the format exists. At these values they change nothing in a world, and are
# left out of digests, so that a world that was saved before them still fits.
_LATER: dict[str, tuple[object, ...]] = {
    "parts": ([],),
    "steering": (None,),
    "coasting": (False,),
    "least_torque": (0.0,),
    "penalty_area_closed": (False, True),
    "markings": ([],),
    "barrier": (None,),
    "centre_of_mass": (0.0,),
    "veer": (0.0,),
}


class _Head(BaseModel):
    """The header before the numbers."""

    model_config = ConfigDict(strict=True)
    league: str
    spec: str
    robots: str
    engine: str
    timestep: float
    dtype: str
    bodies: Annotated[list[tuple[Team | None, Annotated[int, Field(ge=0, lt=2**31)]]], Field(max_length=MAX_BODIES)]
    tick: Annotated[int, Field(ge=0, lt=_LATEST)]


def spec_digest(league: LeagueSpec) -> str:
    """sha256 over everything that the league specifies."""
    return _digest(league.model_dump(mode="json"))


def robots_digest(league: LeagueSpec, roster: Roster) -> str:
    """sha256 over those robots that differ from the rest of their team."""
    usual = {None: None} | {team: league.team(team).robot for team in Team}
    pairs = zip(roster.bodies, roster.robots, strict=True)
    own = {str(body): robot.model_dump(mode="json") for body, robot in pairs if robot != usual[body.team]}
    return _digest(own)


def _digest(plain: object) -> str:
    return hashlib.sha256(json.dumps(_without_later(plain), sort_keys=True).encode()).hexdigest()


def _without_later(plain: object) -> object:
    if isinstance(plain, dict):
        return {key: _without_later(value) for key, value in plain.items() if not _is_left_out(key, value)}
    return [_without_later(part) for part in plain] if isinstance(plain, list) else plain


def _is_left_out(key: str, value: object) -> bool:
    """Whether a key changes nothing in a world. The sensors of a robot, a list, only read it."""
    return (key in _LATER and value in _LATER[key]) or (key == "sensors" and isinstance(value, list))


def header(
    league: LeagueSpec, digests: tuple[str, str], engine: str, timestep: float, seed: int, dtype: str, roster: Roster
) -> dict[str, Any]:
    """The header of a world: properties that must be equal in the world that restores it, and the bodies on the
    field.
    """
    return {
        "league": league.name,
        "spec": digests[0],
        "robots": digests[1],
        "engine": engine,
        "timestep": timestep,
        "dtype": dtype,
        "seed": seed,
        "bodies": [[body.team, body.id] for body in roster.bodies],
    }


def pack(head: dict[str, Any], tick: int, state: Floats) -> bytes:
    """A world as bytes."""
    text = json.dumps({**head, "tick": tick, "numbers": len(state)}, sort_keys=True).encode()
    body = _MAGIC + text + b"\n" + state.tobytes()
    return body + hashlib.sha256(body).digest()


def unpack(saved: bytes, here: dict[str, Any], dtype: np.dtype[Any]) -> tuple[tuple[Body, ...], int, Floats, str]:
    """Bodies, tick, state and digest of the robots of a saved world; a ValueError with the reason if it does not fit
    this world.
    """
    if not saved.startswith(_MAGIC):
        raise ValueError("these bytes are not a saved world")
    body, check = saved[:-32], saved[-32:]
    if hashlib.sha256(body).digest() != check:
        raise ValueError("the saved world is damaged: its checksum is wrong")
    text, _, numbers = body[len(_MAGIC) :].partition(b"\n")
    try:
        head = _Head.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "its head"
        raise ValueError(f"the saved world cannot be used: {where}: {first['msg']}") from None
    for key in ("league", "spec", "engine", "timestep", "dtype"):
        found = getattr(head, key)
        if found != here[key]:
            what = "was made with other parameters" if key == "spec" else f"has {key} {found!r}, not {here[key]!r}"
            raise ValueError(f"the saved world {what}; it was not restored")
    if len(numbers) % dtype.itemsize:
        raise ValueError("the saved world cannot be used: it ends in the middle of a number")
    bodies = tuple(Body(team, number) for team, number in head.bodies)
    return bodies, head.tick, np.frombuffer(numbers, dtype), head.robots


def check_state(state: Floats, layout: Layout) -> None:
    """Raise a ValueError unless the numbers are a possible state: finite and within the limits of position and
    speed.
    """
    robots, ball = layout.robot_block(state), layout.ball_block(state)
    if not np.isfinite(state).all() or not (np.abs(state[: state.size - layout.extra]) <= 1e9).all():
        raise ValueError("the saved world cannot be used: a number is not finite, or too large")
    if not (np.abs(robots[: s.TURN + 1]) <= _FARTHEST).all() or not (np.abs(ball) <= _FARTHEST).all():
        raise ValueError("the saved world cannot be used: a position or a speed is impossible")
    length = robots[s.HX] * robots[s.HX] + robots[s.HY] * robots[s.HY]
    present, mode = robots[s.PRESENT], robots[s.MODE]
    switches = ((present == 0) | (present == 1)).all() and ((mode == 0) | (mode == 1) | (mode == 2)).all()
    if layout.frames:
        frame, left = robots[-s.FRAME_ROWS + s.FRAME], robots[-s.FRAME_ROWS + s.FRAME_TIME]
        is_side = (frame == np.rint(frame)) & (frame >= s.FRAME_IN) & (frame <= s.FRAME_UP)
        switches = switches and (is_side & (left >= 0)).all()
    shares = ((robots[[s.HOLD, s.CHARGE]] >= -1e-6) & (robots[[s.HOLD, s.CHARGE]] <= 1 + 1e-6)).all()
    if not ((np.abs(length - 1) <= _UNIT).all() and switches and shares):
        raise ValueError("the saved world cannot be used: a robot is in an impossible state")
    if SERVOS in layout.facets:
        dynamics = layout.servo_block(state)[:, :, : len(SERVO_BOUNDS)]
        if not (np.abs(dynamics) <= np.array(SERVO_BOUNDS)).all():
            raise ValueError("the saved world cannot be used: a servo is in an impossible state")


def fingerprint(names: bytes, tick: int, state: Floats) -> str:
    """SHA-256 over the names of the roster, the tick and every number."""
    digest = hashlib.sha256()
    digest.update(names)
    digest.update(tick.to_bytes(8, "little"))
    digest.update(state.tobytes())
    return digest.hexdigest()
