"""LMDB data bases in folders: keys and values that programs of one machine share. The package lmdb is an extra."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from robopitch.net.errors import NetError

__all__ = ["LmdbFolder"]

MAP_SIZE = 16 << 20  # bytes: the files are sparse, and records are overwritten
READERS = 64  # programs and threads that read at a time
LOG = logging.getLogger("robopitch.net")


class LmdbFolder:
    """A data base in a folder, which is made if it does not exist; a NetError if it cannot be opened.

    Nothing waits for the disk: what programs exchange is older than a second when it would be read again.
    """

    def __init__(self, folder: Path) -> None:
        lmdb = _library()
        self._failure, self._folder, self._failed = lmdb.Error, folder, False
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._environment = lmdb.open(
                str(folder), map_size=MAP_SIZE, max_readers=READERS, mode=0o600, sync=False, metasync=False
            )
        except (lmdb.Error, OSError) as error:
            raise NetError(f"{folder}: no LMDB data base can be opened there: {error}") from None

    def put(self, key: bytes, value: bytes) -> None:
        """Write a value. A failure is logged once: a full disk does not end the match."""
        try:
            with self._environment.begin(write=True) as transaction:
                transaction.put(key, value)
        except self._failure as error:
            if not self._failed:
                LOG.warning("%s: a record could not be written: %s", self._folder, error)
            self._failed = True

    def get(self, key: bytes) -> bytes | None:
        """Read a value; None if there is none, or it cannot be read."""
        try:
            with self._environment.begin() as transaction:
                found: bytes | None = transaction.get(key)
                return found
        except self._failure:
            return None

    def close(self) -> None:
        """Close the data base; its folder stays."""
        self._environment.close()


def _library() -> Any:
    try:
        import lmdb  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise NetError("the folders of data bases need the package lmdb: pip install lmdb") from None
    return lmdb
