"""Logs of the Small Size League: read, written, and damaged in every way."""

import gzip
import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.leagues.ssl.formats.log import Kind, LogReader, LogWriter, Record, load_run, write_log
from robopitch.leagues.ssl.wire.referee import encode_referee
from robopitch.leagues.ssl.wire.vision import encode_frame, encode_geometry
from robopitch.messages import CameraFrame, Team, TrackerFrame

SECOND = 10**9
EPOCH = 1_700_000_000

RECORDS = [
    Record(EPOCH * SECOND + n * SECOND // 10, (Kind.VISION, Kind.REFEREE, Kind.TRACKER)[n % 3], bytes([n]) * (5 * n))
    for n in range(20)
]


def written(path: Path, records=RECORDS) -> Path:
    with LogWriter(path) as log:
        for record in records:
            log.write(*record)
    return path


def without_index(path: Path) -> bytes:
    data = path.read_bytes()
    return data[: -(16 + 8 * len(RECORDS) + 15)]


def offset(index: int) -> int:
    """Where a record of RECORDS begins."""
    return 16 + sum(16 + len(record.data) for record in RECORDS[:index])


# ---- the format ---------------------------------------------------------------------------------------------------


def test_a_log_has_the_bytes_that_the_leagues_tools_expect(tmp_path):
    path = written(tmp_path / "m.log", [Record(258, Kind.VISION, b"abc"), Record(259, Kind.REFEREE, b"")])
    assert path.read_bytes() == bytes.fromhex(
        "53534c5f4c4f475f46494c45 00000001"  # SSL_LOG_FILE, version 1
        "0000000000000102 00000004 00000003 616263"
        "0000000000000103 00000003 00000000"
        "0000000000000000 00000006 0000001f"  # the index: 31 bytes
        "0000000000000010 0000000000000023"  # the records begin at 16 and 35
        "000000000000002f 494e4445584544"  # it begins 47 bytes before the end; INDEXED
    )


@pytest.mark.parametrize("name", ["m.log", "m.log.gz"])
def test_what_is_written_is_read(name, tmp_path):
    log = LogReader(written(tmp_path / name))
    assert list(log.records()) == RECORDS
    assert (log.count, log.start, log.end) == (20, RECORDS[0].time, RECORDS[-1].time)
    assert log.indexed == (name == "m.log")
    assert log.problems == []


def test_packing_the_same_packets_twice_gives_the_same_file(tmp_path):
    first, again = written(tmp_path / "a.log.gz"), written(tmp_path / "b.log.gz")
    assert first.read_bytes() == again.read_bytes()
    assert gzip.decompress(first.read_bytes()) == written(tmp_path / "c.log").read_bytes()


@pytest.mark.parametrize("kind", ["indexed", "plain", "packed"])
@pytest.mark.parametrize(("at", "first"), [(-1, 0), (0, 0), (0.65, 7), (0.7, 7), (1.9, 19)])
def test_reading_begins_at_any_time(kind, at, first, tmp_path):
    path = written(tmp_path / ("m.log.gz" if kind == "packed" else "m.log"))
    if kind == "plain":
        path.write_bytes(without_index(path))
    log = LogReader(path)
    assert log.indexed == (kind == "indexed")
    assert list(log.records(from_time=EPOCH * SECOND + round(at * SECOND))) == RECORDS[first:]
    assert list(log.records(from_time=RECORDS[-1].time + 1)) == []


def test_reading_can_be_limited_to_some_kinds(tmp_path):
    log = LogReader(written(tmp_path / "m.log"))
    assert list(log.records(types={Kind.REFEREE})) == RECORDS[1::3]


def test_blank_records_and_kinds_of_later_years_are_no_damage(tmp_path):
    records = [Record(5, Kind.BLANK, b""), Record(6, 77, b"new"), Record(7, Kind.VISION, b"")]
    log = LogReader(written(tmp_path / "m.log", records))
    assert list(log.records()) == records
    assert log.problems == []


def test_an_index_that_does_not_fit_is_not_used(tmp_path):
    path = written(tmp_path / "m.log")
    data = bytearray(path.read_bytes())
    struct.pack_into(">q", data, offset(20) + 16 + 8 * 19, offset(18) + 1)  # the last offset
    path.write_bytes(data)
    log = LogReader(path)
    assert not log.indexed
    assert log.count == 20


# ---- damage -------------------------------------------------------------------------------------------------------


def test_a_log_that_was_cut_off_gives_all_whole_records(tmp_path):
    path = written(tmp_path / "m.log")
    whole = path.read_bytes()
    for cut in range(offset(17) + 1, offset(18)):
        path.write_bytes(whole[:cut])
        log = LogReader(path)
        assert list(log.records()) == RECORDS[:17]
        assert log.problems == [f"cut off at byte {cut}, in the middle of a record"]


@pytest.mark.parametrize("length", [2**31 - 1, -1, 10 << 20, 3_000, 50])
def test_an_absurd_length_costs_one_record_and_no_memory(length, tmp_path):
    path = written(tmp_path / "m.log")
    data = bytearray(path.read_bytes())
    struct.pack_into(">i", data, offset(9) + 12, length)
    path.write_bytes(data)
    log = LogReader(path)
    tracemalloc.start()
    found = list(log.records())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == RECORDS[:9] + RECORDS[10:]
    assert log.problems == [f"61 bytes from byte {offset(9)} on are damaged: skipped"]
    assert peak < 2_000_000


def test_a_length_that_is_too_short_leaves_the_other_records_whole(tmp_path):
    path = written(tmp_path / "m.log")
    data = bytearray(path.read_bytes())
    struct.pack_into(">i", data, offset(9) + 12, 1)
    path.write_bytes(data)
    found = list(LogReader(path).records())
    assert found[:9] + found[10:] == RECORDS[:9] + RECORDS[10:]


def test_rubbish_between_records_is_skipped(tmp_path):
    path = written(tmp_path / "m.log")
    data = path.read_bytes()
    rubbish = b"\xff\x00\x00\x00\x04rubbish" * 1000
    path.write_bytes(data[: offset(9)] + rubbish + data[offset(9) :])
    log = LogReader(path)
    assert list(log.records()) == RECORDS
    assert log.problems == [f"{len(rubbish)} bytes from byte {offset(9)} on are damaged: skipped"]


def test_a_file_that_was_never_filled_ends_where_the_zeros_begin(tmp_path):
    path = written(tmp_path / "m.log")
    path.write_bytes(without_index(path) + bytes(100_000))
    log = LogReader(path)
    assert list(log.records()) == RECORDS
    assert log.problems == [f"damaged from byte {offset(20)} on: stopped there"]


@given(st.data())
def test_no_damage_brings_a_reader_down(tmp_path_factory, data):
    path = written(tmp_path_factory.mktemp("log") / "m.log")
    whole = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(16, len(whole) - 1))
        whole[at] = data.draw(st.integers(0, 255))
    path.write_bytes(whole[: data.draw(st.integers(16, len(whole)))])
    log = LogReader(path)
    found = list(log.records())
    assert len(found) <= 20
    assert log.count <= 21
    list(log.records(from_time=RECORDS[10].time))


