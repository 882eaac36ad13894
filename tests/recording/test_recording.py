import math
import random
import struct
from pathlib import Path

import numpy as np
import pytest
import zstandard
from tests.recording.scripted import commanded, record, script

import robopitch
from robopitch import BodyVelocity, Kick, Team
from robopitch.match import play
from robopitch.messages import Orders, Published, RimSpeeds, RobotOrder
from robopitch.recording.header import describe
from robopitch.recording.loading import load_run
from robopitch.recording.memory import MemorySink
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import branch, go_on, resume, simulate_again
from robopitch.recording.sink import Entry, FileSink, write_recording
from robopitch.spec import league_names
from robopitch.teams import TEAMS, chase
from robopitch.wire.recording import decode_orders, encode_orders


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    path = tmp_path_factory.mktemp("recorded") / "match.mcap"
    match = commanded()
    record(match, path, 3.0)
    return path, match.world.fingerprint()


# ---- the same again -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("league", "engine"),
    [
        *((league, "turf") for league in league_names("turf")),
        *((league, "mujoco") for league in ("ssl-div-b", "vss-3v3")),
    ],
)
def test_a_match_of_every_league_is_the_same_when_simulated_again(league, engine, tmp_path):
    world = robopitch.make(league, engine=engine, seed=3, timestep=0.002 if engine == "mujoco" else 0.001)
    path = tmp_path / "match.mcap"
    parts = []

    def see(match, outputs):
        if not parts:
            parts.append(FileSink(path, describe(match)))
            parts.append(Recorder(match, [parts[0]]))

    play(world, chase, chase, 5.0, names=("chase", "chase"), on_outputs=see)
    parts[1].close()
    parts[0].close()
    with Recording(path) as recording:
        verdict = simulate_again(recording, TEAMS)
    assert verdict.same
    assert verdict.frames == 251
    assert verdict.ticks * world.timestep == pytest.approx(5.0)


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
def test_everything_that_enters_a_match_makes_the_same_truth_and_packets_again(engine, tmp_path):
    path = tmp_path / "match.mcap"
    match = commanded(engine=engine)
    record(match, path, 1.6, packets=False)
    with Recording(path) as recording:
        assert recording.problems == []
        verdict = simulate_again(recording, TEAMS, packets=True)
        assert verdict.same
        assert verdict.packets > 400
        assert list(recording.packets()) == []


def test_sensors_left_out_change_nothing_that_happens(recorded):
    with Recording(recorded[0]) as recording:
        assert simulate_again(recording, TEAMS).same


