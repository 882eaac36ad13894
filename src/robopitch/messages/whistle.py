"""Commands of a user to the built-in referee."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Whistle"]


class Whistle(StrEnum):
    """The commands that a user can give to the built-in referee."""

    HALT = "halt"
    STOP = "stop"
    START = "start"
