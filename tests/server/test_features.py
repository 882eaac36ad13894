"""Features of a league, opened, changed and closed while its match goes on."""

import socket
from contextlib import closing
from pathlib import Path

import pytest

OWN = str(Path(__file__).parents[2] / "examples" / "own_league")


@pytest.fixture
def table(serve):
    """The league of examples/own_league, which has one live feature."""
    return serve(OWN, realism=None, lockstep=False)


def feature_of(pitch, name):
    return next(one for one in pitch.ask(ask="features")["features"] if one["name"] == name)


def test_a_feature_is_listed_with_its_options_as_the_model_declares_them(table):
    feature = feature_of(table, "win-at")
    assert (feature["live"], feature["on"], feature["summary"]) == (True, False, "End of the game")
    (option,) = feature["options"]
    assert (option["flag"], option["kind"], option["value"], option["usual"]) == ("--win-at", "number", 0, 0)


def test_a_feature_is_opened_changed_and_closed_while_the_match_goes_on(table):
    for goals in (3, 5):
        assert table.ask(ask="use_feature", name="win-at", options={"win_at": goals}) == {}
        feature = feature_of(table, "win-at")
        assert (feature["on"], feature["about"]) == (True, f"win at   {goals} goals")
        assert feature["options"][0]["value"] == goals
    assert table.ask(ask="use_feature", name="win-at", options={}) == {}
    assert not feature_of(table, "win-at")["on"]


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("win-at", {"win_at": -1}, "--win-at: Input should be greater than or equal to 0"),
        ("win-at", {"laps": 1}, "win-at has no option 'laps'; it has win_at"),
        ("laps", {}, "no feature is called 'laps'"),
    ],
)
def test_what_cannot_be_is_refused_and_what_runs_goes_on(table, name, options, why):
    table.ask(ask="use_feature", name="win-at", options={"win_at": 3})
    assert why in table.ask(ask="use_feature", name=name, options=options)["error"]
    assert feature_of(table, "win-at")["options"][0]["value"] == 3


def test_an_automatic_referee_is_sent_to_another_game_controller_and_home_again(serve):
    pitch = serve("ssl-div-b", lockstep=False)
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as first,
        closing(socket.create_server(("127.0.0.1", 0))) as second,
    ):
        for door in (first, second):
            door.settimeout(20.0)
            where = "{}:{}".format(*door.getsockname())
            assert pitch.ask(ask="use_feature", name="autoref", options={"autoref": where}) == {}
            peer, _ = door.accept()
            with closing(peer):
                assert "autoref" in pitch.status()["links"]
    pitch.ask(ask="use_feature", name="autoref", options={})
    assert "autoref" not in pitch.status()["links"]


def test_options_of_the_start_are_not_changed_afterwards(serve):
    pitch = serve("humanoid-kid", realism=None, lockstep=False, players=1, blue="still", yellow="still")
    answer = pitch.ask(ask="use_feature", name="hub", options={"pause_without": ["blue-1"]})
    assert "start the server with --pause-without" in answer["error"]
