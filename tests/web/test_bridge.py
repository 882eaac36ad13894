"""The bridge: what it shows and tells, to whom, and what it remembers."""

import json
import math
import select
from types import SimpleNamespace

import pytest
from tests.server.moving import Moving

from robopitch import Team
from robopitch.messages import (
    ChangeCameras,
    ChangeSpec,
    Drawn,
    GameState,
    HearReferee,
    Orders,
    Phase,
    PlaceBall,
    PlaceRobot,
    Published,
    RobotOrder,
    Shape,
    SwapTeam,
    Whistle,
    Whistled,
)
from robopitch.net import REAL
from robopitch.server.api import read
from robopitch.web import bridge as module
from robopitch.web.bridge import Asked, Bridge
from robopitch.web.requests.traces import GetTable
from robopitch.web.signals import LiveSignals

from .stand import DecodedFrame


def carrying_out(ask):
    """What the bridge does for a request."""
    return lambda bridge: bridge.carry_out(ask)


def frame_at(at):
    return lambda bridge: bridge.frame_at(at)


class Crowd:
    """An audience that notes what it is shown and told."""

    def __init__(self, size: int = 1) -> None:
        self.size = size
        self.frames: list[bytes] = []
        self.tells: list[dict] = []

    def show(self, data: bytes) -> None:
        self.frames.append(data)

    def tell(self, message: dict) -> None:
        self.tells.append(json.loads(json.dumps(message, allow_nan=False)))

    def told(self, kind: str) -> list[dict]:
        return [tell for tell in self.tells if tell["tell"] == kind]

    @property
    def marks(self) -> list[dict]:
        """All that would be on the time bar now."""
        found: list[dict] = []
        for tell in self.told("marks"):
            found = tell["marks"] if tell["anew"] else found + tell["marks"]
        return found


class Booked(Moving):
    """A server with a bridge and a crowd, and a wall clock that stands still unless it is told to go on."""

    def __init__(self, folder, size: int = 1, **options) -> None:
        super().__init__(**options)
        self.now = 1000.0
        clock = SimpleNamespace(monotonic=lambda: self.now, spent=REAL.clock.spent)
        self.server.system = SimpleNamespace(pair=REAL.pair, clock=clock)
        self.crowd = Crowd(size)
        self.bridge = Bridge(self.server, self.crowd, folder / "clips", folder / "scenes")
        self.server.add_plugin(self.bridge)
        self.bridge.start()

    def serve(self, seconds: float = 1.0) -> None:
        """A turn of the loop, some time after the last one."""
        self.now += seconds
        self.bridge.serve(True)

    def ask(self, ask, **values):
        """The answer to a request: its name and fields, or one of the page server."""
        answers: list = []
        asked = carrying_out(read({"ask": ask, **values})) if isinstance(ask, str) else ask
        self.bridge.ask(Asked(asked, answers.append))
        self.bridge.serve(True)
        (answer,) = answers
        return answer


@pytest.fixture
def make(tmp_path):
    opened: list[Booked] = []

    def booked(**options) -> Booked:
        opened.append(Booked(tmp_path, **options))
        return opened[-1]

    yield booked
    for one in opened:
        one.close()


@pytest.fixture
def booked(make):
    return make()


def test_what_the_match_waits_for_stands_where_the_stage_would_be(booked):
    booked.serve()
    assert booked.bridge.status()["referee"]["stage"] == "waits for the first command of blue and of yellow"
    for team in Team:
        booked.give(Orders(team, (RobotOrder(0),)))
    assert booked.bridge.status()["referee"]["stage"] == "free play"


# ---- showing -------------------------------------------------------------------------------------------------------


def test_for_nobody_nothing_is_made(make):
    booked = make(size=0)
    booked.give(PlaceBall(1.0, 1.0), SwapTeam(Team.BLUE, "chase"), Drawn(Team.BLUE, "a", ()))
    booked.step(500)
    booked.serve()
    assert booked.crowd.frames == booked.crowd.tells == []
    assert booked.bridge.when() > booked.now + 0.5


def test_a_frame_is_shown_sixty_times_a_second_if_something_changed(booked):
    booked.serve()
    shown = len(booked.crowd.frames)
    for _ in range(60):  # a second, in steps of a third of a frame
        for _ in range(3):
            booked.serve(1 / 180)
            booked.match.advance(booked.match.tick + 5)
    assert 55 <= len(booked.crowd.frames) - shown <= 61
    shown = len(booked.crowd.frames)
    for _ in range(30):
        booked.serve(1 / 60)
    assert len(booked.crowd.frames) - shown <= 1  # nothing moves any more


