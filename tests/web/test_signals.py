"""Signals for the plots: what the world was, what robots were told, what cameras saw, each at its time."""

import json
import math
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick, Team, WheelSpeeds
from robopitch.match import Match
from robopitch.measure.expression.expression import evaluate
from robopitch.measure.live import Sampler
from robopitch.measure.names import in_order
from robopitch.measure.run import Run, Signal
from robopitch.messages import CameraFrame, Orders, PlaceBall, PlaceRobot, RobotOrder
from robopitch.web.frame import NOTHING_SEEN, OWNERS, Sighting
from robopitch.web.history import RATE, Sample, Samples
from robopitch.web.signals import MOST_TRACES, LiveSignals, Moments, RunSignals, thinned


class Watched:
    """A match whose history is kept, as the server keeps it; `say` is what teams publish."""

    def __init__(self, seconds: float = 60.0, **options) -> None:
        options = {"realism": "perfect", "seed": 2, "players": 2, "watchdog": 0.0, "free_play": False, **options}
        self.match: Match = robopitch.make_match("ssl-div-b", **options)
        self.timestep = self.match.world.timestep
        self.history = Samples(seconds, self.timestep)
        self.frames: list[CameraFrame] = []
        self.say: Mapping[str, float] = {}
        self._sighting = NOTHING_SEEN
        self._next = 0

    def go(self, seconds: float) -> "Watched":
        match, every = self.match, round(1 / RATE / self.timestep)
        until = match.tick + round(seconds / self.timestep)
        if match.tick == 0:
            self.history.put(Sample(match.world.state_view(), self._sighting, self.say))
            self._next = every
        while match.tick < until:
            for output in match.advance(min(until, self._next)):
                if isinstance(output, CameraFrame):
                    self.frames.append(output)
                    self._see(output)
            if match.tick >= self._next:
                self.history.put(Sample(match.world.state_view(), self._sighting, self.say))
                self._next = match.tick + every
        return self

    def _see(self, frame: CameraFrame) -> None:
        fresh = [
            (OWNERS[team], robot.id, frame.capture, robot.x, robot.y, robot.heading)
            for team, robots in ((Team.BLUE, frame.blue), (Team.YELLOW, frame.yellow))
            for robot in robots
        ]
        old = [row for row in self._sighting.robots if not any(tuple(row[:2]) == new[:2] for new in fresh)]
        balls = [(frame.capture, ball.x, ball.y) for ball in frame.balls]
        self._sighting = Sighting(
            np.array([*old, *fresh]).reshape(-1, 6), np.array(balls).reshape(-1, 3) if balls else self._sighting.balls
        )

    def tell(self, number: int, command, kick: Kick | None = None, dribbler: float | None = None) -> None:
        assert not self.match.offer("a", Orders(Team.BLUE, (RobotOrder(number, command, kick, dribbler),)))

    @property
    def signals(self) -> LiveSignals:
        return LiveSignals(self.history.samples(), self.timestep)

    @property
    def run(self) -> Run:
        return Run("all", Moments(self.history.samples(), self.timestep))


def one(signals: LiveSignals | RunSignals, text: str, since: float | None = None, seconds: float = 20.0):
    (trace,) = signals.trace([text], since, seconds)
    assert trace["error"] == ""
    return trace


@pytest.fixture(scope="module")
def played() -> Watched:
    return Watched(realism="realistic", blue="chase", yellow="chase", free_play=True, players=4).go(4.0)


# ---- truth -----------------------------------------------------------------------------------------------------------


def test_signals_are_what_the_world_was():
    watched = Watched(blue="chase", yellow="chase", free_play=True)
    truth = []
    for _ in range(20):
        watched.go(0.1)
        world = watched.match.world
        robot = world.robot("blue", 1)
        truth.append([*world.ball.position, *world.ball.velocity, world.ball.speed, *robot.pose, *robot.velocity])
    names = [f"ball.{field}" for field in ("x", "y", "z", "vx", "vy", "vz", "speed")]
    names += [f"blue.1.{field}" for field in ("x", "y", "heading", "vx", "vy", "turn")]
    times = np.arange(1, 21) / 10
    for name, wanted in zip(names, np.array(truth).T, strict=True):
        signal = watched.run.signals[name]
        found = np.isclose(signal.times[:, None], times).any(axis=1)
        np.testing.assert_array_equal(signal.values[found], wanted)
    assert watched.run.signals["blue.1.turn"].unit == "rad/s"
    vx, vy = (watched.run.signals[f"blue.1.v{axis}"].values for axis in "xy")
    np.testing.assert_allclose(watched.run.signals["blue.1.speed"].values, np.hypot(vx, vy))


