"""The words that page and server exchange are what both have agreed on."""

import socket
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from robopitch.server.api.parameters import Parameters
from robopitch.web import schema
from robopitch.web.schema.typescript import type_of, typescript

from .promises import problems
from .stand import HERE, Stand, Visitor, until

WORDS_TS = Path(__file__).parents[2] / "web" / "src" / "wire" / "schema.ts"


@pytest.mark.parametrize(
    ("value", "hint", "good"),
    [
        (1, float, True),
        (True, float, False),
        (1.5, int, False),
        (None, float | None, True),
        ("x", float | None, False),
        ([1, 2], tuple[float, float], True),
        ([1, 2, 3], tuple[float, float], False),
        ({"blue": 1}, dict[schema.Colour, int], False),
        ({"blue": 1, "yellow": 2}, dict[schema.Colour, int], True),
        ({"tell": "rewound", "time": 1.0}, schema.Rewound, True),
        ({"tell": "rewound", "time": 1.0, "more": 1}, schema.Rewound, False),
        ({"tell": "rewound"}, schema.Rewound, False),
        ({"tell": "goal", "time": 1.0}, schema.Rewound, False),
    ],
)
def test_the_checker_itself_can_say_no(value, hint, good):
    assert (problems(value, hint) == []) is good


def test_the_page_has_the_same_words_as_the_server():
    assert WORDS_TS.read_text(encoding="utf-8") == typescript(), "run: python -m robopitch.web.schema"


def test_everything_that_is_told_says_what_it_is():
    names = [get_type_hints(kind)["tell"] for kind in schema.TELLS]
    assert len({get_args(name) for name in names}) == len(schema.TELLS)
    assert all(get_origin(name) is Literal for name in names)


def test_what_has_no_typescript_form_is_an_error_and_not_any():
    with pytest.raises(TypeError, match="no TypeScript form"):
        type_of(set[int])
    assert type_of(list[float | None]) == "(number | null)[]"
    assert type_of(dict[schema.Colour, int]) == 'Record<"blue" | "yellow", number>'
    assert type_of(float | bool | str | None) == "number | boolean | string | null"


# ---- live ----------------------------------------------------------------------------------------------------------

TELLS = {get_args(get_type_hints(kind)["tell"])[0]: kind for kind in schema.TELLS}


def check_tells(visitor: Visitor) -> set[str]:
    """Everything that was told is as it was promised; returns what was told of."""
    for tell in visitor.tells:
        assert problems(tell, TELLS[tell["tell"]], tell["tell"]) == []
    return {tell["tell"] for tell in visitor.tells}


def answer(visitor: Visitor, ask: str, **values: Any) -> dict[str, Any]:
    return {key: value for key, value in visitor.ask(ask, **values).items() if key != "answer"}


@pytest.fixture(scope="module", params=["ssl-div-a", "msl", "mirosot-5v5"])
def stand(request, tmp_path_factory):
    options = {"blue": "chase", "yellow": "chase", "realism": "realistic", "seed": 4}
    with Stand(tmp_path_factory.mktemp("stand"), request.param, players=None, **options) as stand:
        stand.step(4000)  # something has happened by then
        yield stand


def test_everything_that_is_told_is_as_promised(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    for wish in (
        {"ask": "swap", "team": "blue", "name": "still"},
        {"ask": "change", "set": {"ball.rolling_deceleration": 0.5}},
        {"ask": "whistle", "whistle": "stop"},
        {"ask": "whistle", "whistle": "start"},
        {"ask": "steer", "team": "yellow", "id": 1, "forward": 0.1, "dribble": 1},
        {"ask": "kick", "x": 0.5, "y": 0.1, "how": "fast"},
        {"ask": "step", "ticks": 500},
    ):
        visitor.ask(**wish)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as team:
        shapes = '{"line": [[0, 0], [1, 1]]}, {"circle": [0, 0], "radius": 1}, {"text": "é", "at": [0, 0]}'
        team.sendto(
            f'{{"team": "blue", "layer": "p", "shapes": [{shapes}]}}'.encode(), (HERE, stand.network.port("signals"))
        )
        until(lambda: stand.status()["links"]["signals"]["received"])
    other = stand.visit()
    other.ask("control", take=True)
    other.ask("branch", at=3.0)
    visitor.told("rewound")
    visitor.told("status", mode="real time")
    while not any(tell["layers"] for tell in visitor.tells if tell["tell"] == "drawings"):
        visitor.hear()
    assert check_tells(visitor) == set(TELLS) - {"preparing"}  # of that, test_page_starting.py
    check_tells(other)
    if stand.match.world.league.family == "ssl":
        assert visitor.told("pitch")["cameras"]
    kinds = {mark["kind"] for tell in visitor.tells if tell["tell"] == "marks" for mark in tell["marks"]}
    assert {"referee", "input"} < kinds


def test_every_answer_is_as_promised(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    visitor.ask("save_scene", name="first", title="a title")
    parameters = answer(visitor, "parameters")
    assert problems(parameters, Parameters) == []
    assert len(parameters["league"]) > 50
    table = answer(visitor, "table")
    assert problems(table, schema.Table) == []
    assert len(table["rows"]) == 1 + len(stand.truth()["robots"])
    assert problems(answer(visitor, "table", at=3.0), schema.Table) == []
    scenes = answer(visitor, "scenes")
    assert problems(scenes, schema.Scenes) == []
    assert scenes["scenes"][0] == {"name": "first", "title": "a title", "league": stand.match.world.league.name}
    signals = answer(visitor, "signals")
    assert problems(signals, schema.Signals) == []
    expressions = ["ball.x", "hypot(ball.vx, ball.vy)", "nonsense.x", "1 +"]
    traces = answer(visitor, "trace", expressions=expressions, since=None, seconds=2)
    assert problems(traces, schema.Traces) == []
    assert [bool(trace["error"]) for trace in traces["traces"]] == [False, False, True, True]


def test_a_robot_without_a_dribbler_that_is_told_to_dribble_has_numbers_in_the_table(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    visitor.ask("steer", team="blue", id=1, forward=0.1, dribble=1)
    assert problems(answer(visitor, "table"), schema.Table) == []
    visitor.ask("release", team="blue", id=1)