def test_a_late_loop_does_not_show_frames_one_after_another_to_catch_up(booked):
    booked.serve()
    booked.step(10)
    booked.serve(5.0)
    shown = len(booked.crowd.frames)
    for _ in range(10):
        booked.match.advance(booked.match.tick + 1)
        booked.serve(0.0001)
    assert len(booked.crowd.frames) - shown <= 1


def test_a_frame_shows_what_is(booked):
    booked.step(333)
    booked.give(PlaceBall(1.5, -0.5, 0.25, 1.0, 2.0, 3.0))
    booked.serve()
    found = DecodedFrame(booked.crowd.frames[-1])
    assert found.paused
    assert not found.past
    assert (found.time, found.first, found.last) == pytest.approx((0.333, 0.0, 0.333))
    assert found.ball == pytest.approx((1.5, -0.5, 0.2715, 1.0, 2.0, 3.0))
    assert len(found.robots) == 4


def test_a_past_frame_is_what_was_shown_then(booked):
    was = {}
    booked.give(PlaceBall(-1.0, 0.0, vx=2.0))
    for _ in range(100):
        booked.step(20)
        booked.serve()
        was[booked.match.tick] = DecodedFrame(booked.crowd.frames[-1])
    for tick, then in was.items():
        found = DecodedFrame(booked.ask(frame_at(tick / 1000)))
        assert found.past
        assert (found.time, found.ball, found.robots) == (then.time, then.ball, then.robots)
        assert found.last == pytest.approx(2.0)
        assert set(found.seen) == set(then.seen)


# ---- asking --------------------------------------------------------------------------------------------------------


def takes(booked: Booked, seconds: float, answers: list[int], count: int) -> None:
    """So many asks, each of which takes a while to be answered."""

    def answered(number: int) -> None:
        answers.append(number)
        booked.now += seconds

    for number in range(count):
        booked.bridge.ask(Asked(lambda bridge: None, lambda _, number=number: answered(number)))


def test_asks_are_answered_in_order_and_the_match_does_not_wait_for_all_of_them(booked):
    answers: list[int] = []
    takes(booked, 0.0005, answers, 10)
    turns = []
    for _ in range(5):
        booked.serve(0.0)
        turns.append(len(answers))
    assert turns[0] in (4, 5)
    assert turns[-1] == 10
    assert answers == list(range(10))


def test_an_ask_that_takes_long_is_answered_too(booked):
    answers: list[int] = []
    takes(booked, 1.0, answers, 3)
    for expected in (1, 2, 3):
        booked.serve(0.0)
        assert len(answers) == expected


def test_the_loop_is_woken_as_long_as_requests_wait(booked):
    def woken() -> bool:
        return bool(select.select([booked.bridge.fileno()], [], [], 0)[0])

    assert not woken()
    for _ in range(1000):  # more than a socket takes
        booked.bridge.ask(Asked(lambda bridge: None, lambda _: None))
    while woken():
        booked.bridge.serve(True)
    takes(booked, 0.0015, [], 3)
    assert woken()
    booked.bridge.serve(True)
    assert woken()
    booked.bridge.serve(True)
    assert not woken()


@pytest.mark.parametrize(
    "error", [RuntimeError, AttributeError, IndexError, OSError, RecursionError, ZeroDivisionError]
)
def test_whatever_goes_wrong_with_an_ask_is_its_answer_and_nothing_more(booked, error, monkeypatch):
    def fail(*_):
        raise error("something broke")

    monkeypatch.setattr(booked.match, "offer", fail)
    assert booked.ask("whistle", whistle="stop") == {"error": "something broke"}
    assert booked.ask("table")["rows"]


def test_what_a_hand_did_is_shown_at_once(booked):
    booked.serve()
    shown = len(booked.crowd.frames)
    booked.ask("place", gesture=1, things=[{"ball": True, "x": 1.0, "y": 1.0}])
    assert len(booked.crowd.frames) == shown + 1
    assert DecodedFrame(booked.crowd.frames[-1]).ball[:2] == (1.0, 1.0)


# ---- telling -------------------------------------------------------------------------------------------------------


def test_the_status_is_told_every_second_and_when_something_changes(booked):
    booked.serve()
    booked.crowd.tells.clear()
    for _ in range(50):
        booked.serve(0.0999)
    assert 4 <= len(booked.crowd.told("status")) <= 6
    booked.crowd.tells.clear()
    booked.ask("speed", speed=0.5)
    assert [tell["speed"] for tell in booked.crowd.told("status")] == [0.5]


