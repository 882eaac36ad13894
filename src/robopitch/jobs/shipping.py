"""Files for machines that do not have them: teams and leagues of the user, as they lie beside each other here."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

__all__ = ["MOST", "copy_files"]

MOST = 50_000_000  # bytes


def copy_files(files: Iterable[str], to: Path) -> Path:
    """Copy files with the folders that they have in common; returns where the present folder is among them.

    From there their relative paths are right. A ValueError says what cannot be read, or that it is too much.
    """
    here = Path.cwd()
    sources = [Path(os.path.abspath(name)) for name in files]  # not resolve: a link shall be where it is
    top = Path(os.path.commonpath([here, *sources]))
    size = 0
    for source in sources:
        target = to / source.relative_to(top)
        try:
            size += source.stat().st_size
            if size > MOST:
                raise ValueError(f"{source}: files of teams and leagues are more than {MOST / 1e6:g} MB to ship")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
        except OSError as error:
            raise ValueError(f"{source}: cannot be shipped: {error.strerror}") from None
    return here.relative_to(top)
