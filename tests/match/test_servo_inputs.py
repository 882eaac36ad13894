"""Writes to servos are inputs of a match: taken in, refused, recorded, repeated."""

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import ResetServo, WriteRegisters
from robopitch.messages.plain import from_plain, to_plain
from robopitch.physics.engines import ENGINES, EngineKind
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink


@pytest.fixture
def match(monkeypatch):
    monkeypatch.setitem(ENGINES, "turf", EngineKind("tests.servo_engine:ServoTurf", "turf with servos"))
    return robopitch.make_match("ssl-div-b", realism=None, players=1)


def goal(position: int, servo: int = 3) -> WriteRegisters:
    return WriteRegisters(Team.BLUE, 0, servo, 30, position.to_bytes(2, "little"))


def test_a_write_takes_effect_at_the_next_tick(match):
    assert match.offer("bus", goal(700)) == ()
    assert match.world.read_registers("blue", 0, 3, 30, 2) == (512).to_bytes(2, "little")
    match.advance(1)
    assert match.world.read_registers("blue", 0, 3, 30, 2) == (700).to_bytes(2, "little")
    match.advance(400)
    assert match.world.robot("blue", 0).joints[1] > 0.5
    assert match.offer("bus", ResetServo(Team.BLUE, 0, 3)) == ()
    match.advance(401)
    assert match.world.read_registers("blue", 0, 3, 24, 1) == b"\0"


def test_writes_of_one_tick_are_ordered_by_source_not_by_arrival(match):
    match.offer("z", goal(600))
    match.offer("a", goal(700))
    match.advance(1)
    assert match.world.read_registers("blue", 0, 3, 30, 2) == (600).to_bytes(2, "little")


def test_what_there_is_not_is_refused_with_a_reason(match):
    before = match.world.fingerprint()
    reasons = {
        "there is no blue 7 on the field": WriteRegisters(Team.BLUE, 7, 3, 30, b"\0\0"),
        "blue 0: there is no servo 4, but 3, 19": goal(600, servo=4),
        "RX-28: 2 bytes at 49; its addresses are 0 to 49": WriteRegisters(Team.BLUE, 0, 3, 49, b"\0\0"),
        "RX-28: 1 bytes at -1; its addresses are 0 to 49": WriteRegisters(Team.BLUE, 0, 3, -1, b"\0"),
        "RX-28: 0 bytes at 30; its addresses are 0 to 49": WriteRegisters(Team.BLUE, 0, 3, 30, b""),
    }
    for reason, input in reasons.items():
        (refusal,) = match.offer("bus", input)
        assert refusal.message == reason
    match.advance(0)
    assert match.world.fingerprint() == before
    plain = ResetServo(Team.BLUE, 9, 3)
    assert match.offer("bus", plain)[0].code == "INVALID"


def test_a_robot_without_servos_refuses(monkeypatch):
    match = robopitch.make_match("ssl-div-b", realism=None, players=1)
    (refusal,) = match.offer("bus", goal(600))
    assert refusal.message == "blue 0: this robot has no servos"


def test_the_inputs_have_a_plain_form():
    for input in (goal(700), ResetServo(Team.YELLOW, 2, 19, True, ("id",))):
        assert from_plain(to_plain(input)) == input


def test_a_recording_is_simulated_again_bit_for_bit(match, tmp_path):
    path = tmp_path / "servos.mcap"
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink])
    for index, position in enumerate((700, 300, 600)):
        match.offer("bus", goal(position))
        match.advance(100 * (index + 1))
    recorder.close()
    sink.close()
    with Recording(path) as recording:
        verdict = simulate_again(recording)
    assert verdict.differs_at is None
    assert verdict.frames > 3
