"""V5RPC in a match: when a strategy is called, and what its replies do. No sockets."""

from __future__ import annotations

import math
from typing import Any

import pytest
from tests.fields import Fields, message, reals, uint
from tests.leagues.mirosot.connecting import Io

import robopitch
from robopitch.leagues.connection import ClockStep
from robopitch.leagues.endpoint import Kind
from robopitch.leagues.mirosot.v5rpc.endpoints import v5rpc_endpoints
from robopitch.leagues.mirosot.v5rpc.game import judgement_of, news
from robopitch.leagues.mirosot.wire.v5rpc import (
    RIM_SPEED,
    Event,
    Judgement,
    JudgementKind,
    V5Packet,
    decode_packet,
    encode_packet,
)
from robopitch.messages import GameState, Period, Phase, Restart, Team

INFO = message(1, message(1, b"NEFU"), uint(2, 1))
METHODS = {1: "event", 2: "info", 3: "instruction", 4: "placement"}


class Strategy:
    """One side of the wire in a test: it sees calls, and replies when it is told to."""

    def __init__(self, match: Any, team: Team, endpoint: Any) -> None:
        self.io = Io(match, endpoint.name)
        self.io.peer = ("127.0.0.1", 20000)
        self.connection = endpoint.connect(self.io)
        self.team, self.match = team, match

    @property
    def calls(self) -> list[str]:
        return [METHODS[next(iter(Fields(decode_packet(data).payload).raw))] for data, _ in self.io.sent]

    @property
    def last(self) -> V5Packet:
        return decode_packet(self.io.sent[-1][0])

    def at(self, now: float) -> None:
        self.io.now = now
        seconds, tick = self.io.woken
        if seconds <= now or (tick is not None and tick <= self.match.tick):
            self.connection.on_time(now)

    def reply(self, payload: bytes = b"", guid: bytes | None = None) -> None:
        self.connection.on_data(encode_packet(V5Packet(guid or self.last.guid, payload, reply=True)))

    def connect(self) -> None:
        self.at(0.0)
        self.reply(INFO)
        self.at(0.0)

    def answer_events(self) -> None:
        while self.calls[-1] == "event":
            self.reply()


def strategies(match: Any) -> list[Strategy]:
    endpoints = v5rpc_endpoints(match)
    assert {endpoint.transport.kind for endpoint in endpoints} == {Kind.UDP_CLIENT}
    return [Strategy(match, team, endpoint) for team, endpoint in zip(Team, endpoints, strict=False)]


@pytest.fixture
def match():
    return robopitch.make_match("mirosot-5v5", yellow="still", realism=None, referee="none", watchdog=0.0)


def test_a_port_at_which_nobody_listens_is_asked_four_times_a_second_with_the_same_bytes(match):
    (one,) = strategies(match)
    for count in range(200):
        one.at(count * 0.01)
    assert one.calls == ["info"] * 8
    assert len(set(one.io.sent)) == 1
    assert one.io.sent[0][1] == ("127.0.0.1", 20000)
    assert (one.io.offered, one.io.refused) == ([], [])


def test_a_strategy_is_told_what_happens_and_then_called_66_times_a_second(match):
    (one,) = strategies(match)
    one.connect()
    one.answer_events()
    assert one.calls == ["info", "event", "event", "instruction"]
    ticks = []
    while match.tick < 1000:
        tick = one.io.woken[1]
        match.advance(match.tick + 1)
        one.at(match.tick / 1000)
        if match.tick == tick:
            ticks.append(tick)
            one.reply(b"")
    assert ticks[:4] == [15, 30, 45, 61]
    assert len(ticks) == 66
    assert Fields(one.last.payload).one(3).one(1).int(4) == 66


def test_wheels_turn_as_the_strategy_says(match):
    (one,) = strategies(match)
    one.connect()
    one.answer_events()
    one.reply(message(1) + message(1, reals(1, 20.0, 20.0)) + message(1, reals(1, -10.0, 10.0)))
    match.advance(1500)
    forward, turning = match.world.robot("blue", 1), match.world.robot("blue", 2)
    assert forward.velocity[0] == pytest.approx(20 * RIM_SPEED, abs=0.03)
    assert turning.velocity[2] == pytest.approx(20 * RIM_SPEED / 0.068, abs=0.7)
    assert one.io.refused == []
    assert one.io.speakers == [Team.BLUE, Team.BLUE]
    assert set(one.io.recorded) == {"in/v5rpc-blue"}


def test_a_lost_call_is_repeated_every_50_ms_and_given_up_after_10_s(match):
    (one,) = strategies(match)
    one.connect()
    sent = len(one.io.sent)
    for count in range(1, 21):
        one.at(count * 0.051)
    repeated = one.io.sent[sent - 1 :]
    assert len(repeated) == 21
    assert len(set(repeated)) == 1
    one.at(10.2)
    assert [refusal.code for refusal in one.io.refused] == ["TIMEOUT"]
    one.at(10.3)
    assert one.calls[-1] == "info"