def test_a_packed_log_that_was_cut_off_gives_what_could_be_unpacked(tmp_path):
    rng = np.random.default_rng(0)
    records = [Record(n, Kind.VISION, rng.bytes(1000)) for n in range(1, 1001)]
    path = written(tmp_path / "m.log.gz", records)
    path.write_bytes(path.read_bytes()[:500_000])
    log = LogReader(path)
    found = list(log.records())
    assert 450 < len(found) < 500
    assert found == records[: len(found)]
    assert "cannot be read beyond byte" in log.problems[0]


@pytest.mark.parametrize("filling", [bytes(1 << 20), struct.pack(">qii", 5, 4, (1 << 20) - 16) + bytes((1 << 20) - 16)])
def test_a_bomb_is_not_unpacked(filling, tmp_path):
    path = tmp_path / "bomb.log.gz"
    with gzip.open(path, "wb", 1) as file:
        file.write(b"SSL_LOG_FILE\x00\x00\x00\x01")
        for _ in range(100):
            file.write(filling)
    assert path.stat().st_size < 1_000_000
    log = LogReader(path)
    tracemalloc.start()
    count = sum(1 for _ in log.records())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count <= 64
    assert peak < 40_000_000
    assert log.problems


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not an SSL log: it does not begin with SSL_LOG_FILE"),
        (b"PK\x03\x04 something else", "is not an SSL log"),
        (b"\x1f\x8bnot really packed", "is not an SSL log"),
        (b"SSL_LOG_FILE\x00\x00\x00\x02", "is of version 2 of the SSL log; 1 is known here"),
        (b"SSL_LOG_FILE\x00\x00\x00\x01", "no record could be read"),
    ],
)
def test_a_foreign_file_gets_a_message(content, message, tmp_path):
    path = tmp_path / "m.log"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message) as caught:
        load_run(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_gets_a_message(tmp_path):
    with pytest.raises(ValueError, match=r"none.log: cannot be read: No such file or directory"):
        LogReader(tmp_path / "none.log")
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match=r"m.log: cannot be written"):
        LogWriter(tmp_path / "file" / "m.log")


