"""Stores recordings that were dropped on the page, in a temporary folder."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from robopitch.recording.opening import suffixes
from robopitch.web import schema
from robopitch.web.library.source import Source, open_source
from robopitch.web.signals import RunSignals

__all__ = ["Store"]

LARGEST = 4 << 30  # bytes
MOST = 16  # recordings; the oldest goes
LONGEST_NAME = 80


class Store:
    """Open recordings by name."""

    def __init__(self) -> None:
        self._sources: dict[str, tuple[Source, Path]] = {}
        self._own: dict[str, Source] = {}  # opened where they lie
        self._folder: Path | None = None
        self._count = 0

    def __contains__(self, name: str) -> bool:
        return name in self._sources or name in self._own

    def add(self, path: Path) -> Source:
        """Open a file in place; it is never deleted."""
        source = open_source(path, path.name)
        self._own[path.name] = source
        return source

    async def take(self, name: str, stream: AsyncIterator[bytes]) -> dict[str, str]:
        """Store a file that is being uploaded; a ValueError if it is no recording."""
        name = Path(name.replace("\\", "/")).name
        known = suffixes()
        ending = next((ending for ending in known if name.lower().endswith(ending)), None)
        if ending is None:
            raise ValueError(f"{_short(name) or 'this'}: {', '.join(known)} can be opened")
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="robopitch-"))
        self._count += 1
        key, path = f"{self._count} {_short(name)}", self._folder / f"{self._count}{ending}"
        try:
            await _write(path, stream)
            source = await asyncio.get_running_loop().run_in_executor(None, open_source, path, key)
        except Exception as error:  # a browser that went away, a full disk, whatever a damaged file does to its readers
            path.unlink(missing_ok=True)
            raise ValueError(f"{_short(name)}: {str(error).replace(str(path), _short(name))}") from None
        self._sources[key] = source, path
        if len(self._sources) > MOST:
            oldest, file = self._sources.pop(next(iter(self._sources)))
            oldest.close()
            file.unlink(missing_ok=True)
        return {"source": key, "title": _short(name)}

    def _source(self, name: str) -> Source:
        if name in self._own:
            return self._own[name]
        if name not in self._sources:
            raise ValueError(f"{name!r} is no longer open")
        return self._sources[name][0]

    def frame(self, name: str, at: float | None) -> bytes:
        """The frame of a moment; the first one if no moment is given."""
        source = self._source(name)
        return source.frame(source.first if at is None else at)

    def welcome(self, name: str) -> list[Any]:
        """The messages to a page that opens the recording."""
        source = self._source(name)
        marks = schema.Marks(tell="marks", source=name, anew=True, marks=source.marks())
        rulings = schema.Rulings(tell="rulings", source=name, anew=True, rulings=source.rulings())
        return [source.pitch(), rulings, marks]

    def signals(self, name: str) -> RunSignals:
        """All signals."""
        return self._source(name).signals()

    def snapshot(self, name: str, at: float) -> bytes:
        """The saved match at a moment."""
        return self._source(name).snapshot(at)

    def close(self) -> None:
        """Close all recordings and delete the temporary folder."""
        for source in (*self._own.values(), *(source for source, _ in self._sources.values())):
            source.close()
        self._own.clear()
        self._sources.clear()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


async def _write(path: Path, stream: AsyncIterator[bytes]) -> None:
    size = 0
    with path.open("wb") as file:
        async for part in stream:
            size += len(part)
            if size > LARGEST:
                raise ValueError(f"more than {LARGEST >> 30} GB")
            file.write(part)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
