"""A match that goes back in time is exactly as it was then; sent timestamps do not go back."""

from __future__ import annotations

import random
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from tests.fields import Fields

from robopitch import BodyVelocity, Kick, Team
from robopitch.match import Match
from robopitch.messages import (
    ChangeRealism,
    ChangeSpec,
    MoveEpoch,
    Orders,
    PlaceBall,
    PlaceRobot,
    RobotOrder,
    Steer,
    SwapTeam,
    Whistled,
)
from robopitch.recording.loading import load_run
from robopitch.recording.reader import Recording
from robopitch.recording.resimulation import Verdict, simulate_again
from robopitch.referee.referee import USUAL_WHISTLES
from robopitch.server.history import History
from robopitch.teams import TEAMS

from .clients import Group
from .moving import Moving, match_of
from .pitch import EPOCH

ENGINES = ["turf", "mujoco"]


@pytest.fixture
def moving():
    with closing(Moving()) as moving:
        yield moving


def disturb(moving: Moving, chance: random.Random) -> None:
    """Give the match a random input."""
    number, place = chance.randrange(2), (chance.uniform(-2, 2), chance.uniform(-1, 1))
    orders = tuple(RobotOrder(i, BodyVelocity(chance.uniform(-2, 2), 0.3), Kick(4.0), 100.0) for i in range(2))
    wishes = [
        [Orders(Team.BLUE, orders)],
        [Orders(Team.YELLOW, orders), Orders(Team.BLUE, orders)],
        [PlaceBall(*place, vx=chance.uniform(-4, 4), vy=1.0)],
        [PlaceRobot(Team.BLUE, number, *place)],
        [PlaceBall(*place, by_force=True), PlaceRobot(Team.YELLOW, number, *place, by_force=True)],
        [PlaceBall()],
        [PlaceRobot(Team.BLUE, 7, *place, present=chance.random() < 0.7)],
        [Steer(Team.YELLOW, number, RobotOrder(number, BodyVelocity(0.5), Kick(2.0), float("inf")))],
        [ChangeSpec({"ball.rolling_deceleration": chance.uniform(0.1, 0.9)})],
        [ChangeRealism({"vision_delay": chance.uniform(0, 0.05), "ball_position": 0.01})],
        [SwapTeam(Team.YELLOW, chance.choice(["chase", "still", "external"]))],
        [Whistled(chance.choice(sorted(USUAL_WHISTLES)))],
    ]
    moving.give(*chance.choice(wishes))


def eventful(moving: Moving, turns: int, chance: random.Random) -> dict[int, str]:
    """Give random inputs at random ticks; returns the fingerprint at each of these ticks, before the input."""
    found = {}
    for _ in range(turns):
        found[moving.match.tick] = moving.fingerprint
        disturb(moving, chance)
        moving.step(chance.randrange(1, 250))
    found[moving.match.tick] = moving.fingerprint
    return found


def again(path: Path) -> Verdict:
    """Simulate a recording again, and compare also the packets."""
    with Recording(path) as recording:
        assert recording.problems == []
        return simulate_again(recording, TEAMS, packets=True)


# ---- state ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_the_match_is_what_it_was_at_every_tick_it_goes_back_to(engine):
    with closing(Moving(engine=engine)) as moving:
        prints = eventful(moving, 30 if engine == "turf" else 15, random.Random(1))
        for tick in sorted(prints, reverse=True):
            moving.go_back(tick)
            assert moving.match.tick == tick
            assert moving.fingerprint == prints[tick], tick


@pytest.mark.parametrize("engine", ENGINES)
def test_the_same_inputs_give_the_same_future(engine):
    with closing(Moving(engine=engine)) as moving:
        eventful(moving, 10, random.Random(1))
        tick = moving.match.tick
        future = eventful(moving, 8, random.Random(2))
        for _ in range(2):
            moving.go_back(tick)
            assert eventful(moving, 8, random.Random(2)) == future


def test_other_inputs_give_another_future_and_the_old_one_is_gone(moving):
    moving.step(1000)
    old = moving.fingerprint
    moving.go_back(500)
    moving.give(PlaceBall(1.0, 1.0, vx=1.0))
    moving.step(500)
    new = moving.fingerprint
    assert new != old
    moving.go_back(1000)
    assert moving.fingerprint == new


