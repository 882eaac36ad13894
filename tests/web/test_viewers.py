"""Those who look: one controls, the others watch, and nobody can harm the match or keep the others from seeing it."""

import asyncio
import json
import random
import socket
import time

import pytest
from starlette.websockets import WebSocketState
from tests.web.stand import in_a_loop
from websockets.exceptions import ConnectionClosed

import robopitch
from robopitch import Team
from robopitch.web.schema.asks import ASKS
from robopitch.web.session import Allowance, Session

from .stand import HERE, DecodedFrame, RefusedError, Stand, Visitor, until

CONTROLLING = {name for name, kind in ASKS.items() if kind.controls}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    options = {"realism": "realistic", "blue": "chase", "yellow": "chase", "seed": 11}
    with Stand(tmp_path_factory.mktemp("stand"), **options) as stand:
        yield stand


@pytest.fixture
def stand(shared):
    """The match from its beginning, in a pause; nobody is there."""
    until(lambda: shared.page.viewers == 0)
    with_control = shared.visit()
    with_control.ask("speed", speed=0)
    with_control.ask("reset")
    with_control.close()
    until(lambda: shared.page.viewers == 0)
    visitors = []
    visit = shared.visit

    def remembered(**options):
        visitors.append(visit(**options))
        return visitors[-1]

    shared.visit = remembered
    yield shared
    shared.visit = visit
    for visitor in visitors:
        visitor.close()


def number(visitor: Visitor) -> int:
    return visitor.told("welcome")["viewer"]


def controller(visitor: Visitor) -> int | None:
    """Who controls, as far as this one has been told by now."""
    visitor.ask("scenes")
    return visitor.told("roles")["controller"]


# ---- one controls --------------------------------------------------------------------------------------------------


def test_the_first_controls_and_the_second_watches_and_is_told_why(stand):
    first, second = stand.visit(), stand.visit()
    assert controller(second) == controller(first) == number(first)
    assert first.told("roles", viewers=2)
    for ask in sorted(CONTROLLING):
        with pytest.raises(RefusedError, match="another page controls the match; take control first"):
            second.ask(ask, ticks=10, team="blue", id=0, name="still", speed=1)
    assert stand.status()["tick"] == 0
    assert first.ask("step", ticks=10)["tick"] == 10
    for ask in ("scenes", "parameters", "table", "signals"):
        second.ask(ask)
    second.see()


def test_control_is_handed_over_both_ways(stand):
    first, second = stand.visit(), stand.visit()
    second.ask("control", take=True)
    assert controller(first) == controller(second) == number(second)
    assert "taken control" in first.told("note", level="warning")["text"]
    second.ask("step", ticks=1)
    with pytest.raises(RefusedError, match="take control first"):
        first.ask("step", ticks=1)
    second.ask("control", take=False)
    assert controller(first) is None
    first.ask("step", ticks=1)  # it is free: who does something has it
    assert controller(second) == number(first)
    with pytest.raises(RefusedError, match="take control first"):
        second.ask("step", ticks=1)
    assert stand.status()["tick"] == 2


def test_who_does_not_control_cannot_give_control_away(stand):
    first, second = stand.visit(), stand.visit()
    second.ask("control", take=False)
    assert controller(second) == number(first)


@pytest.mark.parametrize("take", ["yes", 1, None, [], "true"])
def test_only_a_plain_yes_takes_control(stand, take):
    first, second = stand.visit(), stand.visit()
    with pytest.raises(RefusedError, match="take: true or false is wanted"):
        second.ask("control", take=take)
    assert controller(first) == number(first)


def hold_and_steer(visitor: Visitor) -> None:
    visitor.ask("speed", speed=1)
    things = [{"ball": True, "x": 1.0, "y": 0.0}, {"team": "blue", "id": 0, "x": 1.0, "y": 1.0}]
    visitor.ask("place", gesture=1, held=True, things=things)
    visitor.ask("steer", team="yellow", id=1, forward=0.2)


