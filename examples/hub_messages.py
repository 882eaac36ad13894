"""Messages of the hub in protobuf, from their field numbers alone: for 20_humanoid_hub.py.

src/robopitch/leagues/humanoid/wire/hub/README.md has all numbers.
"""

import socket
import struct

BLUE, YELLOW = 1, 2
WELCOME, ERROR, READING, SENSORS = 1, 2, 3, 4  # fields of an answer


def varint(value):
    head = bytes([value & 0x7F | (0x80 if value > 0x7F else 0)])
    return head + varint(value >> 7) if value > 0x7F else head


def field(number, value):
    """A field of a message: a whole number, a float as a double, bytes or a text."""
    if isinstance(value, float):
        return varint(number << 3 | 1) + struct.pack("<d", value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def number_at(data, at):
    value = shift = 0
    while True:
        value, at, shift, more = value | (data[at] & 0x7F) << shift, at + 1, shift + 7, data[at] > 0x7F
        if not more:
            return value, at


def fields(data):
    """The values of a message by field, in lists: whole numbers, doubles, and bytes."""
    found, at = {}, 0
    while at < len(data):
        key, at = number_at(data, at)
        if key & 7 == 1:
            value, at = struct.unpack_from("<d", data, at)[0], at + 8
        else:
            value, at = number_at(data, at)
            if key & 7 == 2:
                value, at = data[at : at + value], at + value
        found.setdefault(key >> 3, []).append(value)
    return found


def sensor(name, on=True, rate=None):
    """What is wanted of a sensor: name 1, on 2, rate 3."""
    return field(1, name) + field(2, int(on)) + (b"" if rate is None else field(3, float(rate)))


class Hub:
    """A connection: each message follows its length."""

    def __init__(self, port=10410, host="127.0.0.1"):
        self.stream = socket.create_connection((host, port))
        self.file = self.stream.makefile("rb")

    def hello(self, team, number, *sensors):
        parts = field(1, 1) + field(2, team) + field(3, number) + field(4, "example")
        self.say(field(1, parts + b"".join(field(5, one) for one in sensors)))

    def change(self, *sensors):
        self.say(field(2, b"".join(field(1, one) for one in sensors)))

    def say(self, request):
        self.stream.sendall(varint(len(request)) + request)

    def answer(self):
        """The next answer: its kind and its fields."""
        head = self.file.read(1)
        while head and head[-1] > 0x7F:
            head += self.file.read(1)
        if not head:
            raise SystemExit("the server has closed the connection")
        size, _ = number_at(head, 0)
        ((kind, (data,)),) = fields(self.file.read(size)).items()
        if kind == ERROR:
            code, text = (one[0].decode() for one in list(fields(data).values())[:2])
            raise SystemExit(f"{code}: {text}")
        return kind, fields(data)
