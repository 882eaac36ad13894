"""Names of teams on scoreboards, in referee messages, results and recordings."""

import pytest

import robopitch
from robopitch import Team
from robopitch.match import EXTERNAL
from robopitch.measure.match_result import match_result
from robopitch.measure.match_stats.collector import StatsObserver
from robopitch.messages import SwapTeam
from robopitch.recording.header import describe, remake


def match_of(**options):
    return robopitch.make_match("ssl-div-b", players=1, realism=None, yellow="still", **options)


def test_an_external_team_has_the_name_it_was_given():
    match = match_of(names={"blue": " Tigers "})
    assert match.names == {Team.BLUE: "Tigers", Team.YELLOW: "still"}
    assert match.players[Team.BLUE] == EXTERNAL


def test_without_a_name_it_is_called_by_its_colour():
    assert match_of().names[Team.BLUE] == "blue"


def test_a_built_in_team_keeps_its_own_name():
    match = match_of(names={"blue": "Tigers", "yellow": "Lions"})
    assert match.names[Team.YELLOW] == "still"
    match.offer("person", SwapTeam(Team.BLUE, "chase"))
    match.advance(match.tick + 1)
    assert match.names[Team.BLUE] == "chase"


def test_recordings_and_results_know_the_name():
    match = match_of(names={"blue": "Tigers"})
    assert remake(describe(match)).names == match.names
    observer = StatsObserver(match)
    match.observe(observer, 50.0)
    match.advance(40)
    assert match_result(match, observer.result(), 1.0)["teams"] == {"blue": "Tigers", "yellow": "still"}


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\nb", "a\x00"])
def test_a_name_that_cannot_be_shown_is_refused(name):
    with pytest.raises(ValueError, match="characters that can be printed"):
        match_of(names={"blue": name})


def test_a_name_of_no_team_is_refused():
    with pytest.raises(ValueError, match="green"):
        match_of(names={"green": "Tigers"})
