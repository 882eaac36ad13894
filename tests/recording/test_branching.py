"""Recordings of matches that went back in time, and inputs as they were written before some had more to say."""

import json
import random
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from tests.recording.scripted import commanded, publish, script

import robopitch
from robopitch import BodyVelocity, Team
from robopitch.messages import (
    Body,
    Drawn,
    Kick,
    MoveEpoch,
    PlaceBall,
    PlaceRobot,
    RobotOrder,
    Shape,
    Steer,
    WriteRegisters,
)
from robopitch.messages.compact import Compact
from robopitch.messages.plain import from_plain, to_plain
from robopitch.recording.header import describe, remake
from robopitch.recording.loading import load_run
from robopitch.recording.memory import MemorySink
from robopitch.recording.reader import Recording, recorded_input
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import branch, resume, simulate_again
from robopitch.recording.sink import Entry, FileSink, write_recording
from robopitch.recording.topics import EVENTS, INPUTS, ORDERS, SNAPSHOTS, TRUTH
from robopitch.teams import TEAMS

OLD = Path(__file__).parent / "data" / "format-1.mcap"


# ---- the memory ----------------------------------------------------------------------------------------------------


def entry(topic: str, time: int, text: str = "") -> Entry:
    return Entry(topic, time, text.encode(), outcome=topic in ("/vision", "/tracker", EVENTS))


def remembered(*entries: Entry, seconds: float = 60.0) -> MemorySink:
    memory = MemorySink(seconds)
    for one in entries:
        memory.put(*one)
    return memory


def kept(memory: MemorySink) -> list[tuple[str, int]]:
    return [(one.topic, one.time) for one in memory.entries()]


COURSE = [
    entry(SNAPSHOTS, 0),
    entry(TRUTH, 0),
    entry(INPUTS, 0),
    entry("/vision", 10),
    entry(EVENTS, 10),
    entry(INPUTS, 10),
    entry(SNAPSHOTS, 20),
    entry(TRUTH, 20),
    entry("/tracker", 20),
    entry(ORDERS, 20),
    entry("/in/blue", 20),
    entry("/vision", 30),
]


def test_what_comes_after_a_moment_is_forgotten_and_what_came_out_at_it_is_not():
    memory = remembered(*COURSE)
    memory.forget_from(20)
    assert kept(memory) == [(one.topic, one.time) for one in COURSE[:6]] + [("/tracker", 20)]
    memory.forget_from(10)
    assert kept(memory) == [(SNAPSHOTS, 0), (TRUTH, 0), (INPUTS, 0), ("/vision", 10), (EVENTS, 10)]


@pytest.mark.parametrize("time", [-5, 0])
def test_from_the_beginning_on_nothing_is_left(time):
    memory = remembered(*COURSE)
    memory.forget_from(time)
    assert memory.entries() == []
    memory.put(*entry(SNAPSHOTS, 5))
    assert kept(memory) == [(SNAPSHOTS, 5)]


def test_forgetting_what_has_not_come_forgets_nothing():
    memory = remembered(*COURSE)
    memory.forget_from(31)
    assert memory.entries() == COURSE


def test_whatever_is_forgotten_every_stretch_begins_with_a_snapshot():
    chance = random.Random(2)
    for _ in range(300):
        memory, time = MemorySink(1e-7), 0
        memory.put(*entry(SNAPSHOTS, 0))
        for _ in range(60):
            time += chance.choice([0, 0, 1, 5])
            memory.put(*entry(chance.choice([SNAPSHOTS, TRUTH, INPUTS, "/vision", EVENTS]), time))
            if chance.random() < 0.1:
                back = chance.randrange(memory.entries()[0].time, time + 1)
                memory.forget_from(back)
                memory.put(*entry(SNAPSHOTS, back))
                time = back
            times = [one.time for one in memory.entries()]
            assert times == sorted(times)
            assert memory.entries()[0].topic == SNAPSHOTS


def test_thousands_of_messages_come_back_as_they_were_put_encoded_or_not():
    chance = random.Random(3)
    course = [entry(SNAPSHOTS, 0, "start")]
    for time in range(1, 5000):
        content = chance.randbytes(chance.randrange(0, 40))
        lazy = chance.random() < 0.3
        course.append(
            Entry(chance.choice([TRUTH, "/vision"]), time, partial(bytes, content) if lazy else content, lazy)
        )
    memory = remembered(*course)
    assert memory.entries() == course
    memory.forget_from(3333)
    assert memory.entries() == course[:3333]