def test_they_agree_with_those_of_a_sampler():
    options = {"realism": "perfect", "seed": 7, "players": 3, "blue": "chase", "yellow": "chase"}
    sampler = Sampler(robopitch.make_match("ssl-div-b", **options), rate=RATE)
    sampler.advance(2.0)
    watched = Watched(free_play=True, watchdog=1.0, **options).go(2.0)
    for text in ("ball.x", "yellow.2.heading", "norm(ball.position - blue.1.position)", "diff(ball.speed)"):
        wanted = evaluate(sampler.run, text)
        trace = one(watched.signals, text)
        found = np.interp(trace["times"], wanted.times, wanted.values)
        np.testing.assert_allclose(trace["values"], found, rtol=1e-5, atol=1e-9)
        assert trace["unit"] == wanted.unit


def test_a_robot_that_was_not_on_the_pitch_has_no_values_and_others_keep_theirs():
    watched = Watched().go(0.5)
    watched.match.offer("a", PlaceRobot(Team.BLUE, 5, 1.0, 1.0, 0.5, present=True))
    watched.go(0.5)
    watched.match.offer("a", PlaceRobot(Team.BLUE, 0, present=False))
    watched.go(0.5)
    come, gone, other = (one(watched.signals, f"{name}.x") for name in ("blue.5", "blue.0", "yellow.1"))
    assert [value is None for value in come["values"]] == [time < 0.5005 for time in come["times"]]
    assert [value is None for value in gone["values"]] == [time > 1.0005 for time in gone["times"]]
    assert come["values"][-1] == pytest.approx(1.0, abs=1e-3)
    assert set(other["values"]) == {round(watched.match.world.robot("yellow", 1).pose.x, 6)}
    assert {"blue.5.x", "blue.0.x"} <= set(watched.signals.names())


# ---- commands --------------------------------------------------------------------------------------------------------


def test_a_command_is_told_in_the_way_in_which_it_was_given():
    watched = Watched()
    watched.tell(1, BodyVelocity(1.5, -0.5, 2.0))
    watched.go(0.5)
    watched.tell(1, FieldVelocity(-1.0, 0.25, 1.0), Kick(3.0, 0.5), dribbler=math.inf)
    watched.go(0.5)
    watched.tell(1, WheelSpeeds((1.0, 2.0, 3.0, 4.0)))
    watched.go(0.5)
    wanted = {
        "forward": (1.5, None, None),
        "left": (-0.5, None, None),
        "turn": (2.0, 1.0, None),
        "x": (None, -1.0, None),
        "y": (None, 0.25, None),
        "wheel2": (None, None, 3.0),
        "kick": (0.0, 3.0, 0.0),
    }
    for field, values in wanted.items():
        trace = one(watched.signals, f"command.blue.1.{field}")
        for time, value in zip((0.25, 0.75, 1.25), values, strict=True):
            index = int(np.searchsorted(trace["times"], time))
            assert trace["values"][index] == (None if value is None else pytest.approx(value, rel=1e-5)), (field, time)
    assert {f"command.blue.1.{field}" for field in wanted} <= set(watched.signals.names())
    assert "command.blue.0.x" not in watched.signals.names()  # nobody ever told it in this way
    rated = float(watched.match.world.robot("blue", 1).spec.holder.rated_speed)
    assert max(one(watched.signals, "command.blue.1.dribbler")["values"]) == pytest.approx(rated, rel=1e-5)


def test_commanded_and_true_speed_can_be_compared():
    watched = Watched()
    watched.tell(1, FieldVelocity(0.8, 0.6))
    watched.go(1.5)
    trace = one(watched.signals, "hypot(command.blue.1.x, command.blue.1.y) - blue.1.speed")
    assert trace["unit"] == "m/s"
    assert trace["values"][-1] == pytest.approx(0.0, abs=0.05)


# ---- what is seen ----------------------------------------------------------------------------------------------------


