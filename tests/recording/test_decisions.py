"""Decisions of built-in teams in a recording: compared when it is simulated again; where they differ they count."""

import json
import random
from dataclasses import replace

import pytest
from tests.fields import message
from typer.testing import CliRunner

import robopitch
from robopitch import BodyVelocity, Team, WheelSpeeds
from robopitch.cli.app import app
from robopitch.match import Match
from robopitch.messages import Decision, FieldVelocity, Goal, Phase, PlaceBall, RobotDecision, Ruling, Whistle, Whistled
from robopitch.messages.plain import to_plain
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording, recorded_decision, recorded_derived
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import resume, simulate_again
from robopitch.recording.sink import Entry, FileSink, write_recording
from robopitch.recording.topics import DECISIONS as DECISIONS_TOPIC
from robopitch.recording.topics import DERIVED
from robopitch.teams import TEAMS
from robopitch.world import make

SECONDS = 3
DECISIONS = 2 * 50 * SECONDS


def record(path, policy):
    """A match in which both teams, said to be "chase", follow a policy; its fingerprints every half second."""
    match = Match(make("ssl-div-b", seed=4, players=3), policies={"chase": policy}, blue="chase", yellow="chase")
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink], snapshots=1.0)
    fingerprints = []
    for half in range(1, 2 * SECONDS + 1):
        match.advance(500 * half)
        fingerprints.append(match.world.fingerprint())
    recorder.close()
    sink.close()
    return fingerprints


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    path = tmp_path_factory.mktemp("decided") / "match.mcap"
    return path, record(path, TEAMS["chase"])


def noisy(sight):
    """The team on a processor that rounds the last bits otherwise."""
    chance = random.Random(sight.time)

    def shaken(number):
        return number * (1 + 1e-15 * chance.choice((-1, 1)))

    def disturbed(action):
        command = action.command
        if isinstance(command, BodyVelocity):
            command = BodyVelocity(shaken(command.forward), shaken(command.left), shaken(command.turn))
        elif isinstance(command, FieldVelocity):
            command = FieldVelocity(shaken(command.x), shaken(command.y), shaken(command.turn))
        return replace(action, command=command)

    return {number: disturbed(action) for number, action in TEAMS["chase"](sight).items()}


def moody(sight):
    """Decides otherwise in one decision of fifty."""
    actions = dict(TEAMS["chase"](sight))
    if round(sight.time * 50) % 50 == 20:
        actions[0] = replace(actions[0], command=BodyVelocity(-1.0, 0.5, 2.0))
    return actions


def grudging(sight):
    """Decides otherwise from the first second on, because it remembers that it did."""
    actions = dict(TEAMS["chase"](sight))
    if round(sight.time * 50) == 20 or "grudge" in sight.memory:
        sight.memory["grudge"] = True
        actions[0] = replace(actions[0], command=BodyVelocity(-1.0, 0.5, 2.0))
    return actions


def test_the_last_bits_of_a_team_do_not_reach_the_world(recorded, tmp_path):
    path, fingerprints = recorded
    assert record(tmp_path / "noisy.mcap", noisy) == fingerprints
    with Recording(path) as recording:
        verdict = simulate_again(recording, {"chase": noisy})
        rulings = len(list(recording.derived()))
    assert verdict.same
    assert verdict.decisions == DECISIONS + rulings
    assert verdict.decisions_differ == 0


def test_where_a_team_decides_otherwise_the_recorded_decision_counts(recorded):
    path, fingerprints = recorded
    with Recording(path) as recording:
        verdict = simulate_again(recording, {"chase": moody})
        halfway = resume(recording, {"chase": moody}, 1.5)
        rulings = len(list(recording.derived()))
    assert verdict.same
    assert verdict.frames == 50 * SECONDS + 1
    assert (verdict.decisions_differ, verdict.decisions) == (2 * SECONDS, DECISIONS + rulings)
    assert halfway.world.fingerprint() == fingerprints[2]


def test_what_a_team_wrongly_remembers_is_put_right_at_the_next_snapshot(recorded):
    with Recording(recorded[0]) as recording:
        verdict = simulate_again(recording, {"chase": grudging})
    assert verdict.same
    assert verdict.decisions_differ == 2 * 31  # from 0.4 s to the snapshot at 1 s


