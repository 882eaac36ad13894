"""Messages of the hub: bytes from the field numbers alone, and what is refused."""

import math
import random

import pytest
from tests.fields import Fields, double, message, uint

from robopitch.leagues.humanoid.wire.hub import (
    Bus,
    ChangeSensors,
    Hello,
    HubError,
    Reading,
    SensorInfo,
    SensorRequest,
    SensorsNow,
    Value,
    Welcome,
    decode_answer,
    decode_request,
    encode_answer,
    encode_request,
)
from robopitch.messages import Refusal, Team

IMU = message(1, b"imu") + uint(2, 1) + double(3, 50.0)
FOOT_OFF = message(1, b"left_foot") + uint(2, 0) + message(4, message(1, b"noise"), double(2, 0.5))


def hello(*parts, version=1, team=1, number=2):
    return message(1, uint(1, version), uint(2, team), uint(3, number), *parts)


def test_requests_have_the_field_numbers_of_the_readme():
    full = Hello(
        Team.YELLOW,
        2,
        "walker",
        (SensorRequest("imu", True, 50.0), SensorRequest("left_foot", False, None, (("noise", 0.5),))),
        b"\x01\x02",
        "k",
    )
    data = hello(
        message(4, b"walker"), message(5, IMU), message(5, FOOT_OFF), message(6, b"\1\2"), message(7, b"k"), team=2
    )
    assert encode_request(full) == data
    assert decode_request(data) == full
    assert decode_request(hello()) == Hello(Team.BLUE, 2)
    change = ChangeSensors((SensorRequest("imu", True, 50.0),), 7)
    assert encode_request(change) == message(2, message(1, IMU), uint(2, 7))
    assert decode_request(encode_request(change)) == change
    assert decode_request(message(2, message(1, message(1, b"imu")))) == ChangeSensors((SensorRequest("imu"),))
    assert encode_request(ChangeSensors(())) == message(2)


SENSOR = SensorInfo(
    1,
    "imu",
    "body_imu",
    True,
    True,
    50.0,
    0.002,
    0.0,
    500.0,
    200,
    (Value("gyro_x", "rad/s"), Value("f", "N", 0.0, 9.0, 0.5)),
    (("noise", 0.05),),
)


def test_answers_have_the_field_numbers_of_the_readme():
    reading = Fields(encode_answer(Reading(3, 4, 1.5, 0.002, (1.0, -2.0)))).one(3)
    assert (reading.int(1), reading.int(2), reading.float(3), reading.float(4)) == (3, 4, 1.5, 0.002)
    assert reading.raw[5] == [b"".join(double(0, value)[1:] for value in (1.0, -2.0))]  # packed
    error = Fields(encode_answer(HubError("TAKEN", "no", 9))).one(2)
    assert (error.text(1), error.text(2), error.int(3)) == ("TAKEN", "no", 9)
    now = Fields(encode_answer(SensorsNow(2.5, (SENSOR,), 7, True))).one(4)
    assert (now.float(1), now.int(3), now.int(4), now.one(2).text(2)) == (2.5, 7, 1, "imu")
    welcome = Welcome(
        Team.BLUE, 1, "kid", 0.002, 3.5, (Bus("pty", "/x"), Bus("tcp", port=10421)), 1, (SENSOR,), b"figure"
    )
    told = Fields(encode_answer(welcome)).one(1)
    assert [told.int(field) for field in (1, 2, 3, 8)] == [1, 1, 1, 1]
    assert (told.text(4), told.float(5), told.float(6), told.text(10)) == ("kid", 0.002, 3.5, "figure")
    pty, tcp = told.each(7)
    assert (pty.text(1), pty.text(2), tcp.text(1), tcp.int(3)) == ("pty", "/x", "tcp", 10421)
    sensor = told.one(9)
    assert [sensor.int(field) for field in (1, 4, 5, 10)] == [1, 1, 1, 200]
    assert [sensor.text(field) for field in (2, 3)] == ["imu", "body_imu"]
    assert [sensor.float(field) for field in (6, 7, 9)] == [50.0, 0.002, 500.0]
    first, second = sensor.each(11)
    assert (first.text(1), first.text(2), 3 in first) == ("gyro_x", "rad/s", False)
    assert [second.float(field) for field in (3, 4, 5)] == [0.0, 9.0, 0.5]
    assert (sensor.one(12).text(1), sensor.one(12).float(2)) == ("noise", 0.05)


def test_answers_come_back_as_they_were():
    welcome = Welcome(Team.BLUE, 1, "kid", 0.002, 3.5, (Bus("tcp", port=1),), 1, (SENSOR,), b"figure")
    for answer in (welcome, HubError("A", "b", 3), SensorsNow(1.0, (SENSOR,), 2), Reading(1, 2, 3.0, 4.0, (5.0,))):
        assert decode_answer(encode_answer(answer)) == answer


@pytest.mark.parametrize(
    ("data", "code", "text"),
    [
        (b"", "UNREADABLE", "hello"),
        (b"\xff\xff", "UNREADABLE", "Request"),
        (hello(version=2), "VERSION", "version 1"),
        (hello(team=3), "TEAM", "blue"),
        (hello(message(5, uint(2, 1))), "SENSOR", "1 to 80"),
        (hello(message(5, message(1, b"imu"), double(3, 0.0))), "SENSOR", "above 0"),
        (hello(message(5, message(1, b"imu"), double(3, math.nan))), "SENSOR", "above 0"),
        (hello(message(5, IMU), message(5, IMU)), "SENSOR", "twice"),
        (hello(message(5, IMU, message(4, message(1, b"on"), double(2, 1.0)))), "SENSOR", "have fields"),
        (hello(message(5, IMU, message(4, message(1, b"noise"), double(2, math.inf)))), "SENSOR", "no setting"),
        (message(2, *(message(1, message(1, b"a%d" % n)) for n in range(65))), "SENSOR", "64 at most"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(data, code, text):
    refusal = decode_request(data)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert text in refusal.message


def test_random_bytes_and_damaged_messages_never_raise():
    chance, good = random.Random(5), hello(message(4, b"x"), message(5, IMU), message(6, bytes(40)))
    answer = encode_answer(SensorsNow(2.5, (SENSOR,), 7, True))
    for _ in range(1500):
        for whole in (good, answer, chance.randbytes(chance.randrange(60))):
            damaged = bytearray(whole[: chance.randrange(len(whole) + 1)])
            for _ in range(chance.randrange(4)):
                if damaged:
                    damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            decode_request(bytes(damaged))
            decode_answer(bytes(damaged))
