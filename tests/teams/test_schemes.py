"""Teams by scheme, which installed packages announce."""

import pytest

import robopitch
from robopitch.leagues.team_names import team_name
from robopitch.teams.schemes import known_schemes, scheme_of
from robopitch.teams.team_file import is_team_file, load_team, load_teams

MODULE = """
from robopitch import BodyVelocity
from robopitch.teams import Action

def load(rest):
    if rest == "nothing":
        raise ValueError(f"{rest}: there is no such file")
    if rest == "number":
        return 3
    return lambda observation: {id: Action(BodyVelocity(float(rest))) for id in observation.own}
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package with the schemes "steady" and "broken"."""
    (tmp_path / "steadily.py").write_text(MODULE)
    info = tmp_path / "steadily-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: steadily\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[robopitch.teams]\nsteady = steadily:load\nbroken = nowhere_at_all:load\n")
    monkeypatch.syspath_prepend(str(tmp_path))


def test_a_name_with_a_scheme_is_told_from_files_paths_and_addresses():
    assert scheme_of("policy:runs/best.onnx") == ("policy", "runs/best.onnx")
    assert [scheme_of(name) for name in ("cambada", "my_team.py:play", "C:/wide.toml", "http://x", "a.toml")] == [
        None
    ] * 5


def test_a_scheme_of_an_installed_package_makes_the_team(installed):
    assert {"steady", "broken"} <= set(known_schemes())
    assert is_team_file("steady:0.5")
    assert team_name("steady:0.5", "ssl-div-b") == "steady:0.5"
    match = robopitch.make_match("ssl-div-b", blue="steady:0.5", yellow="still", players=1, realism=None)
    before = match.world.robot("blue", 0).pose.x
    match.advance(500)
    assert match.world.robot("blue", 0).pose.x > before + 0.05
    assert load_teams(["steady:0.5", "still"])[0] == ["steady:0", "still"]


def test_two_teams_of_one_scheme_are_told_apart(installed):
    shown, policies = load_teams(["steady:one/1", "steady:two/1"])
    assert shown == ["steady:1", "steady:1 2"] == list(policies)


def test_a_scheme_that_does_not_exist_names_those_that_do(installed):
    for refuse in (lambda name: team_name(name, "ssl-div-b"), lambda name: load_teams([name])):
        with pytest.raises(ValueError, match=r"no kind of team is called 'polcy'; there are broken:…, .*steady:…"):
            refuse("polcy:x")
    with pytest.raises(ValueError, match=r"beside FILE.py:FUNCTION, FILE.toml"):
        robopitch.make_match("ssl-div-b", blue="polcy:x")


def test_what_cannot_be_made_says_why(installed):
    with pytest.raises(ValueError, match="nothing: there is no such file"):
        load_team("steady:nothing")
    with pytest.raises(ValueError, match="steadily:load returned 3"):
        load_team("steady:number")
    with pytest.raises(ValueError, match="nowhere_at_all:load cannot be imported: ModuleNotFoundError"):
        load_team("broken:x")
