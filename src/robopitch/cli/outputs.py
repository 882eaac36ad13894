"""Checks that output files can be written, before a command starts its work."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

__all__ = ["check_folder", "check_output"]

RECORDING = (".mcap",)


def check_output(option: str, path: Path, endings: Sequence[str] = RECORDING) -> None:
    """Raise a ValueError if the file of an option has another suffix or clearly cannot be written."""
    from robopitch.spec.files import must_be_writable

    if path.suffix.casefold() not in endings:
        raise ValueError(f"{option} {path}: a name that ends with {' or '.join(endings)} is wanted")
    try:
        must_be_writable(path)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror}") from None
    _check_folders(path, path.absolute().parents)


def check_folder(path: Path) -> None:
    """Raise a ValueError if files clearly cannot be written into this folder."""
    _check_folders(path, [path.absolute(), *path.absolute().parents])


def _check_folders(path: Path, folders: Sequence[Path]) -> None:
    """Check the nearest existing folder: missing ones are created when something is written."""
    parent = next((folder for folder in folders if os.path.lexists(folder)), Path())
    if not parent.is_dir():
        raise ValueError(f"{path}: cannot be written: {parent} is not a folder")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise ValueError(f"{path}: cannot be written: no permission to write in {parent}")