@pytest.mark.parametrize("way", ["leaves", "breaks off", "gives it away", "is relieved", "is too fast"])
def test_what_the_controller_held_and_steered_is_let_go_when_control_ends(stand, way):
    first, second = stand.visit(), stand.visit()
    hold_and_steer(first)
    assert stand.match.teleport.busy
    assert stand.match.robots.steered(Team.YELLOW) == [1]
    if way == "leaves":
        first.close()
    elif way == "breaks off":
        first.socket.socket.shutdown(socket.SHUT_RDWR)
    elif way == "gives it away":
        first.ask("control", take=False)
    elif way == "is relieved":
        second.ask("control", take=True)
    else:
        flood(first, ["{}"] * 1000)
    until(lambda: not stand.match.teleport.busy and not stand.match.robots.steered(Team.YELLOW))
    if way != "is relieved":
        until(lambda: controller(second) is None)
    second.ask("speed", speed=0)


def test_a_spectator_that_leaves_lets_nothing_go(stand):
    first, second = stand.visit(), stand.visit()
    hold_and_steer(first)
    second.close()
    first.told("roles", viewers=1)
    first.ask("steer", team="yellow", id=1, forward=0.2)
    assert stand.match.teleport.busy
    assert stand.match.robots.steered(Team.YELLOW) == [1]


def test_who_says_hello_twice_is_welcome_twice(stand):
    visitor = stand.visit()
    visitor.tells.clear()
    visitor.send(ask="hello")
    assert number(visitor) == visitor.told("roles")["controller"]


def test_there_are_not_endless_viewers(stand):
    visitors = [stand.visit(hello=False) for _ in range(64)]
    assert stand.visit(hello=False).closed() == 1013
    visitors.pop().close()
    until(lambda: stand.page.viewers < 64)
    stand.visit().see()


# ---- frames --------------------------------------------------------------------------------------------------------


def test_who_never_asks_gets_no_frame_and_who_asks_once_gets_one(stand):
    silent, once = stand.visit(), stand.visit()
    silent.ask("speed", speed=1)
    once.see()
    for visitor in (silent, once):
        visitor.listen(0.3)
    assert silent.frames == []
    assert len(once.frames) == 1


def test_who_asks_many_times_at_once_gets_no_pile_of_frames(stand):
    visitor = stand.visit()
    visitor.ask("speed", speed=1)
    for _ in range(100):
        visitor.send(ask="see")
    visitor.listen(0.3)
    assert 1 <= len(visitor.frames) < 30
    times = [DecodedFrame(frame).time for frame in visitor.frames]
    assert times == sorted(times)


def test_a_slow_viewer_gets_the_newest_frame_and_not_the_next(stand):
    fast, slow = stand.visit(), stand.visit()
    fast.ask("speed", speed=1)
    before = DecodedFrame(slow.see()).time
    for _ in range(30):
        fast.see()
    now = DecodedFrame(fast.frames[-1]).time
    after = DecodedFrame(slow.see()).time
    assert after >= now > before + 0.2


def test_a_frame_in_a_pause_comes_when_something_changes(stand):
    visitor = stand.visit()
    first = DecodedFrame(visitor.see())
    assert first.paused
    assert not first.past
    visitor.send(ask="see")
    visitor.listen(0.1)
    assert len(visitor.frames) == 1
    visitor.ask("place", gesture=1, things=[{"ball": True, "x": 1.5, "y": 0.5}])
    while len(visitor.frames) == 1:
        visitor.hear()
    assert DecodedFrame(visitor.frames[-1]).ball[:2] == pytest.approx((1.5, 0.5))


