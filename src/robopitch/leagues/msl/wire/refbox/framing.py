"""Framing of the RefBox: every JSON object on a stream is followed by a NUL."""

from __future__ import annotations

import re

__all__ = ["LONGEST", "OVERLONG", "NulFraming", "frame"]

LONGEST = 100_000  # bytes without a NUL; the RefBox then discards what it has
OVERLONG = b"\x00"  # stands for a discarded message: no message contains a NUL
HTTP = re.compile(rb"\s*(GET|POST|PUT|HEAD|OPTIONS|DELETE|CONNECT|TRACE|PATCH|PRI) ")
BEGINNING = 32  # bytes of a stream in which a browser would show itself


def frame(data: bytes) -> bytes:
    """A message and its end."""
    return data + b"\x00"


class NulFraming:
    r"""Splits a stream of bytes into messages, however they were cut on their way.

    A message that is too long is discarded, as the RefBox does, and reported as `OVERLONG`; the stream goes on. What is
    left of that message up to its NUL cannot be read. A stream that begins as a browser's request ends: a web site must
    not be able to send commands to this machine.

    >>> NulFraming().feed(b'{"a": 1}\x00{"b": 2}\x00{"c"')
    [b'{"a": 1}', b'{"b": 2}']
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._beginning = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that these bytes complete; raises a ValueError if a browser sends them."""
        if len(self._beginning) < BEGINNING:
            self._beginning += data[:BEGINNING]
            if HTTP.match(self._beginning):
                raise ValueError("this is no web server, and takes nothing from browsers")
        *complete, last = data.split(b"\x00")
        messages: list[bytes] = []
        for part in complete:
            self._rest += part
            if len(self._rest) > LONGEST:
                messages.append(OVERLONG)
            elif self._rest:
                messages.append(bytes(self._rest))
            self._rest.clear()
        self._rest += last
        if len(self._rest) > LONGEST:
            self._rest.clear()
            messages.append(OVERLONG)
        return messages
