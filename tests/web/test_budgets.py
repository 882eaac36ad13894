"""Greedy spectators and idle connections cost the match nothing, and never keep out whoever has the key."""

import gc
import json
import os
import socket
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed

from robopitch.web.budget import Budget, BusyError
from robopitch.web.connection import MOST_CONNECTIONS

from .stand import DEADLINE, HERE, RefusedError, Stand, Visitor, until


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    options = {"blue": "chase", "yellow": "chase", "players": 6, "realism": "realistic"}
    with Stand(tmp_path_factory.mktemp("secret folder"), speed=1.0, **options) as stand:
        yield stand


def memory() -> float:
    """Megabytes that this process, and with it the server, has in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Greedy(threading.Thread):
    """A spectator that asks as fast as it can; it takes what comes, and keeps none of it."""

    def __init__(self, stand: Stand, ask: str) -> None:
        super().__init__(daemon=True)
        self._stand, self.visitor = stand, Visitor(stand.port, key=None)
        expressions = [f"blue.{n}.{what}" for n in range(5) for what in ("x", "y", "speed")]
        self._message = json.dumps({"ask": ask, "number": 1, "expressions": expressions, "seconds": 60})
        self.over = threading.Event()
        self.answered = self.refused = 0

    def run(self) -> None:
        while not self.over.is_set():
            taking = threading.Thread(target=self._take, daemon=True)
            taking.start()
            try:
                while not self.over.wait(0.002):  # 500 a second, more than a page is allowed in the long run
                    self.visitor.socket.send(self._message)
            except ConnectionClosed:
                pass
            taking.join()
            self.visitor.close()
            if not self.over.is_set():  # it was sent away, and comes back at once
                self.visitor = Visitor(self._stand.port, key=None, hello=False)

    def _take(self) -> None:
        try:
            while not self.over.is_set():
                text = str(self.visitor.socket.recv(0.5))
                self.answered += text.startswith('{"answer":1,')
                self.refused += "too many requests, try again in" in text
        except (ConnectionClosed, TimeoutError):
            pass


def test_a_budget_is_shared_and_fills_with_time():
    now = [100.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    whole = Budget(share=0.05, burst=0.2, most=3, clock=clock)
    one, other = (Budget(share=0.02, burst=0.1, most=2, whole=whole, clock=clock) for _ in range(2))
    one.enter()
    one.enter()
    with pytest.raises(BusyError):  # two of its own wait already
        one.enter()
    other.enter()
    with pytest.raises(BusyError):  # and three of all
        other.enter()
    one.leave()
    one.charge(0.12)
    with pytest.raises(BusyError) as refused:
        one.enter()
    assert refused.value.retry == pytest.approx(1.0)
    other.enter()
    now[0] += 1.01
    one.leave()
    one.enter()


def test_a_spectator_is_told_when_to_ask_again_and_is_answered_then(stand):
    visitor = stand.visit(key=None)
    for number in range(40):
        visitor.send(ask="trace", number=number, expressions=["ball.x", "ball.y"], seconds=60)
    while not any("retry" in answer for answer in visitor.answers):
        visitor.hear()
    refused = next(answer for answer in visitor.answers if "retry" in answer)
    assert refused["error"] == f"too many requests, try again in {refused['retry']:g} s"
    assert 0 < refused["retry"] < 60

    def answered():
        try:
            return visitor.ask("table")["rows"]
        except RefusedError:
            return time.sleep(refused["retry"])

    assert until(answered)
    visitor.close()


def test_the_owner_is_let_in_when_all_places_are_taken(stand):
    until(lambda: stand.page._hub.size <= 1)
    crowd = [Visitor(stand.port, key=None, hello=False) for _ in range(70)]
    until(lambda: stand.page._hub.size >= 50)
    owner = stand.visit()  # with the key in its first header …
    owner.ask("control", take=True)
    other = stand.visit(key=None, hello=False)  # … or in its first message
    other.send(ask="hello", token="open sesame")
    assert other.told("welcome", trusted=True)
    assert other.see()
    assert crowd[-1].closed() == 1013
    for visitor in (*crowd, owner, other):
        visitor.close()


def test_the_oldest_spectator_gives_way_when_those_with_the_key_need_the_place(stand):
    until(lambda: stand.page._hub.size == 0)
    spectators = [Visitor(stand.port, key=None) for _ in range(2)]
    owners = [Visitor(stand.port) for _ in range(63)]
    assert spectators[0].closed() == 1013
    owners[0].see()
    spectators[1].see()
    for visitor in (*spectators, *owners):
        visitor.close()


def test_half_a_header_from_five_hundred_connections_keeps_nobody_out(stand, monkeypatch):
    monkeypatch.setattr("robopitch.web.connection.HEADER_TIME", 1000 * DEADLINE)  # none of them gives up
    crowd = []
    for _ in range(500):
        idle = socket.create_connection((HERE, stand.port), 5)
        idle.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        crowd.append(idle)
    assert stand.get("")[0] == 200
    owner = stand.visit()
    assert owner.see()
    until(lambda: sum(map(closed, crowd)) >= 500 - MOST_CONNECTIONS)
    owner.close()
    for idle in crowd:
        idle.close()


def closed(connection: socket.socket) -> bool:
    """Whether the other side has closed it."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_a_header_that_does_not_end_is_given_up(stand, monkeypatch):
    monkeypatch.setattr("robopitch.web.connection.HEADER_TIME", 0.5)
    with socket.create_connection((HERE, stand.port), 10) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        slow.settimeout(0.1)

        def is_closed():
            try:
                slow.sendall(b"X-More: 1\r\n")
                return slow.recv(1) == b""
            except TimeoutError:
                return False
            except ConnectionError:
                return True

        until(is_closed)


