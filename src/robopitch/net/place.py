"""A name in a folder that one program holds: a link to a pseudo terminal, or a Unix socket."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from robopitch.net.claim import Claim
from robopitch.net.errors import NetError, reason

__all__ = ["Place"]


class Place:
    """A path that belongs to this program until `close`; a NetError if another one has it.

    The folder is made if it does not exist, and then only this user can look into it. A link or a socket that a program
    left behind when it crashed is replaced; any other file is left alone.
    """

    def __init__(self, path: Path, label: str) -> None:
        self.path = path
        self._made: tuple[int, int, int] | None = None
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            real = path.parent.resolve() / path.name
        except OSError as error:
            raise NetError(f"{path} ({label}): {path.parent} cannot be used: {reason(error)}") from None
        self._claim = Claim(f"has {real}")
        try:
            if self._claim.taken:
                raise NetError(
                    f"{path} ({label}) is in use; another simulator may be running: stop it, or name another folder"
                )
            self._remove_stale(label)
        except BaseException:
            self._claim.close()
            raise

    def _remove_stale(self, label: str) -> None:
        try:
            mode = os.lstat(self.path).st_mode
        except FileNotFoundError:
            return
        except OSError as error:
            raise NetError(f"{self.path} ({label}): {reason(error)}") from None
        if not (stat.S_ISLNK(mode) or stat.S_ISSOCK(mode)):
            raise NetError(f"{self.path} ({label}): there is a file of this name; move it, or name another folder")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)

    def link(self, target: str) -> None:
        """Make a symbolic link to *target* there."""
        os.symlink(target, self.path)
        self.keep()

    def keep(self) -> None:
        """Note that what lies there now is ours, to be removed at the end."""
        self._made = self._identity()

    def _identity(self) -> tuple[int, int, int]:
        """Tells what lies there now from another file of this name; the system uses the numbers of files again."""
        found = os.lstat(self.path)
        return found.st_dev, found.st_ino, found.st_ctime_ns

    def close(self) -> None:
        """Remove what is ours, and give the name free."""
        made, self._made = self._made, None
        if made is not None:
            with contextlib.suppress(OSError):
                if self._identity() == made:  # not what somebody else put there since
                    os.unlink(self.path)
        self._claim.close()
