"""A unit: one piece of work that gives the same record wherever and whenever it is done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import robopitch
from robopitch.machine import describe_versions

__all__ = ["Bits", "Unit", "digest", "file_digest", "source_digest"]

LENGTH = 24  # hexadecimal digits of a key
TWICE = 50  # one in so many units is done twice


class Bits(StrEnum):
    """Where a unit gives the same bits."""

    ANY = "any"  # machine
    MACHINE = "machine"  # this one: MuJoCo uses the processor's own arithmetic
    NONE = "none"  # nowhere: programs over the network, teams with clocks or random numbers of their own


@dataclass(frozen=True)
class Unit:
    """A function, and all that it depends on.

    work:     "module:function"; it gets the settings and returns plain data
    settings: plain data
    files:    digests of files that the settings name, by their names
    bits:     where it gives the same bits
    about:    a line for people
    again:    the command that repeats it
    keep:     files that it leaves begin with this path, and are not part of what it depends on; "": it leaves none
    host:     the machine that shall do it, which is no part either; "": any
    """

    work: str
    settings: Mapping[str, Any]
    files: Mapping[str, str] = field(default_factory=dict)
    bits: Bits = Bits.ANY
    about: str = ""
    again: str = ""
    keep: str = ""
    host: str = ""

    @cached_property
    def key(self) -> str:
        """Identifies the unit: another source, setting, file or version of a library is another unit."""
        said = json.dumps([source_digest(), self.work, self.settings, self.files], sort_keys=True, allow_nan=False)
        return digest(said)

    @property
    def twice(self) -> bool:
        """Whether it is done twice, to see that it gives the same bits."""
        return self.bits is not Bits.NONE and int(self.key[:8], 16) % TWICE == 0

    def do(self) -> dict[str, Any]:
        """Do the work, here and now. The function gets *keep* too if files are wanted."""
        module, _, function = self.work.partition(":")
        given = (self.settings, self.keep) if self.keep else (self.settings,)
        result: dict[str, Any] = getattr(import_module(module), function)(*given)
        return result


@cache
def source_digest() -> str:
    """A digest of this package's sources and data, and of the libraries on which results depend."""
    found = hashlib.sha256()
    root = Path(robopitch.__file__).parent
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".toml", ".binpb") and path.is_file():
            found.update(f"{path.relative_to(root).as_posix()}\0".encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    found.update(json.dumps(describe_versions(), sort_keys=True).encode())
    return found.hexdigest()[:LENGTH]


def digest(content: str | bytes) -> str:
    """A digest of a text or of bytes."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:LENGTH]


def file_digest(path: Path) -> str:
    """A digest of a file; a ValueError if it cannot be read."""
    try:
        return digest(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
