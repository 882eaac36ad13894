"""A ball in a corner of a walled table: how often and how soon a team of two-wheeled robots gets it out.

    python -m experiments.corner_balls mirosot-5v5 vss-3v3 --places 100

The ball rests within 15 cm of a corner, all robots stand at random places 30 cm and more from it. It is out when it is
30 cm from the corner; a team has 5 s. Both sides play mi20, unless `--yellow` names another team. Place N is the same
in every run; its corner is N modulo 4, so that either team has half of the corners on its own side.
"""

from __future__ import annotations

import argparse
import math
from typing import NamedTuple

import numpy as np

import robopitch
from robopitch.match import Match
from robopitch.messages import PlaceBall, PlaceRobot

NEAR, OUT, LONGEST = 0.15, 0.30, 5.0  # m, m, s
ROBOTS = 0.30  # m from the ball to the nearest robot
LOOK = 0.05  # s
APART = 2.6  # robot radii between two robots, and half of it to a wall


class Outcome(NamedTuple):
    """What became of one ball: s until it was out, inf: never; and how far it was from the corner at most, m."""

    seconds: float
    farthest: float


def situation(match: Match, place: int) -> tuple[tuple[float, float], tuple[float, float], list[PlaceRobot]]:
    """The corner, the ball's position and those of all robots."""
    field, draw = match.world.league.field, np.random.default_rng([2002, place])
    radius, ball = float(match.world.specs[0].outline.circumradius), float(match.world.league.ball.radius)
    length, width, cut = float(field.length) / 2, float(field.width) / 2, float(field.corner)
    signs = (1.0 if place % 4 in (0, 3) else -1.0), (1.0 if place % 4 in (0, 1) else -1.0)
    while True:
        dx, dy = draw.uniform(ball, NEAR, 2).tolist()  # from the corner, inwards
        if math.hypot(dx, dy) <= NEAR and (dx + dy - cut) / math.sqrt(2) >= ball:
            break
    corner = signs[0] * length, signs[1] * width
    x, y = signs[0] * (length - dx), signs[1] * (width - dy)
    taken: list[tuple[float, float]] = []
    robots = []
    for robot in match.world.robots():
        while True:
            edge = APART / 2 * radius
            at = draw.uniform(-length + edge, length - edge), draw.uniform(-width + edge, width - edge)
            if math.dist(at, (x, y)) >= ROBOTS and all(math.dist(at, other) >= APART * radius for other in taken):
                break
        taken.append(at)
        assert robot.body.team is not None
        robots.append(PlaceRobot(robot.body.team, robot.body.id, *at, draw.uniform(-math.pi, math.pi)))
    return corner, (x, y), robots


def played(league: str, place: int, yellow: str = "mi20") -> Outcome:
    """Play until the ball is out, or the time is over."""
    match: Match = robopitch.make_match(league, seed=place, blue="mi20", yellow=yellow, referee="none", realism=None)
    corner, (x, y), robots = situation(match, place)
    for input in (PlaceBall(x, y, 0.0, 0.0, 0.0, 0.0), *robots):
        refused = match.offer("experiment", input)
        assert not refused, refused
    farthest, step = 0.0, round(LOOK / match.world.timestep)
    for count in range(1, round(LONGEST / LOOK) + 1):
        match.advance(match.tick + step)
        match.news.clear()
        farthest = max(farthest, math.dist(match.world.ball.position[:2].tolist(), corner))
        if farthest >= OUT:
            return Outcome(count * LOOK, farthest)
    return Outcome(math.inf, farthest)


def main() -> None:
    """Play the leagues of the command line, and print a line for each."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("leagues", nargs="+")
    ask.add_argument("--places", type=int, default=100)
    ask.add_argument("--first", type=int, default=0, help="the first place")
    ask.add_argument("--yellow", default="mi20", help="the other team")
    asked = ask.parse_args()
    for league in asked.leagues:
        places = range(asked.first, asked.first + asked.places)
        outcomes = {place: played(league, place, asked.yellow) for place in places}
        out = sorted(one.seconds for one in outcomes.values() if one.seconds < math.inf)
        failed = [f"{place} ({100 * one.farthest:.0f} cm)" for place, one in outcomes.items() if one.seconds > LONGEST]
        middle = f", {out[len(out) // 2]:.1f} s (median)" if out else ""
        print(f"{league}: {len(out)} of {len(outcomes)} balls are out within {LONGEST:g} s{middle}")
        if failed:
            print("  not out: " + ", ".join(failed))


if __name__ == "__main__":
    main()
