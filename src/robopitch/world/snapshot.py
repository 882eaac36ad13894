"""Saved worlds: a header that says what they are, and the numbers."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from robopitch.messages import Body, Team
from robopitch.physics.scalar import Floats
from robopitch.spec import LeagueSpec
from robopitch.world.roster import Roster

__all__ = ["fingerprint", "header", "pack", "robots_digest", "spec_digest", "unpack"]

_MAGIC = b"robopitch world 2\n"


def spec_digest(league: LeagueSpec) -> str:
    """sha256 over everything that the league specifies."""
    return _digest(league.model_dump(mode="json"))


def robots_digest(league: LeagueSpec, roster: Roster) -> str:
    """sha256 over those robots that differ from the rest of their team."""
    usual = {Team.BLUE: league.blue.robot, Team.YELLOW: league.yellow.robot, None: None}
    pairs = zip(roster.bodies, roster.robots, strict=True)
    own = {str(body): robot.model_dump(mode="json") for body, robot in pairs if robot != usual[body.team]}
    return _digest(own)


def _digest(plain: object) -> str:
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def header(
    league: LeagueSpec, digests: tuple[str, str], engine: str, timestep: float, seed: int, dtype: str, roster: Roster
) -> dict[str, Any]:
    """What a saved world must share with the one that it is restored into, and who was on the pitch."""
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
    """Bodies, tick, state and digest of the robots of a saved world; a ValueError that says why if it does not belong
    here."""
    if not saved.startswith(_MAGIC):
        raise ValueError("these bytes are not a saved world")
    body, check = saved[:-32], saved[-32:]
    if hashlib.sha256(body).digest() != check:
        raise ValueError("the saved world is damaged: its checksum does not fit")
    text, _, numbers = body[len(_MAGIC) :].partition(b"\n")
    head = json.loads(text)
    for key in ("league", "spec", "engine", "timestep", "dtype"):
        if head[key] != here[key]:
            what = "was made with other parameters" if key == "spec" else f"has {key} {head[key]!r}, not {here[key]!r}"
            raise ValueError(f"the saved world {what}; it was not restored")
    bodies = tuple(Body(None if team is None else Team(team), number) for team, number in head["bodies"])
    return bodies, int(head["tick"]), np.frombuffer(numbers, dtype), str(head["robots"])


def fingerprint(names: bytes, tick: int, state: Floats) -> str:
    """sha256 over who (the names of a roster), when and every number."""
    digest = hashlib.sha256()
    digest.update(names)
    digest.update(tick.to_bytes(8, "little"))
    digest.update(state.tobytes())
    return digest.hexdigest()
