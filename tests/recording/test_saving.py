"""What cannot be written leaves no file, and what was there before is still there."""

import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.recording.scripted import commanded

from robopitch.leagues.ssl.formats.log import LogReader, write_log
from robopitch.recording.formats.csv_files import write_csv
from robopitch.recording.header import describe
from robopitch.recording.loading import load_run
from robopitch.recording.memory import MemorySink
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.sink import Entry, FileSink, write_recording
from robopitch.recording.topics import EVENTS


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """No file can become larger than this, for a while: as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.fixture(scope="module")
def remembered():
    match = commanded(realism=None)
    memory = MemorySink()
    recorder = Recorder(match, [memory])
    match.advance(300)
    recorder.close()
    return describe(match), memory.entries()


@pytest.mark.parametrize("room", [0, 4000])
def test_a_clip_that_cannot_be_saved_leaves_no_file(remembered, room, tmp_path):
    path = tmp_path / "clip.mcap"
    with full_after(room), pytest.raises(ValueError, match=r"clip\.mcap: cannot be written: File too large"):
        write_recording(path, *remembered)
    assert list(tmp_path.iterdir()) == []


def test_a_clip_that_cannot_be_saved_leaves_the_one_that_was_there(remembered, tmp_path):
    path = tmp_path / "clip.mcap"
    write_recording(path, *remembered)
    before = path.read_bytes()
    with full_after(4000), pytest.raises(ValueError, match="cannot be written"):
        write_recording(path, *remembered)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_message_that_cannot_be_encoded_leaves_no_file(remembered, tmp_path):
    def broken() -> bytes:
        raise KeyError("nothing there")

    with pytest.raises(KeyError):
        write_recording(tmp_path / "clip.mcap", remembered[0], [*remembered[1], Entry("/notes", 0, broken)])
    assert list(tmp_path.iterdir()) == []


def test_a_recording_of_which_not_even_the_header_can_be_written_leaves_no_file(remembered, tmp_path):
    with full_after(0), pytest.raises(ValueError, match="cannot be written"):
        FileSink(tmp_path / "match.mcap", remembered[0])
    assert list(tmp_path.iterdir()) == []


def test_a_recording_that_fails_later_keeps_what_there_is(remembered, tmp_path):
    path = tmp_path / "match.mcap"
    sink = FileSink(path, remembered[0], chunk=2000)
    size = path.stat().st_size
    with full_after(size + 3000):
        for entry in remembered[1]:
            sink.put(*entry)
        sink.close()
    assert "the recording ends here" in sink.failure
    with Recording(path) as recording:
        assert recording.header["league"]["name"] == "ssl-div-b"
        assert recording.problems


def test_a_message_that_cannot_be_encoded_ends_the_recording_and_is_said(remembered, tmp_path):
    sink = FileSink(tmp_path / "match.mcap", remembered[0])
    sink.put(EVENTS, 0, lambda: json.dumps(object()).encode())
    sink.close()
    assert "match.mcap" in sink.failure


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_pipe_and_a_folder_are_refused_at_once(remembered, make, tmp_path):
    path = tmp_path / "clip.mcap"
    make(path)
    for write in (lambda: FileSink(path, remembered[0]), lambda: write_recording(path, *remembered)):
        with pytest.raises(ValueError, match="cannot be written: it is a"):
            write()


def test_a_link_is_written_through(remembered, tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "clip.mcap"
    link.symlink_to(tmp_path / "real" / "clip.mcap")
    write_recording(link, *remembered)
    assert link.is_symlink()
    with Recording(tmp_path / "real" / "clip.mcap") as recording:
        assert recording.problems == []


@pytest.mark.parametrize("name", ["m.log", "m.log.gz"])
def test_a_log_that_cannot_be_written_leaves_no_file(name, tmp_path):
    packets = [(n, "/vision", os.urandom(1000)) for n in range(1, 100)]
    with full_after(20_000), pytest.raises(ValueError, match="cannot be written"):
        write_log(tmp_path / name, packets)
    with pytest.raises(ZeroDivisionError):  # whoever makes the packets stumbles
        write_log(tmp_path / name, ((n, "/vision", bytes(1 // (5 - n))) for n in range(1, 10)))
    assert list(tmp_path.iterdir()) == []
    assert write_log(tmp_path / name, packets) == 99
    assert LogReader(tmp_path / name).count == 99


def test_a_table_that_cannot_be_written_leaves_no_file(remembered, tmp_path):
    (tmp_path / "in").mkdir()
    write_recording(tmp_path / "in" / "m.mcap", *remembered)
    run = load_run(tmp_path / "in" / "m.mcap")
    with full_after(500), pytest.raises(ValueError, match="cannot be written"):
        write_csv(run, tmp_path / "out" / "m.csv")
    assert list((tmp_path / "out").iterdir()) == []
