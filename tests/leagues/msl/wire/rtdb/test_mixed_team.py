"""The MixedTeamProtocol: its packet as MessagePack, written by hand, and what is none."""

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.rtdb.mixed_team import (
    MixedBall,
    MixedObstacle,
    MixedPlayer,
    MixedPose,
    MixedRole,
    RelayedCommand,
    decode_player,
    decode_relay,
    encode_player,
    encode_relay,
)
from robopitch.leagues.msl.wire.rtdb.packing import pack
from robopitch.messages import Refusal

numbers = st.floats(-100, 100, width=32)
roles = st.sampled_from(MixedRole)
bytes_ = st.integers(0, 255)
players = st.builds(
    MixedPlayer,
    bytes_,
    bytes_,
    st.sampled_from("AB?"),
    st.integers(0, 2**31 - 1),
    bytes_,
    st.lists(st.builds(MixedBall, *[numbers] * 7), max_size=3).map(tuple),
    st.lists(st.builds(MixedObstacle, *[numbers] * 5), max_size=3).map(tuple),
    st.lists(st.builds(MixedPose, *[numbers] * 7), max_size=2).map(tuple),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 2**31), roles), max_size=5).map(tuple),
    st.lists(st.tuples(roles, numbers), max_size=1).map(tuple),
    roles,
    bytes_,
    bytes_,
)


def test_the_packet_is_a_map_with_the_names_of_the_league():
    player = MixedPlayer(1, 4, "A", 1234, 1, (MixedBall(x=1.5),), role=MixedRole.GOALKEEPER)
    found = msgpack.unpackb(encode_player(player))
    assert found["team_id"] == ord("A")
    assert found["balls"] == [{"x": 1.5, "y": 0, "z": 0, "vx": 0, "vy": 0, "vz": 0, "confidence": 0}]
    assert list(found) == [
        "vendor_id",
        "shirt_id",
        "team_id",
        "timestamp_ms",
        "has_ball",
        "balls",
        "obstacles",
        "self_loc",
        "is_leader",
        "role_allocation",
        "role_preference",
        "role",
        "intention",
        "error",
    ]


def test_numbers_have_32_bits_as_the_programs_pack_them():
    one = encode_player(MixedPlayer(poses=(MixedPose(x=1.5),)))
    assert b"\xa1x\xca\x3f\xc0\x00\x00" in one


@given(players)
def test_a_packet_survives_the_wire(player):
    assert decode_player(encode_player(player)) == player


def test_missing_fields_have_defaults_and_unknown_ones_are_ignored():
    assert decode_player(pack({})) == MixedPlayer()
    assert decode_player(pack({"shirt_id": 3, "colour": [1, {2: 3}], 7: 8})) == MixedPlayer(shirt=3)


def test_the_names_of_the_first_release_are_understood():
    found = decode_player(pack({"self_loc": [{"x": 1.0, "Rz": 0.5, "vRz": 2.0}]}))
    assert found.poses == (MixedPose(x=1.0, rz=0.5, vrz=2.0),)


@pytest.mark.parametrize(
    "found",
    [
        3,
        [],
        {"shirt_id": 300},
        {"shirt_id": "three"},
        {"team_id": 200},
        {"timestamp_ms": -1},
        {"balls": 1},
        {"balls": [1]},
        {"balls": [{"x": "far"}]},
        {"balls": [{"x": float("nan")}]},
        {"balls": [{}] * 101},
        {"role": 9},
        {"role": 1.5},
        {"role_allocation": [[1]]},
        {"role_allocation": [["a", 1]]},
        {"role_preference": [[1, None]]},
    ],
)
def test_what_is_no_packet_is_refused(found):
    assert isinstance(decode_player(pack(found)), Refusal)


def test_a_command_of_the_referee_box_is_relayed_under_both_names():
    records = encode_relay(RelayedCommand("KICKOFF", "us"))
    assert decode_relay(records) == RelayedCommand("KICKOFF", "us")
    assert decode_relay({"COMMAND": records["COMMAND"], "TARGET": pack("them")}) == RelayedCommand("KICKOFF", "them")
    assert decode_relay({"COMMAND": pack("STOP")}) == RelayedCommand("STOP", "all")


@pytest.mark.parametrize("records", [{}, {"COMMAND": b""}, {"COMMAND": pack(3)}, {"COMMAND": b"\xa2\xff\xff"}])
def test_what_is_no_relayed_command_is_refused(records):
    assert isinstance(decode_relay(records), Refusal)


@given(st.binary(max_size=60))
def test_no_bytes_raise_an_exception(data):
    assert isinstance(decode_player(data), MixedPlayer | Refusal)
    assert isinstance(decode_relay({"COMMAND": data}), RelayedCommand | Refusal)
