"""A recording of MI20 as the data model of the modules [MI20 §2.3, §4.3]."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.client.decisions import Decisions
from robopitch.client.modules.recorder import Recorder
from robopitch.client.playback import Playback
from robopitch.leagues.file_format import RecordedTeam
from robopitch.leagues.mirosot.formats.mi20 import MI20, read_mi20, write_mi20
from robopitch.leagues.mirosot.mi20.frames import snapshot_of, world_of
from robopitch.leagues.mirosot.wire.mi20 import (
    Chunk,
    GameState,
    Mi20Recording,
    RobotCommand,
    Situation,
    Snapshot,
    World,
)
from robopitch.messages import Team, Whistle, Whistled
from robopitch.spec import load_league

LEAGUE = load_league("mirosot-5v5")
FRAMES = 90


@pytest.fixture(scope="module")
def chunks() -> list[Chunk]:
    """What the software of yellow would have recorded of a match of one and a half seconds."""
    match = robopitch.make_match("mirosot-5v5", realism=None, blue="chase", yellow="chase", seed=3)
    match.offer("person", Whistled(Whistle.START))
    found: list[Chunk] = [GameState(0.0, True, Situation.NORMAL_PLAY, True, 0)]
    for frame in range(FRAMES):
        match.advance(round((frame + 1) / 60 / match.world.timestep))
        found += [snapshot_of(match, Team.YELLOW), world_of(match, Team.YELLOW)]
        found.append(RobotCommand(found[-1].time, 1, 0.0, 0.0))
    return found


def recording(folder: Path, chunks: list[Chunk], field: int = 0x05) -> Path:
    path = folder / "game.mi20"
    write_mi20(path, Mi20Recording(field, 2, 1_100_000_000, FRAMES / 60, tuple(chunks)))
    return path


@pytest.mark.parametrize("without", [(), (World,), (Snapshot,)], ids=["all", "snapshots", "world data"])
def test_the_modules_run_on_a_recording_and_see_what_was_seen(tmp_path, chunks, without):
    kept = [chunk for chunk in chunks if not isinstance(chunk, without)]
    playback = Playback(MI20.load_team(recording(tmp_path, kept)), LEAGUE, Decisions(), "chase")
    playback.run()
    assert playback.frames == playback.decided == FRAMES
    assert playback.faults == {}
    assert playback.system.timings["strategy"].calls == FRAMES
    if World not in without:
        assert playback.robots.root < 0.003
        assert playback.ball.root < 0.02
        assert playback.robots.count > 9 * (FRAMES - 10)
    assert playback.forward.count > 0.8 * FRAMES
    assert playback.forward.root > 0.05  # the recorded robot stood, this one drives
    own = playback.estimator.observation()
    assert own.situation.running
    snapshot = chunks[-3]
    place = next(robot for robot in snapshot.team if robot.id == 2)
    assert own.own[2].x == pytest.approx(1.1 - place.x / 1000, abs=0.1)  # in yellow's own frame


def test_the_same_recording_gives_the_same_commands(tmp_path, chunks):
    path, told = recording(tmp_path, chunks[:120]), []
    for _ in range(2):
        playback = Playback(MI20.load_team(path), LEAGUE, Decisions(), "mi20")
        orders: list[object] = []
        playback.system.events.tap(lambda event, orders=orders: orders.append(getattr(event, "orders", None)))
        playback.run()
        told.append([one for one in orders if one is not None])
    assert told[0] == told[1]
    assert len(told[0]) == 40


def test_what_modules_exchange_is_recorded_and_played_again(tmp_path, chunks):
    """A recording of the modules that run on a recording has the same snapshots, and their own world data."""
    recorded, found = MI20.load_team(recording(tmp_path, chunks)), []
    playback = Playback(recorded, LEAGUE, Decisions(), "chase")
    playback.system.offer("recorder", lambda: Recorder(Team.YELLOW, lambda: playback.estimator.side, found.extend))
    playback.system.start("recorder")
    playback.run()
    playback.system.stop("recorder")
    again = tmp_path / "again.mi20"
    count = MI20.write_team(again, RecordedTeam(LEAGUE.name, Team.YELLOW, found, (), 1_200_000_000))
    back = read_mi20(again)
    assert (back.start, back.team, len(back.chunks)) == (1_200_000_000, 2, count)
    first = [chunk for chunk in chunks if isinstance(chunk, Snapshot)]
    second = [chunk for chunk in back.chunks if isinstance(chunk, Snapshot)]
    assert len(second) == FRAMES
    for one, other in zip(first, second, strict=True):
        assert other.time == one.time
        assert [robot.x for robot in other.team] == pytest.approx([robot.x for robot in one.team])
    kinds = {kind: sum(isinstance(chunk, kind) for chunk in back.chunks) for kind in (World, RobotCommand, GameState)}
    assert kinds[World] == FRAMES
    assert kinds[RobotCommand] > 4 * FRAMES
    assert kinds[GameState] == 1
    replayed = Playback(MI20.load_team(again), LEAGUE, Decisions(), "chase")
    replayed.run()
    assert replayed.robots.root < 0.01
    assert replayed.forward.root < 1e-6  # the same decisions again


def run(*arguments: str):
    return CliRunner().invoke(app, ["team", *arguments])


def test_a_recording_is_played_from_the_command_line(tmp_path, chunks):
    path = recording(tmp_path, chunks[:61])
    (tmp_path / "decisions").mkdir()
    (tmp_path / "decisions" / "idle.py").write_text("def decide(observation):\n    return {}\n")
    decisions = ["--decision", "idle", "--decisions", str(tmp_path / "decisions")]
    result = run("mi20", "--from", str(path), *decisions, "--set", "estimator.keep=1.5", "--events")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0] == "idle plays yellow in MiroSot 5 a side, on what game.mi20 holds"
    assert lines[1] == "20 frames, 20 decisions"
    assert "mm from the recorded world data" in lines[2]
    assert any(line.startswith("strategy.places_wanted") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--from", "no.mi20"], "no.mi20"),
        (["--from", "x.mcap"], "x.mcap: no recording of a team's software; .mi20 is wanted"),
        (["--decision", "nobody"], "no decision system is called 'nobody'; known are cambada, chase, mi20"),
        (["--decisions", "/nowhere"], "--decisions /nowhere: there is no such folder"),
        (["--record", "x.mcap"], "--record x.mcap: .mi20 is wanted"),
        (["--set", "x"], "--set x: NAME=VALUE is wanted, as strategy.decision=chase"),
        (["--set", "estimator.kep=1"], "no setting is called 'estimator.kep'; did you mean 'estimator.keep'?"),
    ],
)
def test_what_is_not_possible_gets_a_message(arguments, message):
    result = run("mi20", "--league", "mirosot-5v5", "--seconds", "1", *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_a_field_of_unknown_size_is_named(tmp_path, chunks):
    result = run("mi20", "--from", str(recording(tmp_path, chunks[:9], 0x06)))
    assert "a field of unknown size, 0x06; known are 0x05, 0x07, 0x11" in " ".join(result.output.split())