def test_who_comes_in_a_pause_sees_how_it_looks_now(stand):
    first = stand.visit()
    first.see()
    first.close()
    until(lambda: stand.page.viewers == 0)
    stand.step(500)
    for hello in (False, True):
        found = DecodedFrame(stand.visit(hello=hello).see())  # the very first one
        assert found.time == pytest.approx(0.5)
        assert found.ball[:3] == pytest.approx(stand.truth()["ball"]["position"], abs=1e-5)


def test_the_first_of_all_is_not_sent_an_empty_frame(tmp_path):
    with Stand(tmp_path, "vss-3v3") as stand:
        visitor = stand.visit(hello=False)
        for ask in ("hello", "watch", "see"):
            visitor.send(ask=ask, source="live")
        while not visitor.frames:
            visitor.hear()
        assert DecodedFrame(visitor.frames[0]).time == 0.0


def test_moments_of_the_last_minute_can_be_seen(stand):
    visitor = stand.visit()
    stand.step(2000)
    now = stand.truth()
    for at in (0.0, 0.5, 1.0, 2.0, -5.0, 1e6):
        found = DecodedFrame(visitor.see(at=at))
        assert found.past
        assert found.time == pytest.approx(min(max(at, 0.0), 2.0), abs=0.021)
        assert (found.first, found.last) == pytest.approx((0.0, 2.0))
    assert found.ball[:2] == pytest.approx(now["ball"]["position"][:2], abs=1e-5)
    for at in ("1", [1], True, {}):
        visitor.send(ask="see", at=at)
        visitor.hear()
        assert "time" in visitor.answers.pop()["error"]
    assert not visitor.catch_up(2.0).past


def test_a_viewer_that_takes_nothing_does_not_slow_the_others(stand):
    fast = stand.visit()
    fast.ask("speed", speed=1)
    with socket.create_connection((HERE, stand.port)) as stuck:
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        request = f"GET /ws HTTP/1.1\r\nHost: {HERE}:{stand.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        stuck.sendall((request + key).encode())
        for ask in ['{"ask":"hello"}', *['{"ask":"parameters","number":1}'] * 200]:
            mask = b"\1\2\3\4"
            body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(ask.encode()))
            stuck.sendall(bytes([0x81, 0x80 | len(body)]) + mask + body)
        begin = time.monotonic()
        for _ in range(30):
            fast.see()
        assert time.monotonic() - begin < 5.0
    assert stand.status()["times_lost"] == 0 or stand.status()["tick"] > 0


def test_a_short_message_right_after_another_does_not_wait_for_its_acknowledgement(stand):
    """With Nagle's algorithm one of two such asks takes 40 ms; the fastest count, because this machine may be busy."""
    first, second = stand.visit(), stand.visit()
    took = []
    for _ in range(10):
        begin = time.perf_counter()
        for visitor in (first, second):
            visitor.ask("control", take=True)  # everybody is told who controls, and then comes the answer
        took.append(time.perf_counter() - begin)
    assert min(took) < 0.03


# ---- rubbish -------------------------------------------------------------------------------------------------------


def flood(visitor: Visitor, messages: list) -> None:
    """All at once; it may be sent away in the middle."""
    try:
        for message in messages:
            visitor.socket.send(message)
    except ConnectionClosed:
        pass


ASKS = [
    *sorted(CONTROLLING - {"let_go"}),
    *("hello", "see", "watch", "parameters", "scenes", "signals", "trace", "table"),
    *("samples", "welcome", "adopt", "x", ""),  # which no page may ask
]
NAMES = [
    "gesture", "held", "things", "x", "y", "how", "speed", "ticks", "at", "whistle", "team", "name", "set", "noise",
    "realism", "id", "forward", "left", "turn", "kick", "chip", "dribble", "title", "text", "expressions", "since",
    "seconds", "source", "number", "token", "saved", "ball", "present",
]  # fmt: skip