def test_to_go_back_to_now_changes_nothing(moving):
    eventful(moving, 5, random.Random(4))
    tick, before = moving.match.tick, moving.fingerprint
    moving.go_back(tick)
    assert (moving.match.tick, moving.fingerprint) == (tick, before)


def test_the_score_and_who_plays_and_parameters_come_back_too(moving):
    match = moving.match
    moving.step(100)
    moving.give(SwapTeam(Team.BLUE, "chase"), ChangeSpec({"ball.mass": 0.06}))
    moving.give(PlaceBall(4.3, 0.0, vx=5.0))
    moving.step(900)
    assert match.score[Team.BLUE] == 1
    moving.go_back(50)
    assert match.score[Team.BLUE] == 0
    assert match.players[Team.BLUE] == "external"
    assert match.world.league.ball.mass != 0.06
    assert list(match.news) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_reset_is_the_opening_whatever_was_done(engine):
    with closing(Moving(engine=engine)) as moving:
        opening = moving.fingerprint
        for seed in range(3):
            eventful(moving, 6, random.Random(seed))
            moving.server.restart()
            assert moving.match.tick == 0
            assert moving.fingerprint == opening


def test_nothing_older_than_is_remembered_and_nothing_to_come_can_be_gone_to():
    with closing(Moving(history=History(memory=2.0))) as moving:
        for _ in range(35):
            moving.step(1000)
        oldest = moving.history.oldest
        assert 10.0 <= oldest <= 33.0
        before = moving.fingerprint
        for tick in (round(oldest * 1000) - 1, 0, -5, 35_001, 10**9):
            with pytest.raises(ValueError, match="is remembered"):
                moving.go_back(tick)
            assert (moving.match.tick, moving.fingerprint) == (35_000, before)
        moving.go_back(round(oldest * 1000))
        assert moving.match.world.time == pytest.approx(oldest)


def test_without_a_memory_there_is_no_way_back_but_to_the_beginning():
    with closing(Moving(history=History(memory=0.0))) as moving:
        opening = moving.fingerprint
        moving.step(500)
        with pytest.raises(ValueError, match="--memory"):
            moving.go_back(100)
        assert moving.match.tick == 500
        moving.server.restart()
        assert moving.fingerprint == opening


# ---- sent timestamps -----------------------------------------------------------------------------------------------


class Outside:
    """Receives vision, tracker and referee, and collects their timestamps."""

    def __init__(self, moving: Moving) -> None:
        where = moving.server.network
        self.vision = Group(where.group("vision"), where.port("vision"))
        self.tracker = Group(where.group("vision"), where.port("tracker"))
        self.referee = Group(where.group("referee"), where.port("referee"))
        self.captures: dict[int, list[float]] = {}
        self.times: dict[str, list[float]] = {"sent": [], "tracker": [], "referee": []}

    def hear(self) -> None:
        for frame in self.vision.frames():
            self.captures.setdefault(frame.camera, []).append(frame.capture)
            self.times["sent"].append(frame.sent)
        self.times["tracker"] += [message.one(3).float(2) for message in self.tracker.messages()]
        self.times["referee"] += [Fields(data).int(1) / 1e6 for data in self.referee.waiting()]

    def close(self) -> None:
        for group in (self.vision, self.tracker, self.referee):
            group.close()


def test_what_is_sent_is_never_of_an_earlier_time(moving):
    other = match_of(epoch=5.0)
    other.advance(4321)
    with closing(Outside(moving)) as outside:
        chance = random.Random(3)
        passed = 0
        for turn in range(40):
            ticks = chance.randrange(1, 200)
            moving.step(ticks)
            passed += ticks
            outside.hear()
            if turn % 13 == 12:
                moving.server.restart()
            elif turn % 11 == 10:
                moving.server.adopt(other.save())
            elif turn % 2:
                oldest = round(moving.history.oldest * 1000)
                moving.go_back(chance.randrange(oldest, moving.match.tick + 1))
            assert moving.match.epoch + moving.match.world.time == pytest.approx(EPOCH + passed / 1000, abs=1e-6)
        assert len(outside.captures) == 4
        for camera, times in outside.captures.items():
            assert all(later > earlier - 1e-6 for earlier, later in pairwise(times)), camera
        for name, times in outside.times.items():
            assert len(times) > 20, name
            assert times == sorted(times), name
            assert EPOCH <= times[0] <= times[-1] <= EPOCH + passed / 1000 + 0.1, name


