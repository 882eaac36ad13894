"""The option that lets a server report to a game controller."""

import pytest
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.cli.referee_options import RefereeOptions
from robopitch.leagues.registry import family_of


@pytest.mark.parametrize("text", ["here", "127.0.0.1", ":10007", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000", "a:b"])
def test_an_address_without_host_or_port_is_refused(text):
    with pytest.raises(ValueError, match="write host:port"):
        RefereeOptions(autoref=text).check()


def test_an_address_has_a_host_and_a_port():
    assert RefereeOptions(autoref="localhost:10007").game_controller() == ("localhost", 10007)
    assert RefereeOptions().game_controller() is None


def test_a_match_without_a_network_reports_to_nobody():
    done = CliRunner().invoke(app, ["run", "ssl-div-b", "--headless", "--autoref", "127.0.0.1:10007"])
    assert (done.exit_code, "add --live" in done.output) == (2, True)


def test_a_league_without_a_game_controller_says_so():
    match = robopitch.make_match("vss-3v3", realism=None)
    with pytest.raises(ValueError, match="vss-3v3 has no game controller"):
        family_of("vss-3v3").autoref(match)
