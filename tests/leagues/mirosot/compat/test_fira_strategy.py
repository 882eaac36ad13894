"""Strategies in gRPC: the dialogue without sockets, and real servers on a match."""

from __future__ import annotations

import math
import runpy
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.fields import Fields, double, message, reals, uint
from tests.server.pitch import Pitch, free_network, open_server

from robopitch.leagues.mirosot.compat import fira_strategy
from robopitch.leagues.mirosot.compat.fira_dialogue import TIMEOUT, UNREACHABLE, FiraDialogue
from robopitch.leagues.mirosot.wire.fira_strategy import metric_units
from robopitch.leagues.mirosot.wire.v5rpc import (
    Event,
    Judgement,
    JudgementKind,
    StrategyField,
    StrategyRobot,
    V5Packet,
    decode_instruction,
    decode_packet,
    decode_placement,
    decode_team_info,
    encode_event,
    encode_get_instruction,
    encode_get_placement,
    encode_get_team_info,
    encode_packet,
)
from robopitch.messages import Refusal, Team
from robopitch.spec import load_league

HERE = "127.0.0.1"
NAME = message(1, b"NEFU")
ROBOTS = tuple(StrategyRobot(-0.1 * id - 0.2, 0.1 * id, 0.0) for id in range(5))
MIRRORED = tuple(StrategyRobot(-x, -y, math.pi) for x, y, *_ in ROBOTS)


class Talk:
    """A dialogue in a test: questions are kept, and answered when the test says so."""

    def __init__(self, team: Team, others: dict[Team, FiraDialogue]) -> None:
        self.team = team
        self.asked: list[tuple[str, bytes, Callable[[Any], None]]] = []
        self.sent: list[bytes] = []
        self.refused: list[str] = []
        self.dialogue = others[team] = FiraDialogue(
            team,
            load_league("mirosot-5v5"),
            metric_units(0.02),
            lambda method, data, take: self.asked.append((method.rpartition("/")[2], data, take)),
            lambda data, peer: self.sent.append(data),
            lambda _, refusal: self.refused.append(refusal.code),
            others,
        )
        self._count = 0

    def call(self, payload: bytes, again: bool = False, now: float = 0.0) -> None:
        self._count += not again
        guid = self._count.to_bytes(16, "big")
        self.dialogue.on_datagram(encode_packet(V5Packet(guid, payload)), (HERE, 9), now)

    def answer(self, answer: bytes | Refusal) -> str:
        method, _, take = self.asked.pop()
        take(answer)
        return method

    @property
    def environment(self) -> Fields:
        return Fields(self.asked[-1][1])

    @property
    def reply(self) -> bytes:
        return decode_packet(self.sent[-1]).payload

    def register(self) -> None:
        self.call(encode_get_team_info())
        assert self.answer(NAME) == "Register"

    def field(self, tick: int = 66) -> StrategyField:
        own, others = (ROBOTS, MIRRORED) if self.team is Team.BLUE else (MIRRORED, ROBOTS)
        return StrategyField(own, others, (0.25, 0.5), tick)

    def judge(self, kind: JudgementKind, offensive: Team | None, now: float = 0.0) -> None:
        self.call(encode_event(self.team, Event.JUDGE_RESULT, Judgement(kind, offensive)))
        self.call(encode_get_placement(self.team, self.field()), now=now)


@pytest.fixture
def talks():
    others: dict[Team, FiraDialogue] = {}
    return Talk(Team.BLUE, others), Talk(Team.YELLOW, others)


