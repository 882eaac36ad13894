"""Removes folders from messages to spectators: paths contain names of users and projects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any

__all__ = ["Redaction"]

# An absolute path up to its last part; "m/s", "and/or" and addresses with // are none.
_FOLDERS = re.compile(r"(?<![\w.~/:)])(?:/[^\s/\"'\\:,;()]+)+/|\b[A-Za-z]:(?:\\\\?[^\s\\\"':,;()]+)+\\\\?")


class Redaction:
    """Removes folders from messages; *known* ones even if their names contain spaces."""

    def __init__(self, known: Iterable[Path]) -> None:
        folders = {str(path.absolute()) for path in known} | {str(Path.cwd()), str(Path.home())}
        self._known = sorted((folder for folder in folders if len(folder) > 1), key=len, reverse=True)

    def status(self, message: Any) -> Any:
        """A message in which the names of files have no folders."""
        if message.get("tell") != "status":
            return message
        kept = message["history"]
        file = kept["file"] and PurePath(kept["file"]).name
        clips = {PurePath(name).name: state for name, state in kept["clips"].items()}
        shown = {**kept, "file": file, "clips": clips}
        return {**message, "history": shown, "tape": shown}

    def text(self, text: str) -> str:
        """A text without folders; it may be JSON."""
        if "/" not in text and "\\" not in text:
            return text
        for folder in self._known:
            text = text.replace(f"{folder}/", "").replace(folder, "…")
        return _FOLDERS.sub("", text)