@pytest.mark.parametrize(
    "wish",
    [
        PlaceRobot(Team.BLUE, 9, 0.0, 1.0, present=True),
        SwapTeam(Team.YELLOW, "still"),
        ChangeSpec({"field.length": 8.0}),
        ChangeCameras(()),
    ],
)
def test_the_pitch_is_told_anew_when_it_is_another_one(booked, wish):
    booked.serve()
    booked.step(10)
    booked.serve()
    assert len(booked.crowd.told("pitch")) == 1
    booked.give(wish)
    booked.serve()
    before, after = booked.crowd.told("pitch")
    assert before != after


def test_the_pitch_is_not_told_anew_when_a_robot_only_leaves_or_moves(booked):
    booked.serve()
    booked.give(PlaceRobot(Team.BLUE, 1, present=False), PlaceRobot(Team.BLUE, 0, 1.0, 1.0))
    booked.step(100)
    booked.serve()
    assert len(booked.crowd.told("pitch")) == 1


def test_what_happens_is_marked_once_with_its_time_and_place(make):
    booked = make(free_play=True)
    booked.serve()
    booked.give(PlaceRobot(Team.YELLOW, 0, 0.0, 2.0), PlaceBall(4.0, 0.0, vx=5.0))
    booked.step(1000)
    booked.give(Whistled(Whistle.HALT), SwapTeam(Team.BLUE, "still"), ChangeSpec({"ball.mass": 0.05}))
    for _ in range(3):
        booked.serve()
    marks = booked.crowd.marks
    (goal,) = (mark for mark in marks if mark["kind"] == "goal")
    assert goal["team"] == "blue"
    assert goal["text"] == f"goal for blue, 1 : 0 ({goal['detail']})"
    assert goal["score"] == {"blue": 1, "yellow": 0}
    assert 0.05 < goal["time"] < 0.3
    assert goal["place"][0] == pytest.approx(4.5, abs=0.2)
    texts = [mark["text"] for mark in marks if mark["time"] == 1.0]
    assert texts == ["halt (by hand)", "still plays blue", "changed ball.mass = 0.05"]
    assert not [mark for mark in marks if "placed" in mark["text"]]
    assert json.loads(json.dumps(booked.ask(Bridge.greet)[1]["marks"])) == marks


def test_a_referee_is_marked_when_it_says_something_else(booked):
    booked.serve()
    for number, phase in enumerate((Phase.HALT, Phase.HALT, Phase.STOP, Phase.STOP)):
        booked.give(HearReferee(GameState(phase, number=number)))
        booked.step(10)
    booked.give(HearReferee(GameState(Phase.STOP, detail={"name": "PREPARE_KICKOFF"})))  # as its protocol calls it
    booked.give(HearReferee(GameState(Phase.FREE_KICK, Team.BLUE)))
    booked.step(10)
    booked.serve()
    texts = [mark["text"] for mark in booked.crowd.marks]
    assert texts == ["halt", "stop", "prepare kickoff", "free kick for blue"]
    assert booked.bridge.status()["referee"]["external"]


def test_marks_do_not_fill_the_memory(booked):
    for _ in range(module.MOST_MARKS + 50):
        booked.bridge.on_input("x", 0, Whistled(Whistle.STOP))
    assert len(booked.bridge.welcome()[1]["marks"]) == module.MOST_MARKS


def circle(radius: float) -> Shape:
    return Shape("circle", ((0.0, 0.0),), "red", radius)


def test_drawings_are_told_when_they_change_and_to_who_comes(booked):
    booked.serve()
    booked.crowd.tells.clear()
    booked.give(Drawn(Team.BLUE, "b", (circle(1.0),)), Drawn(Team.BLUE, "a", (circle(2.0),)))
    booked.give(Drawn(Team.BLUE, "b", (circle(3.0),)))
    booked.serve()
    booked.serve()
    (tell,) = booked.crowd.told("drawings")
    assert [(layer["name"], layer["shapes"][0]["radius"]) for layer in tell["layers"]] == [("a", 2.0), ("b", 3.0)]
    booked.give(Drawn(Team.BLUE, "b", ()))
    booked.serve()
    assert booked.crowd.told("drawings")[-1]["layers"] == [{"team": "blue", "name": "b", "shapes": []}]
    assert [layer["name"] for layer in booked.ask(Bridge.greet)[-1]["layers"]] == ["a"]


def test_endless_names_of_signals_do_not_fill_the_memory(booked):
    for turn in range(50):
        booked.give(Published(Team.BLUE, {f"s{turn}.{number}": 1.0 for number in range(256)}))
    booked.give(Published(Team.BLUE, {"s0.0": 7.0}))
    booked.step(20)
    said = booked.ask(Bridge.samples)[-1].published
    assert len(said) <= 4000
    assert said["team.blue.s0.0"] == 7.0