# ---- as signals ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> tuple[list, list]:
    """Outputs of a short match with their times, and the packets as a recording has them."""
    match = robopitch.make_match("ssl-div-b", blue="chase", yellow="chase", seed=3, epoch=float(EPOCH))
    outputs, packets = [], []
    league = family_of("ssl")
    for published in Publishers(match, league).go(1000):
        now = round((EPOCH + match.world.time) * SECOND)
        outputs += [(match.world.time, output) for output in published.outputs]
        for packet in published.packets:
            packets.append((now, league.channels[packet.channel].topic, packet.data))
        packets.append((now, "/in/blue", b"not for a log"))
    return outputs, packets


@pytest.mark.parametrize("name", ["m.log", "m.log.gz"])
def test_a_match_comes_back_as_signals(name, played, tmp_path):
    outputs, packets = played
    path = tmp_path / name
    wire = [packet for packet in packets if packet[1] != "/in/blue"]
    assert write_log(path, packets) == len(wire) > len(outputs)
    run = load_run(path)
    first = wire[0][0] / SECOND - EPOCH
    frames = sorted(((o, t) for t, o in outputs if isinstance(o, CameraFrame)), key=lambda frame: frame[0].capture)
    seen = [(f.capture, robot, f.camera, t) for f, t in frames for robot in f.blue if robot.id == 3]
    x, heading = run.signals["seen.blue.3.x"], run.signals["seen.blue.3.heading"]
    np.testing.assert_allclose(x.times, [time - first for time, *_ in seen], atol=1e-6)
    np.testing.assert_allclose(x.values, [robot.x for _, robot, *_ in seen], atol=1e-6)
    np.testing.assert_allclose(heading.values, [robot.heading for _, robot, *_ in seen], atol=1e-6)
    np.testing.assert_array_equal(run.signals["seen.blue.3.camera"].values, [camera for *_, camera, _ in seen])
    arrival = run.signals["seen.blue.3.arrival"].values
    np.testing.assert_allclose(arrival, [sent - first for *_, sent in seen], atol=1e-6)
    tracked = [o for _, o in outputs if isinstance(o, TrackerFrame)]
    ball = run.signals["tracked.ball.vx"]
    np.testing.assert_allclose(ball.times, [frame.time - first for frame in tracked], atol=1e-6)
    np.testing.assert_allclose(ball.values, [frame.balls[0].velocity[0] for frame in tracked], atol=1e-5)
    assert (x.unit, heading.unit, ball.unit) == ("m", "rad", "m/s")
    assert run.notes["blue"] == run.notes["yellow"] == "chase"
    assert run.notes["tracker"] == "truth"
    assert "problems" not in run.notes
    for signal in run.signals.values():
        assert (np.diff(signal.times) >= 0).all()
        assert len(signal.times) == len(signal.values)