def wrong_value(chance: random.Random, depth: int = 0):
    """Something that no ask takes for good."""
    makers = [
        lambda: None,
        lambda: chance.choice(["", "nonsense", "\ud800", "x" * 300, "../../etc", "nan", "live "]),
        lambda: chance.choice([-1, 1e308, -1e308, 10**400, 2**64, -0.5]),
        lambda: [wrong_value(chance, depth + 1) for _ in range(chance.randrange(3))] if depth < 3 else [],
        lambda: {chance.choice(NAMES): wrong_value(chance, depth + 1) for _ in range(2)} if depth < 3 else {},
    ]
    return chance.choice(makers)()


def wrong_ask(chance: random.Random) -> str:
    values = {name: wrong_value(chance) for name in chance.sample(NAMES, chance.randrange(12))}
    return json.dumps({**values, "ask": chance.choice([ask for ask in ASKS if ask not in ("reset", "save", "undo")])})


def deep(levels: int) -> list[str]:
    """Nested as deep as it is read here, and a little deeper."""
    return [
        f'{{"ask":"{ask}","number":1,"gesture":1,"{name}":{"[" * levels}{"]" * levels}}}'
        for ask, name in (("place", "things"), ("swap", "team"), ("change", "set"), ("speed", "speed"), ("x", "number"))
    ] + [f'{{"ask":"change","set":{{"ball.mass":{"[" * levels}{"]" * levels}}}}}']


def rubbish(chance: random.Random) -> list:
    found: list = [wrong_ask(chance) for _ in range(150)]
    found += [chance.randbytes(chance.randrange(200)) for _ in range(50)]
    found += ["", "null", "[]", "7", '"ask"', "{", "[" * 100_000, '{"ask": null}', '{"ask": ["step"]}', "\0", "NaN"]
    found += ['{"ask":"step","ticks":1e999}', '{"ask":"step","ticks":NaN}', '{"ask":"speed","speed":-0.0001}']
    found += [b"\xff\xfe", b"\0" * 100, json.dumps({"ask": "apply_scene", "text": "a=" + "[" * 100_000})]
    found += [message for levels in range(900, 1000, 20) for message in deep(levels)]
    chance.shuffle(found)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_rubbish_from_controller_and_spectator_changes_nothing(stand, seed):
    stand.step(100)
    before, watcher = stand.fingerprint, stand.visit(hello=False)
    rude = stand.visit()
    rude.ask("control", take=True)
    chance = random.Random(seed)
    for visitor in (rude, watcher):
        flood(visitor, rubbish(chance))
        visitor.ask("scenes")  # it is still there, and has an answer to everything before
    assert stand.fingerprint == before
    assert stand.status()["tick"] == 100
    assert stand.status()["speed"] == 0
    assert all("error" in answer for answer in rude.answers if answer["answer"] is None)
    stand.step(1)  # of a match that stands still each frame is sent once, and rubbish may have asked for it
    watcher.catch_up(0.101)


def test_every_wrong_ask_is_answered_with_a_reason(stand):
    before, reasons = stand.fingerprint, []
    for ask in sorted({*ASKS} - {"hello", "see", "watch", "reset", "save", "undo", "scenes", "parameters", "table"}):
        visitor = stand.visit()  # so many a second are allowed, and so many at once
        visitor.ask("control", take=True)
        for name in sorted({*NAMES} - {"number"}):
            try:
                visitor.ask(ask, **{name: {"wrong": []}})
                assert ask in ("trace", "signals", "change")  # all they want may be left out
            except RefusedError as error:
                reasons.append(str(error))
        visitor.close()
    assert all(reasons)
    assert stand.fingerprint == before


def quiet_twin(ticks: int) -> str:
    """The fingerprint of the same match, which nobody looks at."""
    match = robopitch.make_match(
        "ssl-div-b", seed=11, players=2, epoch=1e9, realism="realistic", blue="chase", yellow="chase"
    )
    match.advance(ticks)
    return match.world.fingerprint()


