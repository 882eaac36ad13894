"""Matches for tests, and a short way to command a robot."""

import robopitch
from robopitch import BodyVelocity, Team
from robopitch.match import Match
from robopitch.messages import (
    Orders,
    RobotOrder,
)


def fresh(**options) -> Match:
    return robopitch.make_match("ssl-div-b", **{"realism": "perfect", "seed": 5, **options})


def drive(match: Match, number: int = 1, team: Team = Team.BLUE, source: str = "blue", **order) -> tuple:
    wish = RobotOrder(number, **{"command": BodyVelocity(1.0), **order})
    return match.offer(source, Orders(team, (wish,)))
