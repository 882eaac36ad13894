"""A team over real sockets: against a server in another process, and against sockets of the test."""

from __future__ import annotations

import math
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from typing import Any

import pytest
from tests.server.pitch import EPOCH, DistantPitch, free_network, with_changes

from robopitch.client.client import Client
from robopitch.leagues.network import Network
from robopitch.leagues.program import Seat, open_program
from robopitch.leagues.registry import family_of
from robopitch.leagues.ssl.wire import message_class
from robopitch.leagues.ssl.wire.referee import RefereeCommand, RefereeState, Stage, encode_referee
from robopitch.leagues.ssl.wire.simulation import decode_team
from robopitch.leagues.ssl.wire.vision import decode_packet, encode_frame, encode_geometry
from robopitch.messages import (
    BodyVelocity,
    CameraFrame,
    Drawn,
    FieldVelocity,
    Orders,
    Published,
    Refusal,
    SeenBall,
    SeenRobot,
    Team,
)
from robopitch.net import NetError, Receiver, Sender
from robopitch.spec import load_league
from robopitch.teams import Policy, chase, still
from robopitch.teams.observation import Action, Observation
from robopitch.wire.publishing import decode_said

LEAGUE = load_league("ssl-div-b")
HERE = "127.0.0.1"
DEADLINE = 120.0  # s; only a test that fails waits that long


def client_of(policy: Policy, network: Network, team: Team = Team.BLUE, name: str = "plan", **options: Any) -> Client:
    """A client at the addresses of a network."""
    link = open_program(family_of(LEAGUE.name), "team", Seat(team, LEAGUE, network))
    return Client(policy, LEAGUE, team, link, network.port("signals"), network.interface, name, **options)


