"""The RefBox's messages: JSON that ends with a NUL, characters of its first version, and the feed of scores."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.refbox import (
    LONGEST,
    OVERLONG,
    Command,
    FedTeam,
    FeedStage,
    GameEvent,
    NulFraming,
    RefBoxCommand,
    ReportedBall,
    ReportedObstacle,
    ReportedRobot,
    TeamsState,
    WorldState,
    decode_characters,
    decode_command,
    decode_feed,
    decode_world_state,
    encode_character,
    encode_command,
    encode_event,
    encode_teams,
    encode_world_state,
)
from robopitch.messages import Refusal

DEEP = b'{"command": ' + b"[" * 40_000
HOSTILE = [
    b"",
    b"\x00",
    b"null",
    b"[]",
    b"3",
    b'"STOP"',
    b"{",
    b"{}",
    b"\xff\xfe\x00\x01",
    b"\x80" * 100,
    DEEP,
    b"[" * 99_999,
    b'{"a":' * 15_000 + b"1" + b"}" * 15_000,
    b'{"command": 1e999, "targetTeam": NaN, "type": Infinity}',
    b'{"command": ' + b"1" * 9000 + b"}",
    b'{"type": "worldstate"}',
    b'{"type": "worldstate", "robots": [null, 1, {}, {"id": []}], "balls": {}, "obstacles": "none", "ageMs": 1e400}',
    b'{"type": "teams", "gameState": 99}',
    b'{"type": "teams", "gameState": true, "teamA": 1}',
    b'{"type": "teams", "gameState": 2, "teamA": {"score": "-1"}, "teamB": {"score": "1"}}',
    b'{"type": "teams", "gameState": 2, "teamA": {"score": "\xc2\xb2"}, "teamB": {"score": "1"}}',
    b'{"type": "event", "eventCode": ["STOP"]}',
    b'{"type": ["event"]}',
]


# ---- framing ---------------------------------------------------------------------------------------------------------


@given(st.lists(st.binary(max_size=40).map(lambda data: data.replace(b"\x00", b"")), max_size=8), st.data())
def test_messages_are_found_however_the_stream_is_cut(messages, data):
    stream = b"".join(message + b"\x00" for message in messages)
    framing, found = NulFraming(), []
    while stream:
        length = data.draw(st.integers(1, len(stream)))
        found += framing.feed(stream[:length])
        stream = stream[length:]
    assert found == [message for message in messages if message]


def test_a_hundred_thousand_characters_without_a_nul_are_discarded_and_the_stream_goes_on():
    framing = NulFraming()
    assert framing.feed(b"x" * LONGEST) == []
    assert framing.feed(b"x") == [OVERLONG]
    assert framing.feed(b"rest\x00good\x00") == [b"rest", b"good"]
    assert framing.feed(b"y" * (LONGEST + 1) + b"\x00good\x00") == [OVERLONG, b"good"]
    for decode in (decode_command, decode_world_state, decode_feed):
        refused = decode(OVERLONG)
        assert isinstance(refused, Refusal)
        assert refused.code == "TOO_LONG"


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_a_request_of_a_browser_ends_the_stream(method):
    request = f'{method} / HTTP/1.1\r\n\r\n\0{{"command": "STOP", "targetTeam": ""}}\0'.encode()
    with pytest.raises(ValueError, match="takes nothing from browsers"):
        NulFraming().feed(request)
    framing = NulFraming()
    with pytest.raises(ValueError, match="takes nothing from browsers"):
        [framing.feed(bytes([byte])) for byte in request]


# ---- commands --------------------------------------------------------------------------------------------------------


def test_a_command_is_a_json_object_with_a_nul():
    data = encode_command(RefBoxCommand(Command.FREEKICK, "224.16.32.74"))
    assert data.endswith(b"\x00")
    assert json.loads(data[:-1]) == {"command": "FREEKICK", "targetTeam": "224.16.32.74"}
    data = encode_command(RefBoxCommand(Command.SUBSTITUTION, "224.16.32.74:1", 4))
    assert json.loads(data[:-1]) == {"command": "SUBSTITUTION", "targetTeam": "224.16.32.74:1", "robotID": 4}


@pytest.mark.parametrize("command", Command)
@pytest.mark.parametrize(("target", "robot"), [("", None), ("224.16.32.127", None), ("224.16.32.127:1", 5)])
def test_commands_are_decoded_as_they_were_encoded(command, target, robot):
    said = RefBoxCommand(command, target, robot)
    assert decode_command(encode_command(said)) == said


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('{"command": "GAME_OVER", "targetTeam": ""}', Command.GAMEOVER),
        ('{"command": "GAMEOVER", "targetTeam": ""}', Command.GAMEOVER),
        ('{"command": " WELCOME", "targetTeam": "224.16.32.127"}', Command.WELCOME),
        ('{"targetTeam": "", "command": "stop"}', Command.STOP),
        ('{"command": "START"}', Command.START),
    ],
)
def test_what_other_programs_write_differently_is_understood(text, command):
    said = decode_command(text.encode())
    assert isinstance(said, RefBoxCommand)
    assert said.command is command


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"command": "JUMP", "targetTeam": ""}', "COMMAND"),
        ('{"targetTeam": ""}', "COMMAND"),
        ('{"command": null, "targetTeam": ""}', "COMMAND"),
        ('{"command": "STOP", "targetTeam": 3}', "TARGET"),
        ('["STOP"]', "UNREADABLE"),
        ('{"command": "STOP"', "UNREADABLE"),
    ],
)
def test_a_command_that_cannot_be_used_is_refused_with_a_reason(text, code):
    refused = decode_command(text.encode())
    assert isinstance(refused, Refusal)
    assert refused.code == code
    assert refused.message


# ---- version 1 -------------------------------------------------------------------------------------------------------


def test_the_characters_of_version_1_are_those_of_the_league():
    both = {
        "S": "STOP",
        "s": "START",
        "N": "DROP_BALL",
        "h": "HALF_TIME",
        "e": "END_GAME",
        "z": "GAMEOVER",
        "L": "PARK",
    }
    both |= {"1": "FIRST_HALF", "2": "SECOND_HALF", "3": "FIRST_HALF_OVERTIME", "4": "SECOND_HALF_OVERTIME"}
    both |= {"W": "WELCOME", "Z": "RESET", "U": "TESTMODE_ON", "u": "TESTMODE_OFF"}
    teams = {"K": "KICKOFF", "F": "FREEKICK", "G": "GOALKICK", "T": "THROWIN", "C": "CORNER", "P": "PENALTY"}
    teams |= {"A": "GOAL", "D": "SUBGOAL", "O": "REPAIR", "Y": "YELLOW_CARD", "B": "DOUBLE_YELLOW", "R": "RED_CARD"}
    for character, name in both.items():
        assert encode_character(Command(name)) == character.encode()
        assert encode_character(Command(name), cyan=False) == character.encode()
        assert decode_characters(character.encode()) == ([(Command(name), None)], 0)
    for character, name in teams.items():
        assert encode_character(Command(name), cyan=True) == character.encode()
        assert encode_character(Command(name), cyan=False) == character.lower().encode()
        assert decode_characters(character.lower().encode()) == ([(Command(name), False)], 0)
    without = {Command.REPAIR_END, Command.SUBSTITUTION, Command.IS_ALIVE, Command.END_PART}
    assert {command for command in Command if not encode_character(command, cyan=True)} == without
    assert encode_character(Command.KICKOFF) == b""  # for which team?


@given(st.binary())
def test_characters_that_are_no_commands_are_counted(data):
    found, unknown = decode_characters(data)
    assert 0 <= len(found) + unknown <= len(data)


# ---- world states ----------------------------------------------------------------------------------------------------

SEEN = WorldState(
    "Aveiro",
    "attack",
    120,
    (
        ReportedRobot(1, (0.5, -1.0, 3.1), (1.0, None, None), (0.0, 0.1, -0.2), "goalie", 80.0, False),
        ReportedRobot(4, (None, None, None), (None, None, None), (None, None, None), "", 12.5, True),
    ),
    (ReportedBall((1.0, 2.0, 0.11), (0.0, None, 0.0), 0.9),),
    (ReportedObstacle((1.0, 2.0), (0.0, 0.0), 0.25, 0.8),),
)


def test_a_world_state_of_a_base_station_is_decoded():
    text = """{"type": "worldstate", "teamName": "Aveiro", "intention": "attack", "ageMs": 120,
      "robots": [
        {"id": 1, "pose": [0.5, -1.0, 3.1], "targetPose": [1.0, null, null], "velocity": [0, 0.1, -0.2],
         "intention": "goalie", "batteryLevel": 80, "ballEngaged": 0},
        {"id": 4, "pose": [null, null, null], "targetPose": [null, null, null], "velocity": [null, null, null],
         "intention": "", "batteryLevel": 12.5, "ballEngaged": 1}],
      "balls": [{"position": [1, 2, 0.11], "velocity": [0, null, 0], "confidence": 0.9}],
      "obstacles": [{"position": [1, 2], "velocity": [0, 0], "radius": 0.25, "confidence": 0.8}]}"""
    assert decode_world_state(text.encode()) == SEEN
    assert decode_world_state(encode_world_state(SEEN)) == SEEN


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"ageMs": None}, "ageMs: a whole number is wanted"),
        ({"ageMs": 1.5}, "ageMs: a whole number is wanted"),
        ({"teamName": 3}, "teamName: a text is wanted"),
        ({"robots": {}}, "robots: a list is wanted"),
        ({"robots": [7]}, "robots[0]: an object is wanted"),
        ({"balls": [{"position": [1, 2], "velocity": [0, 0, 0], "confidence": 1}]}, "balls[0].position: 3 numbers"),
        ({"balls": [{"position": [1, 2, "3"], "velocity": [0, 0, 0], "confidence": 1}]}, "a number or null is wanted"),
        ({"obstacles": [{"position": [1, 2], "velocity": [0, 0], "radius": 1}]}, "obstacles[0].confidence"),
        ({"obstacles": [{}] * 1000}, "obstacles: 1000 of them; 32 are kept"),
    ],
)
def test_a_world_state_with_mistakes_is_kept_and_names_them(change, problem):
    message = json.loads(encode_world_state(SEEN)[:-1]) | change
    state = decode_world_state(json.dumps(message).encode())
    assert isinstance(state, WorldState)
    assert any(problem in text for text in state.problems), state.problems
    assert state.intention == "attack"


def test_texts_of_others_cannot_write_into_a_terminal():
    message = json.loads(encode_world_state(SEEN)[:-1]) | {"teamName": "\x1b[2J\ud800" + "x" * 1000}
    state = decode_world_state(json.dumps(message).encode())
    assert isinstance(state, WorldState)
    assert state.team.isprintable()
    assert state.team.encode()
    assert len(state.team) == 100


# ---- the feed of scores ----------------------------------------------------------------------------------------------

TEAMS = TeamsState(
    FeedStage.SECOND_HALF_STOP,
    FedTeam(
        "Aveiro",
        "University of Aveiro",
        2,
        "00FFFF",
        ("play", "play", "red", "doubleyellow", "yellow"),
        (0, 0, 0, 41, 0),
    ),
    FedTeam("blue", "blue", 0, "FF00FF"),
    "Second half stop",
    "12:01",
    "10:30",
    "2.1",
)


def test_the_state_of_a_game_is_a_datagram_of_json_with_a_nul():
    data = encode_teams(TEAMS)
    assert data.endswith(b"\x00")
    message = json.loads(data[:-1])
    assert message["type"] == "teams"
    assert (message["gameState"], message["gameStateString"]) == (4, "Second half stop")
    assert (message["gameTime"], message["gameRunTime"], message["version"]) == ("12:01", "10:30", "2.1")
    assert message["teamA"] == {
        "color": "00FFFF",
        "shortName": "Aveiro",
        "longName": "University of Aveiro",
        "score": "2",
        "robotState": ["play", "play", "red", "doubleyellow", "yellow"],
        "robotWaitTime": [0, 0, 0, 41, 0],
        "worldState": {},
    }
    assert decode_feed(data) == TEAMS


def test_an_event_names_command_and_team():
    event = GameEvent(Command.GOAL, "Goal", "Aveiro")
    assert json.loads(encode_event(event)[:-1]) == {
        "type": "event",
        "eventCode": "GOAL",
        "eventDesc": "Goal",
        "team": "Aveiro",
    }
    assert decode_feed(encode_event(event)) == event
    alive = GameEvent(Command.IS_ALIVE, "", "Aveiro", 3)
    assert decode_feed(encode_event(alive)) == alive


def test_the_stages_have_the_numbers_of_the_refbox():
    assert [stage.value for stage in FeedStage] == list(range(15))
    assert [stage.value for stage in FeedStage if stage.runs] == [2, 5, 8, 11, 13]


# ---- hostile input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decode", [decode_command, decode_world_state, decode_feed])
@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_that_is_sent_raises(decode, data):
    found = decode(data)
    assert isinstance(found, Refusal) or (isinstance(found, WorldState) and found.problems)


@given(st.binary(max_size=300))
def test_random_bytes_are_refused(data):
    for decode in (decode_command, decode_world_state, decode_feed):
        assert isinstance(decode(data), Refusal)


def test_damaged_messages_never_raise():
    chance = random.Random(16)
    seeds = [encode_world_state(SEEN), encode_teams(TEAMS), encode_command(RefBoxCommand(Command.STOP))]
    for _ in range(3000):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.choice(b'{}[]",:0123456789.eE-+ nulltruefalse\\\x00\xff')
        for decode in (decode_command, decode_world_state, decode_feed):
            decode(bytes(data))
