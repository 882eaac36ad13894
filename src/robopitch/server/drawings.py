"""Drawings of built-in teams, as messages in the frame of the pitch."""

from __future__ import annotations

from typing import Any

from robopitch.match import Match
from robopitch.messages import Drawn, Team
from robopitch.wire.publishing.drawing import decode_drawn

__all__ = ["read_drawing"]


def read_drawing(match: Match, team: Team, shapes: Any) -> Drawn | None:
    """The drawing of a built-in team, in a layer with the team's name; None if it is invalid.

    The rules are those for teams on the network (wire/publishing/README.md).
    """
    drawn = decode_drawn({"team": team.value, "layer": match.players[team], "shapes": shapes})
    if not isinstance(drawn, Drawn):
        return None
    side = 1.0 if team is Team.BLUE else -1.0
    turned = (shape._replace(points=tuple((side * x, side * y) for x, y in shape.points)) for shape in drawn.shapes)
    return Drawn(team, drawn.layer, tuple(turned))
