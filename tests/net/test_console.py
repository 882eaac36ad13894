"""The console: requests and answers as lines of JSON."""

import json
import select
import socket
import threading
from contextlib import ExitStack, contextmanager, suppress

import pytest

from robopitch.net import Acceptor, Console, NetError, ask, user_key


def keyed(**request):
    """A request with the key, as it goes over the wire."""
    return json.dumps({"key": user_key(), **request}).encode() + b"\n"


def serve(console, until, handle=lambda request: {"you said": request}):
    """A server's loop, until it is stopped."""
    while not until():
        select.select(console.readers(), console.writers(), [], 0.02)
        for client, request in console.poll():
            console.answer(client, handle(request))


@contextmanager
def running(handle=lambda request: {"you said": request}):
    stop = threading.Event()
    with Console() as console:
        thread = threading.Thread(target=serve, args=(console, stop.is_set, handle))
        thread.start()
        try:
            yield console
        finally:
            stop.set()
            thread.join()


def talk(console, *portions, answers):
    """Send portions of bytes, the loop turning after each; so many answers come back."""
    with socket.create_connection(("127.0.0.1", console.port), 2.0) as peer:
        peer.setblocking(False)
        found = bytearray()

        def hear():
            with suppress(BlockingIOError):
                found.extend(peer.recv(1 << 20))
            return found.count(b"\n") >= answers

        for portion in portions:
            peer.setblocking(True)
            peer.sendall(portion)
            peer.setblocking(False)
            turns = iter([False, False, True])
            serve(console, lambda turns=turns: next(turns))
        serve(console, hear)
        return [json.loads(line) for line in found.splitlines()]


def test_a_question_gets_its_answer():
    with running() as console:
        assert ask("127.0.0.1", console.port, {"ask": "status"}) == {"you said": {"ask": "status"}}
        assert ask("127.0.0.1", console.port, {"ask": "ä"}) == {"you said": {"ask": "ä"}}


def test_an_answer_may_be_long():
    with running(lambda request: {"robots": list(range(200_000))}) as console:
        assert len(ask("127.0.0.1", console.port, {})["robots"]) == 200_000


def test_requests_may_come_in_pieces_or_several_at_once():
    with Console() as console:
        a, b, c = keyed(a=1), keyed(b=2), keyed(c=3)
        assert talk(console, a[:9], a[9:] + b + b"\n" + c[:30], c[30:], answers=3) == [
            {"you said": {"a": 1}},
            {"you said": {"b": 2}},
            {"you said": {"c": 3}},
        ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"hello\n", "not JSON"),
        (b"\xff\xfe\n", "not JSON"),
        (b"[" * 60_000 + b"\n", "not JSON"),
        (b"[1, 2]\n", "a JSON object such as"),
        (b'{"a": "' + b"x" * 70_000 + b'"}\n', "at most 65536 bytes"),
    ],
)
def test_what_is_not_a_request_gets_an_error_and_the_next_one_its_answer(line, words):
    with Console() as console:
        error, answer = talk(console, line, keyed(a=1), answers=2)
        assert words in error["error"]
        assert answer == {"you said": {"a": 1}}


def test_a_line_without_an_end_is_cut_off():
    with Console() as console, socket.create_connection(("127.0.0.1", console.port), 2.0) as peer:
        peer.sendall(b"x" * 65_537)
        found = bytearray()
        peer.setblocking(False)
        for _ in range(200):
            select.select(console.readers(), [], [], 0.02)
            assert console.poll() == []
            try:
                data = peer.recv(1 << 16)
            except BlockingIOError:
                continue
            if not data:
                break
            found += data
        else:
            pytest.fail("the connection was not closed")
        assert len(console.readers()) == 1
        assert b"at most 65536 bytes" in found


def test_somebody_who_asks_and_hangs_up_sending_still_hears_the_answer():
    with running() as console, socket.create_connection(("127.0.0.1", console.port), 2.0) as peer:
        peer.sendall(keyed(a=1))
        peer.shutdown(socket.SHUT_WR)
        found = b""
        while data := peer.recv(1 << 16):
            found += data
        assert json.loads(found) == {"you said": {"a": 1}}


def test_somebody_who_leaves_before_the_answer_disturbs_nobody():
    with Console() as console:
        with socket.create_connection(("127.0.0.1", console.port), 2.0) as peer:
            peer.sendall(keyed(a=1))
            requests = []
            while not requests:
                select.select(console.readers(), [], [], 2.0)
                requests = console.poll()
        console.answer(requests[0][0], {"too": "late"})
        assert talk(console, keyed(b=2), answers=1) == [{"you said": {"b": 2}}]
        while len(console.readers()) > 1:
            assert select.select(console.readers(), [], [], 2.0)[0]
            assert console.poll() == []