# ---- what spectators are not told ----------------------------------------------------------------------------------


def test_spectators_are_told_no_folder_of_this_machine(stand):
    owner, visitor = stand.visit(), stand.visit(key=None)
    owner.ask("control", take=True)
    owner.ask("save_scene", name="kept", title="")
    saved = owner.ask("save")["file"]
    assert owner.ask("scenes")["folder"] == str(stand.scenes)
    assert saved in owner.told("status")["history"]["clips"] or until(lambda: _told_clip(owner, saved))
    answer = visitor.ask("scenes")
    assert answer["folder"] == ""
    assert answer["scenes"][0]["name"] == "kept"
    visitor.tells.clear()
    clips = visitor.told("status")["history"]["clips"]
    assert Path(saved).name in clips
    for ask in ("parameters", "signals", "table"):
        visitor.answers.append(visitor.ask(ask))
    visitor.send(ask="watch", source=f"{stand.clips}/x", number=7)
    visitor.listen(0.3)
    everything = json.dumps([visitor.tells, visitor.answers])
    folder = str(stand.scenes.parent)
    assert folder not in everything
    assert str(Path(folder).parent) not in everything
    assert str(Path.home()) + "/" not in everything
    owner.close()
    visitor.close()


def _told_clip(owner: Visitor, saved: str) -> bool:
    owner.hear()
    return saved in owner.told("status")["history"]["clips"]


# ---- last, because it uses all that spectators may use -----------------------------------------------------------


def test_greedy_spectators_are_refused_and_the_owner_is_answered(stand):
    owner = stand.visit()
    owner.ask("control", take=True)
    with crowded(stand, 10) as crowd:
        until(lambda: sum(spectator.refused for spectator in crowd) > 0)
        before = stand.status()["tick"]
        for _ in range(5):
            owner.ask("parameters")
            owner.ask("trace", expressions=["ball.x"], seconds=5)
        until(lambda: stand.status()["tick"] > before)
    assert sum(spectator.answered for spectator in crowd) > 0
    owner.close()


@pytest.mark.timing
def test_ten_greedy_spectators_slow_nothing(stand):
    owner = stand.visit()
    owner.ask("control", take=True)
    owner.ask("parameters")
    owner.ask("trace", expressions=["ball.x"], seconds=10)
    gc.collect()
    before = memory()
    waits, rates = [], []
    with crowded(stand, 10) as crowd:
        while len(rates) < 2 or (max(rates) < 0.8 and len(rates) < 20):  # another program may slow it down for a while
            first, begin = stand.status()["time"], time.monotonic()
            while time.monotonic() < begin + 1.0:
                asked = time.monotonic()
                owner.ask("parameters")
                owner.ask("trace", expressions=["ball.x"], seconds=5)
                waits.append(time.monotonic() - asked)
                time.sleep(0.1)
            rates.append((stand.status()["time"] - first) / (time.monotonic() - begin))
        after = memory()
    assert max(rates) > 0.8
    assert after - before < 50
    assert sorted(waits)[len(waits) // 2] < 1.0
    assert any(spectator.answered > spectator.refused for spectator in crowd)


@contextmanager
def crowded(stand, count):
    """Greedy spectators, as long as that."""
    crowd = [Greedy(stand, ("trace", "parameters")[number % 2]) for number in range(count)]
    for spectator in crowd:
        spectator.start()
    try:
        yield crowd
    finally:
        for spectator in crowd:
            spectator.over.set()
        for spectator in crowd:
            spectator.join()
