"""The contents of the folders of RtDB 2 and 3: values with their time, and records that a store reads and writes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.rtdb import SELF, Item, Store, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.folders import FolderRecords, decode_value, encode_value, folder_of
from robopitch.leagues.msl.wire.rtdb.packing import pack


class Values(dict):
    """Keys and values in memory."""

    def put(self, key, value):
        self[key] = value


def test_a_value_has_seconds_and_microseconds_behind_it():
    value = encode_value(pack({"x": 1}), 7_000_123)
    assert value == b"\x81\xa1x\x01" + (7).to_bytes(8, "little") + (123).to_bytes(8, "little")
    assert decode_value(value) == (b"\x81\xa1x\x01", 7_000_123)


def test_each_agent_has_a_folder_for_what_it_shares_and_one_of_its_own():
    assert folder_of(Path("/tmp"), 2, True) == Path("/tmp/rtdb2_storage/agent_shared2")
    assert folder_of(Path("/tmp"), 2, False) == Path("/tmp/rtdb2_storage/agent_local2")


@given(st.binary(max_size=60))
def test_what_others_write_never_raises(value):
    decode_value(value)
    records = FolderRecords(Values({b"CMD_VEL": value}), [Item(6, "CMD_VEL", 16)])
    found = records.get(6)
    assert found is None or len(found.data) == 16


def test_a_store_over_folders_gives_ages_and_refuses_other_sizes():
    configuration, time = cambada_configuration(2), [5_000_000]
    areas = [Values() for _ in configuration.agents]
    shared = [FolderRecords(area, one.shared) for area, one in zip(areas, configuration.agents, strict=True)]
    local = Values()
    store = Store(configuration, 1, lambda: time[0], shared, FolderRecords(local, configuration.agents[1].local))
    assert store.get(SELF, "CMD_VEL").age == -1
    store.put("CMD_VEL", bytes(range(16)))
    time[0] += 40_000
    assert store.get(SELF, "CMD_VEL") == (bytes(range(16)), 40, 5_000_000)
    assert list(local) == [b"CMD_VEL"]
    assert store.put_received(2, "ROBOT_WS", bytes(408), 100)
    assert store.get(2, "ROBOT_WS").age == 100
    assert not store.put_received(2, "ROBOT_WS", bytes(7), 100)
    local.put(b"CMD_VEL", encode_value(pack(b"short"), 1))
    assert store.get(SELF, "CMD_VEL").age == -1


def test_values_of_any_size_are_messagepack_themselves():
    values = Values()
    records = FolderRecords(values, [Item(0, "MTP")])
    records.put(0, pack({"vendor_id": 3}), 2_000_000)
    assert values[b"MTP"] == encode_value(pack({"vendor_id": 3}), 2_000_000)
    assert records.get(0) == (pack({"vendor_id": 3}), 2_000_000)
    assert records.written(0) == 2_000_000


def test_a_record_without_a_name_has_no_place_in_a_folder():
    with pytest.raises(ValueError, match="record 4 has no name"):
        FolderRecords(Values(), [Item(4)])
