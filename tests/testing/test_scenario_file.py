"""Scenario files: what they say, what is wrong with them, and the starter set."""

import itertools
import math
import re
import tomllib
from pathlib import Path

import pytest

from robopitch.messages import Team, Whistle
from robopitch.spec import load_league
from robopitch.testing import load_scenario
from robopitch.testing.conditions import HELPERS
from robopitch.testing.jitter import situation
from robopitch.testing.region import NAMES
from robopitch.testing.scenario_file import WHISTLES, find_scenarios, make_scenario

STARTER = find_scenarios([Path(__file__).parents[2] / "scenarios"])
LEAST = {"league": "ssl-div-b", "check": [{"always": "ball.x < 9"}]}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"check": [{"always": "ball.x < 9", "never": "ball.x > 9"}]}, "one of always, never, eventually, until"),
        ({"check": [{"within": 2}]}, "one of always, never, eventually, until"),
        ({"check": [{"always": "ball_in('moon')"}]}, r"check.*always.*no region"),
        ({"check": [{"always": "ball.x < 9", "within": 11}]}, "longer than the scenario"),
        ({"seconds": 0}, "seconds"),
        ({"play": {"blue": "cambade"}}, r"no team is called 'cambade'.*cambada"),
        ({"game": {"phase": "free kick"}}, "belongs to a team"),
        ({"game": {"phase": "tea break"}}, "game.phase"),
        ({"jitter": 3}, "jitter"),
        ({"league": "ssl-div-z"}, "no league is called"),
        ({"colour": "blue"}, "colour"),
    ],
)
def test_a_wrong_key_is_named(more, message):
    with pytest.raises(ValueError, match=message):
        make_scenario({**LEAST, **more}, "x.toml")


def test_a_file_without_a_check_or_a_league_is_refused(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text('league = "msl"\n')
    with pytest.raises(ValueError, match="can only pass"):
        load_scenario(file)
    file.write_text('[[check]]\nalways = "ball.x < 9"\n')
    with pytest.raises(ValueError, match="which league"):
        load_scenario(file)


def test_the_phase_is_a_command_to_the_referee():
    scenario = make_scenario({**LEAST, "game": {"phase": "free kick", "team": "yellow"}}, "x")
    whistle = scenario.game.whistle((1.0, 2.0))
    assert (whistle.whistle, whistle.team, whistle.place) == (Whistle.FREE_KICK, Team.YELLOW, (1.0, 2.0))


def test_until_stands_beside_what_must_hold():
    check = {"never": "ball.speed > 1", "until": "ball.x > 2", "within": 3}
    (validator,) = make_scenario({**LEAST, "check": [check]}, "x").validators()
    assert str(validator) == "always not ball.speed > 1 until ball.x > 2 within 3 s"


def test_seeds_move_everything_a_little():
    robots = [{"id": 1, "x": 1.0, "y": 0.0}, {"id": 2, "x": 2.0, "y": 0.0}]
    tree = {**LEAST, "jitter": {"ball": 0.1, "robots": 0.2, "heading": 0.3, "speed": 0.5}, "blue": robots}
    scenario = make_scenario({**tree, "ball": {"x": 1.0, "vx": 3.0, "vy": 4.0}}, "x")
    first = situation(scenario, 0)
    assert (first.ball, first.blue) == (scenario.ball, scenario.blue)  # seed 0: as it is written
    assert situation(scenario, 7) == situation(scenario, 7)
    scenes = [situation(scenario, seed) for seed in range(1, 101)]
    for values, centre, width in (
        ([scene.ball.x for scene in scenes], 1.0, 0.1),
        ([scene.blue[0].x for scene in scenes], 1.0, 0.2),
        ([scene.blue[1].y for scene in scenes], 0.0, 0.2),
        ([scene.blue[0].heading for scene in scenes], 0.0, 0.3),
        ([math.hypot(scene.ball.vx, scene.ball.vy) for scene in scenes], 5.0, 0.5),
    ):
        assert len(set(values)) == 100
        assert all(abs(value - centre) <= width for value in values)
        assert max(values) - min(values) > 1.6 * width
    assert all(math.isclose(scene.ball.vy / scene.ball.vx, 4 / 3) for scene in scenes)


def test_one_length_is_the_jitter_of_all_positions():
    jitter = make_scenario({**LEAST, "jitter": "5 cm"}, "x").jitter
    assert (jitter.ball, jitter.robots, jitter.heading) == (0.05, 0.05, 0.0)


def test_the_starter_set_is_large_and_has_three_leagues():
    scenarios = [load_scenario(file) for file in STARTER]
    assert len(scenarios) >= 40
    assert len({scenario.name for scenario in scenarios}) == len(scenarios)
    assert {scenario.league for scenario in scenarios} >= {"ssl-div-b", "msl", "mirosot-5v5"}
    assert all(scenario.title and scenario.play.blue in ("cambada", "mi20") for scenario in scenarios)


def test_nobody_stands_in_another_in_the_starter_set():
    leagues = {name: load_league(name) for name in ("ssl-div-b", "msl", "mirosot-5v5")}
    for scenario, seed in itertools.product(map(load_scenario, STARTER), range(6)):
        league = leagues[scenario.league]
        size = {team: float(league.team(team).robot.outline.circumradius) for team in Team}
        scene = situation(scenario, seed)
        discs = [(place.x, place.y, size[team]) for team in Team for place in scene.robots(team)]
        discs.append((scene.ball.x, scene.ball.y, float(league.ball.radius)))
        for (ax, ay, a), (bx, by, b) in itertools.combinations(discs, 2):
            assert math.hypot(ax - bx, ay - by) > 0.85 * (a + b), (scenario.name, seed)


def test_the_documentation_shows_a_scenario_and_names_every_condition_and_region():
    text = (Path(__file__).parents[2] / "docs" / "ci.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", text, re.DOTALL)[1]
    shown = make_scenario(tomllib.loads(example), "docs/ci.md")
    assert [str(validator) for validator in shown.validators()] == ["never goal_by(yellow)", "always no_foul(blue)"]
    assert [name for name in HELPERS if name != "signal" and f"`{name}(" not in text] == []
    assert [name for name in NAMES if f"`{name}`" not in text] == []
    assert [phase for phase in WHISTLES if f"`{phase}`" not in text and phase != "timeout"] == []


def test_a_team_from_a_file_plays_a_scenario_as_it_plays_a_match(tmp_path):
    (tmp_path / "own.py").write_text("def idle(observation):\n    return {}\n")
    team = f"{tmp_path}/own.py:idle"
    found = make_scenario({**LEAST, "play": {"blue": team}}, "test")
    assert found.play.blue == team
    assert found.played_by(yellow=team).play.yellow == team
    for wrong, text in ((f"{tmp_path}/own.py:idol", "did you mean 'idle'"), ("external", "external: COMMAND")):
        with pytest.raises(ValueError, match=text):
            found.played_by(blue=wrong)