def test_a_strategy_registers_and_is_asked_with_each_frame(talks):
    for talk, colour in zip(talks, (b"\x08\x01", b""), strict=True):
        talk.call(encode_get_team_info())
        assert talk.asked[0][1] == colour
        talk.answer(NAME)
        assert decode_team_info(talk.reply) == "NEFU"
        talk.call(encode_get_instruction(talk.team, talk.field()))
        ball = talk.environment.one(1).one(1)
        side = 1 if talk.team is Team.BLUE else -1
        assert (ball.float(1), ball.float(2)) == pytest.approx((side * 0.25, side * 0.5))
        assert talk.environment.one(1).each(3 if side > 0 else 2)[1].float(2) == pytest.approx(-0.3)  # own half
        assert talk.answer(message(1, uint(1, 2), reals(2, 10.0, -10.0))) == "RunStrategy"
        orders = decode_instruction(talk.reply, talk.team, 5).orders.orders
        assert orders[2].command.speeds == pytest.approx((-0.2, 0.2))
        assert orders[1].command.speeds == (0.0, 0.0)
        talk.call(b"", again=True)
        assert talk.sent[-1] == talk.sent[-2]  # a repeated call gets the same reply
        assert talk.refused == []


def test_before_a_restart_both_teams_are_asked_one_after_the_other(talks):
    blue, yellow = talks
    for talk in talks:
        talk.register()
    yellow.judge(JudgementKind.GOAL_KICK, Team.BLUE)
    assert yellow.asked == []  # it places its robots after blue
    blue.judge(JudgementKind.GOAL_KICK, Team.BLUE)
    foul = blue.environment.one(4)
    assert foul.int(2) == 6
    assert 3 not in foul  # for oneself
    assert blue.environment.one(1).one(1).float(1) == pytest.approx(-0.95)  # the ball on its mark
    assert blue.answer(double(1, math.nan)) == "SetBall"
    assert blue.refused == ["NOT_FINITE"]
    assert blue.answer(message(1, uint(1, 1), double(2, -0.7), double(3, 0.3))) == "SetFormerRobots"
    places = decode_placement(blue.reply, Team.BLUE).robots
    assert [place[1:3] for place in places] == [pytest.approx(ROBOTS[0][:2]), pytest.approx((-0.7, 0.3))]
    yellow.call(b"", again=True, now=0.05)
    assert yellow.environment.one(4).int(3) == 1
    rival = yellow.environment.one(1).each(3)[1]
    assert (rival.float(2), rival.float(3)) == pytest.approx((0.7, -0.3))
    assert yellow.answer(b"") == "SetLaterRobots"
    assert decode_placement(yellow.reply, Team.YELLOW).robots == ()


def test_the_second_team_does_not_wait_for_ever(talks):
    _, yellow = talks
    for talk in talks:
        talk.register()
    yellow.judge(JudgementKind.FREE_KICK_RIGHT_TOP, None, now=1.0)
    yellow.call(b"", again=True, now=1.4)
    assert yellow.asked == []
    yellow.call(b"", again=True, now=1.6)
    assert yellow.environment.one(4).int(2) == 9  # left and bottom, where yellow's own goal is at x < 0
    ball = yellow.environment.one(1).one(1)
    assert ball.float(1) < 0
    assert ball.float(2) < 0


def test_what_is_wrong_changes_nothing_and_is_reported(talks):
    blue, _ = talks
    blue.call(encode_get_team_info())
    blue.answer(Refusal(UNREACHABLE, ""))
    assert blue.sent == []
    blue.call(encode_get_team_info(), again=True)  # asks again
    blue.answer(NAME)
    for answer, code in (
        (message(1, reals(2, math.nan, 1.0)), "NOT_FINITE"),
        (message(1, uint(1, 77)), "UNKNOWN_ROBOT"),
        (message(1) * 1000, "UNKNOWN_ROBOT"),
        (b"\xff", "UNREADABLE"),
        (Refusal(TIMEOUT, ""), TIMEOUT),
    ):
        blue.call(encode_get_instruction(Team.BLUE, blue.field()))
        blue.answer(answer)
        assert blue.refused[-1] == code
        orders = decode_instruction(blue.reply, Team.BLUE, 5).orders.orders
        assert {order.command.speeds for order in orders} <= {(0.0, 0.0)}
    count = len(blue.sent)
    blue.call(encode_get_instruction(Team.BLUE, blue.field()))
    blue.answer(Refusal(UNREACHABLE, ""))
    assert len(blue.sent) == count  # the server counts the time, and says that nobody is there
    blue.dialogue.on_datagram(b"nonsense", (HERE, 9), 0.0)
    assert blue.refused[-2:] == [UNREACHABLE, "UNREADABLE"]


