"""What holds in every match by the rules, whoever plays; and that a match can be repeated exactly.

The matches are short and cheap: few robots, simple teams, long time steps. A push of the ball at the beginning makes
them different from each other.
"""

import pytest

import robopitch
from robopitch.messages import Period, Whistle, Whistled
from robopitch.sensors.noise import uniform
from robopitch.testing import Invariants

STEP = 0.005
TEAMS = [("chase", "still"), ("chase", "chase"), ("still", "chase")]
# The matches in which robots place the ball take the longest. All but the first of a league are for the night.
NUMBERS = {
    "ssl-div-b": (2, 3),
    "ssl-div-a": (4, 5),
    "msl": range(11),
    "mirosot-5v5": range(14),
    "mirosot-7v7": range(11),
    "vss-3v3": range(11),
}
MATCHES = [
    pytest.param(league, number, marks=[pytest.mark.nightly] if number != numbers[0] else [])
    for league, numbers in NUMBERS.items()
    for number in numbers
]
HALF = 10.0  # s
LONGEST = 90.0  # s of a stoppage: two placements by robots and the limits of STOP and preparation


def begun(league, number, half=HALF, players=2):
    """A match that begins with a push of the ball."""
    blue, yellow = TEAMS[number % len(TEAMS)]
    match = robopitch.make_match(
        league,
        realism=None,
        players=players,
        blue=blue,
        yellow=yellow,
        timestep=STEP,
        seed=number,
        referee="rules",
        half=half,
    )
    field = match.world.league.field
    vx, vy, x, y = (2 * uniform(number, 77, 0, index) - 1 for index in range(4))
    top = float(field.length) / 3
    match.world.place_ball(x=x * float(field.length) / 3, y=y * float(field.width) / 3, vx=vx * top, vy=vy * top)
    match.offer("person", Whistled(Whistle.START))
    return match


def played(match, step=20, most=1500.0):
    """Play a match to its end."""
    while match.game.period is not Period.OVER:
        assert match.world.time < most, f"the match does not end; it is in {match.game.phase}"
        match.advance(match.tick + step)


@pytest.mark.parametrize(("league", "number"), MATCHES)
def test_every_match_keeps_the_invariants(league, number):
    match = begun(league, number)
    invariants = Invariants(match)
    played(match)
    assert invariants.problems() == []


def calls_of(match):
    return [(call.tick, call.kind, call.team, call.robot, call.position, call.restart) for call in match.rulings]


def test_the_same_match_has_the_same_calls_however_time_is_divided():
    matches = [begun("vss-3v3", 4, half=3.0) for _ in range(3)]
    for match, step in zip(matches, (3, 7, 333), strict=True):
        played(match, step)
    assert calls_of(matches[0])
    assert calls_of(matches[0]) == calls_of(matches[1]) == calls_of(matches[2])
    assert matches[0].game == matches[1].game


def test_a_match_goes_on_from_a_snapshot_as_it_did():
    match = begun("ssl-div-b", 3, half=2.0)
    match.advance(round(3.0 / STEP))
    saved, tick = match.save(), match.tick
    played(match)
    other = begun("ssl-div-b", 3, half=2.0)
    other.restore(saved)
    played(other)
    later = [call for call in calls_of(match) if call[0] > tick]
    assert later
    assert calls_of(other) == later
    assert other.game == match.game
