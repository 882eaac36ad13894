"""Whatever text a client gives, at any port: what is shown, logged or recorded of it is one clean, short line."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from tests.fields import framed, message, real, uint
from tests.leagues.mirosot import connecting
from tests.server import words

import robopitch
from robopitch.leagues.endpoint import Endpoint, Kind
from robopitch.leagues.humanoid.features import ServoBusOptions
from robopitch.leagues.humanoid.wire.hub import Hello, SensorRequest, encode_request
from robopitch.leagues.mirosot.wire.mi20_events import Hello as Mi20Hello
from robopitch.leagues.msl.wire.rtdb.frame_v3 import ItemV3, encode_v3
from robopitch.leagues.network import Network
from robopitch.leagues.registry import family_of, network_of
from robopitch.leagues.ssl.wire import message_class
from robopitch.messages import Team
from robopitch.messages.plain import to_plain
from robopitch.messages.text import SENTENCE, clean
from robopitch.net.faults import Faults
from robopitch.server.signals import SIGNALS

EVIL = "Ti\x1b[31mg\x9b2J\x1b]0;own\x07\r\ners\t\u202e\u2066\u200b\u2028\ufeff\x00\x7f" + "x" * 150

# What each endpoint can be told that has a text in it, by the name of the endpoint; bytes by `EVIL`.
SSL_TEAM = message(1, EVIL.encode()) + b"".join(uint(field, 0) for field in (2, 3, 5, 6, 7, 8))
WORLD_STATE = {"type": "worldstate", "teamName": EVIL, "intention": EVIL, "ageMs": 0, "balls": [], "obstacles": []}
ROBOT = {"id": 1, "pose": [0, 0, 0], "targetPose": [0, 0, 0], "velocity": [0, 0, 0], "intention": EVIL}
FED = {"shortName": EVIL[:90], "longName": EVIL, "score": EVIL}
SAYS: dict[str, list[bytes]] = {
    "signals": [
        json.dumps({"team": "blue", "signals": {EVIL: 1.0}}).encode(),
        json.dumps({"team": EVIL, "signals": {"a": 1.0}}).encode(),
        json.dumps({"team": "blue", "layer": EVIL[:40], "shapes": []}).encode(),
        json.dumps({"team": "blue", "layer": "a", "shapes": [{"text": EVIL[:99], "at": [0, 0]}]}).encode(),
        json.dumps({"team": "blue", "layer": "a", "shapes": [{EVIL: 1}]}).encode(),
    ],
    # Small Size League
    "control": [words.config(words.robot_specs(words.BLUE, 1, message(14, words.packed(EVIL))))],
    "referee": [words.referee(words.STOP, SSL_TEAM, SSL_TEAM, source=EVIL)],
    "gc-team": [message(1, EVIL.encode()), message_class("ssl_game_controller.TeamRegistration")(
        team_name=EVIL.encode()).SerializeToString()],
    "gc-autoref": [message_class("ssl_game_controller.AutoRefRegistration")(
        identifier=EVIL.encode()).SerializeToString()],
    "gc-remote": [message_class("ssl_game_controller.RemoteControlRegistration")(team=9).SerializeToString()],
    # Middle Size League
    "refbox": [json.dumps({**WORLD_STATE, "robots": [ROBOT], EVIL: 1}).encode(), json.dumps({"type": EVIL}).encode()],
    "autoref": [
        json.dumps({"command": EVIL, "targetTeam": "teamA"}).encode(),
        json.dumps({"command": "STOP", "targetTeam": EVIL}).encode(),
    ],
    "scores": [
        json.dumps({"type": "teams", "gameState": 1, "teamA": FED, "teamB": {**FED, "score": "1"}}).encode(),
        json.dumps({"type": "teams", "gameState": 1, "teamA": {**FED, "score": "0"}, "teamB": {**FED, "score": "1"}})
        .encode(),
        json.dumps({"type": "event", "eventCode": EVIL}).encode(),
        json.dumps({"type": "event", "eventCode": "GOAL", "team": EVIL}).encode(),
    ],
    "agents": [
        msgpack.packb(["register", EVIL, "blue", 0, 1, 0, [EVIL], 0.04, 1, False]),
        msgpack.packb(["register", EVIL, EVIL, 0]),
        msgpack.packb([EVIL]),
    ],
    "rtdb_v3": [encode_v3(1, 1, 1, [ItemV3(EVIL, 1, b"x", 1)])],
    # MiroSot and VSS
    "mi20": [
        Mi20Hello(EVIL, Team.BLUE, (EVIL, "radio")).encode(),
        Mi20Hello(EVIL, None, (EVIL,)).encode(),
    ],
    # Humanoids
    "hub": [
        framed(encode_request(Hello(Team.BLUE, 0, EVIL, (SensorRequest(EVIL[:60], True, 20.0),)))),
        framed(encode_request(Hello(Team.BLUE, 0, EVIL, ()))),
        framed(encode_request(Hello(Team.BLUE, 1, EVIL, (SensorRequest("imu", True, math.inf),), EVIL.encode(), EVIL))),
    ],
}  # fmt: skip
SAYS["agents_lockstep"] = SAYS["agents"]
SAYS["hub-unix"] = SAYS["hub"]
SHOWN = ("agents", "agents_lockstep", "mi20", "hub", "hub-unix", "refbox", "scores", "referee", "signals")
NO_TEXTS = (  # protocols of numbers; they get what the others do not understand, too
    *("blue", "yellow", "grsim", "lockstep-", "gc-ci"),
    *("refbox-v1", "bus-", "rtdb_v1", "rtdb_v2"),
    *("command", "travesim-", "placement", "v5rpc-"),
)
ANYWHERE = [
    *[EVIL.encode(), b"\x00" + EVIL.encode("utf-16"), EVIL.encode("latin-1", "replace"), b"\xff" * 20],
    *[json.dumps(thing).encode() for thing in (EVIL, {EVIL: EVIL}, [EVIL])],
    *[msgpack.packb(thing) for thing in (EVIL, [EVIL, EVIL], {EVIL: EVIL})],
    b"".join(message(field, EVIL.encode()) for field in range(1, 21)),
    *[message(1, message(field, EVIL.encode()), real(2, math.nan)) for field in (1, 2, 3)],
]

MATCHES: list[dict[str, Any]] = [
    {"league": "ssl-div-a", "referee": "rules"},
    {"league": "msl"},
    {"league": "msl", "referee": "external", "yellow": "cambada"},
    {"league": "vss-3v3", "referee": "rules"},
    {"league": "humanoid-kid", "blue": "external", "yellow": "external"},
]


class Io(connecting.Io):
    """Of any league; what it is told to close for is kept."""

    since, closed = 0.0, ""

    def allows(self, packets: int = 1) -> bool:
        return True

    def join(self) -> None:
        pass

    def __init__(self, match: Any, name: str) -> None:
        super().__init__(match, name)
        self.peer = ("127.0.0.1", 5000)

    def advance(self, ticks: int) -> None:
        """Time does not go on."""

    def is_owner(self, key: str) -> bool:
        return False

    def close(self, reason: str) -> None:
        self.closed = reason


def texts(thing: Any) -> Iterator[str]:
    """All texts in plain data, those of keys, too."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from texts(key)
            yield from texts(value)
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from texts(one)


