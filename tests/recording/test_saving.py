"""What cannot be written leaves no file, and what was there before is still there."""

import json
import os
import resource
import signal
import time
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
from robopitch.recording.sink import Entry, FileSink, check_recording, write_recording
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


def test_a_recording_replaces_an_older_one_only_if_that_is_said(remembered, tmp_path):
    path = tmp_path / "match.mcap"
    path.write_bytes(b"of yesterday")
    with pytest.raises(ValueError, match=r"match\.mcap cannot be written: it exists already.*--overwrite"):
        FileSink(path, remembered[0])
    with pytest.raises(ValueError, match="--overwrite"):
        check_recording(path)
    check_recording(path, overwrite=True)
    assert path.read_bytes() == b"of yesterday"
    FileSink(path, remembered[0], overwrite=True).close()
    with Recording(path) as recording:
        assert recording.header["league"]["name"] == "ssl-div-b"


def test_two_programs_never_record_into_one_file_and_a_dead_one_does_not_keep_it(remembered, tmp_path):
    path = tmp_path / "match.mcap"
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        FileSink(path, remembered[0])
        os.write(tell, b"!")
        signal.pause()
        os._exit(0)
    try:
        assert os.read(ready, 1) == b"!"
        before = path.read_bytes()
        for attempt in (FileSink, lambda path, header, overwrite: check_recording(path, overwrite)):
            with pytest.raises(ValueError, match="another program is recording into it"):
                attempt(path, remembered[0], overwrite=True)
        assert path.read_bytes() == before
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(ready)
        os.close(tell)
    FileSink(path, remembered[0], overwrite=True).close()
    with Recording(path) as recording:
        assert recording.header["league"]["name"] == "ssl-div-b"


def test_a_mistyped_path_gets_no_folders(remembered, tmp_path):
    path = tmp_path / "recrodings" / "match.mcap"
    for attempt in (lambda: FileSink(path, remembered[0]), lambda: check_recording(path)):
        with pytest.raises(ValueError, match=r"the folder .*recrodings does not exist"):
            attempt()
    check_recording(tmp_path / "match.mcap")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("harm", "message"), [(os.unlink, "somebody deleted the file"), (lambda path: os.truncate(path, 9), "cut the file")]
)
@pytest.mark.parametrize("goes_on", [False, True])
def test_a_recording_that_somebody_deletes_or_truncates_ends_and_says_so(harm, message, goes_on, remembered, tmp_path):
    path = tmp_path / "match.mcap"
    sink = FileSink(path, remembered[0], chunk=2000)
    harm(path)
    if goes_on:
        for entry in remembered[1]:
            sink.put(*entry)
        sink.close()
    else:  # nothing comes, as in a pause
        end = time.monotonic() + 20
        while sink.failure is None and time.monotonic() < end:
            time.sleep(0.01)
    assert message in sink.failure
    assert "the recording ends here, the match goes on" in sink.failure
    sink.close()


def test_a_new_clip_never_replaces_a_file_that_came_meanwhile(remembered, tmp_path):
    path = tmp_path / "clip.mcap"

    def slow() -> bytes:
        path.write_bytes(b"of another program")
        return b"{}"

    with pytest.raises(ValueError, match="File exists"):
        write_recording(path, remembered[0], [*remembered[1], Entry("/notes", 0, slow)], new=True)
    assert path.read_bytes() == b"of another program"
    assert list(tmp_path.iterdir()) == [path]


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
