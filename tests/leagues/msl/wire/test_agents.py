"""Messages between a server and the programs of robots."""

import random

import msgpack
import pytest

from robopitch.leagues.msl.wire.agents import LOCAL, Done, Item, Register, Wake, Welcome, decode, encode
from robopitch.messages import Refusal

MESSAGES = [
    Register("cambada", "blue", 3, 2, 1, ("localisation", "fusion"), 0.02, 10),
    Welcome("msl", "no place"),
    Wake(7, 1_000_000, (Item(LOCAL, 3, 960_000, b"points"), Item(0, 2, 900_000, b""))),
    Done(7, (Item(4, 0, 1_000_000, b"state"),), 0.0031),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_is_read_as_it_was_written(message):
    assert decode(encode(message)) == message


def test_the_bytes_are_a_messagepack_list_of_kind_and_fields():
    assert msgpack.unpackb(encode(Wake(7, 5, (Item(LOCAL, 3, 4, b"x"),)))) == ["wake", 7, 5, [[-1, 3, 4, b"x"]]]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (7, "a list is wanted"),
        ([], "a list is wanted"),
        (["sleep", 1], "one of register, welcome, wake, done"),
        ([["done"], 1], "a list is wanted"),
        (["done", 1, []], "2 fields, not 3"),
        (["done", "1", [], 0.0], "number is no int"),
        (["done", True, [], 0.0], "number is no int"),
        (["done", 2**60, [], 0.0], "number is no int"),
        (["done", 1, [], float("nan")], "seconds is no float"),
        (["done", 1, [[1, 2, 3]], 0.0], "records is no"),
        (["done", 1, [[1, 2, 3, "text"]], 0.0], "records is no"),
        (["done", 1, [[1, 2, 0.5, b""]], 0.0], "records is no"),
        (["done", 1, [[1, 2, 3, b""]] * 300, 0.0], "records is no"),
        (["welcome", "x" * 600, ""], "league is no str"),
        (["register", "a", "blue", 1, 1, 0, [1], 0.04, 1], "after is no"),
    ],
)
def test_what_is_wrong_is_said(fields, text):
    found = decode(msgpack.packb(fields))
    assert isinstance(found, Refusal)
    assert text in found.message


def test_random_bytes_are_refused():
    draw = random.Random(2)
    for _ in range(2000):
        assert isinstance(decode(draw.randbytes(draw.randrange(60))), Refusal)
    for message in MESSAGES:
        data = bytearray(encode(message))
        for _ in range(300):
            changed = bytearray(data)
            changed[draw.randrange(len(changed))] = draw.randrange(256)
            decode(bytes(changed))  # a message or a refusal, never an exception
