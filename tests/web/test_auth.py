"""Who may control, who may watch, and who may not even connect: over real sockets."""

import http.client
import json
import os
import pwd
import socket
import subprocess
import sys

import pytest
from websockets.exceptions import InvalidStatus

from robopitch.web.auth import Auth

from .stand import DEADLINE, HERE, TOKEN, RefusedError, Stand, Visitor

OWN = "127.0.0.1:10400"
SERVER = ("127.0.0.1", 10400)


def auth(key: str = "t", **options) -> Auth:
    return Auth(key, "127.0.0.1", 10400, **options)


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
        ({"host": OWN, "origin": "http://["}, False),
        ({"origin": "null"}, False),
    ],
)
def test_only_programs_and_pages_of_this_server_may_connect(headers, admitted):
    assert auth().admits(headers) is admitted


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        (OWN, True),
        ("localhost:10400", True),
        ("LOCALHOST:10400", True),
        ("localhost:9000", True),  # through a tunnel
        ("localhost", True),
        ("[::1]:10400", True),
        ("127.8.9.10", True),
        ("192.168.1.5:10400", True),  # the address at which the request arrived
        (f"{socket.gethostname()}:10400", True),
        ("proxy.example", True),
        ("evil.example:10400", False),  # a name that somebody pointed at this machine
        ("localhost.evil.example:10400", False),
        ("evil.example@127.0.0.1", False),
        ("127.0.0.1@evil.example", False),
        ("127.0.0.1/evil.example", False),
        ("192.168.1.6:10400", False),
        ("0.0.0.0:10400", False),
        ("127.0.0.1:x", False),
        ("a:b:c", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_the_names_of_this_machine_are_known_and_no_others(host, ours):
    assert auth(names=["Proxy.Example"]).is_ours({"host": host}, ("192.168.1.5", 10400)) is ours


@pytest.mark.parametrize("key", ["", "T", "tt", "t ", " t", "\0", "t\0", "ť", "\U0001f511", "\ud800"])
def test_a_wrong_key_opens_nothing(key):
    assert not auth().knows(key)
    assert not auth().trusts({"host": OWN, "authorization": f"Basic {key}"}, None, SERVER)


def test_the_right_key_opens_from_anywhere_but_not_for_a_page_of_another_site():
    headers = {"host": OWN, "authorization": "Bearer t"}
    assert auth().trusts(headers, ("192.168.1.7", 4711), SERVER)
    assert not auth().trusts({**headers, "origin": "https://evil.example"}, ("192.168.1.7", 4711), SERVER)


def test_an_empty_key_is_refused():
    with pytest.raises(ValueError, match="empty"):
        auth("")


# ---- over the network ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    with Stand(tmp_path_factory.mktemp("stand"), players=1, realism=None) as stand:
        yield stand


def trusted(visitor: Visitor) -> bool:
    return visitor.told("welcome")["trusted"]


def request(stand: Stand, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """Just these headers, and what came back, its body in `text`."""
    connection = http.client.HTTPConnection(HERE, stand.port, timeout=DEADLINE)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    response.text = response.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return response


def cookie_of(stand: Stand, **headers: str) -> str | None:
    """The cookie that the page sets, as a browser sends it back."""
    header = request(stand, "/", **headers).getheader("Set-Cookie")
    return None if header is None else header.partition(";")[0]


def test_a_program_on_this_machine_cannot_control_without_the_key(stand):
    for options in ({}, {"origin": f"http://{HERE}:{stand.port}"}, {"host": "localhost"}):
        visitor = stand.visit(key=None, **options)
        assert not trusted(visitor)
        for ask in ("step", "control", "place", "kick", "reset", "save_scene", "change", "save"):
            with pytest.raises(RefusedError, match=r"open the link .* #token="):
                visitor.ask(ask, take=True, ticks=1)
        assert visitor.see()
    assert stand.status()["tick"] == 0


def test_the_key_as_bearer_or_in_hello_gives_control(stand):
    assert trusted(stand.visit())
    visitor = stand.visit(key=None, hello=False)
    visitor.send(ask="hello", token=TOKEN)
    assert trusted(visitor)
    visitor.ask("control", take=True)
    assert visitor.ask("step", ticks=1)["tick"] == stand.status()["tick"]


def test_a_browser_of_the_same_user_gets_a_cookie_that_gives_control(stand):
    header = request(stand, "/").getheader("Set-Cookie")
    assert header is not None
    assert header.startswith(f"robopitch-{stand.port}=")
    assert TOKEN not in header  # browsers send it to all ports of this machine
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in header.split(";")}
    cookie = header.partition(";")[0]
    own = f"http://{HERE}:{stand.port}"
    assert trusted(stand.visit(key=None, origin=own, additional_headers={"Cookie": f"a=b; {cookie}"}))
    for wrong in (cookie[:-1], cookie.replace("robopitch-", "robopitch-1"), f"robopitch-{stand.port}={TOKEN}"):
        assert not trusted(stand.visit(key=None, origin=own, additional_headers={"Cookie": wrong}))


def test_no_cookie_is_set_for_those_who_speak_for_others(stand):
    for headers in ({"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}, {"Via": "1.1 proxy"}):
        assert cookie_of(stand, **headers) is None
    assert cookie_of(stand, Host=socket.gethostname()) is None
    assert request(stand, "/clips/x").getheader("Set-Cookie") is None


OTHER_USER = """
import encodings.idna, json, os, sys, urllib.request  # what is loaded later he could not read
os.setgroups([]); os.setgid(65534); os.setuid(65534)
url, cookie = sys.argv[1:]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
found = opener.open(url, timeout=20).headers.get("Set-Cookie")
try:
    status = opener.open(urllib.request.Request(url + "clips/x", headers={"Cookie": cookie}), timeout=20).status
except urllib.error.HTTPError as error:
    status = error.code
print(json.dumps([found, status]))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_of_this_machine_gets_no_cookie_and_ours_is_worth_nothing_to_him(stand):
    cookie = cookie_of(stand)
    assert cookie is not None
    assert request(stand, "/clips/x", Cookie=cookie).status == 404  # it opens; there is no such clip
    assert pwd.getpwuid(65534).pw_name == "nobody"
    python = os.path.realpath(sys.executable)  # he may not be allowed to read ours
    command = [python, "-I", "-c", OTHER_USER, stand.url, cookie]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd="/")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [None, 403]


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null"])
def test_a_page_of_another_site_is_sent_away_at_the_door(stand, origin):
    with pytest.raises(InvalidStatus) as refused:
        stand.visit(origin=origin, hello=False)
    assert refused.value.response.status_code == 403
    stand.status()


def test_a_name_that_was_pointed_at_this_machine_does_not_even_watch(stand):
    with pytest.raises(InvalidStatus) as refused:
        stand.visit(host="evil.example", hello=False)
    assert refused.value.response.status_code == 421
    for path in ("/", "/clips/x", "/nothing"):
        response = request(stand, path, Host=f"evil.example:{stand.port}", Authorization=f"Bearer {TOKEN}")
        assert response.status == 421
        assert "evil.example" in response.text
        assert response.getheader("Set-Cookie") is None
    assert request(stand, "/", Host="evil.example").getheader("Set-Cookie") is None


@pytest.mark.parametrize("token", ["", "wrong", "open sesam", "OPEN SESAME", ["open sesame"], None, 5, {"a": 1}])
def test_a_wrong_token_lets_nobody_control(stand, token):
    visitor = stand.visit(key=None, hello=False)
    visitor.send(ask="hello", token=token)
    assert not trusted(visitor)
    with pytest.raises(RefusedError, match="token"):
        visitor.ask("control", take=True)
    assert visitor.told("roles")["controller"] != visitor.told("welcome")["viewer"]


def test_a_wrong_token_is_told_and_can_be_followed_by_the_right_one(stand):
    visitor = stand.visit(key=None, hello=False)
    visitor.send(ask="hello", token="wrong")
    assert "token" in visitor.told("note", level="warning")["text"]
    visitor.tells.clear()
    visitor.send(ask="hello", token=TOKEN)
    assert visitor.told("welcome", trusted=True)


def test_recordings_and_clips_are_for_those_with_the_key(stand):
    path = "recordings?name=a.mcap"
    for headers in (
        {"Authorization": ""},
        {"Authorization": f"Bearer {TOKEN}", "Origin": "https://evil.example"},
        {"Authorization": "Bearer wrong"},
        {"Authorization": f"Basic {TOKEN}"},
    ):
        status, text = stand.post(path, b"", **headers)
        assert status == 403
        assert "token" in json.loads(text)["error"]
        status, text = stand.get("clips/x.mcap", **headers)
        assert status == 403
        assert "token" in json.loads(text)["error"]
    assert stand.post(path, b"")[0] == 400  # it is no recording, but it was looked at
    assert stand.get("clips/x.mcap")[0] == 404


def test_a_clip_is_given_to_those_with_the_key_alone(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    visitor.ask("step", ticks=20)
    url = visitor.ask("save")["url"]
    assert request(stand, f"/{url}").status == 403
    assert stand.get(url)[0] == 200
    visitor.close()


def test_every_response_says_what_browsers_may_do_with_it(stand):
    raw = socket.create_connection((HERE, stand.port), DEADLINE)
    raw.sendall(b"no HTTP at all\r\n\r\n")
    broken = http.client.HTTPResponse(raw)
    broken.begin()
    raw.close()
    assert broken.status == 400
    own, method = {"Authorization": f"Bearer {TOKEN}"}, "POST"
    for response in (
        broken,
        request(stand, "/"),  # not built
        request(stand, "/nothing"),
        request(stand, "/clips/x"),
        request(stand, "/clips/x", **own),
        request(stand, "/recordings", method, **own),
        request(stand, "/", Host="evil.example"),
        request(stand, "/", method),
    ):
        assert response.getheader("X-Content-Type-Options") == "nosniff"
        assert response.getheader("Referrer-Policy") == "no-referrer"
        assert "default-src 'self'" in (response.getheader("Content-Security-Policy") or "")
        assert "frame-ancestors 'none'" in (response.getheader("Content-Security-Policy") or "")


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
    assert trusted(stand.visit())
