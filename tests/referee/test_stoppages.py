"""How long a stoppage lasts before its restart is given."""

import pytest
from tests.referee.test_rules_referee import B, Y, fresh, run, say, until

from robopitch.messages import Period, Phase, Whistle


def stop_lasts(match, most=60.0):
    """Seconds of the next STOP."""
    until(match, lambda game: game.phase is Phase.STOP, most)
    began = match.world.time
    until(match, lambda game: game.phase is not Phase.STOP, most)
    return match.world.time - began


@pytest.mark.parametrize(("year", "seconds"), [(None, 10.0), (2023, 10.0), (2022, 2.0)])
def test_after_a_halt_robots_have_ten_seconds(year, seconds):
    match = say(say(fresh(year=year), Whistle.START), Whistle.SUBSTITUTION, B)
    say(match, Whistle.FREE_KICK, Y)
    until(match, lambda game: game.phase is Phase.HALT, 1.0)
    assert stop_lasts(match) == pytest.approx(seconds, abs=0.05)
    assert match.game.phase is Phase.FREE_KICK


def test_after_play_and_after_a_break_robots_have_two_seconds():
    match = say(fresh(half=1.0, players=6), Whistle.START)
    say(match, Whistle.FREE_KICK, Y)
    assert stop_lasts(match) == pytest.approx(2.0, abs=0.05)
    until(match, lambda game: game.period is Period.SECOND_HALF)
    assert stop_lasts(match) == pytest.approx(2.0, abs=0.05)
    assert match.game.phase is Phase.KICK_OFF


def test_after_a_time_out_robots_have_ten_seconds():
    match = say(say(fresh(), Whistle.START), Whistle.FREE_KICK, Y)
    say(match, Whistle.TIMEOUT, Y)
    match.referee._own.course.wait = match.tick + 100
    assert stop_lasts(match) == pytest.approx(10.0, abs=0.05)


def test_robots_that_stay_too_close_to_the_area_are_moved_away_after_a_halt_and_then_have_ten_seconds():
    match = say(fresh(), Whistle.START)
    match.world.place_robot(B, 1, 3.4, 0.0)  # 0.01 m from the defence area
    say(match, Whistle.FREE_KICK, Y)
    until(match, lambda game: game.phase is Phase.HALT, 10.0)
    assert [call.kind for call in match.rulings][-2:] == ["attacker_too_close_to_defense_area"] * 2
    until(match, lambda game: game.phase is Phase.STOP, 5.0)
    run(match, 0.1)
    assert match.world.robot(B, 1).pose.x < 3.25
    assert stop_lasts(match) == pytest.approx(9.9, abs=0.05)
    assert (match.game.phase, match.game.team) == (Phase.FREE_KICK, Y)


def test_a_match_is_played_by_the_rules_of_its_year_and_no_other_can_restore_it():
    match = fresh(year=2022)
    assert match.referee._own.rules.spec.match.halt_stop_time == 2.0
    with pytest.raises(ValueError, match="another league, realism or options"):
        fresh().restore(match.save())
    fresh(year=2022).restore(match.save())
    with pytest.raises(ValueError, match="2021 to 2026"):
        fresh(year=2030)
