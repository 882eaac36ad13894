"""What a page asks is read carefully: everything wrong is a sentence, nothing else is raised."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch import Team
from robopitch.web.request import Request

NOT_NUMBERS = [True, False, "1", "", [1], {"a": 1}, math.nan, math.inf, -math.inf, "nan"]


@pytest.mark.parametrize("value", NOT_NUMBERS)
def test_what_is_no_finite_number_is_refused(value):
    for read in (Request({"x": value}).number, Request({"x": value}).maybe):
        with pytest.raises(ValueError, match="x: a number is wanted"):
            read("x")


def test_a_number_too_large_for_one_is_an_error_that_can_be_caught():
    with pytest.raises((ValueError, OverflowError)):
        Request({"x": 10**400}).number("x")


@pytest.mark.parametrize("value", [0, -1, 2.5, 1e300, 2**53])
def test_a_number_is_a_float(value):
    found = Request({"x": value}).number("x")
    assert found == value
    assert type(found) is float


def test_what_is_missing_or_null_is_nothing_or_refused():
    for values in ({}, {"x": None}):
        assert Request(values).maybe("x") is None
        assert "x" not in Request(values)
        with pytest.raises(ValueError, match="x: a number is wanted"):
            Request(values).number("x")
    assert "x" in Request({"x": 0})


@pytest.mark.parametrize("value", [0, 64, 2.0])
def test_a_whole_number_may_be_written_with_a_point(value):
    found = Request({"id": value}).whole("id", 0, 64)
    assert found == value
    assert type(found) is int


@pytest.mark.parametrize("value", [-1, 65, 1.5, 1e300, True, "3", None, math.nan])
def test_a_number_that_is_not_whole_or_out_of_range_is_refused(value):
    with pytest.raises(ValueError, match=r"id: a (whole )?number"):
        Request({"id": value}).whole("id", 0, 64)


def test_yes_and_no_are_nothing_else():
    assert Request({"held": True}).truth("held") is True
    assert Request({}).truth("held") is False
    for value in (0, 1, "true", None, [], {}):
        with pytest.raises(ValueError, match="held: true or false is wanted"):
            Request({"held": value}).truth("held")


def test_texts_have_an_end():
    assert Request({}).text("name") == ""
    assert Request({"name": "x" * 200}).text("name") == "x" * 200
    for value in ("x" * 201, 5, None, ["a"]):
        with pytest.raises(ValueError, match="at most 200 characters"):
            Request({"name": value}).text("name")


def test_a_list_of_texts_holds_only_texts():
    assert Request({"e": ["a", "b"]}).texts("e") == ["a", "b"]
    assert Request({}).texts("e") == []
    for value in ("ab", ["a", 1], [None], {"a": "b"}, ["a"] * 65, None):
        with pytest.raises(ValueError, match="at most 64 texts"):
            Request({"e": value}).texts("e")


def test_a_team_is_one_of_two():
    assert Request({"team": "yellow"}).team() is Team.YELLOW
    for value in ("Blue", "", None, 0, ["blue"], {"blue": 1}, "obstacle"):
        with pytest.raises(ValueError, match="team: blue or yellow is wanted"):
            Request({"team": value}).team()


def test_things_are_a_list_of_objects():
    assert [part.number("x") for part in Request({"t": [{"x": 1}, {"x": 2}]}).parts("t", 2)] == [1, 2]
    for value in (None, {}, "ab", [1], [[]], [{}] * 3, 5):
        with pytest.raises(ValueError, match="t: a list of at most 2 things is wanted"):
            Request({"t": value}).parts("t", 2)


def test_values_by_name_are_an_object_or_nothing():
    assert Request({"set": {"a": 1}}).table("set") == {"a": 1}
    assert Request({}).table("set") is None
    for value in ([], "a", 1, True):
        with pytest.raises(ValueError, match="set: values by name are wanted"):
            Request({"set": value}).table("set")


def test_no_page_can_send_a_saved_match():
    assert Request({"saved": b"x"}).saved() == b"x"
    for value in (None, "x", [1], {}):
        with pytest.raises(ValueError, match="no saved match"):
            Request({"saved": value}).saved()


def test_a_long_wrong_value_is_not_repeated_whole():
    with pytest.raises(ValueError, match="…") as error:
        Request({"x": "y" * 100_000}).number("x")
    assert len(str(error.value)) < 100


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)


@given(anything)
def test_whatever_comes_is_read_or_refused_with_a_sentence_that_can_be_sent(value):
    request = Request({"x": value, "team": value})
    for read in (
        lambda: request.number("x"),
        lambda: request.maybe("x"),
        lambda: request.whole("x", -5, 5),
        lambda: request.truth("x"),
        lambda: request.text("x"),
        lambda: request.texts("x"),
        lambda: request.team(),
        lambda: request.table("x"),
        lambda: request.parts("x", 3),
        lambda: request.saved(),
    ):
        try:
            read()
        except ValueError as error:
            json.dumps({"error": str(error)}, ensure_ascii=False).encode()
        except OverflowError:
            assert isinstance(value, int)
