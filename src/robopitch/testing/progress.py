"""The progress of a batch on disk, so that an interrupted one can be continued."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["Progress", "key_of"]


def key_of(file: Path, seed: int, blue: str | None, yellow: str | None) -> str:
    """Identifies a run: another text of the file, another seed or another team is another run."""
    import robopitch

    parts = [str(file), file.read_text(encoding="utf-8"), blue or "", yellow or "", robopitch.__version__]
    return f"{hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]}/{seed}"


class Progress:
    """The finished runs of a batch, a line of JSON each. The file is removed when the batch is complete."""

    def __init__(self, path: Path, fresh: bool = False) -> None:
        self._path = path
        self.known: dict[str, dict[str, Any]] = {}
        if fresh:
            self.finish()
        with contextlib.suppress(FileNotFoundError):
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                with contextlib.suppress(ValueError, TypeError, KeyError):  # the last line of a killed process
                    entry = json.loads(line)
                    self.known[str(entry["key"])] = entry

    def add(self, key: str, run: Mapping[str, Any]) -> None:
        """A run is finished."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, **run}) + "\n")

    def finish(self) -> None:
        """The batch is complete."""
        self._path.unlink(missing_ok=True)
