"""Reading the fields of a payload one after another: numbers, texts, and whether anything is left."""

from __future__ import annotations

import struct
from typing import Any

from robopitch.messages.text import LONGEST, SENTENCE, clean

__all__ = ["Fields", "text"]


def text(value: str, length: str = "<B") -> bytes:
    """A text after its length: one byte, or another format of `struct`; what is too long is cut.

    >>> text("radio")
    b'\\x05radio'
    """
    most = (1 << 8 * struct.calcsize(length)) - 1
    data = value.encode("latin-1", "replace")[:most]
    return struct.pack(length, len(data)) + data


class Fields:
    """The fields of a payload; a ValueError says which one is missing.

    >>> fields = Fields(bytes.fromhex("07 0000803f"))
    >>> fields.take("<Bf", "robot and speed"), fields.end()
    ((7, 1.0), None)
    """

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, form: str, what: str) -> tuple[Any, ...]:
        """The next numbers, in a format of `struct`."""
        size = struct.calcsize(form)
        left = len(self._data) - self._at
        if left < size:
            raise ValueError(f"{what}: {size} bytes are wanted, {left} are left")
        found = struct.unpack_from(form, self._data, self._at)
        self._at += size
        return found

    def one(self, form: str, what: str) -> Any:
        """The next number."""
        return self.take(form, what)[0]

    def text(self, what: str, length: str = "<B") -> str:
        """The next text, cleaned: a name, or after a length of more than one byte a sentence."""
        (size,) = self.take(length, f"length of {what}")
        data = self._data[self._at : self._at + size]
        if len(data) < size:
            raise ValueError(f"{what}: {size} characters are announced, {len(data)} are left")
        self._at += size
        return clean(data.decode("latin-1"), LONGEST if length == "<B" else SENTENCE)

    def rest(self) -> bytes:
        """All that is left."""
        data, self._at = self._data[self._at :], len(self._data)
        return data

    def end(self) -> None:
        """Raise a ValueError if something is left."""
        if self._at < len(self._data):
            raise ValueError(f"{len(self._data) - self._at} bytes too many")