def test_a_reply_counts_once_and_only_from_the_strategy(match):
    (one,) = strategies(match)
    one.connect()
    before = len(one.io.sent)
    one.reply(b"", guid=bytes(16))  # to no call
    one.connection.on_data(one.io.sent[-1][0])  # the call itself: no reply
    assert one.io.ignored == 2
    one.connection.on_data(b"nonsense")
    one.io.peer = ("127.0.0.1", 9)
    one.reply(b"")
    assert [refusal.code for refusal in one.io.refused] == ["UNREADABLE", "FORGED_SENDER"]
    assert len(one.io.sent) == before


def test_a_slow_strategy_gets_the_newest_frame(match):
    (one,) = strategies(match)
    one.connect()
    one.answer_events()
    for tick in (100, 200, 300):
        match.advance(tick)
        one.at(0.01)
    assert one.calls.count("instruction") == 1
    one.reply(b"")
    assert one.calls.count("instruction") == 2
    assert Fields(one.last.payload).one(3).one(1).int(4) == round(0.3 * 66)


def test_in_lockstep_the_next_frame_waits_for_both_strategies():
    match = robopitch.make_match("mirosot-5v5", realism=None, referee="none", watchdog=0.0)
    blue, yellow = strategies(match)
    blue.connect()
    blue.answer_events()
    blue.reply(b"")
    assert blue.io.requests == []  # yellow is not there yet
    yellow.connect()
    yellow.answer_events()
    yellow.reply(b"")
    assert yellow.io.requests == [ClockStep(15)]
    match.advance(15)
    for one in (blue, yellow):
        one.at(0.01)
    yellow.reply(b"")
    assert len(yellow.io.requests) == 1
    blue.reply(b"")
    assert blue.io.requests == [ClockStep(15)]


def test_the_referee_asks_strategies_for_places():
    match = robopitch.make_match("mirosot-5v5", yellow="still", realism=None, referee="rules", watchdog=0.0)
    (one,) = strategies(match)
    one.connect()
    match.offer("person", robopitch.messages.Whistled(robopitch.messages.Whistle.KICK_OFF, Team.BLUE))
    for _ in range(20):
        match.advance(match.tick + 20)
        one.at(0.01)
        while one.calls[-1] != "instruction":
            robots = [message(1, message(1, reals(1, 60.0, 20.0 * n - 40)), reals(2, 180.0)) for n in range(5)]
            one.reply(message(1, *robots) if one.calls[-1] == "placement" else b"")
        one.reply(b"")
    assert one.calls.count("placement") == 1
    judged = next(
        packet for packet in map(lambda sent: decode_packet(sent[0]).payload, one.io.sent) if b"kick-off" in packet
    )
    assert Fields(judged).one(1).one(2).one(1).raw.keys() == {3}  # place kick, for oneself: zeros are not sent
    match.advance(match.tick + 4000)
    assert match.game.phase is Phase.KICK_OFF
    robot = match.world.robot("blue", 4).pose
    assert (robot.x, robot.y) == pytest.approx((-0.6, -0.4), abs=1e-3)
    assert math.cos(robot.heading) == pytest.approx(1.0, abs=1e-3)


def test_judgements_have_the_side_of_the_team_that_is_told():
    def told(team: Team, kind: Phase, whose: Team | None, position: tuple[float, float]) -> Judgement | None:
        return judgement_of(GameState(Phase.STOP, then=Restart(kind, whose, position)), team)

    free = told(Team.BLUE, Phase.DROPPED_BALL, None, (0.55, -0.6))
    assert free == (JudgementKind.FREE_KICK_LEFT_TOP, None, "dropped ball")
    assert told(Team.YELLOW, Phase.DROPPED_BALL, None, (0.55, -0.6)).kind is JudgementKind.FREE_KICK_RIGHT_BOTTOM
    assert told(Team.YELLOW, Phase.PENALTY, Team.BLUE, (0.7, 0.0)) == (JudgementKind.PENALTY_KICK, Team.BLUE, "penalty")
    assert told(Team.BLUE, Phase.GOAL_KICK, Team.BLUE, (-0.9, 0.0)).kind is JudgementKind.GOAL_KICK
    assert told(Team.BLUE, Phase.RUNNING, None, (0.0, 0.0)) is None
    after_goal = judgement_of(GameState(Phase.STOP, Team.YELLOW), Team.BLUE)
    assert after_goal == (JudgementKind.PLACE_KICK, Team.YELLOW, "kick-off")


def test_periods_are_told_once():
    first, second = GameState(period=Period.FIRST_HALF), GameState(period=Period.SECOND_HALF, number=1)
    assert [event for event, _ in news(None, first, Team.BLUE)] == [Event.MATCH_START, Event.FIRST_HALF_START]
    assert list(news(first, first, Team.BLUE)) == []
    assert list(news(first, second, Team.BLUE)) == [(Event.SECOND_HALF_START, None)]
    over = GameState(period=Period.OVER, number=2)
    assert list(news(second, over, Team.BLUE)) == [(Event.MATCH_STOP, None)]