def test_what_is_seen_is_what_the_cameras_reported_at_the_times_of_their_pictures(played):
    # The history remembers the newest of each robot when it looks, at 50 Hz; cameras may take more pictures.
    reported = {
        (round(frame.capture, 6), robot.x, robot.y, robot.heading)
        for frame in played.frames
        for robot in frame.blue
        if robot.id == 2
    }
    x, y, heading = (played.run.signals[f"seen.blue.2.{field}"] for field in ("x", "y", "heading"))
    found = list(zip(x.times.round(6), x.values, y.values, heading.values, strict=True))
    assert len(found) > 150
    assert set(found) <= reported
    assert len(set(found)) == len(found)
    assert np.all(np.diff(x.times) >= 0)
    balls = {(round(frame.capture, 6), ball.x) for frame in played.frames for ball in frame.balls}
    ball = played.run.signals["seen.ball.x"]
    assert set(zip(ball.times.round(6), ball.values, strict=True)) <= balls


def test_seen_less_true_is_the_noise():
    watched = Watched(realism_overrides={"robot_position": 0.004, "vision_delay": 0.03})
    watched.tell(1, BodyVelocity(0.5))
    watched.go(4.0)
    values = [value for value in one(watched.signals, "seen.blue.1.x - blue.1.x")["values"] if value is not None]
    assert np.std(values) == pytest.approx(0.004, rel=0.25)
    assert abs(np.mean(values)) < 0.002


def test_where_nobody_looks_nothing_is_seen():
    watched = Watched(realism=None).go(0.2)
    assert not any(name.startswith("seen.") for name in watched.signals.names())
    (trace,) = watched.signals.trace(["seen.ball.x"], None, 5.0)
    assert "there is no signal 'seen.ball.x'" in trace["error"]


def test_what_a_team_publishes_holds_until_it_says_something_else():
    watched = Watched().go(0.5)
    watched.say = {"team.blue.attackers": 2.0}
    watched.go(0.5)
    watched.say = {"team.blue.attackers": 3.0}
    watched.go(0.5)
    trace = one(watched.signals, "team.blue.attackers")
    assert trace["values"][0] is None
    assert trace["values"][-1] == 3.0
    assert trace["values"].count(2.0) == 25
    assert watched.signals.names()[-1] == "team.blue.attackers"


# ---- asking ----------------------------------------------------------------------------------------------------------


def test_names_are_all_there_and_each_can_be_plotted(played):
    names = played.signals.names()
    assert len(names) == len(set(names))
    assert names[:7] == ["ball.x", "ball.y", "ball.z", "ball.vx", "ball.vy", "ball.vz", "ball.speed"]
    assert names[7:10] == ["blue.0.x", "blue.0.y", "blue.0.heading"]
    for start in range(0, len(names), MOST_TRACES):
        for trace in played.signals.trace(names[start : start + MOST_TRACES], None, 3.0):
            assert trace["error"] == ""
            assert len(trace["times"]) == len(trace["values"]) > 100


def test_names_are_in_the_order_in_which_people_look_for_them():
    wanted = ["ball.x", "blue.2.x", "blue.2.speed", "blue.10.x", "yellow.0.x", "seen.ball.x", "seen.blue.2.heading"]
    wanted += ["command.blue.2.forward", "command.blue.2.wheel2", "command.blue.2.wheel10", "score.blue", "team.blue.a"]
    assert in_order(reversed(wanted)) == wanted


def test_a_wrong_expression_says_what_is_wrong_and_the_others_still_work(played):
    texts = ["ball.x", "blue.3.z", "norm(ball.position", "ball.position", "ball.x + ball.vx", "2", "", "ball.speed"]
    traces = played.signals.trace(texts, None, 2.0)
    assert [trace["name"] for trace in traces] == texts
    assert [bool(trace["error"]) for trace in traces] == [False, True, True, True, True, True, True, False]
    assert "did you mean" in traces[1]["error"]
    assert "bracket is not closed" in traces[2]["error"]
    assert all(trace["times"] == [] for trace in traces[1:7])
    assert len(traces[0]["times"]) == len(traces[7]["times"]) == 101


def test_before_anything_happened_it_says_so():
    (trace,) = LiveSignals([], 0.001).trace(["ball.x"], None, 5.0)
    assert (trace["times"], trace["error"]) == ([], "nothing has happened yet")
    assert LiveSignals([], 0.001).names() == []


