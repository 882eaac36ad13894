"""One JSON object per datagram: a team with its signals by name, or with its drawing."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping

from robopitch.messages import Drawn, Published, Refusal, Team
from robopitch.wire.publishing.drawing import decode_drawn

__all__ = ["decode_said", "encode_published"]

MOST_SIGNALS = 256  # in one message
_NAME = re.compile(r"[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*")
_LONGEST_NAME = 64


def decode_said(data: bytes) -> Published | Drawn | Refusal:
    """Decode signals or a drawing of a team; returns a Refusal that says what is wrong with them."""
    try:
        message = json.loads(data)
        if "shapes" in message:
            return decode_drawn(message)
        team, signals = Team(message["team"]), message["signals"]
        if not isinstance(signals, dict) or not 0 < len(signals) <= MOST_SIGNALS:
            return Refusal("SIGNALS", f"signals: an object with 1 to {MOST_SIGNALS} numbers by name is wanted")
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
        text = f'{error}; {{"team": "blue", "signals": {{"3.target.x": 1.5}}}} would be right'
        return Refusal("UNREADABLE", f"not a message of a team: {text}"[:300])
    values = {}
    for name, value in signals.items():
        if len(name) > _LONGEST_NAME or not _NAME.fullmatch(name):
            return Refusal("SIGNALS", f"{name[:_LONGEST_NAME]!r}: a name is letters, digits and _, in parts with dots")
        if isinstance(value, str) or not isinstance(value, int | float) or abs(value) > 1e300 or math.isnan(value):
            return Refusal("SIGNALS", f"{name}: a finite number is wanted")
        values[name] = float(value)
    return Published(team, values)


def encode_published(team: Team, signals: Mapping[str, float]) -> bytes:
    """Encode the signals of a team."""
    return json.dumps({"team": team.value, "signals": dict(signals)}).encode()