@contextmanager
def playing(client: Client) -> Iterator[Client]:
    """A client in a thread of its own."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            client.run()
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=run, name="team")
    thread.start()
    try:
        yield client
    finally:
        client.stop()
        thread.join(DEADLINE)
        client.close()
    assert not thread.is_alive(), "the team did not stop"
    assert not failures, failures


# ---- against a server --------------------------------------------------------------------------------------------


def until(question: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + DEADLINE
    while not (answer := question()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return answer


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


STEP = 16  # ticks


@pytest.fixture(scope="module")
def played() -> Iterator[dict[str, Any]]:
    """`chase` plays until the ball is at the goal, with invalid datagrams in between.

    The server is in another process, with realistic cameras and radio. The test moves the time of both: what comes of
    the match does not depend on how fast they are.
    """
    options = {"league": "ssl-div-b", "realism": "realistic", "epoch": EPOCH, "yellow": "still", "players": 4}
    clock = Clock()
    with (
        closing(DistantPitch(own={"speed": 0.0}, **options)) as pitch,
        client_of(chase, pitch.network, clock=clock) as client,
    ):
        client.rehearse()
        cameras, whistle = pitch.group("vision"), pitch.group("referee")
        balls: list[SeenBall] = []
        for _ in range(2000):
            pitch.ask(ask="step", ticks=STEP)
            clock.now += STEP / 1000
            for junk in (b"", b"\xff\xff nonsense", b"\x0a\x02\x08\x01", bytes(2000)):
                cameras.send(junk)
                whistle.send(junk)
            for packet in map(decode_packet, cameras.waiting()):
                if not isinstance(packet, Refusal) and packet.frame is not None:
                    balls.extend(packet.frame.balls)
            for _ in range(3):
                client.turn(0.0)
            if client.decisions > 100 and any(ball.x > 2.0 for ball in balls):
                break
        until(lambda: (client.turn(0.02), client.radio.answered == client.radio.sent)[1], "an answer is missing")
        links = pitch.status()["links"]
        yield {"balls": balls, "client": client, "blue": links["blue"], "said": links["signals"]}


def test_a_team_moves_the_ball_to_the_other_goal(played):
    assert max(ball.x for ball in played["balls"]) > 2.0


def test_it_commands_all_the_time_and_nothing_is_refused(played):
    assert played["client"].radio.sent == played["client"].decisions > 100
    assert played["blue"]["refused"] == {}
    assert played["client"].radio.refused == {}


def test_datagrams_that_are_none_are_counted_and_do_not_disturb_it(played):
    assert played["client"].unreadable["vision"] > 0
    assert played["client"].unreadable["referee"] > 0


def test_it_hears_its_robots(played):
    assert played["client"].radio.answered == played["client"].radio.sent


def test_what_it_says_about_itself_is_understood(played):
    assert played["said"]["received"] > 10
    assert played["said"]["refused"] == {}


def test_its_modules_were_timed(played):
    timings = played["client"].modules.timings
    assert timings["strategy"].calls == timings["radio"].calls >= played["client"].decisions > 100
    assert 0 < timings["estimator"].least <= timings["estimator"].mean <= timings["estimator"].most


# ---- against sockets of the test ---------------------------------------------------------------------------------


class SimulatedPitch:
    """Vision, referee, robots and page of one team, simulated by the test."""

    def __init__(
        self,
        policy: Policy = still,
        team: Team = Team.BLUE,
        name: str = "plan",
        clock: Any = None,
        **options: Any,
    ) -> None:
        self._open = ExitStack()
        enter = self._open.enter_context
        self.robots, self.page = enter(Receiver()), enter(Receiver())
        self.clock = Clock()
        ports = {team.value: self.robots.port, "signals": self.page.port}
        network = with_changes(free_network(LEAGUE.name), ports)
        self.client = enter(client_of(policy, network, team, name, delay=0.0, clock=clock or self.clock, **options))
        self.vision = enter(Sender(network.group("vision"), network.port("vision"), HERE))
        self.referee = enter(Sender(network.group("referee"), network.port("referee"), HERE))
        self.team, self.time = team, 0.0

    def picture(self, *cameras: int, x: float = 1.0) -> None:
        """The next picture of these cameras, and time for it to arrive."""
        self.time += 0.015
        self.clock.now += 0.015
        for camera in cameras:
            robots = (SeenRobot(3, x, 0.5, 0.0, 0, 0, 0.15, 1),)
            frame = CameraFrame(camera, 0, self.time, self.time, (SeenBall(2.0, 0.0, 0, 0, 80, 1),), robots, robots)
            self.vision.send(encode_frame(frame, EPOCH))

    def turn(self, datagrams: int = 1) -> bool:
        """Let it take so many datagrams in, and do what is due; whether it decided."""
        before = self.client.frames
        while True:
            decided = self.client.turn(DEADLINE if self.client.frames - before < datagrams else 0.0)
            if decided or self.client.frames - before >= datagrams:
                return decided

    def watch(self, pictures: int = 10) -> None:
        """Some pictures of one camera, each of them decided on."""
        for _ in range(pictures):
            self.picture(0)
            assert self.turn()

    def orders(self) -> Orders:
        """The last that robots were told."""
        assert select.select([self.robots], [], [], DEADLINE)[0], "nothing was told"
        data, _ = self.robots.receive()[-1]
        orders = decode_team(data, self.team).orders
        assert orders is not None
        return orders

    def said(self, kind: type) -> Any:
        """The last of that kind that was said to the page."""
        assert select.select([self.page], [], [], DEADLINE)[0], "nothing was said"
        return [said for data, _ in self.page.receive() if isinstance(said := decode_said(data), kind)][-1]

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def simulated() -> Iterator[Callable[..., SimulatedPitch]]:
    with ExitStack() as pitches:
        yield lambda *arguments, **options: pitches.enter_context(closing(SimulatedPitch(*arguments, **options)))


def forward(observation: Observation) -> dict[int, Action]:
    return {number: Action(FieldVelocity(1.0, 0.5)) for number in observation.own}


@pytest.mark.parametrize(("team", "x"), [(Team.BLUE, 1.0), (Team.YELLOW, -1.0)])
def test_a_team_attacks_away_from_its_own_goal(simulated, team, x):
    here = simulated(forward, team)
    here.watch()
    (order,) = here.orders().orders
    assert order.id == 3
    assert (order.command.x, order.command.y) == pytest.approx((x, 0.5 * x))


def test_it_decides_when_all_cameras_have_sent_theirs(simulated):
    here = simulated()
    for _ in range(3):
        here.picture(0, 1)
        here.turn(2)
    before = here.client.decisions
    here.picture(0)
    assert not here.turn(1)
    here.time -= 0.015
    here.clock.now -= 0.015
    here.picture(1)
    assert here.turn(1)
    assert here.client.decisions == before + 1


def test_it_waits_only_a_moment_for_a_camera_that_sends_nothing(simulated):
    here = simulated()
    for _ in range(3):
        here.picture(0, 1)
        here.turn(2)
    here.picture(0)
    assert not here.turn(1)
    here.clock.now += 0.0021
    assert here.client.turn(DEADLINE)
    here.clock.now += 0.6  # after half a second it does not wait any more
    here.time += 0.6
    here.picture(0)
    assert here.turn(1)


def test_it_decides_a_hundred_times_a_second_at_most(simulated):
    here = simulated()
    here.watch(3)
    here.picture(0)
    here.clock.now -= 0.011  # 4 ms after the last decision
    assert not here.turn(1)
    here.clock.now += 0.007
    assert here.client.turn(DEADLINE)


def test_it_does_not_decide_twice_on_the_same_picture(simulated):
    here = simulated()
    here.watch(3)
    here.time -= 0.015
    here.picture(0)
    here.client.turn(DEADLINE)
    assert here.client.decisions == 3


def test_without_pictures_nothing_is_told(simulated):
    here = simulated()
    assert not here.client.turn(0.01)
    assert here.robots.receive() == []


def whistle(here: SimulatedPitch, command: RefereeCommand) -> None:
    state = RefereeState(0.0, Stage.NORMAL_FIRST_HALF, command, 1, 0.0)
    here.referee.send(encode_referee(state))
    here.client.turn(DEADLINE)


def test_at_a_halt_everybody_stands_whatever_the_team_thinks(simulated):
    here = simulated(forward)
    here.watch()
    assert here.orders().orders[0].command.x == pytest.approx(1.0)
    whistle(here, RefereeCommand.HALT)
    here.watch(1)
    assert here.orders().orders[0].command == BodyVelocity(0.0)
    whistle(here, RefereeCommand.FORCE_START)
    here.watch(1)
    assert here.orders().orders[0].command.x == pytest.approx(1.0)


def test_a_field_of_another_size_is_taken_over(simulated):
    here = simulated()
    here.watch(1)
    other = load_league("ssl-div-b", {"field.length": 7.0, "field.goal.width": 1.2, "ball.rolling_deceleration": 0.5})
    here.vision.send(encode_geometry(other, ()))
    here.client.turn(DEADLINE)
    here.watch(1)
    observation = here.client.estimator.observation()
    assert (observation.league.field.length, observation.league.field.goal.width) == (7.0, 1.2)
    assert observation.league.ball.rolling_deceleration == pytest.approx(0.5)
    here.vision.send(encode_geometry(LEAGUE, ()))
    here.client.turn(DEADLINE)
    assert here.client.estimator.league.field.length == LEAGUE.field.length


def test_a_field_that_cannot_be_is_counted_and_not_taken(simulated):
    here = simulated()
    packet = message_class("ssl_vision.SSL_WrapperPacket")()
    packet.ParseFromString(encode_geometry(LEAGUE, ()))
    packet.geometry.field.field_length = -5
    here.vision.send(packet.SerializeToString())
    here.client.turn(DEADLINE)
    assert here.client.unreadable["geometry"] == 1
    assert here.client.estimator.league.field.length == LEAGUE.field.length


def drawing(observation: Observation) -> dict[int, Action]:
    observation.memory["drawings"] = [{"circle": [1.0, 0.5], "radius": 0.2}, {"text": "here", "at": [2.0, 0.0]}]
    return {}


@pytest.mark.parametrize(("team", "x"), [(Team.BLUE, 1.0), (Team.YELLOW, -1.0)])
def test_what_a_team_leaves_to_be_drawn_is_drawn_in_the_frame_of_the_pitch(simulated, team, x):
    here = simulated(drawing, team, "scheme")
    here.watch(1)
    drawn = here.said(Drawn)
    assert (drawn.team, drawn.layer) == (team, "scheme")
    assert [shape.points[0] for shape in drawn.shapes] == [(x, 0.5 * x), (2.0 * x, 0.0)]


def test_a_drawing_goes_away_when_a_team_draws_nothing_more(simulated):
    draws = [True]
    here = simulated(lambda observation: drawing(observation) if draws else observation.memory.clear() or {})
    here.watch(1)
    assert here.said(Drawn).shapes
    draws.clear()
    here.clock.now += 1.0
    here.watch(12)
    assert here.said(Drawn).shapes == ()


@pytest.mark.parametrize("shapes", ["nonsense", [{"circle": [math.nan, 0.0], "radius": 1.0}], [7], 3])
def test_a_drawing_that_is_none_does_no_harm(simulated, shapes):
    here = simulated(lambda observation: observation.memory.update(drawings=shapes) or {})
    here.watch(10)
    assert here.client.decisions == 10


@pytest.mark.parametrize("team", list(Team))
def test_it_says_where_it_takes_everything_to_be_in_the_frame_of_the_pitch(simulated, team):
    here = simulated(still, team)
    here.watch(15)
    said = here.said(Published)
    assert said.team is team
    assert said.values["3.predicted.x"] == pytest.approx(1.0, abs=1e-3)
    assert said.values["3.predicted.heading"] == pytest.approx(0.0, abs=1e-3)
    assert said.values["ball.predicted.x"] == pytest.approx(2.0, abs=1e-3)


def test_a_rehearsal_leaves_nothing_behind(simulated):
    seen = []
    here = simulated(
        lambda observation: seen.append(dict(observation.memory)) or observation.memory.update(was=True) or {}
    )
    here.client.rehearse()
    assert len(seen) > 1
    assert here.client.decisions == 0
    assert here.client.modules.timings["strategy"].calls == 0
    assert here.client.estimator.observation() is None
    here.watch(1)
    assert seen[-1] == {}
    assert here.robots.receive()[0]  # only what was decided on a real picture


def test_a_module_is_stopped_and_started_while_the_others_run(simulated):
    here = simulated(forward)
    here.watch()
    assert here.orders().orders[0].command.x == pytest.approx(1.0)
    modules, before = here.client.modules, here.client.decisions
    modules.stop("strategy")
    here.picture(0)
    assert not here.turn()
    assert here.client.decisions == before
    assert here.client.estimator.time > 0.1  # the estimator goes on
    modules.start("strategy")
    here.watch(1)
    assert here.client.decisions == before + 1
    modules.restart("estimator")
    here.watch(10)
    assert here.orders().orders[0].command.x == pytest.approx(1.0)
    modules.stop("vision")
    here.picture(0)
    assert not here.client.turn(0.01)
    modules.start("vision")
    here.watch(3)
    assert here.client.faults.count == 0


def test_a_team_that_fails_is_named_and_starts_afresh(simulated):
    fails = [True]
    here = simulated(lambda observation: forward(observation) if not fails else 1 / 0)
    here.picture(0)
    here.turn()
    assert here.client.faults.status()["last"] == "strategy: ZeroDivisionError: division by zero"
    fails.clear()
    here.watch(10)
    assert here.orders().orders[0].command.x == pytest.approx(1.0)


def test_the_watchdog_names_who_takes_too_long(simulated):
    told, said = threading.Event(), []

    def slow(observation: Observation) -> dict[int, Action]:
        if here.client.decisions:  # not in the rehearsal
            told.wait(DEADLINE)
        return {}

    def on_slow(running) -> None:
        said.append(running)
        told.set()

    here = simulated(slow, clock=time.monotonic, watchdog=0.01)
    here.client.on_slow = on_slow
    with playing(here.client):
        until(lambda: (here.picture(0), told.wait(0.02))[1], "nobody was named")
    assert (said[0].listener, said[0].event) == ("strategy", "new_worlddata")
    assert here.client.slow[0] == said[0]


def test_it_plays_for_as_long_as_it_was_told_to(simulated):
    clock, told = Clock(), []

    def passing() -> float:
        clock.now += 0.02
        return clock.now

    here = simulated(clock=passing)
    here.client.run(0.5, lambda: told.append(clock.now), every=0.1)
    assert 100.5 <= clock.now < 102.0
    assert 1 <= len(told) <= 5
    assert all(later - earlier >= 0.1 for earlier, later in pairwise(told))


def test_a_port_that_cannot_be_had_is_named_and_the_others_are_given_back():
    network = free_network(LEAGUE.name)
    vision = network.port("vision")
    with pytest.raises(NetError, match="'nowhere' \\(referee\\)"):
        client_of(still, with_changes(network, groups={"vision": HERE, "referee": "nowhere"}))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as again:
        again.bind((HERE, vision))
