"""What is optional about a sensor, player, referee or league has a default: nobody asks whether it is there."""

import ast
from pathlib import Path

import pytest

import robopitch
from robopitch.leagues.registry import has_rules
from robopitch.match import Match
from robopitch.match.options import PlainParts
from robopitch.referee import Referee
from robopitch.referee.referee import USUAL_WHISTLES
from robopitch.sensors.sensor import Sensor
from robopitch.spec import RealismSpec
from robopitch.teams.player import Player

SOURCE = Path(__file__).parents[1] / "src" / "robopitch"
DECLARED = {"sensor", "player", "referee", "league", "adapter", "family"}
GIVES_ONE = {"family_of", "sensor_of", "type"}


def is_declared(thing: ast.expr) -> bool:
    """Whether an expression is one of those that declare what they have, or its class."""
    if isinstance(thing, ast.Call):
        name = thing.func.attr if isinstance(thing.func, ast.Attribute) else ast.unparse(thing.func)
        return name in DECLARED | GIVES_ONE and (name != "type" or is_declared(thing.args[0]))
    name = thing.attr if isinstance(thing, ast.Attribute) else thing.id if isinstance(thing, ast.Name) else ""
    return name.strip("_") in DECLARED


def questions(text: str) -> list[int]:
    """The lines on which somebody asks whether one of them has a part."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and (node.func.id == "hasattr" or (node.func.id == "getattr" and len(node.args) > 2))  # with a default
        and is_declared(node.args[0])
    ]


def test_nobody_asks_a_sensor_a_player_a_referee_or_a_league_whether_it_has_a_part():
    found = {str(file.relative_to(SOURCE)): questions(file.read_text("utf-8")) for file in SOURCE.rglob("*.py")}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("getattr(match.referee, 'whistles', ())", True),
        ("hasattr(self._player, 'inputs')", True),
        ("getattr(family_of(name), 'watchdog', 1.0)", True),
        ("getattr(type(league), 'referee', None)", True),
        ("getattr(sensor.settings, 'record', False)", False),
        ("getattr(league.ball, 'mass')", False),
    ],
)
def test_questions_are_found(text, asks):
    assert bool(questions(text)) is asks


def test_what_is_optional_has_a_default():
    class Silent(Sensor):
        pass

    class Calm(Player):
        def decide(self, *given):
            return {}

    class Mild(Referee):
        pass

    sensor, player, referee = Silent(), Calm(), Mild()
    assert (sensor.phases, sensor.schedule, sensor.optional, sensor.hears) == ((1.0,), None, False, ())
    assert (sensor.cameras, sensor.look_now(1), sensor.compile_ahead) == ((), (), None)
    assert (player.idle, player.drawings, player.inputs) == (False, (), ())
    assert (referee.whistles, referee.waits_for, referee.refusal(None)) == (USUAL_WHISTLES, "", "")


def test_what_does_not_derive_from_its_base_is_refused_by_name():
    class Strange(PlainParts):
        def referee(self, world, options):
            return object()

    class Deaf(PlainParts):
        def sensors(self, world, options):
            return (object(),)

    world = robopitch.make("ssl-div-b", players=1)
    with pytest.raises(ValueError, match=r"object does not derive from robopitch\.referee\.referee\.Referee"):
        Match(world, parts=Strange())
    with pytest.raises(ValueError, match=r"object does not derive from robopitch\.sensors\.sensor\.Sensor"):
        Match(world, RealismSpec(name="any"), parts=Deaf())


@pytest.mark.parametrize("league", ["ssl-div-b", "msl", "vss-3v3"])
def test_a_league_with_a_rule_book_can_be_played_by_it(league):
    assert has_rules(league)
