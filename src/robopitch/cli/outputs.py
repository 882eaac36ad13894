"""Checks that output files can be written, before a command starts its work."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["Overwrite", "check_folder", "check_output", "check_recording"]

RECORDING = (".mcap",)

Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the file of --record if it exists.")]


def check_recording(option: str, path: Path, overwrite: bool) -> None:
    """Raise a ValueError if the recording of an option has another suffix or cannot be begun."""
    from robopitch.recording.sink import check_recording

    _check_suffix(option, path, RECORDING)
    check_recording(path, overwrite)


def check_output(option: str, path: Path, endings: Sequence[str]) -> None:
    """Raise a ValueError if the file of an option has another suffix or clearly cannot be written."""
    from robopitch.spec.files import must_be_writable

    _check_suffix(option, path, endings)
    try:
        must_be_writable(path)
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror}") from None
    _check_folders(path, path.absolute().parents)


def _check_suffix(option: str, path: Path, endings: Sequence[str]) -> None:
    if path.suffix.casefold() not in endings:
        raise ValueError(f"{option} {path}: a name that ends with {' or '.join(endings)} is wanted")


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
