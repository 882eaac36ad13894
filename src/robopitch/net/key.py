"""The user's key, which a request must carry to control a server of this user.

Every program of this machine, of every user, can connect to the loopback, and so can a web page in a browser. A file
that only one user can read distinguishes that user's programs from all others.
"""

from __future__ import annotations

import os
import secrets
import stat
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from robopitch.net.errors import NetError

__all__ = ["UserKey", "is_user_key", "key_file", "load_key", "user_key"]

BYTES = 32  # 256 random bits
HAS_OWNERS = hasattr(os, "geteuid")  # Windows: files of a home folder are the user's own by default
AT_ONCE = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)  # opening a FIFO would block
SHORTEST, LONGEST = 32, 512  # characters of a key that somebody else wrote into the file


class UserKey(NamedTuple):
    """A key and its origin."""

    text: str
    source: str  # the file, or why there is none; for people
    notice: str | None = None  # a notice for the user


def user_key() -> str:
    """The key of this user, from `key_file()`, which is created if it does not exist.

    A NetError if other users can read or write that file. If it cannot be created, a key for this process only.
    """
    return load_key().text


def is_user_key(text: str) -> bool:
    """Whether this is the key of this user; compared in constant time."""
    return secrets.compare_digest(text.encode("utf-8", "replace"), user_key().encode())


def key_file() -> Path:
    """$ROBOPITCH_KEY_FILE, or robopitch/key in $XDG_STATE_HOME, or in ~/.local/state."""
    given = os.environ.get("ROBOPITCH_KEY_FILE")
    if given:
        return Path(given)
    state = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(state):  # the XDG specification ignores relative paths
        return Path(state, "robopitch", "key")
    return Path(os.path.expanduser("~"), ".local", "state", "robopitch", "key")


def load_key() -> UserKey:
    """The key of this user, with its origin."""
    return _load(key_file())


@lru_cache(maxsize=8)
def _load(path: Path) -> UserKey:
    """Read once: the key does not change while a program runs."""
    try:
        return UserKey(_read(path), str(path))
    except FileNotFoundError:
        pass
    except OSError as error:
        return _of_this_process(path, error)
    try:
        _make(path)
        return UserKey(_read(path), str(path))
    except OSError as error:
        return _of_this_process(path, error)


def _read(path: Path) -> str:
    """The key in a file; a NetError unless it is this user's own."""
    file = os.open(path, os.O_RDONLY | AT_ONCE)
    try:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode):
            raise NetError(f"{path} is no file; move it away, and a key is written there")
        if HAS_OWNERS and about.st_uid != os.geteuid():
            raise NetError(
                f"{path} belongs to user {about.st_uid}, not to you ({os.geteuid()}); "
                "remove it, or name a file of your own in ROBOPITCH_KEY_FILE"
            )
        if HAS_OWNERS and about.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise NetError(
                f"others can read {path}, which holds the key to your servers; "
                f"remove it, and a new one is made, or keep it with: chmod 600 {path}"
            )
        text = os.read(file, LONGEST + 1).decode("ascii", "replace").strip()
    finally:
        os.close(file)
    if not (SHORTEST <= len(text) <= LONGEST and text.isprintable() and text.isascii()):
        raise NetError(f"{path} holds no key; remove it, and a new one is made")
    return text


def _make(path: Path) -> None:
    """Write a new key, unless another program has done so meanwhile.

    It is written to another name and then linked: no program can read half of it, and no key is overwritten.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | AT_ONCE, 0o600)
    try:
        try:
            os.write(file, f"{secrets.token_urlsafe(BYTES)}\n".encode())
        finally:
            os.close(file)
        os.link(beside, path)
    except FileExistsError:
        pass
    finally:
        beside.unlink(missing_ok=True)


def _of_this_process(path: Path, error: OSError) -> UserKey:
    why = (error.strerror or str(error)).lower()
    return UserKey(
        secrets.token_urlsafe(BYTES),
        f"the memory of the server alone, because {path} cannot be used ({why})",
        f"no key can be kept in {path} ({why}): no other program can ask this server; "
        "name a file that can be written in ROBOPITCH_KEY_FILE",
    )
