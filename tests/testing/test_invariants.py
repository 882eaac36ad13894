"""Invariants of matches: kept by a match, and each violation is found."""

from dataclasses import replace

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import Period, Phase, Restart, Ruling
from robopitch.testing import Invariants


class Rulings(Invariants):
    """Keeps the inputs of the referee too, to give them to others."""

    def __init__(self, match):
        self.given = []
        super().__init__(match)

    def on_derived(self, source, tick, inputs):
        super().on_derived(source, tick, inputs)
        self.given += [(source, tick, one) for one in inputs if isinstance(one, Ruling)]


@pytest.fixture(scope="module")
def played():
    match = robopitch.make_match(
        "vss-3v3", blue="chase", yellow="still", players=2, timestep=0.005, referee="rules", half=6.0, realism=None
    )
    match.world.place_ball(x=0.3, y=0.1)
    rulings = Rulings(match)
    while match.game.period is not Period.OVER:
        match.advance(match.tick + 20)
    assert rulings.problems() == []
    assert any(one.game.phase is Phase.STOP for _, _, one in rulings.given)
    return match, rulings.given


def problems_of(played, change):
    """With each ruling as *change* wants it: (tick, game) → (tick, game)."""
    match, given = played
    invariants = Invariants(match)
    for source, tick, one in given:
        later, game = change(tick, one.game)
        invariants.on_derived(source, later, [replace(one, game=game)])
    match.forget(invariants)
    return invariants.problems()


def last_stop(played):
    """Number of the phase."""
    return max(one.game.number for _, _, one in played[1] if one.game.phase is Phase.STOP)


def test_a_clock_that_runs_back_is_found(played):
    number = last_stop(played)
    found = problems_of(played, lambda t, g: (t, replace(g, clock=99.0) if g.number == number else g))
    assert any("the clock runs back from 99.00" in one for one in found)


def test_a_period_that_comes_again_is_found(played):
    number = last_stop(played)
    found = problems_of(played, lambda t, g: (t, replace(g, period=Period.BEFORE) if g.number == number else g))
    assert any(f"{Period.BEFORE} follows" in one for one in found)


def test_a_phase_and_a_stoppage_that_last_too_long_are_found(played):
    number = last_stop(played)
    found = problems_of(played, lambda t, g: (t + (20000 if g.number > number else 0), g))
    assert any("stop lasts 10" in one for one in found)
    assert any("a stoppage of 10" in one for one in found)


def test_a_restart_that_was_not_announced_is_found(played):
    other = Restart(Phase.PENALTY, Team.BLUE, (0.0, 0.0))
    missing = problems_of(played, lambda t, g: (t, replace(g, then=None)))
    assert any("was not announced" in one for one in missing)
    wrong = problems_of(
        played,
        lambda t, g: (
            t,
            replace(g, phase=Phase.FREE_KICK, team=Team.YELLOW)
            if g.phase is Phase.RUNNING
            else replace(g, then=other if g.then is not None else None),
        ),
    )
    assert any("follows instead of penalty of blue" in one for one in wrong)


def test_a_score_that_was_not_called_and_a_match_without_an_end_are_found(played):
    match, _ = played
    other = robopitch.make_match("vss-3v3", blue="still", yellow="still", referee="rules", realism=None)
    invariants = Invariants(other)
    other.advance(10)
    assert any("is not over" in one for one in invariants.problems())
    assert match.game.ended_by == "time"
