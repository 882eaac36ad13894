"""A server of the Middle Size League, over real sockets: as a RefBox, and led by one."""

from __future__ import annotations

import json
import random
import socket
from contextlib import closing

import pytest
from tests.server.clients import DEADLINE, HERE, Datagrams, Group
from tests.server.pitch import EPOCH, Pitch, open_server

from robopitch.leagues.autoref import AutorefOptions
from robopitch.messages import Team
from robopitch.server import dialer

A, B = "224.16.32.127", "224.16.32.127:1"
WORLD = {"type": "worldstate", "teamName": "Aveiro", "intention": "attack", "ageMs": 0}
WORLD |= {"robots": [], "balls": [], "obstacles": []}


class Station:
    """A base station, or an automatic referee: messages end with a NUL, and several may come at once."""

    def __init__(self, port: int, peer: socket.socket | None = None) -> None:
        self.socket = peer or socket.create_connection((HERE, port), DEADLINE)
        self.socket.settimeout(DEADLINE)
        self._rest = b""

    def send(self, *messages: dict) -> None:
        self.socket.sendall(b"".join(json.dumps(message).encode() + b"\x00" for message in messages))

    def receive(self) -> tuple[str, str]:
        while b"\x00" not in self._rest:
            more = self.socket.recv(1 << 16)
            if not more:
                raise ConnectionError("the server closed the connection")
            self._rest += more
        data, self._rest = self._rest.split(b"\x00", 1)
        message = json.loads(data)
        return message["command"], message["targetTeam"]

    def until(self, command: str) -> list[str]:
        """The commands up to this one."""
        found = [""]
        while found[-1] != command:
            found.append(self.receive()[0])
        return found[1:]

    def close(self) -> None:
        self.socket.close()


def free_places(pitch: Pitch) -> None:
    pitch.wait(lambda: pitch.status()["lockstep"]["clients"] == [])


@pytest.fixture(scope="module")
def served():
    """A match by the rules that waits for a person: its two teams are external."""
    options = {"league": "msl", "players": 2, "realism": "perfect", "epoch": EPOCH, "referee": "rules"}
    with closing(Pitch(open_server(1.0, False, {}, {}, **options))) as pitch:
        yield pitch


@pytest.fixture
def pitch(served):
    free_places(served)
    for said in ("start", "stop"):  # a stoppage in which no restart is pending
        served.ask(ask="whistle", whistle=said)
    return served


def test_base_stations_hear_what_is_ruled(pitch):
    with closing(Station(pitch.ports["refbox"])) as a:
        assert a.receive() == ("WELCOME", A)
        a.until("STOP")
        with closing(Station(pitch.ports["refbox"])) as b:
            assert (a.receive(), b.receive()) == (("WELCOME", B), ("WELCOME", B))
            b.until("STOP")
            pitch.ask(ask="whistle", whistle="free-kick", team="yellow")
            for one in (a, b):
                assert one.receive() == ("FREEKICK", B)
            pitch.ask(ask="whistle", whistle="start")
            assert a.until("START") == b.until("START")
            with closing(Station(pitch.ports["refbox"])) as third:
                assert third.receive() == ("RESET", "")
                with pytest.raises(ConnectionError):
                    third.receive()
        pitch.wait(lambda: list(pitch.status()["endpoints"]["refbox"]) == ["blue"])
        with closing(Station(pitch.ports["refbox"])) as b:
            assert b.receive() == ("WELCOME", B)
    assert pitch.status()["links"]["refbox"]["refused"]["NO_PLACE"] == 1


def world_state(pitch):
    return pitch.status()["endpoints"]["refbox"]["blue"]["world_state"]


def test_world_states_arrive_whole_however_they_are_cut(pitch):
    with closing(Station(pitch.ports["refbox"])) as station:
        station.until("STOP")
        data = json.dumps(WORLD).encode() + b"\x00"
        for index in range(0, len(data), 7):
            station.socket.sendall(data[index : index + 7])
        pitch.wait(lambda: (world_state(pitch) or {}).get("team") == "Aveiro")
        station.send(*({**WORLD, "teamName": f"team {number}"} for number in range(50)))
        pitch.wait(lambda: world_state(pitch)["team"] == "team 49")