def test_a_match_that_never_went_back_has_its_first_epoch(moving):
    moving.step(500)
    assert moving.match.epoch == moving.match.origin == EPOCH


# ---- history -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packets", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_a_clip_simulates_again_bit_for_bit_however_time_went(seed, packets, tmp_path):
    chance = random.Random(seed)
    with closing(Moving(history=History(packets=packets))) as moving:
        for turn in range(5):
            eventful(moving, 6, chance)
            moving.go_back(chance.randrange(0, moving.match.tick + 1))
            if turn == 2:
                moving.server.restart()
        eventful(moving, 4, chance)
        path = moving.save(tmp_path / "clip.mcap")
        end = moving.match.tick
    verdict = again(path)
    assert verdict.same, verdict
    assert end - 20 < verdict.ticks <= end
    assert verdict.packets > 50


def test_a_clip_that_was_saved_right_after_going_back_ends_there(moving, tmp_path):
    moving.step(1000)
    moving.go_back(333)
    path = moving.save(tmp_path / "clip.mcap")
    verdict = again(path)
    assert verdict.same
    assert verdict.ticks == 333
    with Recording(path) as recording:
        assert recording.end / 1e9 - EPOCH == pytest.approx(0.333)
        assert [recorded.input for recorded in recording.inputs()] == [MoveEpoch(pytest.approx(0.667))]