@pytest.mark.parametrize("text", ["ball.x", "yellow.1.heading", "command.blue.1.turn"])
@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(0.0, 4.0), max_size=5))
def test_pieces_put_together_are_the_whole(played, text, cuts):
    samples = played.history.samples()
    times: list[float] = []
    values: list[float | None] = []
    for cut in [*sorted(cuts), 4.0]:  # what was there when somebody asked
        there = [sample for sample in samples if sample.state_view.tick * played.timestep <= cut]
        piece = one(LiveSignals(there, played.timestep), text, times[-1] if times else None, 60.0)
        times, values = times + piece["times"], values + piece["values"]
    whole = one(played.signals, text, None, 60.0)
    assert (times, values) == (whole["times"], whole["values"])


@settings(max_examples=30, deadline=None)
@given(
    since=st.integers(-1000, 5000).map(lambda ms: ms / 1000 + 0.0003),  # between two ticks: times are told in µs
    seconds=st.integers(0, 5000).map(lambda ms: ms / 1000),
)
def test_a_window_holds_what_is_after_its_start_and_not_after_its_end(played, since, seconds):
    whole = one(played.signals, "ball.x", None, 60.0)
    pairs = list(zip(whole["times"], whole["values"], strict=True))
    part = one(played.signals, "ball.x", since, seconds)
    wanted = [pair for pair in pairs if since < pair[0] <= since + seconds]
    assert list(zip(part["times"], part["values"], strict=True)) == wanted
    recorded = one(RunSignals(played.run), "ball.x", since, seconds)
    assert recorded == part


def test_slopes_are_right_at_the_edges_of_a_window(played):
    whole = one(played.signals, "diff(ball.x)", None, 60.0)
    part = one(played.signals, "diff(ball.x)", 1.0, 1.0)
    index = whole["times"].index(part["times"][0])
    assert part["values"] == whole["values"][index : index + len(part["values"])]


def test_what_is_told_is_json_and_short(played):
    trace = one(played.signals, "ball.x / 3e7")
    text = json.dumps(trace["values"], allow_nan=False)
    assert len(text) / len(trace["values"]) < 14
    exact = evaluate(played.run, "ball.x / 3e7").values
    np.testing.assert_allclose(trace["values"], exact, rtol=1e-5, atol=1e-12)
    (infinite,) = played.signals.trace(["1 / (ball.x - ball.x)"], None, 5.0)
    assert set(infinite["values"]) == {None}


def test_strange_numbers_do_no_harm(played):
    for since, seconds in ((math.nan, 5.0), (None, math.nan), (1e300, 5.0), (-1e300, 5.0), (None, -3.0), (0.0, 1e300)):
        one(played.signals, "ball.x", since, seconds)
    assert len(played.signals.trace(["ball.x"] * 1000, None, 1.0)) == MOST_TRACES


# ---- recordings ------------------------------------------------------------------------------------------------------


def test_a_run_is_traced_as_a_match_is(played):
    signals = RunSignals(played.run)
    assert signals.names() == played.signals.names()
    for text in ("blue.1.x", "seen.blue.1.x - blue.1.x", "norm(ball.position - blue.1.position)"):
        assert one(signals, text, None, 60.0) == one(played.signals, text, None, 60.0)
    (wrong,) = signals.trace(["ball.w"], None, 5.0)
    assert "did you mean" in wrong["error"]


def test_an_empty_run_is_no_trouble():
    signals = RunSignals(Run("empty", {}))
    assert signals.names() == []
    assert signals.trace(["ball.x"], None, 5.0)[0]["error"].endswith("there are none")


def test_a_long_run_is_thinned_and_keeps_its_peaks():
    times = np.arange(200_000) / 100
    values = np.sin(times)
    values[123_456] = 7.0
    values[50_000:60_000] = math.nan
    signals = RunSignals(Run("long", {"a.b": Signal("a.b", "m", times, values)}))
    trace = one(signals, "a.b", None, 3000.0)
    assert len(trace["times"]) <= 12_000
    assert 7.0 in trace["values"]
    assert None in trace["values"]
    assert sorted(trace["times"]) == trace["times"]
    short, _ = thinned(times[:100], values[:100], 100)
    assert len(short) == 100


def test_a_ball_that_is_placed_jumps_at_once():
    watched = Watched().go(0.5)
    watched.match.offer("a", PlaceBall(x=2.0, y=1.0))
    watched.go(0.5)
    trace = one(watched.signals, "ball.x")
    assert trace["values"][-1] == pytest.approx(2.0)
    assert trace["values"][0] == pytest.approx(0.0)