def test_a_base_station_of_version_1_hears_characters(pitch):
    with closing(socket.create_connection((HERE, pitch.ports["refbox_v1"]), DEADLINE)) as old:
        heard = b""
        while not heard.endswith(b"S"):
            heard += old.recv(100)
        pitch.ask(ask="whistle", whistle="throw-in", team="yellow")
        assert old.recv(100).startswith(b"t")


def test_an_automatic_referee_leads_the_game_and_base_stations_hear_it(pitch):
    with closing(Station(pitch.ports["refbox"])) as station, closing(Station(pitch.ports["autoref"])) as autoref:
        station.until("STOP")
        autoref.send({"command": "CORNER", "targetTeam": "teamA"}, {"command": "START", "targetTeam": ""})
        assert "CORNER" in station.until("START")
        autoref.send({"command": "STOP", "targetTeam": ""}, {"command": "JUMP", "targetTeam": ""})
        station.until("STOP")
        pitch.wait(lambda: pitch.status()["links"]["autoref"]["refused"] == {"COMMAND": 1})


def test_scores_are_sent_to_audience_clients(pitch):
    with closing(Group(pitch.network.group("scores"), pitch.ports["scores"])) as audience:
        pitch.ask(ask="whistle", whistle="score", team="blue", count=1)
        messages = [json.loads(audience.receive().removesuffix(b"\x00")) for _ in range(10)]
    states = [one for one in messages if one["type"] == "teams"]
    assert len(states) >= 5
    assert int(states[-1]["teamA"]["score"]) == pitch.match.score[Team.BLUE] > 0


def test_a_web_site_cannot_send_commands_through_a_browser(pitch):
    before = pitch.match.game
    command = json.dumps({"command": "FREEKICK", "targetTeam": "teamA"})
    head = f"POST / HTTP/1.1\r\nHost: {HERE}\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\n"
    with closing(Station(pitch.ports["autoref"])) as browser:
        browser.socket.sendall(f"{head}\0{command}\0".encode())
        with pytest.raises(ConnectionError):
            browser.receive()
    assert pitch.match.game is before


def test_garbage_is_counted_and_ends_nothing(pitch):
    chance = random.Random(16)
    with closing(Station(pitch.ports["refbox"])) as station, closing(Station(pitch.ports["autoref"])) as autoref:
        station.until("STOP")
        good = json.dumps(WORLD).encode() + b"\x00"
        for one in (station, autoref):
            one.socket.sendall(b"[" * 250_000 + b"\x00")
            one.socket.sendall(b"\x00" * 50_000 + b"x\x00" * 100)
            for _ in range(100):
                data = bytearray(good)
                for _ in range(5):
                    data[chance.randrange(len(data))] = chance.randrange(256)
                one.socket.sendall(bytes(data))
            one.socket.sendall(b"\x00")
        station.send({**WORLD, "teamName": "after all"})
        pitch.wait(lambda: (world_state(pitch) or {}).get("team") == "after all")
        autoref.send({"command": "THROWIN", "targetTeam": "teamB"})
        assert "THROWIN" in station.until("THROWIN")
    for name in ("refbox", "autoref"):
        refused = pitch.status()["links"][name]["refused"]
        assert refused["TOO_LONG"] >= 1
        assert refused["UNREADABLE"] >= 100
    assert pitch.status()["faults"]["count"] == 0


@pytest.mark.parametrize(("port", "link"), [("refbox", "refbox"), ("autoref", "autoref"), ("refbox_v1", "refbox-v1")])
def test_who_floods_loses_its_own_connection_and_the_match_goes_on(pitch, port, link):
    before = pitch.status()["links"][link]["refused"].get("FLOOD", 0)
    with closing(Station(pitch.ports[port])) as flooder, closing(Station(pitch.ports["refbox"])) as station:
        station.until("STOP")
        with pytest.raises(ConnectionError):  # noqa: PT012
            for _ in range(10_000):
                flooder.socket.sendall(b"x\x00" * 5_000)
                flooder.socket.sendall(b"{" * 65_000)
        pitch.wait(lambda: pitch.status()["links"][link]["refused"].get("FLOOD", 0) == before + 1)
        pitch.ask(ask="whistle", whistle="throw-in", team="blue")
        assert "THROWIN" in station.until("THROWIN")
    for _ in range(40):  # more than there are places
        socket.create_connection((HERE, pitch.ports[port]), DEADLINE).close()
    free_places(pitch)
    with closing(Station(pitch.ports["refbox"])) as station:
        assert station.receive()[0] == "WELCOME"
    assert pitch.status()["faults"]["count"] == 0


