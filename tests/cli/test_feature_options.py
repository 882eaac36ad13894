"""Options of features: families and leagues by path declare them, the commands have them."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from pydantic import BaseModel
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.cli.feature_options import feature_options
from robopitch.leagues.feature import Feature, flag
from robopitch.leagues.league import League
from robopitch.leagues.registry import families, family_of
from robopitch.messages import Team

OWN = str(Path(__file__).parents[2] / "examples" / "own_league")


def said(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(arguments))
    return done.exit_code, " ".join(done.output.split())


def test_a_league_by_path_shows_its_options_under_their_heading_and_others_do_not():
    code, text = said("serve", OWN, "--help")
    assert (code, "--win-at" in text, "End of the game" in text, "--autoref" in text) == (0, True, True, True)
    assert "--win-at" in said("run", "--seed", "3", OWN, "--help")[1]
    assert "--win-at" not in said("serve", "--help")[1]
    assert "--win-at" not in said("serve", "ssl-div-b", "--help")[1]


def test_options_about_built_in_teams_are_those_of_run_alone():
    assert "--agents" in said("run", "--help")[1]
    assert "--agents" not in said("serve", "--help")[1]


def test_a_wrong_value_is_a_line():
    code, text = said("serve", OWN, "--win-at", "-1", "--headless")
    assert (code, text) == (2, "--win-at: Input should be greater than or equal to 0")


@pytest.mark.parametrize(
    ("league", "options", "why"),
    [
        ("msl", {"bus_dir": Path("x"), "wire_time": "on"}, "--bus-dir, --wire-time: robots of msl have no servo bus"),
        ("ssl-div-b", {"shared_memory": True}, "--shared-memory: no programs of robots of ssl-div-b attach to shared"),
        ("vss-3v3", {"rtdb_dir": Path("x")}, "--rtdb-dir: no programs of robots of vss-3v3 read data bases"),
        ("humanoid-kid", {"agents": "processes"}, "--agents: robots of humanoid-kid do not decide by themselves"),
    ],
)
def test_an_option_that_a_league_does_not_have_is_refused_with_the_reason(league, options, why):
    with pytest.raises(ValueError, match=why):
        feature_options(for_teams=True)(**options).of(league)


def test_two_features_do_not_share_a_flag():
    class Options(BaseModel):
        autoref: int = flag(0, "Something else.")

    with pytest.raises(ValueError, match="'autoref' and 'other' have the same option, 'autoref'"):
        feature_options(more=[Feature("other", "Other", Options)])


def test_every_flag_of_the_package_belongs_to_a_family_and_every_family_says_what_the_help_shows():
    declared = {feature.name for family in families() for feature in family.features if family.family != "table"}
    assert declared == {feature.name for feature in feature_options(for_teams=True).declared}


def test_a_feature_of_an_own_league_runs():
    match = robopitch.make_match(OWN, realism=None)
    (win,) = family_of("table").features
    plugin = win.open(SimpleNamespace(match=match), win.options(win_at=1))
    plugin.on_outputs(())
    assert not plugin.holds
    match.world.place_ball(x=0.6, y=0.11, vx=2.0)  # past the keeper
    match.advance(1000)
    assert match.game.score[Team.BLUE] == 1
    plugin.on_outputs(())
    assert plugin.holds


def test_an_interface_has_at_most_so_many_members():
    assert len([name for name in vars(League) if not name.startswith("_")]) <= 12


def test_a_file_has_options_of_features_and_the_command_line_wins(tmp_path):
    file = tmp_path / "lab.toml"
    file.write_text('[features.autoref]\nautoref = "127.0.0.1:10007"\n', encoding="utf-8")
    options = feature_options()
    ((_, read),) = options().with_files([file]).of("ssl-div-b").items()
    assert read.autoref == "127.0.0.1:10007"
    ((_, read),) = options(autoref="127.0.0.1:1").with_files([file]).of("ssl-div-b").items()
    assert read.autoref == "127.0.0.1:1"
    assert robopitch.make("ssl-div-b", files=[file]).league.name == "ssl-div-b"  # the rest is about the league


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[features.autoref]\nautref = 1", "autoref has no option 'autref'; it has autoref"),
        ("[features.autorf]\nautoref = 1", "no feature is called 'autorf'; did you mean 'autoref'"),
        ("[features]\nautoref = 1", "features: "),
    ],
)
def test_a_wrong_option_in_a_file_is_a_line_with_its_name(tmp_path, text, why):
    file = tmp_path / "lab.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=rf"lab.toml: features: .*{why.removeprefix('features: ')}"):
        feature_options()().with_files([file])