def test_what_teams_publish_is_in_the_samples_from_then_on(booked):
    booked.step(100)
    booked.give(Published(Team.BLUE, {"a": 1.0, "b": 2.0}))
    booked.step(100)
    booked.give(Published(Team.BLUE, {"a": 3.0}))
    booked.step(100)
    said = {sample.state_view.tick: dict(sample.published) for sample in booked.ask(Bridge.samples)}
    assert said[100] == {}
    assert said[120] == said[200] == {"team.blue.a": 1.0, "team.blue.b": 2.0}
    assert said[300] == {"team.blue.a": 3.0, "team.blue.b": 2.0}


# ---- going back ----------------------------------------------------------------------------------------------------


def test_after_going_back_only_the_past_is_remembered(booked):
    booked.serve()
    for tick in (0, 500, 1000, 1500):
        booked.give(Whistled(Whistle.STOP))
        if tick < 1500:
            booked.step(500)
    booked.serve()
    assert [mark["time"] for mark in booked.crowd.marks] == [0.0, 0.5, 1.0, 1.5]
    booked.go_back(1000)
    assert booked.crowd.told("rewound")[-1]["time"] == pytest.approx(1.0)
    booked.serve()
    assert [mark["time"] for mark in booked.crowd.marks][:2] == [0.0, 0.5]
    assert max(mark["time"] for mark in booked.crowd.marks) <= 1.0
    found = DecodedFrame(booked.crowd.frames[-1])
    assert (found.time, found.last) == pytest.approx((1.0, 1.0))
    assert DecodedFrame(booked.ask(frame_at(1.4))).time == pytest.approx(1.0)
    assert found.seen == {}  # what was seen was of a time that has not come


@pytest.mark.parametrize("tick", [0, 500, 507, 1000])
def test_no_moment_is_remembered_twice(booked, tick):
    booked.step(1000)
    for _ in range(3):
        booked.go_back(tick)
        booked.step(100)
        booked.go_back(tick)
        ticks = [sample.state_view.tick for sample in booked.ask(Bridge.samples)]
        assert ticks == sorted(set(ticks))
        assert ticks[-1] == tick
    booked.step(1000)
    traces = LiveSignals(booked.ask(Bridge.samples), 0.001).trace(["derivative(ball.x)", "d(ball.x)"], None, 10.0)
    for trace in traces:
        assert all(value is None or math.isfinite(value) for value in trace["values"])


def test_after_a_reset_nothing_is_left_of_what_was(booked):
    booked.serve()
    booked.step(1000)
    booked.give(Whistled(Whistle.STOP))
    booked.server.restart()
    booked.serve()
    assert booked.crowd.marks == []
    found = DecodedFrame(booked.crowd.frames[-1])
    assert (found.time, found.first, found.last) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("there", [300, 5000])
def test_after_another_match_came_in_nothing_is_left_of_the_old_one(booked, there):
    from tests.server.moving import match_of

    other = match_of(seed=3)
    other.advance(there)
    booked.serve()
    booked.step(1000)
    booked.give(Whistled(Whistle.STOP))
    booked.server.adopt(other.save())
    booked.step(100)
    booked.serve()
    assert booked.crowd.marks == []
    found = DecodedFrame(booked.crowd.frames[-1])
    assert (found.time, found.first) == pytest.approx(((there + 100) / 1000, there / 1000))
    assert DecodedFrame(booked.ask(frame_at(0.0))).time == pytest.approx(there / 1000)


def test_goals_are_counted_from_the_score_of_the_moment_that_was_gone_back_to(make):
    booked = make(free_play=True)
    booked.serve()
    for _ in range(2):
        booked.give(PlaceRobot(Team.YELLOW, 0, 0.0, 2.0), PlaceBall(4.0, 0.0, vx=5.0))
        booked.step(6000)  # the kick-off is over by then
    booked.go_back(5900)
    booked.step(100)
    booked.give(PlaceRobot(Team.YELLOW, 0, 0.0, 2.0), PlaceBall(4.0, 0.0, vx=5.0))
    booked.step(500)
    booked.serve()
    scores = [mark["score"] for mark in booked.crowd.marks if mark["kind"] == "goal"]
    assert scores == [{"blue": 1, "yellow": 0}, {"blue": 2, "yellow": 0}]


def test_a_closed_bridge_observes_no_more_and_ignores_requests(make, monkeypatch):
    booked, seen = make(), []
    monkeypatch.setattr(booked.bridge, "on_input", lambda *_: seen.append("an input"))
    booked.give(PlaceBall(1.0, 1.0))
    assert seen == ["an input"]
    booked.bridge.close()
    booked.give(PlaceBall(2.0, 1.0))
    assert seen == ["an input"]
    booked.bridge.ask(Asked(carrying_out(GetTable()), lambda _: None))  # a page that is still there for a moment
