"""Whatever viewers send, and however much: nobody can harm the match."""

import json
import random
import socket

import pytest

import robopitch
from robopitch.server.api import REQUESTS, Control

from .stand import HERE, RefusedError, until

CONTROLLING = {name for name, one in REQUESTS.items() if one.needs is Control}


WRONG = [
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
    return json.dumps({**values, "ask": chance.choice([ask for ask in WRONG if ask not in ("reset", "save", "undo")])})


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
        visitor.flood(rubbish(chance))
        visitor.ask("scenes")  # it is still there, and has an answer to everything before
    assert stand.fingerprint == before
    assert stand.status()["tick"] == 100
    assert stand.status()["speed"] == 0
    assert all("error" in answer for answer in rude.answers if answer["answer"] is None)
    stand.step(1)  # of a match that stands still each frame is sent once, and rubbish may have asked for it
    watcher.catch_up(0.101)


def test_every_wrong_ask_is_answered_with_a_reason(stand):
    before, reasons = stand.fingerprint, []
    for ask in sorted({*WRONG} - {"hello", "see", "watch", "reset", "save", "undo", "scenes", "parameters", "table"}):
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
    rude.flood(messages * 200)
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
    rude.flood([text])
    assert rude.closed() == 1009
    other = stand.visit()
    other.flood([b"\0" * (1 << 20)])
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