def test_compact_messages_come_back_as_they_were_put():
    encoders = [lambda raw, more=more: raw + more for more in (b"!", b"?")]
    course = [entry(SNAPSHOTS, 0, "start")]
    course += [Entry("/reports", time, Compact(encoders[time % 2], b"%d" % time), True) for time in range(1, 5000)]
    memory = remembered(*course)
    assert memory.entries() == course
    assert memory.entries()[1234].data == b"1234!"


def test_the_last_seconds_are_remembered_and_no_stretch_more():
    memory = MemorySink(30e-9)
    for time in range(0, 101, 10):
        memory.put(*entry(SNAPSHOTS, time))
        memory.put(*entry(TRUTH, time))
    assert memory.oldest == 70
    memory.put(*entry(TRUTH, 105))
    assert memory.oldest == 70


def test_whatever_comes_takes_no_more_than_the_room():
    """Noise, which cannot be compressed, in reports of sensors that were set to a high rate."""
    chance, room = random.Random(5), 200_000
    memory, most = MemorySink(60.0, room), 0
    for time in range(2000):
        if time % 100 == 0:
            memory.put(*entry(SNAPSHOTS, time))
        for _ in range(10):
            memory.put_packets([("/reports", Compact(bytes, chance.randbytes(50)))], time)
        memory.put(*entry(TRUTH, time))
        most = max(most, memory.size)
        if memory.is_crowded:
            memory.put(*entry(SNAPSHOTS, time))
    assert room / 2 < most < 1.3 * room
    assert memory.oldest > 0
    assert memory.entries()[0].topic == SNAPSHOTS


def test_a_write_to_a_servo_takes_few_bytes_in_memory_and_is_read_as_ever(tmp_path):
    match, memory, path = robopitch.make_match("ssl-div-b", players=1), MemorySink(), tmp_path / "m.mcap"
    recorder, written = Recorder(match, [memory]), []
    before = memory.size
    for number in range(8000):
        written.append(WriteRegisters(Team.BLUE, 0, 1 + number % 20, 30, (512 + number % 64).to_bytes(2, "little")))
        recorder.on_input("bus-blue-0", number, written[-1])
    assert (memory.size - before) / len(written) < 200  # as objects, each takes a kilobyte
    recorder.close()
    write_recording(path, describe(match), memory.entries())
    with Recording(path) as recording:
        assert [(one.source, one.sequence, one.input) for one in recording.inputs()] == [
            ("bus-blue-0", number, one) for number, one in enumerate(written)
        ]


# ---- another course ------------------------------------------------------------------------------------------------


def test_a_header_tells_where_the_match_began_even_when_its_time_was_moved():
    match = commanded()
    assert match.offer("time", MoveEpoch(12.5)) == ()
    match.advance(100)
    assert (match.epoch, match.origin) == (1012.5, 1000.0)
    header = describe(match)
    assert header["epoch"] == 1000.0
    again = remake(header, TEAMS)
    again.restore(match.save())
    assert (again.epoch, again.origin) == (1012.5, 1000.0)


def moved(tmp_path) -> Path:
    """A recording in the middle of which the time of the world outside was moved."""
    match, path = commanded(realism="perfect"), tmp_path / "moved.mcap"
    sink = FileSink(path, describe(match), overwrite=True)
    recorder = Recorder(match, [sink])
    advance = publish(match, lambda topic, data: recorder.packet(topic, data, sent=True))
    for turn in range(3):
        script(match, 0.5, advance, seed=turn)
        match.offer("time", MoveEpoch(100.0))
    recorder.close()
    sink.close()
    return path


def test_what_cameras_saw_lies_at_simulated_times_when_the_epoch_moves(tmp_path):
    run = load_run(moved(tmp_path))
    for name in ("seen.ball.x", "tracked.ball.x", "seen.blue.3.x"):
        times = run.signals[name].times
        assert 0.0 <= times[0] < 0.1
        assert 1.4 < times[-1] <= 1.5
        assert max(later - earlier for earlier, later in pairwise(times)) < 0.05
    part = load_run(moved(tmp_path), 1.1, 1.3)
    assert 1.05 <= part.signals["seen.ball.x"].times[0] <= part.signals["seen.ball.x"].times[-1] <= 1.3