def test_a_late_answer_to_an_earlier_call_is_dropped(talks):
    blue, _ = talks
    blue.register()
    blue.call(encode_get_instruction(Team.BLUE, blue.field()))
    blue.call(encode_get_instruction(Team.BLUE, blue.field()))
    count = len(blue.sent)
    blue.asked[0][2](message(1, reals(2, 5.0, 5.0)))
    assert len(blue.sent) == count


def test_strategies_in_grpc_play_on_a_server():
    pytest.importorskip("grpc")
    example = runpy.run_path(str(Path(__file__).parents[4] / "examples/23_fira_strategy.py"), run_name="example")
    blue = example["Strategy"](0, own=3)
    options = {"league": "mirosot-5v5", "yellow": "still", "realism": "perfect", "watchdog": 0.0}
    with closing(Pitch(open_server(1.0, False, network={"groups": {"strategy": HERE}}, **options))) as pitch:
        strategies = {Team.BLUE: (HERE, blue.port)}
        with closing(fira_strategy.Bridge("mirosot-5v5", pitch.network, strategies, patience=0.5)) as bridge:

            def until(condition: Callable[[], bool]) -> None:
                pitch.wait(lambda: bridge.turn(0.01) or condition())

            until(lambda: bridge.dialogues[Team.BLUE].frames > 20)
            until(lambda: abs(pitch.match.world.robot("blue", 1).velocity.x) > 0.1)
            assert pitch.status()["endpoints"]["v5rpc-blue"]["strategies"] == {"blue": "robot"}
            assert blue.calls[0] == "Register"
            assert bridge.refused[Team.BLUE] == {}
            blue.server.stop(0).wait()
            tick = pitch.match.tick
            until(lambda: bridge.refused[Team.BLUE][UNREACHABLE] > 0)
            pitch.wait(lambda: pitch.match.tick > tick + 50)  # the match goes on


def test_a_slow_strategy_is_counted():
    grpc = pytest.importorskip("grpc")
    slow = threading.Event()

    class Sleeper(grpc.GenericRpcHandler):  # type: ignore[misc,name-defined]
        def service(self, call):
            return grpc.unary_unary_rpc_method_handler(lambda data, _: slow.wait(30) and b"")

    server = grpc.server(ThreadPoolExecutor(1), [Sleeper()])
    port = server.add_insecure_port(f"{HERE}:0")
    server.start()
    network = replace(free_network("mirosot-5v5"), given_groups={"strategy": HERE})
    with closing(fira_strategy.Bridge("mirosot-5v5", network, {Team.BLUE: (HERE, port)}, patience=0.05)) as bridge:
        call = encode_packet(V5Packet(bytes(16), encode_get_team_info()))
        bridge.dialogues[Team.BLUE].on_datagram(call, (HERE, 9), 0.0)
        while not bridge.refused[Team.BLUE]:
            bridge.turn(1.0)
        assert bridge.refused[Team.BLUE] == {TIMEOUT: 1}
        assert "Register: no answer for 0.05 s" in bridge.last_refusal[Team.BLUE]
    slow.set()
    server.stop(0).wait()


def test_without_grpcio_it_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "grpc", None)
    monkeypatch.setattr(sys, "argv", ["fira_strategy", "--strategy", "blue=127.0.0.1:50052"])
    assert fira_strategy.main() == 2
    assert "pip install 'robopitch[grpc]'" in capsys.readouterr().err


def test_a_team_that_does_not_exist_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fira_strategy", "--strategy", "green=127.0.0.1:50052"])
    with pytest.raises(SystemExit):
        fira_strategy.main()
    assert "a team and where its strategy listens" in capsys.readouterr().err
