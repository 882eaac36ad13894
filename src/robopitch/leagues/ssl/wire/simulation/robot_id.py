"""Decodes robot ids."""

from __future__ import annotations

from typing import Any

from robopitch.leagues.ssl.wire.simulation.team import MOST_IDS
from robopitch.leagues.ssl.wire.tracker.codec import TEAM_OF
from robopitch.messages import Refusal, Team

__all__ = ["decode_robot_id"]


def decode_robot_id(robot: Any, where: str, refusals: list[Refusal]) -> tuple[Team, int] | None:
    """Team and id of a RobotId, or None and a refusal."""
    team = TEAM_OF.get(robot.team)
    named = robot.id if robot.HasField("id") else "without an id"
    if team is None or not robot.HasField("id") or robot.id >= MOST_IDS:
        refusals.append(
            Refusal(
                "UNKNOWN_ROBOT",
                f"{where}: no robot is {team or 'of no team'} {named}; "
                f"ids are 0 to {MOST_IDS - 1}, teams YELLOW (1) and BLUE (2)",
            )
        )
        return None
    return team, robot.id
