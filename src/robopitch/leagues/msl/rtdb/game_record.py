"""The game as the base station tells it to its robots: COACH_INFO of the data base.

The layout of CAMBADA's own record depends on a team's strategy. So the contents are ours: JSON, then zeros.
"""

from __future__ import annotations

import json
import math
from typing import Any

from robopitch.leagues.msl.wire.rtdb import ItemId
from robopitch.leagues.msl.wire.rtdb.items import cambada_configuration
from robopitch.messages import Refusal
from robopitch.messages.game_state import Phase
from robopitch.teams.situation import Situation

__all__ = ["decode_game", "encode_game"]

SIZE = next(item.size for item in cambada_configuration(0).agents[0].shared if item.id == ItemId.COACH_INFO)


def encode_game(situation: Situation) -> bytes:
    """The record of a situation, in the frame of the team."""
    place = situation.place
    said: dict[str, Any] = {
        "phase": situation.phase.value,
        "ours": situation.ours,
        "place": None if place is None else [round(place[0], 4), round(place[1], 4)],
        "keeper": situation.keeper,
        "clearance": situation.clearance,
        "then": None if situation.then is None else situation.then.value,
        "then_ours": situation.then_ours,
    }
    known = {key: value for key, value in said.items() if value is not None and value is not False}
    text = json.dumps(known, separators=(",", ":"))
    return text.encode().ljust(SIZE, b"\0")


def decode_game(data: bytes) -> Situation | Refusal:
    """The inverse of `encode_game`."""
    try:
        said = json.loads(data.rstrip(b"\0"))
        place, then, clearance, keeper = (said.get(key) for key in ("place", "then", "clearance", "keeper"))
        found = Situation(
            Phase(said["phase"]),
            bool(said.get("ours")),
            None if place is None else (float(place[0]), float(place[1])),
            None if keeper is None else int(keeper),
            None if clearance is None else float(clearance),
            None if then is None else Phase(then),
            bool(said.get("then_ours")),
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        return Refusal("UNREADABLE", f"COACH_INFO: {type(error).__name__}: {error}")
    numbers = (*(found.place or ()), found.clearance or 0.0)
    return found if all(map(math.isfinite, numbers)) else Refusal("UNREADABLE", "COACH_INFO: a number is not finite")
