"""MI20's network over sockets: the example and a whole team play."""

from __future__ import annotations

import hashlib
import runpy
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.server.pitch import Pitch, open_server

from robopitch.client.client import Client
from robopitch.client.decisions import Decisions
from robopitch.leagues.mirosot.bench.events import BARS, COLUMNS, measure_client, table
from robopitch.leagues.mirosot.wire import mi20_events as wire
from robopitch.leagues.program import Seat, open_program
from robopitch.leagues.registry import family_of
from robopitch.messages import ChangeSensor, Team, Whistle, Whistled
from robopitch.spec import load_league

HERE, DEADLINE = "127.0.0.1", 120.0  # s; only a failing test waits that long
EXAMPLES = Path(__file__).parents[4] / "examples"
with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(EXAMPLES)  # as if it were started there
    EXAMPLE = runpy.run_path(str(EXAMPLES / "17_mi20.py"), run_name="example")
LEAGUE = load_league("mirosot-5v5")
START = Whistled(Whistle.START)


@pytest.fixture
def serve() -> Iterator[Callable[..., Pitch]]:
    with ExitStack() as opened:

        def start(lockstep: bool = True, whistled: Whistled = START, **options: Any) -> Pitch:
            options = {"league": "mirosot-5v5", "realism": "perfect", "watchdog": 0.0, **options}
            server = open_server(1.0, lockstep, **options)
            server.match.offer("person", whistled)
            return opened.enter_context(closing(Pitch(server)))

        yield start


def test_in_lockstep_two_games_of_the_example_are_the_same_bytes(serve):
    digests = []
    for _ in range(2):
        pitch = serve(referee="free")
        frames = list(EXAMPLE["play"](pitch.network.port("mi20"), 120))
        times = [EXAMPLE["read"](data)[0] for data in frames]
        assert times[:3] == pytest.approx([0.0, 1 / 60, 2 / 60], abs=1e-3)
        digests.append(hashlib.sha256(b"".join(frames)).hexdigest())
    assert digests[0] == digests[1]
    assert len({EXAMPLE["read"](data)[1][0] for data in frames}) > 30  # the ball was played


def test_in_lockstep_a_snapshot_of_the_image_vision_comes_again_until_there_is_a_new_one(serve):
    games = []
    for _ in range(2):
        pitch = serve(referee="free")
        for sensor in ("overhead camera", "image vision"):
            pitch.server.match.offer("person", ChangeSensor(sensor, {"on": True}))
        games.append(list(EXAMPLE["play"](pitch.network.port("mi20"), 24)))
    times = [EXAMPLE["read"](data)[0] for data in games[0]]
    assert times == sorted(times)
    assert 8 <= len(set(times)) <= 14  # 24 frames at 60 Hz, 30 images a second
    assert len(EXAMPLE["read"](games[0][-1])[2]) == 5
    assert games[0] == games[1]


def test_the_example_is_told_why_it_may_not_play(serve):
    pitch = serve(lockstep=False, blue="chase")
    with pytest.raises(SystemExit, match="blue is not commanded from outside in this match"):
        next(EXAMPLE["play"](pitch.network.port("mi20"), 1))


def test_the_robots_are_placed_where_the_example_says(serve):
    pitch = serve(referee="rules", whistled=Whistled(Whistle.KICK_OFF, Team.YELLOW))
    *_, last = EXAMPLE["play"](pitch.network.port("mi20"), 260)
    robots = {number: (x, y) for x, y, _, number in EXAMPLE["read"](last)[2]}
    for number in (1, 2):
        assert robots[number] == pytest.approx(EXAMPLE["PLACES"][number][:2], abs=1.0)


@pytest.fixture
def playing() -> Iterator[Callable[..., Client]]:
    """Starts teams, each in a thread of its own."""
    with ExitStack() as opened:

        def start(pitch: Pitch, team: Team, decisions: Decisions | None = None, name: str = "mi20") -> Client:
            link = open_program(family_of(LEAGUE.name), "team", Seat(team, LEAGUE, pitch.network))
            client = Client(decisions or Decisions(), LEAGUE, team, link, name=name, overrides=True)
            thread = threading.Thread(target=client.run)
            thread.start()

            def end() -> None:
                client.stop()
                thread.join(DEADLINE)
                client.close()
                assert not thread.is_alive()

            opened.callback(end)
            return client

        yield start