def test_a_recording_whose_epoch_moves_simulates_again_and_can_be_resumed(tmp_path):
    with Recording(moved(tmp_path)) as recording:
        assert simulate_again(recording, TEAMS).same
        match = resume(recording, TEAMS, 1.2)
        assert match.epoch == 1200.0
        other, later = branch(recording, TEAMS, 0.7)
        assert other.epoch == 1100.0
        assert any(isinstance(recorded.input, MoveEpoch) for recorded in later)


# ---- inputs of old and new -----------------------------------------------------------------------------------------


def test_a_ball_that_was_placed_before_balls_could_spin_is_still_read():
    old = {"is": "PlaceBall", "of": [1.0, 2.0, 0.5, 3.0, None, 0.0, True, False, True]}
    assert from_plain(old) == PlaceBall(1.0, 2.0, 0.5, 3.0, None, 0.0, True, False, True, spin=None)
    data = json.dumps({"tick": 7, "source": "control", "sequence": 3, "input": old}).encode()
    assert recorded_input(Entry(INPUTS, 0, data)).input.x == 1.0


def test_a_recording_of_the_first_format_is_still_the_same():
    with Recording(OLD) as recording:
        assert [recorded.input for recorded in recording.inputs()]
        assert list(recording.derived()) == []
        assert simulate_again(recording, TEAMS).same
    assert load_run(OLD).signals["ball.x"].times.size > 10


def test_a_recording_with_old_inputs_simulates_again(tmp_path):
    match = robopitch.make_match("ssl-div-b", players=1, seed=1, realism=None)
    sink = MemorySink()
    recorder = Recorder(match, [sink])
    for x in range(5):
        match.offer("control", PlaceBall(0.1 * x, 0.0, vx=1.0))
        match.advance(match.tick + 100)
    recorder.close()
    entries = []
    for one in sink.entries():
        if one.topic == INPUTS:
            plain = json.loads(one.data)
            assert plain["input"]["of"][9:] == [None, ""]  # spin and restart, which were not written before
            del plain["input"]["of"][9:]
            one = Entry(INPUTS, one.time, json.dumps(plain).encode())
        entries.append(one)
    write_recording(tmp_path / "old.mcap", describe(match), entries)
    with Recording(tmp_path / "old.mcap") as recording:
        assert simulate_again(recording, TEAMS).same
        assert len(list(recording.inputs())) == 5


@pytest.mark.parametrize(
    "input",
    [
        PlaceBall(1.0, spin=(1.0, -2.0, 3.5)),
        Steer(Team.BLUE, 3, RobotOrder(3, BodyVelocity(1.0, 0.0, -2.0), Kick(3.0, 0.5), float("inf"))),
        Steer(Team.YELLOW, 0),
        MoveEpoch(-0.125),
        Drawn(Team.BLUE, "ä path", (Shape("line", ((0.0, 1.0), (2.0, 3.0)), "#fff", width=0.1),)),
        Drawn(Team.BLUE, "gone", ()),
        PlaceRobot(Team.BLUE, 3, by_force=True),
    ],
)
def test_every_new_input_comes_back_from_its_plain_form(input):
    assert from_plain(json.loads(json.dumps(to_plain(input)))) == input


def test_a_spinning_ball_spins_as_the_input_says():
    match = robopitch.make_match("ssl-div-b", players=0, realism=None, free_play=False)
    for input, spin in (
        (PlaceBall(0.0, 0.0, 0.5, 1.0, 0.0, 1.0, spin=(1.0, 2.0, 3.0)), [1.0, 2.0, 3.0]),
        (PlaceBall(x=1.0), [1.0, 2.0, 3.0]),  # only moved: it spins as before
        (PlaceBall(spin=(0.0, 0.0, 0.0)), [0.0, 0.0, 0.0]),
        (PlaceBall(spin=(0.0, 5.0, 0.0)), [0.0, 5.0, 0.0]),
        (PlaceBall(vx=1.0), [0.0, 0.0, 0.0]),
    ):
        match.offer("x", input)
        match.advance(match.tick)
        assert match.world.ball.spin.tolist() == spin
    assert Body(Team.BLUE, 0) not in match.world.bodies
