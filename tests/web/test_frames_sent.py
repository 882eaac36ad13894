"""Which frames viewers get, and that nobody has to wait for another."""

import gc
import socket
from contextlib import suppress

import pytest

from .stand import HERE, DecodedFrame, Stand, until


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
    visitor.see()
    visitor.listen(0.3)
    times = [frame.time for frame in map(DecodedFrame, visitor.frames) if not frame.paused]
    assert times == sorted(set(times))  # no moment comes twice, but the one at which the pause ends


def test_a_slow_viewer_gets_the_newest_frame_and_not_the_next(stand):
    fast, slow = stand.visit(), stand.visit()
    fast.ask("speed", speed=1)
    before = DecodedFrame(slow.see()).time
    while (now := DecodedFrame(fast.see()).time) <= before + 0.2:
        pass
    assert DecodedFrame(slow.see()).time >= now


def test_a_frame_in_a_pause_comes_when_something_changes(stand):
    visitor = stand.visit()
    first = DecodedFrame(visitor.see())
    assert first.paused
    assert not first.past
    count = 0
    while len(visitor.frames) > count:  # the pause itself may bring a frame late on a slow machine, but no second one
        count = len(visitor.frames)
        assert count <= 2
        visitor.send(ask="see")
        visitor.listen(0.1)
    visitor.ask("place", gesture=1, things=[{"ball": True, "x": 1.5, "y": 0.5}])
    while len(visitor.frames) == count:
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
        before = stand.status()["tick"]
        for _ in range(30):
            fast.see()
        until(lambda: stand.status()["tick"] > before)


def test_a_short_message_right_after_another_does_not_wait_for_its_acknowledgement(stand):
    """With Nagle's algorithm the second takes 40 ms."""
    near = stand.visit().socket.socket.getsockname()
    (ours,) = [one for one in gc.get_objects() if type(one) is socket.socket and peer(one) == near]
    assert ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def peer(connection):
    """The other side of a connection, if it is one."""
    with suppress(OSError):
        return connection.getpeername()
