import math

import pytest

from robopitch.leagues.ssl.wire.referee import (
    RefereeCommand,
    RefereeState,
    Stage,
    TeamInfo,
    decode_referee,
    encode_referee,
)
from robopitch.messages import Team

STATE = RefereeState(
    time=1.7e9,
    stage=Stage.NORMAL_SECOND_HALF,
    command=RefereeCommand.BALL_PLACEMENT_BLUE,
    command_counter=300,
    command_time=1.7e9 - 2.5,
    teams={
        Team.YELLOW: TeamInfo("Gelb", 1, 0, 2, (1.5, 90.0), 3, 250.0, 4, 10),
        Team.BLUE: TeamInfo("Bläu", 2, 1, 0, (), 4, 300.0, 0, None),
    },
    designated_position=(1.5, -2.0),
    stage_time_left=-3.25,
    blue_on_positive_half=True,
    next_command=RefereeCommand.DIRECT_FREE_BLUE,
    source="kick-about",
    status="placing",
)


def golden(wire, stage=4, command=17, following=9, x=1500.0):
    yellow = wire.sub(
        7,
        wire.text(1, "Gelb"),  # name
        wire.uint(2, 1),  # score
        wire.uint(3, 0),  # red_cards
        wire.sub(4, wire.varint(1_500_000), wire.varint(90_000_000)),  # yellow_card_times, packed, µs
        wire.uint(5, 2),  # yellow_cards
        wire.uint(6, 3),  # timeouts
        wire.uint(7, 250_000_000),  # timeout_time, µs
        wire.uint(8, 4),  # goalkeeper
        wire.uint(13, 10),  # max_allowed_bots
    )
    blue = wire.sub(
        8,
        wire.text(1, "Bläu"),
        wire.uint(2, 2),
        wire.uint(3, 1),
        wire.uint(5, 0),
        wire.uint(6, 4),
        wire.uint(7, 300_000_000),
        wire.uint(8, 0),
    )
    return b"".join(
        [
            wire.uint(1, 1_700_000_000_000_000),  # packet_timestamp, µs
            wire.uint(2, stage),
            wire.sint(3, -3_250_000),  # stage_time_left, µs
            wire.uint(4, command),
            wire.uint(5, 300),  # command_counter
            wire.uint(6, 1_699_999_997_500_000),  # command_timestamp
            yellow,
            blue,
            wire.sub(9, wire.floats(x, -2000)),  # designated_position, mm
            wire.uint(10, 1),  # blue_team_on_positive_half
            wire.uint(12, following),  # next_command
            wire.text(18, "kick-about"),  # source_identifier
            wire.text(20, "placing"),  # status_message
        ]
    )


def test_a_state_as_bytes(wire):
    assert encode_referee(STATE) == golden(wire)


def test_bytes_as_a_state(wire):
    assert decode_referee(golden(wire)) == STATE


def test_what_we_do_not_know_of_a_message_is_passed_over(wire):
    events = wire.sub(16, wire.uint(40, 8)) + wire.sub(17, wire.sub(1, wire.uint(40, 8)))  # game_events, proposals
    more = wire.uint(15, 5_000_000) + events + wire.uint(19, 3)  # current_action_time_remaining, match_type
    assert decode_referee(golden(wire) + more) == STATE


def test_a_state_may_leave_out_what_is_optional():
    state = RefereeState(0.0, Stage.NORMAL_FIRST_HALF_PRE, RefereeCommand.HALT, 0, 0.0)
    assert decode_referee(encode_referee(state)) == state


@pytest.mark.parametrize(
    ("what", "code", "message"),
    [
        ({"stage": 14}, "STAGE", "stage 14 is unknown; they are 0 to 13"),
        ({"command": 18}, "COMMAND", "command 18 is unknown; they are 0 to 17"),
        ({"following": 99}, "COMMAND", "next_command 99 is unknown"),
        ({"x": math.nan}, "NOT_FINITE", "designated_position"),
    ],
)
def test_what_has_no_meaning_is_refused(wire, what, code, message):
    refusal = decode_referee(golden(wire, **what))
    assert refusal.code == code
    assert message in refusal.message


def test_a_name_in_another_encoding_harms_nobody(wire):
    data = golden(wire).replace("Bläu".encode(), b"Bl\xe4ue")
    assert decode_referee(data).teams[Team.BLUE].name == "Bl\ufffdue"


@pytest.mark.parametrize("data", [b"", b"\xff", b"\x08\x01"])
def test_unreadable_bytes_are_refused(data):
    assert decode_referee(data).code == "UNREADABLE"
