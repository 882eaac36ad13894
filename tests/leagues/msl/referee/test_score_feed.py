"""The feed of scores: every 50 ms the state of the game, and events for the commands in between."""

from __future__ import annotations

import json

import robopitch
from robopitch.leagues.msl.referee.score_feed import ScoreFeed
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.messages import PlaceRobot, Team, Whistle, Whistled


def made(**options):
    return robopitch.make_match("msl", **{"realism": None, "players": 2, "referee": "rules", **options})


def feed(match, seconds):
    """The messages of so many seconds."""
    publishers = Publishers(match, family_of("msl"))
    ticks = round(seconds / match.world.timestep)
    packets = [packet for published in publishers.go(match.tick + ticks) for packet in published.packets]
    assert all(packet.channel == "scores" and packet.data.endswith(b"\x00") for packet in packets)
    return [json.loads(packet.data[:-1]) for packet in packets], b"".join(packet.data for packet in packets)


def events(messages):
    return [(one["eventCode"], one["team"]) for one in messages if one["type"] == "event"]


def play(match):
    """A kick-off, a corner and two cards; returns the messages and their bytes."""
    found, data = [], b""
    for said in (
        Whistled(Whistle.KICK_OFF, Team.BLUE),
        Whistled(Whistle.START),
        Whistled(Whistle.CORNER_KICK, Team.YELLOW),
        Whistled(Whistle.CARD, Team.YELLOW, 1),
        Whistled(Whistle.CARD, Team.YELLOW, 1, card="red"),
        Whistled(Whistle.SCORE, Team.BLUE),
    ):
        assert match.offer("test", said) == ()
        messages, raw = feed(match, 0.2)
        found.append(messages)
        data += raw
    return found, data


def test_commands_are_events_and_the_state_is_told_twenty_times_a_second():
    found, _ = play(made())
    assert [events(messages) for messages in found] == [
        [("STOP", ""), ("KICKOFF", "blue")],
        [("START", "")],
        [("STOP", ""), ("CORNER", "yellow")],
        [("YELLOW_CARD", "yellow")],
        [("RED_CARD", "yellow")],
        [],
    ]
    states = [[one for one in messages if one["type"] == "teams"] for messages in found]
    assert [len(one) for one in states] == [4] * 6
    assert [one[-1]["gameState"] for one in states] == [0, 2, 1, 1, 1, 1]
    assert [one[-1]["teamA"]["score"] for one in states] == ["0"] * 5 + ["1"]
    last = states[-1][-1]
    assert (last["teamA"]["shortName"], last["teamB"]["longName"]) == ("blue", "yellow")
    assert last["teamB"]["robotState"] == ["play", "play", "play", "red", "yellow"]


def test_a_suspended_robot_waits_for_its_card():
    match = made()
    match.offer("test", Whistled(Whistle.START))
    match.offer("test", Whistled(Whistle.CARD, Team.BLUE, 1))
    match.offer("test", Whistled(Whistle.CARD, Team.BLUE, 1))
    messages, _ = feed(match, 10.0)
    team = messages[-1]["teamA"]
    assert team["robotState"] == ["play", "play", "play", "doubleyellow", "play"]
    assert team["robotWaitTime"] == [0, 0, 0, 80, 0]  # of 90 s
    assert messages[-1]["gameTime"] == "00:10"


def test_a_robot_in_repair_waits_for_the_rest_of_its_time():
    match = made(players=5)
    match.offer("test", Whistled(Whistle.START))
    match.offer("test", Whistled(Whistle.STOP))
    feed(match, 0.2)
    match.offer("test", PlaceRobot(Team.YELLOW, 2, present=False))
    messages, _ = feed(match, 5.0)
    assert events(messages) == [("REPAIR", "yellow")]
    team = messages[-1]["teamB"]
    assert team["robotState"] == ["play", "play", "repair", "play", "play"]
    assert team["robotWaitTime"] == [0, 0, 15, 0, 0]  # of 20 s
    assert messages[-1]["teamA"]["robotState"] == ["play"] * 5


def test_a_repeated_match_gives_the_same_bytes_also_from_a_snapshot():
    first = made()
    saved = first.save()
    _, data = play(first)
    first.restore(saved)
    assert play(first)[1] == data
    again = made()
    again.restore(saved)
    assert play(again)[1] == data


def test_nothing_is_sent_where_somebody_else_is_the_referee():
    def feeds(referee):
        return [one for one in family_of("msl").publishers(made(referee=referee)) if isinstance(one, ScoreFeed)]

    assert feeds("external") == feeds("none") == []
    (found,) = feeds("free")
    assert found.packets((), False) == ()
    assert len(found.packets((), True)) >= 1