def test_a_long_step_and_many_small_ones_leave_the_same_clip(tmp_path):
    kept = []
    for stride in (1000, 10):
        with closing(Moving()) as moving:
            for _ in range(1000 // stride):
                moving.step(stride)
            with Recording(moving.save(tmp_path / f"{stride}.mcap")) as recording:
                kept.append(
                    [(entry.time, entry.topic, entry.data) for entry in recording.messages(("/vision", "/tracker"))]
                )
    assert len(kept[0]) > 200
    assert kept[0] == kept[1]


def test_signals_of_a_clip_lie_at_their_simulated_times_after_going_back(tmp_path):
    with closing(Moving(realism="perfect", realism_overrides=None, players=1, free_play=False)) as moving:
        moving.give(PlaceBall(-2.0, 0.5, vx=2.0, vy=0.1))
        moving.step(800)
        moving.go_back(400)
        moving.step(600)
        moving.go_back(700)
        moving.give(PlaceBall(0.0, -1.0, vx=-1.0))
        moving.step(800)
        path = moving.save(tmp_path / "clip.mcap")
    run = load_run(path)
    for name in ("x", "y"):
        for seen in (f"seen.ball.{name}", f"tracked.ball.{name}"):
            signal, truth = run.signals[seen], run.signals[f"ball.{name}"]
            assert 0.0 <= signal.times[0] < 0.1
            assert max(b - a for a, b in pairwise(signal.times)) < 0.05
            assert signal.times[-1] == pytest.approx(1.5, abs=0.05)
            assert sorted(signal.times) == list(signal.times)
            at = {round(time * 1000): value for time, value in zip(truth.times, truth.values, strict=True)}
            seen_at = {round(time * 1000): value for time, value in zip(signal.times, signal.values, strict=True)}
            near = [(value, at[tick]) for tick, value in seen_at.items() if tick in at]
            assert len(near) > 10
            # At 0.7 s the ball was placed elsewhere: frames of that time may show either place.
            wrong = [(value, true) for value, true in near if abs(value - true) > 0.01]
            assert len(wrong) <= 4, (seen, wrong)
    assert not [problem for problem in run.notes["problems"] if "clock" in problem]


def test_a_file_that_is_being_recorded_ends_and_another_begins(tmp_path):
    with closing(Moving(history=History(tmp_path / "match.mcap"))) as moving:
        chance = random.Random(6)
        eventful(moving, 5, chance)
        first = moving.match.tick
        assert moving.history.status()["file"] == str(tmp_path / "match.mcap")
        moving.go_back(first // 2)
        assert moving.history.status()["file"] == str(tmp_path / "match-2.mcap")
        eventful(moving, 5, chance)
        second = moving.match.tick
        moving.server.restart()
        eventful(moving, 3, chance)
        third = moving.match.tick
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match-2.mcap", "match-3.mcap", "match.mcap"]
    spans = [("match.mcap", 0, first), ("match-2.mcap", first // 2, second), ("match-3.mcap", 0, third)]
    for name, begin, end in spans:
        verdict = again(tmp_path / name)
        assert verdict.same, (name, verdict)
        assert verdict.ticks == end - begin, name
        assert verdict.packets > 10


def test_an_older_file_is_not_written_over_when_another_begins(tmp_path):
    (tmp_path / "match-2.mcap").write_bytes(b"of yesterday")
    with closing(Moving(history=History(tmp_path / "match.mcap"))) as moving:
        moving.step(100)
        moving.go_back(50)
        moving.step(100)
    assert (tmp_path / "match-2.mcap").read_bytes() == b"of yesterday"


def test_a_next_file_that_cannot_be_written_does_not_leave_the_match_half_way(tmp_path):
    (tmp_path / "match-2.mcap").mkdir()
    with closing(Moving(history=History(tmp_path / "match.mcap"))) as moving:
        moving.step(1000)
        try:
            moving.go_back(500)
        except ValueError:
            assert moving.match.tick == 1000
        now = moving.match.epoch + moving.match.world.time
        assert now == pytest.approx(EPOCH + 1.0)
        moving.step(100)
        moving.save(tmp_path / "clip.mcap")
        assert again(tmp_path / "clip.mcap").same


# ---- snapshots of another match ------------------------------------------------------------------------------------


@pytest.mark.parametrize("later", [False, True])
def test_a_match_can_go_on_from_a_moment_of_another_like_it(later, moving, tmp_path):
    moving.step(1000)
    other = match_of(seed=77, epoch=3.0)
    other.offer("x", PlaceBall(1.0, 0.0, vx=3.0))
    other.advance(2500 if later else 400)
    tick = other.tick
    moving.server.adopt(other.save())
    assert moving.match.tick == tick
    assert moving.fingerprint == other.world.fingerprint()
    other.advance(tick + 700)
    moving.step(700)
    assert moving.fingerprint == other.world.fingerprint()
    assert moving.history.oldest == pytest.approx(tick / 1000)
    with pytest.raises(ValueError, match="is remembered"):
        moving.go_back(tick - 1)
    moving.go_back(tick + 300)
    moving.step(200)
    verdict = again(moving.save(tmp_path / "clip.mcap"))
    assert verdict.same
    assert verdict.ticks == 500


def misfits() -> dict[str, bytes]:
    def at(tick: int, match: Match) -> bytes:
        match.advance(tick)
        return match.save()

    good = at(100, match_of())
    return {
        "another league": at(100, match_of("ssl-div-a")),
        "another engine": at(100, match_of(engine="mujoco")),
        "another step": at(100, match_of(timestep=0.002)),
        "no free play": at(100, match_of(free_play=False)),
        "another family": at(100, match_of("vss-3v3", realism=None, realism_overrides=None)),
        "no senses": at(100, match_of(realism=None, realism_overrides=None)),
        "rubbish": b"rubbish",
        "nothing": b"",
        "damaged": good[:-40] + bytes([good[-40] ^ 1]) + good[-39:],
        "cut off": good[: len(good) // 2],
    }


@pytest.mark.parametrize("what", misfits())
def test_a_match_that_does_not_fit_is_refused_and_nothing_changes(what, moving, tmp_path):
    saved = misfits()[what]
    moving.step(500)
    before, epoch = moving.fingerprint, moving.match.epoch
    with pytest.raises(ValueError, match=r".{10,}"):
        moving.server.adopt(saved)
    assert (moving.match.tick, moving.fingerprint, moving.match.epoch) == (500, before, epoch)
    moving.step(500)
    moving.go_back(250)
    moving.step(250)
    assert moving.fingerprint == before
    assert again(moving.save(tmp_path / "clip.mcap")).same


@pytest.mark.parametrize(
    "options",
    [
        {"watchdog": 0.3},
        {"tracker": "filter"},
        {"tracker": "none"},
        {"enforce": ["halt"]},
        {"players": 4},
        {"blue": "chase", "yellow": "still"},
        {"realism": "perfect"},
    ],
)
def test_a_match_with_other_options_is_taken_whole_or_not_at_all(options, moving, tmp_path):
    other = match_of(**options)
    other.advance(300)
    moving.step(500)
    before = moving.fingerprint
    try:
        moving.server.adopt(other.save())
        assert moving.fingerprint == other.world.fingerprint()
    except ValueError:
        assert moving.fingerprint == before
    assert moving.match.due > moving.match.tick, "it would never go on"
    moving.step(300)
    assert again(moving.save(tmp_path / "clip.mcap")).same