def until(question: Callable[[], Any], what: str) -> None:
    end = time.monotonic() + DEADLINE
    while not question():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def test_a_whole_team_plays_and_obeys_other_programs_of_its_team(serve, playing):
    pitch = serve(lockstep=False, yellow="still", referee="free")
    client = playing(pitch, Team.BLUE)
    until(lambda: client.decisions > 20, "it does not decide")
    assert client.faults.status()["last"] == ""
    assert not client.unreadable
    with socket.create_connection((HERE, pitch.network.port("mi20")), DEADLINE) as monitor:
        hello = (
            wire.Hello("monitor", Team.BLUE, ("gui",)).encode() + wire.Register(wire.event_id("module_start")).encode()
        )
        monitor.sendall(hello + wire.SettingChanged("strategy.decision", "still").encode())
        monitor.sendall(wire.encode_event(wire.RobotSleep(3)) + wire.SettingChanged("no.such", "1").encode())
        until(lambda: client.modules.settings.value("strategy.decision") == "still", "the setting did not arrive")
        until(lambda: 3 in client.modules.module("motion").sleeping, "the robot does not sleep")
        until(lambda: client.modules.refused == 1, "the other setting did not arrive")
        client.soon(lambda: client.modules.restart("strategy"))
        framing, found = wire.PacketFraming(), []
        monitor.settimeout(DEADLINE)
        while len(found) < 2:
            packets = [wire.decode_packet(data) for data in framing.feed(monitor.recv(4096))]
            found += [wire.decode_event(one) for one in packets if one.type is wire.PacketType.EVENT]
        assert found == [wire.ModuleStart("strategy", False), wire.ModuleStart("strategy", True)]
    before = client.decisions
    until(lambda: client.decisions > before + 10, "it does not decide after a restart of its strategy")


def test_a_second_program_of_a_team_is_told_why_it_may_not_play(serve, playing):
    pitch = serve(lockstep=False, yellow="still")
    first = playing(pitch, Team.BLUE)
    until(lambda: first.decisions > 3, "it does not decide")
    second = playing(pitch, Team.BLUE)
    until(lambda: second.radio.refused["REFUSED"], "it is not told")
    assert "of blue runs already in 'robopitch team'" in second.radio.last_refusal
    assert second.decisions == 0


def test_in_lockstep_a_team_that_fails_does_not_stop_time(serve, playing):
    def failing(observation: Any) -> Any:
        raise ValueError("no idea")

    pitch = serve(yellow="still")
    client = playing(pitch, Team.BLUE, Decisions(more={"failing": failing}), "failing")
    until(lambda: pitch.match.world.time > 0.5, "time stands still")
    assert client.faults.status()["where"] == {"strategy": client.faults.count}


def test_who_floods_loses_the_connection_and_the_match_goes_on(serve):
    pitch = serve(lockstep=False)
    with socket.create_connection((HERE, pitch.network.port("mi20")), DEADLINE) as client:
        client.sendall(wire.Hello("flood", Team.BLUE).encode())
        flood = wire.encode_event(wire.Velocities(1, 0.5, 0.0)) * 40_000
        with suppress(ConnectionError):  # the server closes it, sooner or later
            until(lambda: client.sendall(flood), "it is never closed")
    before = pitch.status()["time"]
    until(lambda: pitch.status()["time"] > before + 0.1, "time stands still")
    assert pitch.status()["links"]["mi20"]["refused"]["FLOOD"] > 0
    assert pitch.status()["faults"]["count"] == 0


def test_the_benchmark_says_what_it_measured(serve):
    pitch = serve(lockstep=False, yellow="still")
    for seconds in (0.4, 4.0, 40.0):  # a machine that is busy may bring no picture for a while
        result = measure_client(pitch.network, seconds, 0.2)
        if result["hz"]:
            break
    assert set(result["bars"]) == set(BARS)
    assert result["hz"] > 0
    assert result["core_share"] > 0
    assert [row["name"] for row in result["modules"]] == ["vision", "estimator", "strategy", "motion", "radio"]
    for row in result["modules"]:
        assert set(row) == {"name", "calls", "min_ms", "mean_ms", "max_ms", "sd_ms"}
        assert 0 <= row["min_ms"] <= row["mean_ms"] <= row["max_ms"]
    assert all(len(row) == len(COLUMNS) for row in table(result))
