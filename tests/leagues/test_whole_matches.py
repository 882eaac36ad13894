"""Matches by the rules of leagues with many robots end by themselves, and the same seed gives the same calls."""

import pytest

import robopitch
from robopitch.messages import Period


def played(league):
    match = robopitch.make_match(
        league, blue="chase", yellow="chase", referee="rules", half=1.5, seed=5, realism=None, timestep=0.005
    )
    while match.game.period is not Period.OVER:
        assert match.world.time < 300, f"the match does not end; it is in {match.game.phase}"
        match.advance(match.tick + 100)
    return match


@pytest.mark.parametrize("league", ["mirosot-7v7", "mirosot-11v11", "msl-2010"])
def test_a_short_match_ends_and_can_be_repeated(league):
    first, second = played(league), played(league)
    assert first.game.ended_by == "time"
    assert [call.kind for call in first.rulings if call.kind in ("half_time", "end_of_game")] == [
        "half_time",
        "end_of_game",
    ]
    assert first.rulings == second.rulings
    assert first.world.fingerprint() == second.world.fingerprint()
