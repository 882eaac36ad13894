"""Who may control, and who may not even connect."""

import json
import socket

import pytest
from websockets.exceptions import InvalidStatus

from robopitch.web.trust import Trust

from .stand import DEADLINE, HERE, TOKEN, RefusedError, Stand, Visitor

OWN = "127.0.0.1:10400"


@pytest.mark.parametrize(
    ("headers", "admitted"),
    [
        ({"host": OWN}, True),  # no browser
        ({"host": OWN, "origin": f"http://{OWN}"}, True),
        ({"host": "robo.local:10400", "origin": "http://robo.local:10400"}, True),
        ({"host": OWN, "origin": "http://127.0.0.1:8000"}, False),
        ({"host": OWN, "origin": "https://evil.example"}, False),
        ({"host": OWN, "origin": f"http://{OWN}.evil.example"}, False),
        ({"host": OWN, "origin": f"http://evil.example/{OWN}"}, False),
        ({"host": OWN, "origin": f"http://{OWN}@evil.example"}, False),
        ({"host": OWN, "origin": "null"}, False),
        ({"host": OWN, "origin": ""}, False),
        ({"origin": "null"}, False),
    ],
)
def test_only_programs_and_pages_of_this_server_may_connect(headers, admitted):
    assert Trust("t").admits(headers) is admitted


@pytest.mark.parametrize(
    ("peer", "host", "trusted"),
    [
        ("127.0.0.1", OWN, True),
        ("127.0.0.1", "localhost:10400", True),
        ("127.0.0.1", "LOCALHOST:10400", True),
        ("127.0.0.1", "localhost", True),
        ("::1", "[::1]:10400", True),
        ("127.8.9.10", OWN, True),
        ("127.0.0.1", "evil.example:10400", False),  # a name that somebody pointed at this machine
        ("127.0.0.1", "localhost.evil.example:10400", False),
        ("127.0.0.1", "evil.example@127.0.0.1.evil.example", False),
        ("127.0.0.1", "0.0.0.0:10400", False),
        ("127.0.0.1", "", False),
        ("192.168.1.7", OWN, False),
        ("10.0.0.1", "localhost:10400", False),
        ("", OWN, False),
        ("testclient", OWN, False),
    ],
)
def test_this_machine_is_trusted_under_its_own_names_only(peer, host, trusted):
    assert Trust("t").trusts(peer, {"host": host}, "") is trusted


def test_a_page_of_another_site_is_not_trusted_even_on_this_machine():
    assert not Trust("t").trusts("127.0.0.1", {"host": OWN, "origin": "https://evil.example"}, "")


@pytest.mark.parametrize("token", ["", "T", "tt", "t ", " t", "\0", "t\0", "ť", "\U0001f511"])
def test_a_wrong_token_opens_nothing(token):
    assert not Trust("t").trusts("192.168.1.7", {"host": "robo.local:10400"}, token)


def test_the_right_token_opens_from_anywhere():
    assert Trust("t").trusts("192.168.1.7", {"host": "robo.local:10400"}, "t")


@pytest.mark.parametrize("given", [None, ""])
def test_a_token_is_made_up_if_none_is_given_and_an_empty_one_never_fits(given):
    trust, other = Trust(given), Trust(given)
    assert len(trust.token) >= 12
    assert trust.token != other.token
    assert not trust.knows("")


# ---- over the network ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    with Stand(tmp_path_factory.mktemp("stand"), players=1, realism=None) as stand:
        yield stand


def visit(stand: Stand, **options) -> Visitor:
    return stand.visit(**options)


def trusted(visitor: Visitor) -> bool:
    return visitor.told("welcome")["trusted"]


def test_a_page_of_this_server_is_let_in_and_trusted(stand):
    assert trusted(visit(stand, origin=f"http://{HERE}:{stand.port}"))
    assert trusted(visit(stand))
    assert trusted(visit(stand, host="localhost"))


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null"])
def test_a_page_of_another_site_is_sent_away_at_the_door(stand, origin):
    with pytest.raises(InvalidStatus) as refused:
        visit(stand, origin=origin, hello=False)
    assert refused.value.response.status_code == 403
    stand.status()


def test_a_name_that_was_pointed_at_this_machine_may_watch_and_nothing_else(stand):
    visitor = visit(stand, host="evil.example")
    assert not trusted(visitor)
    for ask in ("step", "control", "place", "kick", "reset", "save_scene", "change"):
        with pytest.raises(RefusedError, match="token"):
            visitor.ask(ask, take=True, ticks=1)
    assert stand.status()["tick"] == 0
    assert visitor.see()


@pytest.mark.parametrize("token", ["", "wrong", "open sesam", "OPEN SESAME", ["open sesame"], None, 5, {"a": 1}])
def test_a_wrong_token_lets_nobody_control(stand, token):
    visitor = visit(stand, host="evil.example", hello=False)
    visitor.send(ask="hello", token=token)
    assert not trusted(visitor)
    with pytest.raises(RefusedError, match="token"):
        visitor.ask("control", take=True)
    assert visitor.told("roles")["controller"] != visitor.told("welcome")["viewer"]


def test_the_right_token_lets_control_from_anywhere(stand):
    visitor = visit(stand, host="robo.local", origin=f"http://robo.local:{stand.port}", hello=False)
    visitor.send(ask="hello", token=TOKEN)
    assert trusted(visitor)
    visitor.ask("control", take=True)
    assert visitor.ask("step", ticks=1)["tick"] == stand.status()["tick"]


def test_a_wrong_token_is_told_and_can_be_followed_by_the_right_one(stand):
    visitor = visit(stand, host="robo.local", hello=False)
    visitor.send(ask="hello", token="wrong")
    assert "token" in visitor.told("note", level="warning")["text"]
    visitor.tells.clear()
    visitor.send(ask="hello", token=TOKEN)
    assert visitor.told("welcome", trusted=True)


def test_a_recording_is_taken_from_trusted_pages_only(stand):
    path = "recordings?name=a.mcap"
    for headers in (
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
        {"Host": "robo.local", "Authorization": "Bearer wrong"},
        {"Host": "robo.local", "Authorization": "Bearer "},
    ):
        status, text = stand.post(path, b"", **headers)
        assert status == 403
        assert "token" in json.loads(text)["error"]
    for headers in ({}, {"Host": "robo.local", "Authorization": f"Bearer {TOKEN}"}):
        assert stand.post(path, b"", **headers)[0] == 400  # it is no recording, but it was looked at


@pytest.mark.parametrize("header", ["Host: [::1", "Host: \xff", "Host: a:b:c", "Host: [", "Origin: http://[", "Host:"])
def test_headers_that_make_no_sense_are_not_trusted_and_harm_nobody(stand, header):
    for first in ("POST /recordings?name=a.mcap HTTP/1.1", "GET /ws HTTP/1.1"):
        with socket.create_connection((HERE, stand.port), DEADLINE) as raw:
            upgrade = "" if first.startswith("POST") else "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            own = "" if header.startswith("Host") else f"Host: {HERE}:{stand.port}\r\n"
            key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" if upgrade else ""
            raw.sendall(f"{first}\r\n{own}{header}\r\n{upgrade}{key}Content-Length: 0\r\n\r\n".encode("latin-1"))
            answer = raw.recv(1 << 16)
            assert b" 200 " not in answer.split(b"\r\n")[0]
    assert trusted(visit(stand))
