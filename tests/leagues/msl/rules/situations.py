"""Situations for the rules of the Middle Size League."""

import math

from tests.leagues.situation import BLUE, Situation

from robopitch.messages import Phase, Restart

RADIUS = 0.25  # m, of a robot
SIDEWAYS = math.pi / 2  # heading: the round side of a robot is at x


def kick(ball=(2.0, 1.0), kind=Phase.FREE_KICK, team=BLUE, **robots):
    """A set piece of blue that may be taken."""
    return Situation("msl", ball, **robots).restart(Restart(kind, team, ball))
