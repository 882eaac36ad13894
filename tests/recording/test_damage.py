"""Damage to a recording is noticed, or changes nothing; whatever is in its header, a message says what is wrong."""

import json
import random
import struct
from contextlib import suppress
from pathlib import Path

import pytest
from mcap.reader import make_reader
from mcap.writer import Writer
from tests.recording.scripted import commanded, record
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.recording.header import describe, remake
from robopitch.recording.loading import load_run
from robopitch.recording.reader import Recording
from robopitch.recording.sink import HEADER, write_recording
from robopitch.teams import TEAMS

FLIPS = 150


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("damage") / "small.mcap"
    record(commanded(), path, 0.4)
    return path


def content(path: Path) -> tuple[dict, list, list[str]]:
    """All that can be read of a file: header, messages, and what is said to be wrong with it."""
    try:
        with Recording(path) as recording:
            messages = list(recording.messages())
            return recording.header, messages, recording.problems
    except ValueError as error:
        return {}, [], [str(error)]


def flipped(data: bytes, path: Path, bit: int) -> Path:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    path.write_bytes(changed)
    return path


def test_a_flipped_bit_is_noticed_or_changes_nothing(recorded, tmp_path):
    good, data = content(recorded), recorded.read_bytes()
    assert good[2] == []
    noticed = 0
    for seed in range(FLIPS):
        path = flipped(data, tmp_path / "flipped.mcap", random.Random(seed).randrange(8 * len(data)))
        found = content(path)
        noticed += bool(found[2])
        assert found[2] or found == good, seed
    assert noticed > FLIPS // 2


def test_a_flipped_bit_in_every_byte_of_the_header_and_of_the_index_is_noticed(recorded, tmp_path):
    """Neither was under a checksum that anybody looked at."""
    data, path = recorded.read_bytes(), tmp_path / "flipped.mcap"
    begin = data.index(b'{"comments"')
    end = data.index(b"sha256", begin)
    (index,) = struct.unpack_from("<Q", data, len(data) - 8 - 20)
    for at in (*range(begin, end - 8, 397), *range(index, len(data) - 8, 197)):
        assert "damaged" in content(flipped(data, path, 8 * at + 4))[2][0], at


def inside_a_chunk(path: Path) -> int:
    """A byte among the compressed messages of a chunk in the middle of a file."""
    with path.open("rb") as file:
        summary = make_reader(file).get_summary()
    chunk = summary.chunk_indexes[len(summary.chunk_indexes) // 2]
    return chunk.chunk_start_offset + chunk.chunk_length // 2


def test_what_follows_a_damaged_chunk_is_read_even_without_an_index(recorded, tmp_path):
    data = recorded.read_bytes()
    middle = inside_a_chunk(recorded)
    path = tmp_path / "damaged.mcap"
    path.write_bytes(data[:middle] + bytes(40) + data[middle + 40 : -100])
    with Recording(path) as recording:
        frames = list(recording.truth())
    assert frames[-1].tick == 400
    assert any("damaged at byte" in problem for problem in recording.problems)


def test_info_and_replay_say_where_a_file_is_damaged(recorded, tmp_path):
    data = recorded.read_bytes()
    path = flipped(data, tmp_path / "flipped.mcap", 8 * inside_a_chunk(recorded))
    network = ["--speed", "max", "--interface", "127.0.0.1", "--port-offset", "1700"]
    for verb, *options in (["info"], ["info", "--story"], ["replay", "--simulate"], ["replay", "--send", *network]):
        done = CliRunner().invoke(app, [verb, str(path), *options])
        assert done.exception is None or isinstance(done.exception, SystemExit), (verb, options)
        assert "damaged at byte" in done.output, (verb, options)


# ---- headers ------------------------------------------------------------------------------------------------------


def with_header(path: Path, text: str) -> Path:
    """A recording with this header."""
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start(profile="", library="robopitch")
        writer.add_metadata(HEADER, {"json": text})  # as older versions wrote it, without a digest
        channel = writer.register_channel("/notes", "json", 0)
        writer.add_message(channel, log_time=10**12, data=b"{}", publish_time=10**12)
        writer.finish()
    return path


ODD = [None, True, -1, 0, 2**70, 1e300, "x", "", [], [1], {}, {"name": 3}, {"a": {"b": []}}, float("nan"), float("inf")]


def test_whatever_is_in_a_header_is_a_message_or_can_be_used(tmp_path):
    good = describe(commanded(), {"place": "here"})
    cases = [{key: value for key, value in good.items() if key != gone} for gone in good]
    cases += [{**good, key: value} for key in good for value in ODD]
    cases += [{**good, "league": {**good["league"], key: value}} for key in good["league"] for value in ODD[:3]]
    refused = 0
    for plain in cases:
        path = with_header(tmp_path / "header.mcap", json.dumps(plain))
        header, _, problems = content(path)
        if not header:
            assert "its header, at byte" in problems[0]
            refused += 1
            continue
        load_run(path)
        with suppress(ValueError):  # a league or engine that cannot be used
            remake(header, TEAMS).advance(10)
    assert len(cases) * 0.4 < refused < len(cases)


@pytest.mark.parametrize(
    "text", ["", "[]", "7", '"x"', "{", "[" * 100_000, '{"a":' * 5000, '{"epoch": ' + "9" * 5000 + "}", "{}"]
)
def test_a_header_that_is_no_table_is_said_to_be_damaged(text, tmp_path):
    with pytest.raises(ValueError, match=r"header\.mcap: its header, at byte \d+, is damaged: \w+"):
        Recording(with_header(tmp_path / "header.mcap", text))


def test_a_header_of_before_the_digest_can_be_read(tmp_path):
    header = describe(commanded())
    with Recording(with_header(tmp_path / "old.mcap", json.dumps(header))) as recording:
        assert recording.problems == []
        assert recording.header == header
    write_recording(tmp_path / "new.mcap", header, [])
    with Recording(tmp_path / "new.mcap") as recording:
        assert recording.header == header