# ---- led by a RefBox -------------------------------------------------------------------------------------------------


class OtherRefBox:
    """A RefBox at which the server stands for a team."""

    def __init__(self, port: int) -> None:
        self._door = socket.create_server((HERE, port))
        self._door.settimeout(DEADLINE)
        self.peer, _ = self._door.accept()

    def say(self, *commands: tuple[str, str]) -> None:
        texts = [json.dumps({"command": name, "targetTeam": target}) for name, target in commands]
        self.peer.sendall(b"".join(text.encode() + b"\x00" for text in texts))

    def close(self) -> None:
        self.peer.close()
        self._door.close()


def test_a_server_is_led_by_a_refbox_over_both_of_its_ways(monkeypatch):
    monkeypatch.setattr(dialer, "PAUSE", 0.02)
    options = {"league": "msl", "players": 2, "realism": "perfect", "epoch": EPOCH, "referee": "external"}
    network = {"groups": {"refbox": HERE}}
    server = open_server(1.0, False, {}, network, yellow="still", **options)
    with closing(Pitch(server)) as pitch, closing(OtherRefBox(pitch.ports["refbox"])) as other:

        def phase() -> tuple[str, str]:
            referee = pitch.status()["referee"]
            return referee["phase"], referee["command"]

        assert pitch.status()["referee"]["phase"] == "halt"
        other.say(("WELCOME", A), ("WELCOME", B), ("KICKOFF", B))
        pitch.wait(lambda: phase() == ("kick-off", "kickoff for blue"))
        other.say(("FIRST_HALF", ""), ("START", ""))
        pitch.wait(lambda: phase() == ("running", "start"))
        with closing(Datagrams(pitch.ports["scores"])) as feed:
            team = {"shortName": "x", "longName": "x", "score": "3", "robotState": ["play"] * 5}
            state = {
                "type": "teams",
                "gameState": 2,
                "teamA": team,
                "teamB": {**team, "shortName": "y", "longName": "y"},
            }
            feed.send(json.dumps(state).encode() + b"\x00")
            pitch.wait(lambda: pitch.status()["score"] == {"blue": 3, "yellow": 3})
            feed.send(
                json.dumps({"type": "event", "eventCode": "STOP", "eventDesc": "", "team": ""}).encode() + b"\x00"
            )
            pitch.wait(lambda: phase() == ("stop", "stop"))
        assert pitch.status()["referee"]["from"] == "RefBox"
        assert pitch.status()["faults"]["count"] == 0


def test_our_referee_leads_a_refbox_as_an_automatic_referee(monkeypatch):
    monkeypatch.setattr(dialer, "PAUSE", 0.02)
    options = {"league": "msl", "players": 2, "realism": "perfect", "epoch": EPOCH, "referee": "rules"}
    server = open_server(1.0, False, {}, {}, **options)
    with closing(socket.create_server((HERE, 0))) as door:
        door.settimeout(DEADLINE)
        (autoref,) = (feature for feature in server.league.features if feature.name == "autoref")
        server.features.use(autoref, AutorefOptions(autoref="{}:{}".format(*door.getsockname())))
        with closing(Pitch(server)) as pitch, closing(Station(0, door.accept()[0])) as refbox:
            assert refbox.receive() == ("STOP", "")
            pitch.ask(ask="whistle", whistle="goal-kick", team="yellow")
            assert refbox.receive() == ("GOALKICK", "teamB")
            refbox.send({"command": "STOP", "targetTeam": ""})
            pitch.wait(lambda: pitch.status()["links"]["autoref-client"]["refused"] == {"UNEXPECTED": 1})