def test_goals_and_commands_of_the_referee_are_marks(tmp_path):
    from robopitch.leagues.ssl.wire.referee.messages import RefereeCommand, RefereeState, Stage, TeamInfo

    packets = []
    for n, (command, score) in enumerate([(1, 2), (1, 2), (3, 2), (3, 3)]):
        teams = {Team.BLUE: TeamInfo("a", score), Team.YELLOW: TeamInfo("b", 0)}
        state = RefereeState(EPOCH, Stage.NORMAL_FIRST_HALF, RefereeCommand(command), n, EPOCH, teams)
        packets.append((EPOCH * SECOND + n * SECOND, "/referee", encode_referee(state)))
    write_log(tmp_path / "m.log", packets)
    run = load_run(tmp_path / "m.log")
    assert [(mark.time, mark.kind, mark.text) for mark in run.marks] == [
        (0.0, "referee", "stop"),
        (2.0, "referee", "force start"),
        (3.0, "goal", "goal for blue, 3 : 0"),
    ]
    assert run.signals["score.blue"].values.tolist() == [2, 2, 2, 3]
    assert run.signals["referee.command"].values.tolist() == [1, 1, 3, 3]


def test_a_sender_with_another_clock_is_brought_to_that_of_the_receiver(tmp_path):
    packets = []
    for n in range(5):
        frame = CameraFrame(0, n, 50.0 + n, 50.01 + n, ((1.0, 2.0, 0, 0, 80, 1.0),), (), ())
        packets.append((EPOCH * SECOND + n * SECOND, "/vision", encode_frame(frame, 0.0)))
    write_log(tmp_path / "m.log", packets)
    run = load_run(tmp_path / "m.log")
    np.testing.assert_allclose(run.signals["seen.ball.x"].times, np.arange(5) - 0.01, atol=1e-6)
    assert "the clock of vision" in run.notes["problems"][0]


def test_packets_that_cannot_be_decoded_are_counted(tmp_path):
    write_log(tmp_path / "m.log", [(5, "/vision", b"\xff\xff"), (6, "/vision", b"\xff\xff"), (7, "/tracker", b"")])
    run = load_run(tmp_path / "m.log")
    assert run.signals == {}
    assert run.notes["problems"][0] == "2 packets: 2 bytes are not a SSL_WrapperPacket"


def test_packets_of_an_unknown_kind_are_guessed(played, tmp_path):
    _, packets = played
    write_log(tmp_path / "known.log", packets)
    records = [Record(record.time, Kind.UNKNOWN, record.data) for record in LogReader(tmp_path / "known.log").records()]
    written(tmp_path / "unknown.log", records)
    known, guessed = load_run(tmp_path / "known.log"), load_run(tmp_path / "unknown.log")
    assert known.signals.keys() == guessed.signals.keys()
    for name, signal in known.signals.items():
        np.testing.assert_array_equal(signal.values, guessed.signals[name].values)


@pytest.mark.parametrize(("kind", "league"), [(Kind.VISION, "ssl-div-a"), (Kind.VISION_2010, None)])
def test_the_field_tells_the_league_but_not_that_of_2010(kind, league, tmp_path):
    world = robopitch.make("ssl-div-a")
    geometry = encode_geometry(world.league, ())
    run = load_run(written(tmp_path / "m.log", [Record(5, kind, geometry)]))
    assert run.notes.get("league") == league


def test_a_log_without_packets_is_not_written(tmp_path):
    with pytest.raises(ValueError, match="there are no packets of /vision"):
        write_log(tmp_path / "m.log", [(5, "/in/blue", b"x")])
    assert not (tmp_path / "m.log").exists()