def test_one_flipped_bit_in_one_command_is_found(recorded, tmp_path):
    with Recording(recorded[0]) as recording:
        entries, header = list(recording.messages()), recording.header
    orders = [n for n, entry in enumerate(entries) if entry.topic == "/orders"]
    chosen = orders[len(orders) // 2]
    tick, source, sequence, found = decode_orders(entries[chosen].data)
    numbers = [n for n, order in enumerate(found.orders) if isinstance(order.command, BodyVelocity) and order.id != 1]
    old = found.orders[numbers[0]]
    flipped = struct.unpack(
        ">d", bytes(b ^ (n == 2) << 4 for n, b in enumerate(struct.pack(">d", old.command.forward)))
    )
    changed = list(found.orders)
    changed[numbers[0]] = old._replace(command=BodyVelocity(flipped[0], old.command.left, old.command.turn))
    data = encode_orders(tick, source, sequence, Orders(found.team, tuple(changed)))
    entries[chosen] = Entry("/orders", entries[chosen].time, data)
    path = tmp_path / "flipped.mcap"
    write_recording(path, header, entries)
    with Recording(path) as recording:
        verdict = simulate_again(recording, TEAMS)
    assert not verdict.same
    assert verdict.same_until * 1000 - 0.5 <= tick + 3  # 3 ms of command delay, or whatever it was by then
    assert 0 <= verdict.differs_at - tick / 1000 < 0.05


def test_a_lost_packet_is_found(recorded, tmp_path):
    with Recording(recorded[0]) as recording:
        entries, header = list(recording.messages()), recording.header
    packets = [n for n, entry in enumerate(entries) if entry.topic in ("/vision", "/tracker", "/referee")]
    del entries[packets[300]]
    write_recording(tmp_path / "lost.mcap", header, entries)
    with Recording(tmp_path / "lost.mcap") as recording:
        verdict = simulate_again(recording, TEAMS, packets=True)
    assert verdict.differs_at is None
    assert verdict.packets_differ_at is not None


def test_recording_does_not_change_the_match(recorded):
    match = commanded()
    script(match, 3.0)
    assert match.world.fingerprint() == recorded[1]


def test_a_match_is_resumed_at_any_time_with_the_same_past_and_future(recorded):
    path, end = recorded
    with Recording(path) as recording:
        for seconds in (0.0, 0.004, 1.237, 2.5):
            match = resume(recording, TEAMS, seconds)
            assert match.world.time == pytest.approx(seconds)
        match, inputs = branch(recording, TEAMS, 1.237)
        for _ in go_on(match, inputs, 3000):
            pass
        assert match.world.fingerprint() == end
        match, inputs = branch(recording, TEAMS, 1.237, seed=99)
        for _ in go_on(match, inputs, 3000):
            pass
        assert match.world.fingerprint() != end  # other commands get lost


def test_another_team_takes_over_in_a_branch(recorded):
    from robopitch.messages import SwapTeam

    with Recording(recorded[0]) as recording:
        match, inputs = branch(recording, TEAMS, 1.0, [SwapTeam(Team.BLUE, "still")])
        for _ in go_on(match, inputs, 2500):
            pass
    assert all(math.hypot(*robot.velocity[:2]) < 0.6 for robot in match.world.robots("blue"))
    assert match.players[Team.BLUE] == "still"


# ---- what is in it ------------------------------------------------------------------------------------------------


def test_a_recording_holds_truth_commands_and_what_was_seen(recorded):
    run = load_run(recorded[0])
    truth, seen, told = run.signals["blue.3.x"], run.signals["seen.blue.3.x"], run.signals["command.blue.3.forward"]
    assert (truth.unit, seen.unit, told.unit) == ("m", "m", "m/s")
    assert np.diff(truth.times) == pytest.approx(0.02)
    assert len(seen.times) > 150
    at = np.interp(seen.times, truth.times, truth.values)
    assert np.median(np.abs(seen.values - at)) < 0.02
    assert run.signals["tracked.ball.x"].times[-1] == pytest.approx(3.0, abs=0.02)
    assert run.signals["team.blue.3.predicted.x"].values.tolist() == [1.25]
    assert run.notes["league"] == "ssl-div-b"
    assert run.notes["comments"] == {"place": "here"}
    assert "referee" in {mark.kind for mark in run.marks}


def test_a_stretch_of_a_recording_can_be_read_alone(recorded):
    run = load_run(recorded[0], start=1.0, end=1.5)
    times = run.signals["ball.x"].times
    assert times[0] == pytest.approx(1.0)
    assert times[-1] == pytest.approx(1.48)


@pytest.mark.parametrize(
    "order",
    [
        RobotOrder(3),
        RobotOrder(3, BodyVelocity(0.1, -0.2, 0.3), Kick(4.2, 0.123), math.inf),
        RobotOrder(0, RimSpeeds((1.1, 2.2, 3.3)), None, 0.0),
    ],
)
def test_orders_are_written_exactly(order):
    orders = Orders(Team.YELLOW, (order, RobotOrder(5, BodyVelocity(0.5))))
    assert decode_orders(encode_orders(7, "yellow", 9, orders)) == (7, "yellow", 9, orders)


def test_everything_that_entered_is_read_back(recorded):
    with Recording(recorded[0]) as recording:
        inputs = list(recording.inputs())
    assert sum(isinstance(found.input, Orders) for found in inputs) == 600
    assert Published(Team.BLUE, {"3.predicted.x": 1.25}) in [found.input for found in inputs]
    assert [found.tick for found in inputs] == sorted(found.tick for found in inputs)


def test_a_recording_of_an_older_version_still_opens(request):
    path = request.path.parent / "data" / "format-1.mcap"
    with Recording(path) as recording:
        assert recording.problems == []
        assert recording.header["format"] == 1
    run = load_run(path)
    assert run.signals["ball.x"].values[-1] == pytest.approx(1.0, abs=0.3)
    assert "seen.blue.0.x" in run.signals
    assert "command.blue.0.forward" in run.signals


# ---- memory -------------------------------------------------------------------------------------------------------


def test_the_last_seconds_are_always_remembered_and_can_be_simulated_again(tmp_path):
    match = commanded()
    memory = MemorySink(seconds=1.0)
    recorder = Recorder(match, [memory], snapshots=0.5)
    script(match, 3.0)
    recorder.close()
    path = tmp_path / "clip.mcap"
    write_recording(path, describe(match), memory.entries())
    with Recording(path) as recording:
        assert 1.0 <= recording.seconds <= 1.6
        assert (recording.end - recording.time_of(0.0)) / 1e9 == pytest.approx(3.0)
        assert simulate_again(recording, TEAMS).same


def test_a_flood_from_outside_does_not_fill_the_memory(tmp_path):
    match = commanded(realism=None)
    memory = MemorySink()
    recorder = Recorder(match, [memory])
    for _ in range(10000):
        recorder.packet("/in/blue", bytes(60000), sent=False)
    assert sum(len(entry.data) for entry in memory.entries()) < 500_000
    assert recorder.skipped == 9999


# ---- what is wrong with a file ------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes(recorded, share, tmp_path):
    data = recorded[0].read_bytes()
    path = tmp_path / "cut.mcap"
    path.write_bytes(data[: int(share * len(data))])
    with Recording(path) as recording:
        assert "cut off" in recording.problems[0]
        assert recording.seconds > 3.0 * share - 1.0
        assert simulate_again(recording, TEAMS).same


def test_a_damaged_chunk_is_left_out_and_named(recorded, tmp_path):
    data = bytearray(recorded[0].read_bytes())
    middle = len(data) // 2
    data[middle : middle + 40] = bytes(40)
    path = tmp_path / "damaged.mcap"
    path.write_bytes(data)
    with Recording(path) as recording:
        frames = list(recording.truth())
        assert any("cannot be read" in problem or "damaged" in problem for problem in recording.problems)
        assert 100 < len(frames) < 151


def test_any_damage_gives_a_message_or_what_can_be_saved(recorded, tmp_path):
    chance, good = random.Random(4), recorded[0].read_bytes()
    path = tmp_path / "fuzzed.mcap"
    opened = []
    for _ in range(60):
        data = bytearray(good)
        for _ in range(chance.randint(1, 5)):
            anywhere, tail = chance.randrange(len(data)), len(data) - 1 - chance.randrange(900)
            data[chance.choice([anywhere, tail])] = chance.randrange(256)
        path.write_bytes(data)
        opened.append(_frames(path))
    assert sum(frames > 0 for frames in opened) > 40
    assert len(set(opened)) > 5


def _frames(path: Path) -> int:
    """How many frames of truth can be read; 0 if it is said to be no recording."""
    try:
        with Recording(path) as recording:
            return len(list(recording.truth()))
    except ValueError as error:
        if str(path) not in str(error):
            raise
        return 0


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89MCAP0\r\n", b"\x89MCAP0\r\n" + bytes(100)])
def test_what_is_no_recording_is_said_to_be_none(data, tmp_path):
    path = tmp_path / "foreign.mcap"
    path.write_bytes(data)
    with pytest.raises(ValueError, match="recording"):
        Recording(path)
    with pytest.raises(ValueError, match="cannot be read"):
        Recording(tmp_path / "missing.mcap")


@pytest.mark.parametrize("claimed", [1 << 40, 1000])
def test_a_bomb_does_not_take_the_memory(recorded, claimed, tmp_path):
    bomb = zstandard.compress(bytes(200 << 20))  # 200 MiB of nothing in some kilobytes
    chunk = struct.pack("<QQQII", 0, 1, claimed, 0, 4) + b"zstd" + struct.pack("<Q", len(bomb)) + bomb
    data = recorded[0].read_bytes()
    path = tmp_path / "bomb.mcap"
    path.write_bytes(data[: _first_chunk(data)] + b"\x06" + struct.pack("<Q", len(chunk)) + chunk)
    with Recording(path) as recording:
        assert any("bytes" in problem for problem in recording.problems)
        assert list(recording.messages()) == []


def test_an_absurd_length_does_not_take_the_memory(recorded, tmp_path):
    data = recorded[0].read_bytes()
    path = tmp_path / "absurd.mcap"
    path.write_bytes(data[: _first_chunk(data)] + b"\x06" + struct.pack("<Q", 1 << 60) + b"rest")
    with Recording(path) as recording:
        assert "damaged" in recording.problems[0]


def _first_chunk(data: bytes) -> int:
    """Where the first chunk begins: records are an opcode, a length, and so many bytes."""
    at = 8
    while data[at] != 0x06:
        at += 9 + struct.unpack_from("<Q", data, at + 1)[0]
    return at
