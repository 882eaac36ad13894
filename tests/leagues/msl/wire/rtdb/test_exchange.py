"""Two agents that exchange their shared records over a network, in each generation."""

import pytest

from robopitch.leagues.msl.wire.rtdb import AgentRecords, AgentState, Configuration, Item, Store
from robopitch.leagues.msl.wire.rtdb.exchange import ExchangeV1, ExchangeV2, ExchangeV3
from robopitch.leagues.msl.wire.rtdb.frame_v1 import decode_v1, encode_v1
from robopitch.leagues.msl.wire.rtdb.frame_v3 import ItemV3, decode_v3, encode_v3
from robopitch.leagues.msl.wire.rtdb.packing import Compression
from robopitch.leagues.msl.wire.rtdb.store import Record
from robopitch.messages import Refusal

ITEMS = (Item(0, "WORLD", 4), Item(1, "BATTERY", 2, period=3)), (Item(2, "SPEED", 4),)
CONFIGURATION = Configuration(tuple(AgentRecords(f"{n}", *ITEMS) for n in range(3)))
KINDS = [ExchangeV1, ExchangeV2, ExchangeV3]


@pytest.fixture
def now():
    return [10_000_000]


@pytest.fixture(params=KINDS)
def pair(request, now):
    """Agents 1 and 2, with their stores."""
    stores = [Store(CONFIGURATION, agent, lambda: now[0]) for agent in (1, 2)]
    return [(store, request.param(store)) for store in stores]


def test_a_mate_reads_what_was_shared_with_its_age(pair, now):
    (sender, out), (receiver, into) = pair
    sender.put("WORLD", b"1234")
    sender.put("SPEED", b"4321")
    now[0] += 40_000
    data = out.send()
    now[0] += 5_000
    assert into.receive(data) == ()
    found = receiver.get(1, "WORLD")
    assert found.data == b"1234"
    assert found.age in (40, 42)  # the first two generations add 2 ms for the way
    assert receiver.get(1, "SPEED").age == -1
    assert receiver.get(2, "WORLD").age == -1


def test_own_frames_are_ignored_and_other_bytes_are_refused(pair):
    (sender, out), (_, into) = pair
    sender.put("WORLD", b"1234")
    data = out.send()
    assert out.receive(data) == ()
    for bad in (b"", data[:-1], b"x" * 40):
        (refusal,) = into.receive(bad)
        assert isinstance(refusal, Refusal)


def test_records_have_their_period(pair, now):
    (sender, out), (receiver, into) = pair
    got = []
    for number in range(7):
        now[0] += 100_000
        sender.put("BATTERY", bytes([number, 0]))
        into.receive(out.send())
        got.append(receiver.get(1, "BATTERY").data[0])
    assert got == [0, 0, 0, 3, 3, 3, 6]


def test_the_first_two_generations_tell_who_is_running(now):
    for kind in (ExchangeV1, ExchangeV2):
        stores = [Store(CONFIGURATION, agent, lambda: now[0]) for agent in (1, 2)]
        one, two = (kind(store) for store in stores)
        for _ in range(3):
            two.receive(one.send())
            two.send()
        assert two.states.states[:3] == (AgentState.NOT_RUNNING, AgentState.RUNNING, AgentState.RUNNING)


def test_the_third_generation_sends_only_what_changed(now):
    store = Store(CONFIGURATION, 1, lambda: now[0])
    out = ExchangeV3(store, Compression.NONE)
    store.put("WORLD", b"1234")
    assert [item.key for item in decode_v3(out.send()).items] == ["WORLD"]
    assert decode_v3(out.send()).items == ()
    now[0] += 1000
    store.put("WORLD", b"1234")
    assert [item.key for item in decode_v3(out.send()).items] == ["WORLD"]


def test_records_that_the_receiver_does_not_have_are_refused(now):
    store = Store(CONFIGURATION, 2, lambda: now[0])
    frame = encode_v1(
        1, 0, (), [Record(9, 0, b"1234"), Record(0, 0, b"12345"), Record(2, 0, b"1234"), Record(0, 5, b"1234")]
    )
    assert len(ExchangeV1(store).receive(frame)) == 3
    assert store.get(1, "WORLD")[:2] == (b"1234", 7)
    items = [ItemV3("WORLD", 2, b"fake", 1), ItemV3("NO", 1, b"x", 1), ItemV3("SPEED", 1, b"1234", 1, shared=False)]
    assert len(ExchangeV3(store).receive(encode_v3(1, 0, 2_000, items))) == 2
    assert store.get(2, "WORLD").age == -1  # nobody writes another agent's records


def test_a_record_that_its_sender_never_wrote_is_not_taken(now):
    store = Store(CONFIGURATION, 2, lambda: now[0])
    assert len(ExchangeV1(store).receive(encode_v1(1, 0, (), [Record(0, -(2**31), b"1234")]))) == 1
    assert ExchangeV1(store).receive(encode_v1(1, 0, (), [Record(0, 2**31 - 1, b"1234")])) == ()
    assert store.get(1, "WORLD").age == 2**31 - 1


def test_frames_are_counted(now):
    out = ExchangeV1(Store(CONFIGURATION, 1, lambda: now[0]))
    assert [decode_v1(out.send()).counter for _ in range(3)] == [0, 1, 2]
