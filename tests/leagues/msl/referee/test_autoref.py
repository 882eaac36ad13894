"""Our referee leads a game through a RefBox outside, as an automatic referee."""

from __future__ import annotations

import pytest

import robopitch
from robopitch.leagues.msl.referee.autoref import AutorefClient, autoref_endpoint
from robopitch.leagues.msl.referee.autoref_port import AutorefConnection
from robopitch.messages import Phase, Team, Whistle, Whistled

from .refbox_io import Io

BLUE, YELLOW = Team.BLUE, Team.YELLOW


def made(**options):
    return robopitch.make_match("msl", **{"realism": None, "players": 2, "referee": "rules", **options})


def test_commands_are_sent_one_by_one_with_the_names_of_the_refbox():
    match = made()
    io = Io(match)
    client = AutorefClient(io)
    for said in (
        Whistled(Whistle.KICK_OFF, BLUE),
        Whistled(Whistle.START),
        Whistled(Whistle.CORNER_KICK, YELLOW),
        Whistled(Whistle.SCORE, YELLOW),
        Whistled(Whistle.CARD, BLUE, 1),
        Whistled(Whistle.CARD, BLUE, 1),
        Whistled(Whistle.FORFEIT, BLUE),
    ):
        assert match.offer("test", said) == ()
        match.advance(match.tick + 10)
    assert io.sent == []
    sent = []
    for _ in range(20):
        match.advance(match.tick + 100)
        assert len(io.sent) <= 1
        sent += io.commands()
    assert sent == [
        ("STOP", ""),
        ("KICKOFF", "teamA"),
        ("START", ""),
        ("STOP", ""),
        ("CORNER", "teamB"),
        ("GOAL", "teamB"),
        ("YELLOW_CARD", "teamA"),
        ("YELLOW_CARD", "teamA"),  # the RefBox counts them
        ("END_PART", ""),
    ]
    client.on_data(b"hello")
    assert io.codes == ["UNEXPECTED"]
    client.on_close()
    assert list(match.observers) == []


def test_after_time_went_back_the_refbox_is_told_how_the_game_stands():
    match = made()
    saved = match.save()
    io = Io(match)
    client = AutorefClient(io)
    match.offer("test", Whistled(Whistle.START))
    match.advance(match.tick + 1000)
    assert io.commands() == [("STOP", ""), ("START", "")]
    with match.unobserved():
        match.restore(saved)
    client.on_rewind()
    match.advance(match.tick + 1000)
    assert io.commands() == [("STOP", "")]


def test_a_match_without_a_referee_of_its_own_has_nothing_to_say():
    with pytest.raises(ValueError, match="it wants --referee rules, or free"):
        autoref_endpoint(made(referee="external"))
    assert autoref_endpoint(made()).name == "autoref-client"


def test_our_refbox_obeys_our_automatic_referee():
    leading, following = made(), made()
    autoref = AutorefConnection(Io(following, "autoref"))
    io = Io(leading)
    AutorefClient(io)
    for said, phase in (
        (Whistled(Whistle.KICK_OFF, BLUE), Phase.STOP),
        (Whistled(Whistle.START), Phase.RUNNING),
        (Whistled(Whistle.THROW_IN, YELLOW), Phase.STOP),
        (Whistled(Whistle.START), Phase.THROW_IN),
    ):
        assert leading.offer("test", said) == ()
        for _ in range(4):
            leading.advance(leading.tick + 100)
            for data in io.sent:
                autoref.on_data(data)
                following.advance(following.tick + 10)
            io.sent.clear()
        assert following.game.phase is phase, said
        assert following.game.team is leading.game.team
