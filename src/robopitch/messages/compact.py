"""A message that is encoded when somebody reads it, and takes few bytes until then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Compact"]


@dataclass(frozen=True, slots=True)
class Compact:
    """The content of a message as bytes, and the function that makes the message of them.

    A history keeps a hundred thousand messages that are hardly ever read: objects take ten times as much memory as
    *raw*, and encoding them all takes too long. *encode* is the same for many messages.
    """

    encode: Callable[[bytes], bytes]
    raw: bytes

    def __call__(self) -> bytes:
        """The message."""
        return self.encode(self.raw)