def is_clean(text: str) -> bool:
    return text.isprintable() and len(text) <= SENTENCE


def declared(match: Any, folder: Path) -> list[Endpoint]:
    spec = network_of(match.world.league.family)
    network = Network(spec, given=(ServoBusOptions(bus_dir=folder, bus=(f"blue-0={folder}/tty@57600",)),))
    return [*family_of(match.world.league.family).endpoints(match, network), SIGNALS]


@pytest.mark.parametrize("options", MATCHES, ids=lambda given: " ".join(given.values()))
def test_hostile_names_come_in_clean_at_every_endpoint_of_every_family(options, tmp_path):
    match = robopitch.make_match(**{"realism": "perfect", **options})
    endpoints, told, shown = declared(match, tmp_path), 0, set()
    for endpoint in endpoints:
        known = SAYS.get(endpoint.name)
        if endpoint.transport.kind == Kind.TCP_CLIENT:
            known = SAYS["autoref"]
        assert known is not None or endpoint.name.startswith(NO_TEXTS), f"{endpoint.name}: which texts has it?"
        for data in (*(known or ()), *ANYWHERE):
            io = Io(match, endpoint.name)
            connection, faults = endpoint.connect(io), Faults()
            with faults.caught(endpoint.name):
                connection.on_data(data)
                match.advance(match.tick + 1)
            reports = [one.report() for one in endpoints if one.report is not None]
            offered = [to_plain(given) for given in io.offered]
            seen = [
                *[part for refusal in io.refused for part in (refusal.code, refusal.message)],
                *texts(reports),
                *texts(offered),
                *texts(to_plain(match.game)),
                *match.names.values(),
            ]
            told += len(seen)
            if any("Ti?[31mg?2J?]0;own?  ers ???" in text for text in texts([reports, offered])):
                shown.add(endpoint.name)
            assert [text for text in seen if not is_clean(text)] == [], endpoint.name
            with faults.caught(endpoint.name):
                connection.on_close()
            assert faults.count == 0, faults.status()
    assert told > 500
    wanted = {one.name for one in endpoints if one.name in SHOWN and one.transport.kind != Kind.TCP_CLIENT}
    wanted -= {"referee"} if options["league"] == "vss-3v3" else set()  # there it has no texts
    assert wanted <= shown  # the names were not just refused


def test_every_match_by_its_endpoints_is_told_all_the_texts_of_this_file(tmp_path):
    names = {one.name for options in MATCHES for one in declared(robopitch.make_match(**options), tmp_path)}
    assert SAYS.keys() <= names


def test_a_text_is_cut_and_what_cannot_be_seen_is_replaced():
    assert clean("Tigers Mannheim ü 虎") == "Tigers Mannheim ü 虎"
    assert clean("a\x1b[2Jb\u202ec\ud800d\r\ne\x9bf") == "a?[2Jb?c?d  e?f"
    assert len(clean(EVIL)) == 100
    assert clean(clean(EVIL)) == clean(EVIL)
    assert clean(EVIL).isprintable()


def test_a_fault_that_quotes_a_client_is_logged_in_one_line(caplog):
    faults = Faults()
    text = faults.note("hub", ValueError(EVIL), "127.0.0.1:1")
    assert is_clean(text)
    assert is_clean(faults.status()["last"])
    assert all(is_clean(line.getMessage()) for line in caplog.records)
    assert caplog.records
