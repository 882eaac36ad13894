"""MI20's recordings: the bytes of [MI20 appendix B]."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.mirosot.formats.mi20 import from_run, read_mi20, to_run, write_mi20
from robopitch.leagues.mirosot.wire.mi20 import (
    Comment,
    GameState,
    Mi20Recording,
    Other,
    RobotCommand,
    Situation,
    Snapshot,
    SnapshotRobot,
    World,
    WorldObject,
    decode_recording,
    encode_recording,
)
from robopitch.measure.run import Run, Signal
from robopitch.messages import Refusal, Team

BALL = WorldObject(True, 100.0, -50.0, 0.0, 1000.0, 0.0, 0.0, 0.0)
OURS = WorldObject(True, -500.0, 250.0, 1.5, 0.0, 500.0, -2.0, 4.0)
THEIRS = WorldObject(False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
FOUND, NAMELESS = SnapshotRobot(-500.0, 250.0, 1.5, 0), SnapshotRobot(9.0, 8.0, 7.0, None)

RECORDING = Mi20Recording(
    0x11,
    2,
    1_100_000_000,
    2.5,
    (
        Comment("Y", "Twente"),
        World(0.5, BALL, (OURS,), (THEIRS,)),
        Snapshot(
            0.75, ((100.0, -50.0),), (SnapshotRobot(-500.0, 250.0, 1.5, 0),), (SnapshotRobot(9.0, 8.0, 7.0, None),)
        ),
        RobotCommand(1.0, 3, 1500.0, -2.0),
        GameState(1.25, True, Situation.FREE_BALL, True, 3),
        Other(b"Z", b"from a later version"),
    ),
)

# Written by hand from the tables of the appendix.
GOLDEN = bytes.fromhex(
    "4d493230 03 11 02 00ab9041 00002040"  # MI20, version 3, 11 a side, yellow, 1100000000 s, 2.5 s
    "43 0900 59 0600 5477656e7465"  # C: Y, Twente
    "57 5c00 0000003f 01"  # W: 92 bytes, 0.5 s, one robot a team
    "01 0000c842 000048c2 00000000 00007a44 00000000 00000000 00000000"  # the ball at (100, −50), 1000 mm/s
    "01 0000fac3 00007a43 0000c03f 00000000 0000fa43 000000c0 00008040"  # the robot
    "00 00000000 00000000 00000000 00000000 00000000 00000000 00000000"  # the opponent is not on the field
    "53 4900 0000403f"  # S: 73 bytes, 0.75 s
    "01 0000000000005940 00000000000049c0"
    "01 0000000000407fc0 0000000000406f40 000000000000f83f 00"
    "01 0000000000002240 0000000000002040 0000000000001c40 ff"
    "56 0d00 0000803f 03 0080bb44 000000c0"  # V: 1 s, robot 3, 1500 mm/s, −2 rad/s
    "47 0800 0000a03f 01 05 01 03"  # G: 1.25 s, running, free ball, right to left, we defend at the highest y
    "5a 1400 66726f6d2061206c617465722076657273696f6e"  # Z: nobody knows
)


def test_a_recording_has_the_bytes_of_the_appendix(tmp_path):
    write_mi20(tmp_path / "m.mi20", RECORDING)
    assert (tmp_path / "m.mi20").read_bytes() == GOLDEN
    assert read_mi20(tmp_path / "m.mi20") == RECORDING


def test_sizes_are_those_that_the_appendix_states():
    assert GOLDEN[15:16] == b"C"  # a header of 15 bytes
    world = World(0.0, BALL, (OURS,) * 5, (THEIRS,) * 5)
    assert len(world.encode()) == 4 + 1 + 29 + 5 * 29 + 5 * 29
    snapshot = Snapshot(0.0, ((0.0, 0.0),) * 2, (SnapshotRobot(0, 0, 0, 1),) * 5, ())
    assert len(snapshot.encode()) == 4 + 1 + 2 * 16 + 1 + 5 * 25 + 1


@given(st.lists(st.tuples(st.sampled_from(b"WSCGVXw"), st.binary(max_size=150)), max_size=6), st.binary(max_size=8))
def test_whatever_is_read_is_written_again_byte_for_byte(chunks, rest):
    data = GOLDEN + b"".join(struct.pack("<BH", kind, len(body)) + body for kind, body in chunks)
    recording = decode_recording(data + rest)
    assert not isinstance(recording, Refusal)
    again = encode_recording(recording)
    assert (data + rest).startswith(again)
    assert len(again) >= len(data)


@given(st.floats(width=32, allow_nan=False), st.integers(0, 4), st.data())
def test_chunks_of_any_content_come_back(time, count, data):
    number = st.floats(width=32, allow_nan=False)
    one = st.builds(WorldObject, st.booleans(), *[number] * 7)
    robots = st.tuples(*[one] * count)
    world = World(time, data.draw(one), data.draw(robots), data.draw(robots))
    assert World.decode(world.encode()) == world


def test_a_recording_that_was_cut_off_gives_what_is_whole():
    for cut in range(15, len(GOLDEN)):
        recording = decode_recording(GOLDEN[:cut])
        assert recording.chunks == RECORDING.chunks[: len(recording.chunks)]
        whole = len(encode_recording(recording))
        assert recording.problems == ((f"cut off: the last {cut - whole} bytes are not a whole chunk",) * (cut > whole))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a recording of MI20"),
        (b"MI20\x03", "is not a recording of MI20"),
        (b"RIFF" + GOLDEN[4:], "is not a recording of MI20"),
        (b"MI20\x02" + GOLDEN[5:], "is of version 2 of MI20's recordings; 3 is known here"),
    ],
)
def test_a_foreign_file_gets_a_message(content, message, tmp_path):
    (tmp_path / "m.mi20").write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_mi20(tmp_path / "m.mi20")


def test_a_recording_becomes_signals_in_metres():
    run = to_run(RECORDING)
    values = {name: (signal.times.tolist(), signal.values.tolist()) for name, signal in run.signals.items()}
    # Places are from a corner of the field, which is 4 m × 2.8 m.
    assert values["tracked.ball.x"] == ([0.5], [pytest.approx(0.1 - 2.0)])
    assert values["tracked.ball.vx"] == ([0.5], [1.0])
    assert values["tracked.yellow.0.y"] == ([0.5], [pytest.approx(0.25 - 1.4)])
    assert values["seen.yellow.0.x"] == ([0.75], [pytest.approx(-0.5 - 2.0)])
    assert values["tracked.yellow.0.turn"] == ([0.5], [-2.0])
    assert "tracked.blue.0.x" not in values  # not on the field
    assert values["seen.yellow.0.heading"] == ([0.75], [1.5])
    assert values["command.yellow.3.forward"] == ([1.0], [1.5])
    assert [(mark.time, mark.text) for mark in run.marks] == [(1.25, "free ball")]
    assert run.notes["league"] == "mirosot-11v11"
    assert run.notes["yellow"] == "Twente"
    assert run.notes["problems"] == [
        "1 chunks are of an unknown kind: left out",
        "1 robots in snapshots have no id: left out",
    ]


def made_run() -> Run:
    """Truth, sight and commands of a ball and three robots, one of which leaves the field."""
    times = np.arange(50) * 0.02
    signals = {}

    def add(name: str, unit: str, values, at=times) -> None:
        signals[name] = Signal(name, unit, at, np.asarray(values, float))

    left = np.where(times > 0.5, np.nan, 0.0)
    for prefix in ("", "seen."):
        add(f"{prefix}ball.x", "m", np.sin(times))
        add(f"{prefix}ball.y", "m", 0.2 * times)
        for robot in ("blue.0", "blue.2", "yellow.1"):
            there = left if robot == "yellow.1" and not prefix else 0.0
            add(f"{prefix}{robot}.x", "m", 0.1 * times + there)
            add(f"{prefix}{robot}.y", "m", -0.1 * times + there)
            add(f"{prefix}{robot}.heading", "rad", np.arctan2(np.sin(9 * times), np.cos(9 * times)) + there)
    add("ball.vx", "m/s", np.cos(times))
    add("command.blue.2.forward", "m/s", [0.5, 1.0], np.array([0.1, 0.3]))
    add("command.blue.2.turn", "rad/s", [1.0, -1.0], np.array([0.1, 0.3]))
    return Run("m", signals, notes={"league": "mirosot-5v5", "blue": "Zürich", "start": 1e9})


@pytest.mark.parametrize("team", list(Team))
def test_a_run_goes_to_mi20_and_back(team, tmp_path):
    run = made_run()
    write_mi20(tmp_path / "m.mi20", from_run(run, team))
    back = to_run(read_mi20(tmp_path / "m.mi20"))
    for name, signal in run.signals.items():
        if name.startswith("command."):
            assert (name in back.signals) == (team is Team.BLUE)
            if team is not Team.BLUE:
                continue
        other = back.signals[name if name.startswith(("seen.", "command.")) else f"tracked.{name}"]
        there = np.isfinite(signal.values)
        np.testing.assert_allclose(other.times, signal.times[there], atol=1e-7)
        np.testing.assert_allclose(other.values, signal.values[there], atol=2e-7)
    assert back.notes["league"] == "mirosot-5v5"
    assert back.notes["blue"] == "Zürich"
    assert back.notes["start"] == 10**9
    assert back.notes["team"] == team
    assert "problems" not in back.notes


def test_another_league_is_not_for_mi20():
    run = Run("m", {}, notes={"league": "ssl-div-a"})
    with pytest.raises(ValueError, match="MI20 recorded mirosot-5v5, mirosot-7v7, mirosot-11v11; this is ssl-div-a"):
        from_run(run)
