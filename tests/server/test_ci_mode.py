"""CI mode of the game controller: a test bench steps the match by its own timestamps."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from tests.fields import Fields, framed, message, real, uint

from .clients import FramedClient, Stepper
from .pitch import EPOCH, Pitch, open_server
from .words import BLUE, FORCE_START, HALT, STOP, YELLOW

SECOND = 1_000_000_000  # ns
BEGIN = 1_700_000_000 * SECOND  # other times than those of the match
NO_TEAM = 0
GC_STOP, GC_NORMAL_START, GC_BALL_PLACEMENT = 2, 3, 10  # state.Command.Type
GC_PORTS = ("gc_autoref", "gc_team", "gc_ci", "gc_remote")


class Bench(FramedClient):
    """A client on one of the game controller's ports."""

    def __init__(self, pitch: Pitch, port: str = "gc_ci") -> None:
        super().__init__(pitch.ports[port])

    def ask(self, seconds: float | None, *changes: bytes) -> Fields:
        """The Referee message at a time after BEGIN."""
        stamp = b"" if seconds is None else uint(1, BEGIN + round(seconds * SECOND))
        self.send(stamp + b"".join(message(3, message(1, change)) for change in changes))
        return Fields(self.receive_bytes()).one(1)

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def rules_pitch(serve) -> Pitch:
    return serve(referee="rules")


def command(kind: int, team: int = NO_TEAM) -> bytes:
    return message(2, message(1, uint(1, kind), uint(2, team)))


def test_timestamps_step_the_match_when_nobody_else_does(rules_pitch):
    match = rules_pitch.match
    with closing(Bench(rules_pitch)) as bench:
        first = bench.ask(0.0)
        assert (match.tick, first.int(4)) == (0, HALT)
        for step in range(1, 61):
            last = bench.ask(step / 60)
            assert match.tick == round(1000 * step / 60)
            assert last.int(1) - first.int(1) == 1000 * match.tick  # µs: the time of the match, not of the bench
        assert bench.ask(None).int(1) == last.int(1)  # without a timestamp time stands still
        assert bench.ask(0.5).int(1) == last.int(1)  # and it never goes back


def test_changes_are_commands_to_the_referee(rules_pitch):
    with closing(Bench(rules_pitch)) as bench:
        assert bench.ask(0.0, command(GC_STOP)).int(4) == STOP
        assert bench.ask(0.01, command(GC_NORMAL_START)).int(4) == FORCE_START
        goals = message(13, uint(1, YELLOW), message(3, uint(1, 2)))
        card = message(5, uint(1, BLUE))
        told = bench.ask(0.02, goals, card)
        assert (told.one(7).int(2), told.one(8).int(2)) == (2, 0)
        assert (told.one(7).int(5), told.one(8).int(5)) == (0, 1)
        place = message(4, message(1, real(1, 1.5), real(2, -1.0)))
        told = bench.ask(0.03, place, command(GC_BALL_PLACEMENT, BLUE))
        assert told.int(4) == 17
        assert (told.one(9).float(1), told.one(9).float(2)) == (1500.0, -1000.0)


def test_what_cannot_be_carried_out_is_answered_and_counted(rules_pitch):
    with closing(Bench(rules_pitch)) as bench:
        assert bench.ask(0.0, command(99), command(GC_BALL_PLACEMENT), message(3, uint(1, 1))).int(4) == HALT
        bench.send(b"\xff\xff\xff")
        assert Fields(bench.receive_bytes()).one(1).int(4) == HALT
        assert bench.ask(100.0).int(1) == bench.ask(None).int(1)  # a jump: a bench that has begun again …
        before = rules_pitch.match.tick
        bench.ask(100.5)  # … whose time is counted from there
        assert rules_pitch.match.tick == before + 500
        refused = rules_pitch.status()["links"]["gc-ci"]["refused"]
    assert refused == {"COMMAND": 1, "TEAM": 1, "API_INPUT": 1, "UNREADABLE": 1, "TIMESTAMP": 1}


def test_a_bench_beside_a_lockstep_client_moves_no_time_and_holds_none(rules_pitch):
    match = rules_pitch.match
    with closing(Bench(rules_pitch)) as bench:
        bench.ask(0.0)
        for step in range(1, 20):
            rules_pitch.step(0.01)  # it does not wait for the bench
            assert match.tick == 10 * step
            bench.ask(0.02 * step)
            assert match.tick == 10 * step
        assert rules_pitch.status()["lockstep"]["waits_for"][0]["name"] == "lockstep-driver"