def test_a_recording_without_decisions_is_simulated_again_as_well(recorded, tmp_path):
    old = tmp_path / "old.mcap"
    with Recording(recorded[0]) as recording:
        entries = [entry for entry in recording.messages() if entry.topic not in (DECISIONS_TOPIC, DERIVED)]
        write_recording(old, recording.header, entries)
    with Recording(old) as recording:
        assert simulate_again(recording, TEAMS) == replace(simulate_again(recording, TEAMS), decisions=0)
        assert simulate_again(recording, TEAMS).same
        assert not simulate_again(recording, {"chase": moody}).same


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (RobotDecision(77, BodyVelocity(1.0), None, 0.0), "there is no blue 77 on the pitch"),
        (RobotDecision(10**400 - 1, BodyVelocity(1.0), None, 0.0), "there is no blue 999999"),
        (RobotDecision(0, WheelSpeeds((1.0,) * 9), None, 0.0), "9 wheel speeds"),
        (RobotDecision(0, BodyVelocity(1.0), None, -7.0), "dribble -7"),
    ],
    ids=["robot", "number", "wheels", "dribbler"],
)
def test_a_forged_decision_is_a_message(order, text, recorded, tmp_path):
    """Nobody but who writes a file by hand makes one: what a team decides, its robots can do."""
    with Recording(recorded[0]) as recording:
        header, entries = recording.header, list(recording.messages())
    place = next(n for n, entry in enumerate(entries) if entry.topic == DECISIONS_TOPIC)
    made = recorded_decision(entries[place])
    assert made.team is Team.BLUE
    forged = Decision(made.tick, made.team, (order,))
    plain = message(10, json.dumps(to_plain(forged)).encode())
    entries[place] = Entry(DECISIONS_TOPIC, entries[place].time, plain)
    write_recording(tmp_path / "forged.mcap", header, entries)
    done = CliRunner().invoke(app, ["replay", str(tmp_path / "forged.mcap"), "--simulate"])
    assert done.exit_code == 2
    assert f"the recorded decision of blue at step {made.tick} cannot be carried out" in done.stderr
    assert text in done.stderr


def test_replay_says_how_many_decisions_differed(tmp_path):
    record(tmp_path / "match.mcap", moody)
    result = CliRunner().invoke(app, ["replay", str(tmp_path / "match.mcap"), "--simulate"])
    assert result.exit_code == 0, result.output
    expected = f"recomputed decisions of teams and referee differed at {2 * SECONDS} of "
    assert expected in result.output
    assert "the recorded ones were used" in result.output


# ---- the referee --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def refereed(tmp_path_factory):
    """Two goals of free play, and a whistle."""
    path = tmp_path_factory.mktemp("refereed") / "match.mcap"
    match = robopitch.make_match("ssl-div-b", seed=1, players=1, realism=None)
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink], snapshots=1.0)
    match.offer("page", Whistled(Whistle.START))
    for _ in range(2):
        match.offer("page", PlaceBall(4.2, 0.35, vx=4.0))
        match.advance(match.tick + 6000)
    recorder.close()
    sink.close()
    assert match.score[Team.BLUE] == 2
    return path


def test_inputs_of_the_referee_are_recorded_beside_those_from_outside(refereed):
    with Recording(refereed) as recording:
        derived = list(recording.derived())
        inputs = [recorded.input for recorded in recording.inputs()]
    assert {recorded.source for recorded in derived} == {"referee"}
    assert {type(input) for recorded in derived for input in recorded.inputs} == {Ruling, PlaceBall}
    assert [type(input) for input in inputs] == [Whistled, PlaceBall, PlaceBall]
    phases = [input.game.phase for recorded in derived for input in recorded.inputs if isinstance(input, Ruling)]
    assert phases == [Phase.RUNNING, *[Phase.STOP, Phase.KICK_OFF, Phase.RUNNING] * 2]
    assert [recorded.tick for recorded in derived] == sorted(recorded.tick for recorded in derived)


def test_inputs_of_the_referee_are_computed_again_and_never_fed_twice(refereed):
    with Recording(refereed) as recording:
        verdict = simulate_again(recording, {})
        assert verdict.same
        assert (verdict.decisions, verdict.decisions_differ) == (len(list(recording.derived())), 0)
        for seconds in (0.5, 3.0, 11.0):
            match = resume(recording, {}, seconds)
            events = [event for event in recording.events() if isinstance(event, Goal) and event.time < seconds - 0.05]
            assert match.score[Team.BLUE] == len(events)


def test_a_ruling_that_differs_is_counted_and_the_recorded_one_is_carried_out(refereed, tmp_path):
    with Recording(refereed) as recording:
        header, entries = recording.header, list(recording.messages())
    place = next(n for n, entry in enumerate(entries) if entry.topic == DERIVED and b"PlaceBall" in entry.data)
    plain = json.loads(entries[place].data)
    (ball,) = (input for input in plain["inputs"] if input["is"] == "PlaceBall")
    ball["of"][0] = 1.5
    entries[place] = Entry(DERIVED, entries[place].time, json.dumps(plain).encode())
    write_recording(tmp_path / "changed.mcap", header, entries)
    with Recording(tmp_path / "changed.mcap") as recording:
        verdict = simulate_again(recording, {})
    assert verdict.decisions_differ == 1
    assert verdict.differs_at == pytest.approx(plain["tick"] / 1000, abs=0.021)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'{"tick": 1, "source": "referee", "inputs": 5}',
        b'{"tick": -1, "source": "referee", "inputs": []}',
        b'{"tick": 1, "source": 7, "inputs": [{"is": "PlaceBall", "of": []}]}',
        b'{"tick": 1, "source": "referee", "inputs": [{"is": "Team", "of": "blue"}]}',
    ],
)
def test_derived_inputs_that_cannot_be_read_are_a_message(data):
    with pytest.raises(ValueError, match="derived inputs cannot be read"):
        recorded_derived(Entry(DERIVED, 0, data))
