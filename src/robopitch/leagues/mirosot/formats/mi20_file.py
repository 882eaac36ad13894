"""A file with a recording of MI20."""

from __future__ import annotations

from pathlib import Path

from robopitch.leagues.mirosot.wire.mi20 import Mi20Recording, decode_recording
from robopitch.messages import Refusal
from robopitch.spec.files import read_file, reading

__all__ = ["read_mi20"]

LARGEST = 64 << 20  # bytes: hours of a match


def read_mi20(path: Path) -> Mi20Recording:
    """A recording, as far as it can be read; a ValueError if it is none."""
    with reading(path):
        recording = decode_recording(read_file(path, LARGEST))
    if isinstance(recording, Refusal):
        raise ValueError(f"{path}: {recording.message}")
    return recording
