"""The statistics of whole matches, in every league."""

import json
from dataclasses import replace

import pytest

import robopitch
from robopitch import Team
from robopitch.measure.match_stats.collector import StatsObserver, stats_of, stats_table, stats_text
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.score import game_at_start
from robopitch.recording.sink import FileSink
from robopitch.spec import league_names


def minute(league, seed=1, seconds=60, see=lambda match: None, **options):
    match = robopitch.make_match(league, realism=None, blue="chase", yellow="chase", seed=seed, **options)
    stats = StatsObserver(match)
    match.observe(stats, rate=50.0)
    see(match)
    match.advance(round(seconds / match.world.timestep))
    return match, stats.result()


@pytest.mark.parametrize(
    ("league", "seconds"), [(name, 40.0 if name == "ssl-div-b" else 15.0) for name in league_names("turf")]
)
def test_the_statistics_of_chase_against_chase_add_up(league, seconds):
    match, stats = minute(league, seconds=seconds)
    played = sum(stats.of(team).possession_seconds for team in Team) + stats.contested + stats.loose
    assert stats.seconds == pytest.approx(seconds)
    assert played + stats.dead == pytest.approx(seconds)
    goals = sum(match.score.values())
    # Balls that left are placed back at once; between a goal and the kick-off 2 to 5 s pass.
    assert 1.9 * goals - 2.0 < stats.dead < 1.0 + 5.1 * goals
    assert {team: stats.of(team).goals for team in Team} == match.score
    assert stats.blue.possession + stats.yellow.possession == pytest.approx(1.0)
    for team in Team:
        ours, theirs = stats.of(team), stats.of(team.other)
        assert ours.shots >= ours.on_target >= ours.goals - theirs.own_goals + theirs.saves
        assert ours.passes_tried >= ours.passes_completed
        assert ours.interceptions <= theirs.passes_tried - theirs.passes_completed
        assert len(ours.robots) == match.world.league.team_size
        spec = match.world.league.team(team).robot
        assert 0.5 * spec.drive.limits.speed < ours.top_speed < 1.6 * spec.drive.limits.speed
        assert ours.distance < seconds * len(ours.robots) * spec.drive.limits.speed
    if match.world.league.blue.robot.kicker is not None:  # without one, a kick is a hard push, which may not happen
        assert sum(stats.of(team).kicks for team in Team) > 0
    assert json.loads(json.dumps(stats.to_plain())) == stats.to_plain()


def test_observing_changes_nothing_and_the_same_match_gives_the_same_statistics():
    match, stats = minute("ssl-div-b", seconds=20)
    alone = robopitch.make_match("ssl-div-b", realism=None, blue="chase", yellow="chase", seed=1)
    alone.advance(20_000)
    assert alone.world.fingerprint() == match.world.fingerprint()
    assert minute("ssl-div-b", seconds=20)[1] == stats


@pytest.mark.parametrize("league", ["ssl-div-b", "vss-3v3"])
def test_a_recording_gives_the_same_statistics_as_the_match(league, tmp_path):
    path, parts = tmp_path / "match.mcap", []

    def see(match):
        parts.append(FileSink(path, describe(match)))
        parts.append(Recorder(match, parts[:1]))

    match, live = minute(league, seed=2, seconds=20, see=see)
    parts[1].close()
    parts[0].close()
    with Recording(path) as recording:
        names = ("chase", "chase")
        found = recording.truth(), recording.events(), recording.inputs(), recording.derived()
        told = stats_of(match.world.league, *found, names=names)
    for team in Team:
        ours, theirs = told.of(team).__dict__.copy(), live.of(team).__dict__.copy()
        ran = [[robot.distance for robot in each.pop("robots")] for each in (ours, theirs)]
        assert ran[0] == pytest.approx(ran[1], abs=0.01)
        assert ours == pytest.approx(theirs, abs=0.1)
    assert [(crash.faster, crash.slower) for crash in told.crashes] == [
        (crash.faster, crash.slower) for crash in live.crashes
    ]


def test_the_phase_in_which_a_recording_begins_counts_as_in_the_match(tmp_path):
    match = robopitch.make_match("ssl-div-b", blue="chase", yellow="chase", referee="rules", realism=None)
    observer = StatsObserver(match)
    match.observe(observer, rate=50.0)
    sink = FileSink(tmp_path / "match.mcap", describe(match))
    recorder = Recorder(match, [sink])
    match.advance(6000)
    recorder.close()
    sink.close()
    with Recording(tmp_path / "match.mcap") as recording:
        found = recording.truth(), recording.events(), recording.inputs(), recording.derived()
        told = stats_of(match.world.league, *found, game=game_at_start(recording))
    assert told.dead == pytest.approx(observer.result().dead, abs=0.021)
    assert told.dead > 4.0  # HALT, STOP, and the kick-off


def test_statistics_are_a_table_of_two_columns():
    _, stats = minute("ssl-div-b", seconds=20)
    lines = stats_text(stats, ("left", "right")).splitlines()
    assert lines[0].split() == ["left", "right"]
    assert lines[1].split() == ["blue", "yellow"]
    assert lines[2].split() == ["goals", str(stats.blue.goals), str(stats.yellow.goals)]
    assert {len(line) for line in lines[:-1]} == {len(lines[0])}
    assert stats_text(stats).split()[:2] == ["chase", "chase"]


def test_many_matches_are_listed_by_pairing_whichever_colour_a_team_played():
    _, stats = minute("ssl-div-b", seconds=20)
    won = replace(stats, names=("a", "b"), blue=replace(stats.blue, goals=2), yellow=replace(stats.yellow, goals=0))
    lost = replace(stats, names=("b", "a"), blue=replace(stats.blue, goals=4), yellow=replace(stats.yellow, goals=1))
    drawn = replace(stats, names=("a", "c"), blue=replace(stats.blue, goals=1), yellow=replace(stats.yellow, goals=1))
    first, second = stats_table([won, lost, drawn]).split("\n\n")
    assert first.splitlines()[0] == "a v b, 2 matches: 1 won, 0 drawn, 1 lost; goals 3 : 4"
    assert second.splitlines()[0] == "a v c, 1 matches: 0 won, 1 drawn, 0 lost; goals 1 : 1"
    assert first.splitlines()[2].split() == ["goals", "1.5", "2.0"]


def test_statistics_go_on_when_a_match_goes_back_in_time():
    match, _ = minute("ssl-div-b", seconds=2)
    stats = StatsObserver(match)
    match.observe(stats, rate=50.0)
    saved = match.save()
    match.advance(4000)
    match.restore(saved)
    match.advance(4000)
    assert stats.result().seconds == pytest.approx(4.0, abs=0.021)