def test_in_real_time_a_bench_may_run_ahead_but_time_goes_on_without_it(serve):
    pitch = serve(referee="rules", lockstep=False)
    match = pitch.match
    with closing(Bench(pitch)) as bench:
        begin = bench.ask(0.0).int(1)
        assert bench.ask(5.0).int(1) - begin >= 5_000_000
        pitch.ask(ask="speed", speed=10.0)
        tick = match.tick
        pitch.wait(lambda: match.tick > tick)  # the bench is silent


def test_no_bytes_on_the_ports_of_the_game_controller_end_the_server(rules_pitch):
    chance, stepper = random.Random(7), rules_pitch.stepper()
    valid = [
        uint(1, BEGIN) + message(3, message(1, command(GC_STOP))),
        message(1, b"blue"),
        message(1, b"blue") + uint(3, 2),
        uint(1, 2),
        uint(2, 4),
        message(2, uint(40, 6), message(6, uint(1, 1))),
    ]
    for port in GC_PORTS:
        for kind in range(24):
            with closing(Bench(rules_pitch, port)) as bench:
                data = bytearray(framed(chance.choice(valid)) * chance.randrange(1, 4))
                if kind % 3 == 0:  # lengths that are wrong, too long, or never end
                    data[0] = chance.randrange(256)
                elif kind % 3 == 1:
                    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
                else:
                    data = bytearray(chance.randbytes(chance.randrange(1, 200)))
                with suppress(OSError):  # the server may close it before it has read everything
                    bench.socket.sendall(data)
                    bench.socket.shutdown(socket.SHUT_WR)
                    while bench.socket.recv(1 << 16):
                        pass
    assert_serves(rules_pitch, stepper)
    assert rules_pitch.status()["faults"]["count"] == 0


@pytest.mark.parametrize(
    ("port", "first", "request_"),
    [
        ("gc_ci", b"", uint(1, BEGIN)),
        ("gc_team", framed(message(1, b"blue")), uint(5, 1)),
        ("gc_remote", framed(uint(1, BLUE)), uint(2, 1)),
        ("gc_autoref", framed(message(1, b"watcher")), message(2, uint(40, 6), message(6, uint(1, 1)))),
    ],
    ids=["bench", "team", "remote control", "automatic referee"],
)
def test_a_client_that_sends_far_ahead_does_not_delay_the_others(rules_pitch, port, first, request_):
    stepper, requests = rules_pitch.stepper(), 1500
    with closing(Bench(rules_pitch, port)) as bench:
        bench.socket.sendall(first + framed(request_) * requests)
        assert_serves(rules_pitch, stepper)
        answers = [bench.receive_bytes() for _ in range(requests + (2 if first else 0))]
        if first:  # a greeting, and one reply each
            assert {Fields(answer).one(1).int(1) for answer in answers} == {1}
    assert_serves(rules_pitch, stepper)


@pytest.mark.parametrize("port", GC_PORTS)
def test_who_floods_a_port_of_the_game_controller_loses_its_connection_and_the_match_goes_on(paced, port):
    link, request_ = port.replace("_", "-"), framed(uint(1, BEGIN))
    with closing(Bench(paced, port)) as bench, suppress(OSError):  # reset or broken: it is closed
        bench.socket.sendall(request_ * 600)  # they would all be answered, or refused, and soon
        while bench.socket.recv(1 << 16):
            pass
    refused = paced.status()["links"][link]["refused"]
    assert refused.get("FLOOD") == 1, refused
    with closing(Bench(paced, port)) as bench:  # its place is free
        bench.socket.sendall(request_)
        assert bench.receive_bytes()
    assert paced.status()["faults"]["count"] == 0


@pytest.fixture(scope="module")
def paced() -> Iterator[Pitch]:
    """A match that the wall clock moves."""
    options = {"league": "ssl-div-b", "players": 2, "realism": "perfect", "epoch": EPOCH, "referee": "rules"}
    with closing(Pitch(open_server(1.0, False, {}, {}, **options))) as pitch:
        yield pitch


def assert_serves(pitch: Pitch, stepper: Stepper) -> None:
    tick = pitch.match.tick
    stepper.ask(0.1)
    assert pitch.match.tick == tick + 100