@pytest.mark.parametrize("who", ["spectator", "controller"])
def test_a_thousand_messages_at_once_from_anybody_change_nothing(stand, who):
    watcher = stand.visit()
    rude = stand.visit()
    if who == "controller":
        rude.ask("control", take=True)
    messages = [
        '{"ask":"see"}',
        '{"ask":"table","number":1}',
        '{"ask":"kick"}',
        '{"ask":"place","things":5}',
        "rubbish",
    ]
    flood(rude, messages * 200)
    assert rude.closed() == 1008
    stand.step(300)
    assert stand.fingerprint == quiet_twin(300)
    until(lambda: stand.page.viewers == 1)
    watcher.catch_up(0.3)
    watcher.ask("control", take=True)
    assert watcher.ask("step", ticks=1)["tick"] == 301


def test_a_message_of_a_megabyte_is_not_read(stand):
    watcher, rude = stand.visit(), stand.visit()
    text = json.dumps({"ask": "apply_scene", "text": "#" * (1 << 20)})
    flood(rude, [text])
    assert rude.closed() == 1009
    other = stand.visit()
    flood(other, [b"\0" * (1 << 20)])
    assert other.closed() == 1009
    stand.step(50)
    assert stand.fingerprint == quiet_twin(50)
    watcher.catch_up(0.05)


def test_bytes_that_are_no_websocket_at_all_harm_nobody(stand):
    chance = random.Random(5)
    watcher = stand.visit()
    for _ in range(20):
        with socket.create_connection((HERE, stand.port)) as raw:
            raw.sendall(
                chance.choice([b"GET /ws HTTP/1.1\r\n\r\n", chance.randbytes(500), b"GET / HTTP/9\r\n\r\n", b""])
            )
    assert stand.get("")[0] == 200
    stand.step(10)
    watcher.catch_up(0.01)


def test_ten_viewers_that_take_every_frame_do_not_change_the_match(stand):
    visitors = [stand.visit() for _ in range(10)]
    for turn in range(20):
        for visitor in visitors:
            visitor.send(ask="see")
            visitor.send(ask="table", number=turn)
            visitor.send(ask="trace", expressions=["ball.x"], seconds=1)
        stand.step(50)
    for visitor in visitors:
        while not visitor.frames:
            visitor.hear()
    assert stand.fingerprint == quiet_twin(1000)


def test_ten_viewers_in_real_time_do_not_change_the_match_either(stand):
    visitors = [stand.visit() for _ in range(10)]
    visitors[0].ask("speed", speed=2)
    while stand.status()["tick"] <= 500:
        for visitor in visitors:
            visitor.see()
    visitors[0].ask("speed", speed=0)
    assert stand.fingerprint == quiet_twin(stand.status()["tick"])


# ---- small parts ---------------------------------------------------------------------------------------------------


def test_an_allowance_is_a_burst_and_then_a_rate(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("robopitch.web.session.time.monotonic", lambda: now[0])
    allowance = Allowance(rate=10.0, burst=5.0)
    assert [allowance.take() for _ in range(7)] == [True] * 5 + [False] * 2
    now[0] += 0.35
    assert allowance.take()
    now[0] += 1000.0
    assert [allowance.take() for _ in range(6)] == [True] * 5 + [False]


class Stuck:
    """A socket whose other side takes nothing."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.closed: list[int] = []

    async def send_text(self, data: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, why: str) -> None:
        self.closed.append(code)


def test_a_page_that_takes_nothing_for_long_is_sent_away_and_costs_no_memory():
    async def wait() -> tuple[Stuck, Session]:
        stuck = Stuck()
        viewer = Session(1, stuck, True)
        delivery = asyncio.create_task(viewer.deliver())
        for _ in range(50):
            for _ in range(100):
                viewer.tell({"tell": "status"})
            await asyncio.sleep(0)
        delivery.cancel()
        return stuck, viewer

    stuck, viewer = in_a_loop(wait())
    assert len(stuck.closed) == 1
    assert viewer._outbox.qsize() <= 501
