"""Compiled code without a cache folder works, with one notice."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numba

from robopitch.elementary.caching import cached, is_cached

SOURCES = Path(__file__).parents[2] / "src"

MODULE = """
    import resource, sys
    from robopitch.elementary.caching import cached

    if "full" in sys.argv:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # every write fails, as on a full disk

    @cached(error_model="numpy")
    def double(x):
        return 2 * x

    @cached("int64(int64)", error_model="numpy")
    def triple(x):
        return 3 * x

    print(double(2), triple(2), len(double.signatures))
"""


def run(folder: Path, *arguments: str) -> tuple[str, str]:
    """Output and complaints of such a module, where no other folder can be written to, not even by root."""
    nowhere = "/proc/nowhere"
    own = {"PYTHONPATH": str(SOURCES), "HOME": nowhere, "XDG_CACHE_HOME": nowhere, "PYTHONDONTWRITEBYTECODE": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    (folder / "own.py").write_text(re.sub("^    ", "", MODULE, flags=re.MULTILINE))
    done = subprocess.run(
        [sys.executable, str(folder / "own.py"), *arguments],
        capture_output=True,
        text=True,
        env={**kept, **own},
        timeout=60,
        check=False,
    )
    return done.stdout, done.stderr


def test_without_a_folder_for_compiled_code_it_is_compiled_anew_and_said_once(tmp_path):
    (tmp_path / "__pycache__").write_text("a file, where Numba would make a folder")
    said, complaint = run(tmp_path)
    assert said.split() == ["4", "6", "1"], complaint
    assert complaint.count("no folder to keep compiled code in can be written to") == 1
    assert "Traceback" not in complaint


def test_a_full_disk_and_a_damaged_cache_stop_nothing(tmp_path):
    said, complaint = run(tmp_path)
    assert (said.split(), complaint) == (["4", "6", "1"], "")
    kept = list((tmp_path / "__pycache__").glob("*.nb*"))
    assert len(kept) == 4  # an index and code, of each of the two
    for file in kept:
        file.write_bytes(b"damaged")
    said, complaint = run(tmp_path, "full")
    assert said.split() == ["4", "6", "1"], complaint
    assert complaint.count("no folder to keep compiled code in") == 1


def test_every_entry_point_that_is_kept_goes_without_if_it_must():
    kept = [path for path in SOURCES.rglob("*.py") if "cache=True" in path.read_text(encoding="utf-8")]
    assert [path.name for path in kept] == ["caching.py"]  # where it is explained


def adder(number):
    """A function that is compiled for this number, which is part of the key of the cache."""

    @cached(error_model="numpy")
    def add(x):
        return x + number

    return add


def test_a_function_is_cached_once_it_was_compiled_and_only_for_the_same_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    first = adder(3)
    assert not is_cached(first)
    assert first(1) == 4
    assert is_cached(first)
    assert is_cached(adder(3))
    assert not is_cached(adder(4))
    for file in tmp_path.rglob("*.nbi"):
        file.write_bytes(b"damaged")
    assert not is_cached(adder(3))


def test_what_can_never_be_cached_does_not_wait_for_it():
    assert is_cached(len)
