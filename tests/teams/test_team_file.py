"""Teams from Python files."""

import pytest

import robopitch
from robopitch.teams.team_file import is_team_file, load_team, load_teams

FORWARD = """
from helper import SPEED
from robopitch import BodyVelocity
from robopitch.teams import Action

def forward(observation):
    return {number: Action(BodyVelocity(SPEED)) for number in observation.own}
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine.py").write_text(FORWARD)
    (tmp_path / "helper.py").write_text("SPEED = 1.0\n")
    return tmp_path


def test_a_function_in_a_file_plays_and_is_shown_by_its_short_name(folder):
    match = robopitch.make_match("ssl-div-b", realism=None, players=2, blue=f"{folder}/mine.py:forward", yellow="still")
    start = match.world.robot("blue", 1).pose.x
    match.offer("test", robopitch.messages.Whistled(robopitch.messages.Whistle.START))
    match.advance(500)
    assert match.world.robot("blue", 1).pose.x > start + 0.2
    assert [*match.players.values()] == ["mine:forward", "still"]
    assert "mine:forward" in match.teams.known


def test_two_versions_of_a_team_play_each_other(tmp_path):
    for name, number in (("old", 1), ("new", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "team.py").write_text(f"def play(observation):\n    return {{}}\n\nVERSION = {number}\n")
    shown, policies = load_teams([f"{tmp_path}/old/team.py:play", f"{tmp_path}/new/team.py:play"])
    assert shown == ["team:play", "team:play 2"]
    assert policies["team:play"] is not policies["team:play 2"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mine.py:forwards", "which function is the team?.*did you mean 'forward'?"),
        ("mine.py", "which function is the team?.*known are forward"),
        ("mine.py:BodyVelocity", "which function is the team?"),  # imported, not a team
        ("missing.py:forward", "there is no such file"),
        ("broken.py:forward", "broken.py: SyntaxError"),
        ("failing.py:forward", "failing.py: ModuleNotFoundError: .*no_such_module"),
    ],
)
def test_what_cannot_play_is_named_with_the_reason(folder, name, text):
    (folder / "broken.py").write_text("def forward(:\n")
    (folder / "failing.py").write_text("import no_such_module\n")
    with pytest.raises(ValueError, match=text):
        load_team(f"{folder}/{name}")


def test_a_name_from_the_network_is_never_loaded(folder):
    match = robopitch.make_match("ssl-div-b", realism=None, players=1)
    name = f"{folder}/mine.py:forward"
    assert is_team_file(name)
    (refusal,) = match.offer("page", robopitch.messages.SwapTeam(robopitch.Team.BLUE, name))
    assert "no team is called" in refusal.message


def test_two_versions_of_a_team_each_import_the_modules_of_their_own_folder(tmp_path):
    for version in ("before", "now"):
        folder = tmp_path / version
        (folder / "parts").mkdir(parents=True)
        (folder / "our_skills.py").write_text(f"from parts.names import NAME\n\nVERSION = {version!r}\n")
        (folder / "parts" / "names.py").write_text(f"NAME = {version!r}\n")
        (folder / "team.py").write_text(
            "import our_skills\n\n\ndef play(observation):\n    return our_skills.VERSION, our_skills.NAME\n"
        )
    shown, policies = load_teams([f"{tmp_path}/before/team.py:play", f"{tmp_path}/now/team.py:play"])
    assert [policies[name](None) for name in shown] == [("before", "before"), ("now", "now")]
