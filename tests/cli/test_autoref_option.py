"""The option that lets a server report to a game controller."""

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.cli.feature_options import feature_options
from robopitch.leagues.autoref import AutorefOptions

Options = feature_options()


@pytest.mark.parametrize("text", ["here", "127.0.0.1", ":10007", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000", "a:b"])
def test_an_address_without_host_or_port_is_refused(text):
    with pytest.raises(ValueError, match="write host:port"):
        Options(autoref=text).given()


def test_an_address_has_a_host_and_a_port():
    (options,) = Options(autoref="localhost:10007").of("ssl-div-b").values()
    assert options == AutorefOptions(autoref="localhost:10007")
    assert options.address == ("localhost", 10007)
    assert Options().given() == {}


def test_a_match_without_a_network_reports_to_nobody():
    done = CliRunner().invoke(app, ["run", "ssl-div-b", "--headless", "--autoref", "127.0.0.1:10007"])
    assert (done.exit_code, "add --live" in done.output) == (2, True)


def test_a_league_without_a_game_controller_says_so():
    with pytest.raises(ValueError, match="--autoref: vss-3v3 has no game controller"):
        Options(autoref="localhost:10007").of("vss-3v3")
