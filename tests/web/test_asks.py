"""What a page asks is validated: everything wrong is a sentence that says what is expected, nothing else is raised."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch.web.requests  # noqa: F401 - now they are in the registry
from robopitch.server.api import REQUESTS, Control, read
from robopitch.server.api.teleport import KickBall, Place, Thing

ASKS = {name: one.page for name, one in REQUESTS.items() if one.page is not None}
NOT_NUMBERS = [True, False, "1", "", [1], {"a": 1}, math.nan, math.inf, -math.inf, "nan"]


def refusal(ask: str, **values: Any) -> str:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the message is the result
        read({"ask": ask, **values})
    return str(error.value)


def kick(**values: Any) -> KickBall:
    found = read({"ask": "kick", "x": 0, "y": 0, "how": "fast", **values})
    assert isinstance(found, KickBall)
    return found


def thing(**values: Any) -> Thing:
    found = read({"ask": "place", "gesture": 1, "things": [values]})
    assert isinstance(found, Place)
    return found.things[0]


@pytest.mark.parametrize("value", NOT_NUMBERS)
def test_what_is_no_finite_number_is_refused(value):
    assert refusal("kick", x=value, y=0, how="fast").startswith("x: a number is wanted, not ")
    assert refusal("trace", since=value).startswith("since: a number is wanted, not ")
    assert refusal("place", gesture=1, things=[{"ball": True}, {"x": value}]).startswith(
        "things.1.x: a number is wanted, not "
    )


def test_a_number_too_large_for_one_is_refused():
    assert refusal("kick", x=10**400, y=0, how="fast").startswith("x: a number is wanted, not 1000")


@pytest.mark.parametrize("value", [0, -1, 2.5, 1e300, 2**53])
def test_a_number_is_a_float(value):
    assert kick(x=value).x == value
    assert type(kick(x=value).x) is float


def test_what_is_missing_or_null_is_nothing_or_refused():
    for values in ({}, {"x": None}):
        assert thing(**values).x is None
        assert refusal("kick", y=0, how="fast", **values) == "x: a number is wanted"
    assert thing(x=0).x == 0.0


@pytest.mark.parametrize("value", [1, 10000, 2.0])
def test_a_whole_number_may_be_written_with_a_point(value):
    found = read({"ask": "step", "ticks": value})
    assert found.ticks == value
    assert type(found.ticks) is int


@pytest.mark.parametrize("value", [0, 10001, 1.5, 1e300, True, "3", None, math.nan])
def test_a_number_that_is_not_whole_or_out_of_range_is_refused(value):
    assert refusal("step", ticks=value).startswith("ticks: a whole number from 1 to 10000 is wanted")


@pytest.mark.parametrize("value", [-0.1, 20.1, "fast"])
def test_limits_are_part_of_the_message(value):
    assert refusal("speed", speed=value) == f"speed: a number from 0 to 20 is wanted, not {value!r}"


def test_yes_and_no_are_nothing_else():
    assert thing(roll=True).roll is True
    assert thing().roll is False
    for value in (0, 1, "true", None, [], {}):
        assert refusal("control", take=value).startswith("take: true or false is wanted")


def test_texts_have_an_end():
    assert read({"ask": "swap", "team": "blue"}).name == ""
    assert read({"ask": "swap", "team": "blue", "name": "x" * 200}).name == "x" * 200
    for value in ("x" * 201, 5, None, ["a"]):
        assert refusal("swap", team="blue", name=value).startswith("name: a text of at most 200 characters is wanted")


@pytest.mark.parametrize("at", ["1", True, math.nan, math.inf, [1], 1e10, -1e10])
def test_a_moment_that_is_no_time_is_refused(at):
    for ask in ("see", "table", "branch"):
        assert refusal(ask, at=at).startswith("at: a time in seconds is wanted, not ")


def test_a_list_of_texts_holds_only_texts():
    assert read({"ask": "trace", "expressions": ["a", "b"]}).expressions == ["a", "b"]
    assert read({"ask": "trace"}).expressions == []
    for value in ("ab", ["a", 1], [None], {"a": "b"}, ["a"] * 65, None, ["x" * 2001]):
        assert "a list of at most 64 texts is wanted" in refusal("trace", expressions=value)


def test_a_team_is_one_of_two():
    assert read({"ask": "release", "team": "yellow", "id": 3}).team == "yellow"
    for value in ("Blue", "", None, 0, ["blue"], {"blue": 1}, "obstacle"):
        assert refusal("release", team=value, id=3).startswith("team: blue or yellow is wanted")


def test_a_choice_lists_what_can_be_chosen():
    assert refusal("whistle", whistle="card", card="green") == "card: yellow or red is wanted, not 'green'"
    assert refusal("kick", x=0, y=0, how="hard") == "how: fast, stop, pass or chip is wanted, not 'hard'"


def test_things_are_a_list_of_objects():
    for value in (None, {}, "ab", [1], [[]], [{}] * 129, 5):
        assert "things" in refusal("place", gesture=1, things=value)
        assert "a list of at most 128 things is wanted" in refusal("place", gesture=1, things=value)


def test_values_by_name_are_an_object_or_nothing():
    assert read({"ask": "change", "set": {"a": 1}}).set == {"a": 1}
    assert read({"ask": "change"}).set is None
    for value in ([], "a", 1, True):
        assert refusal("change", set=value).startswith("set: an object of values by name is wanted")


def test_no_page_can_send_a_saved_match():
    assert "unknown request" in refusal("adopt", saved="x")


@pytest.mark.parametrize("ask", [None, 5, ["see"], {}])
def test_what_is_no_request_is_refused(ask):
    assert refusal(ask) == 'an object with an "ask" is wanted'


def test_unknown_requests_are_named_but_not_whole():
    assert refusal("dance") == "unknown request 'dance'"
    assert len(refusal("y" * 100_000)) < 100


def test_a_long_wrong_value_is_not_repeated_whole():
    text = refusal("kick", x="y" * 100_000, y=0, how="fast")
    assert text.endswith("…")
    assert len(text) < 100


def test_requests_that_change_the_match_need_control():
    watching = {name for name, kind in ASKS.items() if REQUESTS[name].needs is not Control}
    assert watching == {
        *("hello", "see", "watch", "control", "parameters", "table", "signals", "trace", "scenes", "sensors", "report"),
        "calibration",
        *("robot_form", "sensor_form", "open_robot", "check_robot"),
        *("view", "servos", "formation", "formation_text", "read_formation"),
        *("motions", "open_motion", "read_motions", "motion_text", "bus_log"),
        "features",
    }


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)


@given(st.sampled_from(sorted(ASKS)), st.data())
def test_whatever_comes_is_read_or_refused_with_a_sentence_that_can_be_sent(name, data):
    fields = [field for field in ASKS[name].model_fields if field != "ask"]
    values = {field: data.draw(anything) for field in fields}
    if "things" in values:
        values["things"] = [{field: data.draw(anything) for field in Thing.model_fields}]
    try:
        found = read({"ask": name, "number": 1, **values})
    except ValueError as error:
        text = str(error)
        assert " is wanted" in text
        assert len(text) < 200
        json.dumps({"error": text}, ensure_ascii=False).encode()
    else:
        assert found.ask == name