def test_so_many_may_ask_at_once_and_no_more():
    with Console() as console:
        peers = []
        for _ in range(40):
            peers.append(socket.create_connection(("127.0.0.1", console.port), 2.0))
            console.poll()
        assert len(console.readers()) == 33
        for peer in peers:
            peer.close()
        while len(console.readers()) > 1:
            assert select.select(console.readers(), [], [], 2.0)[0]
            console.poll()


def test_without_a_server_the_error_says_how_to_start_one():
    with Acceptor() as acceptor:
        port = acceptor.port
    with pytest.raises(NetError, match=rf"no server listens at 127\.0\.0\.1:{port} .*robopitch serve"):
        ask("127.0.0.1", port, {})


def test_a_server_that_is_silent_or_speaks_otherwise_is_named():
    with Acceptor() as acceptor, pytest.raises(NetError, match=r"did not answer within 0\.05 s"):
        ask("127.0.0.1", acceptor.port, {}, timeout=0.05)

    def other(answer):
        with Acceptor() as acceptor:
            ready = threading.Event()

            def reply():
                ready.set()
                select.select([acceptor], [], [], 2.0)
                with acceptor.accept() as stream:
                    select.select([stream], [], [], 2.0)
                    stream.receive()
                    stream.send(answer)

            thread = threading.Thread(target=reply)
            thread.start()
            try:
                return ask("127.0.0.1", acceptor.port, {})
            finally:
                thread.join()

    with pytest.raises(NetError, match="does not answer like a robopitch server"):
        other(b"HTTP/1.1 400 Bad Request\r\n")
    with pytest.raises(NetError, match="closed the connection without an answer"):
        other(b"")


def test_a_busy_console_port_says_so():
    with Console() as console, pytest.raises(NetError, match=r"\(TCP, console\) is taken"):
        Console(port=console.port)


# ---- budgets ---------------------------------------------------------------------------------------------------------


class Timed:
    """A console with a clock set by the test, and clients that connect one by one."""

    def __init__(self):
        self.now = 0.0
        self.console = Console(clock=lambda: self.now)

    def connect(self):
        peer = socket.create_connection(("127.0.0.1", self.console.port), 2.0)
        assert select.select([self.console.readers()[0]], [], [], 2.0)[0]
        self.console.poll()
        return peer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.console.close()


def is_closed(peer):
    peer.setblocking(False)
    try:
        return peer.recv(1 << 20) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_somebody_who_asks_nothing_is_sent_away_after_ten_seconds():
    with Timed() as timed, timed.connect() as idle, timed.connect() as dripping:
        for now in (4.0, 8.0, 9.9):
            timed.now = now
            dripping.sendall(b" ")  # bytes alone are no request
            assert select.select(timed.console.readers(), [], [], 2.0)[0]
            assert timed.console.poll() == []
            assert not is_closed(idle)
        timed.now = 10.1
        timed.console.tidy()
        assert is_closed(idle)
        assert is_closed(dripping)
        assert len(timed.console.readers()) == 1


def test_somebody_who_asks_now_and_then_may_stay():
    with Timed() as timed, timed.connect() as peer:
        for now in (8.0, 16.0, 24.0):
            timed.now = now
            peer.sendall(keyed(a=now))
            assert select.select(timed.console.readers(), [], [], 2.0)[0]
            ((client, request),) = timed.console.poll()
            timed.console.answer(client, request)
            assert json.loads(peer.recv(1 << 16)) == {"a": now}
            timed.console.tidy()


def test_who_does_not_read_is_not_heard_and_sent_away_after_ten_seconds():
    with Timed() as timed, timed.connect() as peer:
        peer.sendall(keyed(a=1) * 3)
        assert select.select(timed.console.readers(), [], [], 2.0)[0]
        ((client, _),) = timed.console.poll()  # one at a time
        timed.console.answer(client, {"long": "x" * (4 << 20)})
        assert client.stream.unsent > 0
        assert not timed.console.pending
        assert timed.console.poll() == []
        timed.now = 10.1
        timed.console.tidy()
        assert len(timed.console.readers()) == 1
        assert client.stream.closed


def test_when_all_places_are_taken_the_one_who_was_silent_longest_has_to_go():
    with Timed() as timed, ExitStack() as stack:
        first = stack.enter_context(timed.connect())
        first.sendall(keyed(a=1))
        assert select.select(timed.console.readers(), [], [], 2.0)[0]
        ((client, request),) = timed.console.poll()
        timed.console.answer(client, request)
        peers = []
        for number in range(40):
            timed.now = 0.1 * number
            peers.append(stack.enter_context(timed.connect()))
        assert len(timed.console.readers()) == 33
        assert not client.stream.closed  # it had the key
        assert [is_closed(peer) for peer in peers] == [True] * 9 + [False] * 31


def test_an_answer_that_is_no_json_is_an_error():
    with running(lambda request: {"it": {1, 2}}) as console:
        assert "cannot be written as JSON" in ask("127.0.0.1", console.port, {})["error"]
