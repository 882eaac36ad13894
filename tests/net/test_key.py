"""The file with the user's key."""

import os
import stat
import subprocess
import sys

import pytest

from robopitch.net import NetError
from robopitch.net.key import key_file, load_key, user_key


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where the key is, in a folder that does not exist yet."""
    path = tmp_path / "state" / "key"
    monkeypatch.setenv("ROBOPITCH_KEY_FILE", str(path))
    return path


def test_a_key_is_made_once_for_this_user_only(place):
    key = user_key()
    assert len(key) >= 43  # 256 bits in letters
    assert place.read_text().strip() == key
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert os.listdir(place.parent) == ["key"]
    other = subprocess.run(
        [sys.executable, "-c", "from robopitch.net.key import user_key; print(user_key())"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == key


def test_programs_that_start_together_agree_on_a_key(place):
    program = "import sys; sys.stdin.read(); from robopitch.net.key import user_key; print(user_key())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
    started = [subprocess.Popen([sys.executable, "-c", program], **pipes) for _ in range(4)]
    for process in started:
        process.stdin.close()
    found = {process.stdout.read() for process in started}
    for process in started:
        process.wait()
        process.stdout.close()
    assert found == {place.read_text()}


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_key_that_others_can_read_is_refused_with_what_to_do(place, mode):
    place.parent.mkdir()
    place.write_text("x" * 43)
    place.chmod(mode)
    with pytest.raises(NetError, match=f"chmod 600 {place}"):
        user_key()
    place.chmod(0o600)
    assert user_key() == "x" * 43


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_key_of_another_user_is_refused(place):
    place.parent.mkdir()
    place.write_text("x" * 43)
    place.chmod(0o600)
    os.chown(place, 12345, 12345)
    with pytest.raises(NetError, match="belongs to user 12345"):
        user_key()


@pytest.mark.parametrize("content", ["", "short", "x" * 600, "\x00" * 43, "ä" * 43])
def test_a_file_without_a_key_is_refused(place, content):
    place.parent.mkdir()
    place.write_text(content)
    place.chmod(0o600)
    with pytest.raises(NetError, match="holds no key"):
        user_key()


def test_a_fifo_is_refused_at_once(place):
    place.parent.mkdir()
    os.mkfifo(place, 0o600)
    with pytest.raises(NetError, match="is no file"):
        user_key()


def test_where_no_key_can_be_kept_there_is_one_for_this_process(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("ROBOPITCH_KEY_FILE", str(tmp_path / "file" / "key"))
    found = load_key()
    assert len(found.text) >= 43
    assert found.text == user_key()
    assert found.notice is not None
    assert "ROBOPITCH_KEY_FILE" in found.notice


def test_the_file_is_where_the_system_keeps_such_things(monkeypatch, tmp_path):
    monkeypatch.delenv("ROBOPITCH_KEY_FILE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert key_file() == tmp_path / "robopitch" / "key"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert key_file() == tmp_path / ".local" / "state" / "robopitch" / "key"
