"""Golden calls and fingerprints: a scripted match by the rules in one league of each family, bit for bit.

They hold on every x86-64 processor. After an intended change of the rules, this file as a program writes the table
again: `python tests/leagues/test_golden_rulings.py`.
"""

import hashlib
import json
from pathlib import Path

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import PlaceBall, PlaceRobot, Whistle, Whistled
from robopitch.messages.plain import to_plain

TABLE = Path(__file__).parent / "golden_rulings.json"
GOAL = "between keeper and post"
LEAGUES = ["ssl-div-a", "ssl-div-b", "msl", "mirosot-5v5", "vss-3v3"]
# Where the ball is, in half lengths and half widths of the field, and how fast in half lengths per second. The keepers
# stand in the middle of their goals.
BALLS = [
    (0.8, GOAL, 1.0, 0.0),
    (-0.5, 0.8, 0.25, 0.75),
    (0.75, 0.5, 0.75, 0.0),
    (-0.75, -0.5, -0.75, 0.0),
    (-0.8, GOAL, -1.0, 0.0),
    (0.25, -0.25, 0.0, 0.0),
]


def play(league, pace=2500):
    """Balls into goals and over lines, robots in areas, a card: the calls, and the fingerprint at the end.

    pace: ticks that pass at once
    """
    match = robopitch.make_match(
        league, blue="still", yellow="still", referee="rules", half=20.0, seed=5, realism=None, timestep=0.002
    )
    field = match.world.league.field
    x, y = float(field.length) / 2, float(field.width) / 2
    for number, (ball_x, ball_y, vx, vy) in enumerate(BALLS):
        match.offer("script", Whistled(Whistle.START))
        start = 0.35 * float(field.goal.width) if ball_y == GOAL else ball_y * y
        match.offer("script", PlaceRobot(Team.BLUE, 1, 0.8 * x, -0.1 * number * y))
        match.offer("script", PlaceRobot(Team.YELLOW, 2, (0.8 - 0.1 * number) * x, -0.05 * y))
        match.offer("script", PlaceBall(ball_x * x, start, vx=vx * x, vy=vy * x))
        if number == 2:
            match.offer("script", Whistled(Whistle.CARD, Team.YELLOW))
        until = match.tick + 2500
        while match.tick < until:
            match.advance(min(until, match.tick + pace))
    calls = [to_plain(call) for call in match.rulings]
    return {
        "calls": [f"{call.tick} {call.kind} {call.team}" for call in match.rulings],
        "digest": hashlib.sha256(json.dumps(calls).encode()).hexdigest(),
        "world": match.world.fingerprint(),
    }


@pytest.mark.parametrize("league", LEAGUES)
def test_a_scripted_match_has_its_golden_calls_and_fingerprint_also_at_another_pace(league):
    assert play(league, pace=37) == json.loads(TABLE.read_text())[league]


if __name__ == "__main__":
    TABLE.write_text(json.dumps({league: play(league) for league in LEAGUES}, indent=1) + "\n")
