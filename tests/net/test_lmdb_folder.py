"""Data bases in folders: what one program writes another one reads; without the package there is a clear message."""

import subprocess
import sys

import pytest

from robopitch.net.errors import NetError
from robopitch.net.lmdb_folder import LmdbFolder


def test_without_the_package_the_message_names_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "lmdb", None)
    with pytest.raises(NetError, match="need the package lmdb"):
        LmdbFolder(tmp_path / "agent_shared1")
    assert not (tmp_path / "agent_shared1").exists()


def test_another_process_reads_and_writes_the_same_values(tmp_path):
    pytest.importorskip("lmdb")
    folder = LmdbFolder(tmp_path / "deep" / "agent_local1")
    assert folder.get(b"CMD_VEL") is None
    folder.put(b"CMD_VEL", b"one")
    text = (
        "import lmdb, sys\n"
        "environment = lmdb.open(sys.argv[1])\n"
        "with environment.begin(write=True) as transaction:\n"
        "    assert transaction.get(b'CMD_VEL') == b'one'\n"
        "    transaction.put(b'CMD_VEL', b'two')\n"
    )
    subprocess.run([sys.executable, "-c", text, str(tmp_path / "deep" / "agent_local1")], check=True, timeout=60)
    assert folder.get(b"CMD_VEL") == b"two"
    folder.close()


def test_a_value_that_does_not_fit_is_dropped_and_logged_once(tmp_path, caplog):
    pytest.importorskip("lmdb")
    folder = LmdbFolder(tmp_path)
    for _ in range(3):
        folder.put(b"large", bytes(32 << 20))
    assert folder.get(b"large") is None
    assert len(caplog.records) == 1
    folder.put(b"small", b"1")
    assert folder.get(b"small") == b"1"
    folder.close()


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    pytest.importorskip("lmdb")
    (tmp_path / "file").write_text("")
    with pytest.raises(NetError, match="no LMDB data base can be opened there"):
        LmdbFolder(tmp_path / "file")
