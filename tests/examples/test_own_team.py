"""The team of examples/own_team.py."""

from pathlib import Path

import robopitch
from robopitch import Team
from robopitch.match import play
from robopitch.teams import still
from robopitch.teams.team_file import load_team

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_team.py"


def test_it_scores_against_robots_that_stand():
    name, policy = load_team(f"{EXAMPLE}:play")
    assert name == "own_team:play"
    games = [play(robopitch.make("ssl-div-b", seed=seed), policy, still, 40.0) for seed in range(2)]
    assert sum(game.score[Team.BLUE] for game in games) > 0
    assert sum(game.score[Team.YELLOW] for game in games) == 0
