"""Decisions of built-in teams in a recording: compared when it is simulated again; where they differ they count."""

import random
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from robopitch import BodyVelocity
from robopitch.cli.app import app
from robopitch.match import Match
from robopitch.messages import FieldVelocity
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import resume, simulate_again
from robopitch.recording.sink import FileSink, write_recording
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
    assert verdict.same
    assert verdict.decisions == DECISIONS
    assert verdict.decisions_differ == 0


def test_where_a_team_decides_otherwise_the_recorded_decision_counts(recorded):
    path, fingerprints = recorded
    with Recording(path) as recording:
        verdict = simulate_again(recording, {"chase": moody})
        halfway = resume(recording, {"chase": moody}, 1.5)
    assert verdict.same
    assert verdict.frames == 50 * SECONDS + 1
    assert (verdict.decisions_differ, verdict.decisions) == (2 * SECONDS, DECISIONS)
    assert halfway.world.fingerprint() == fingerprints[2]


def test_what_a_team_wrongly_remembers_is_put_right_at_the_next_snapshot(recorded):
    with Recording(recorded[0]) as recording:
        verdict = simulate_again(recording, {"chase": grudging})
    assert verdict.same
    assert verdict.decisions_differ == 2 * 31  # from 0.4 s to the snapshot at 1 s


def test_a_recording_without_decisions_is_simulated_again_as_well(recorded, tmp_path):
    old = tmp_path / "old.mcap"
    with Recording(recorded[0]) as recording:
        entries = [entry for entry in recording.messages() if entry.topic != "/decisions"]
        write_recording(old, recording.header, entries)
    with Recording(old) as recording:
        assert simulate_again(recording, TEAMS) == replace(simulate_again(recording, TEAMS), decisions=0)
        assert simulate_again(recording, TEAMS).same
        assert not simulate_again(recording, {"chase": moody}).same


def test_replay_says_how_many_decisions_differed(tmp_path):
    record(tmp_path / "match.mcap", moody)
    result = CliRunner().invoke(app, ["replay", str(tmp_path / "match.mcap"), "--simulate"])
    assert result.exit_code == 0, result.output
    expected = f"recomputed team orders differed at {2 * SECONDS} of {DECISIONS} decisions; the recorded ones were used"
    assert expected in result.output
