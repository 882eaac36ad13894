"""Automatic referees: what happens in a match is reported to the game controller that leads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import BaseModel, field_validator

from robopitch.leagues.feature import Feature, flag

if TYPE_CHECKING:
    from robopitch.leagues.context import Context
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.plugin import Plugin
    from robopitch.match import Match

__all__ = ["AutorefOptions", "autoref_feature"]


class AutorefOptions(BaseModel):
    """Where the game controller is."""

    autoref: str | None = flag(
        None,
        "Report what happens to a game controller, as an automatic referee; its port for them: '127.0.0.1:10007'.",
        metavar="HOST:PORT",
    )

    @field_validator("autoref")
    @classmethod
    def _has_host_and_port(cls, text: str | None) -> str | None:
        host, colon, port = (text or "").rpartition(":")
        if text is not None and not (host and colon and port.isdecimal() and 1 <= int(port) <= 65535):
            raise ValueError(f"--autoref {text}: write host:port, for example 127.0.0.1:10007")
        return text

    @property
    def address(self) -> tuple[str, int]:
        """Host and port."""
        host, _, port = (self.autoref or "").rpartition(":")
        return host, int(port)


def autoref_feature(endpoint: Callable[[Match], Endpoint]) -> Feature:
    """The feature of a family; *endpoint* is its side of the dialogue with a game controller."""

    def open(context: Context, options: AutorefOptions) -> Plugin:
        return context.dial(endpoint(context.match), options.address)

    return Feature(
        "autoref",
        "Automatic referee",
        AutorefOptions,
        open,
        live=True,
        absent="{league} has no game controller to which an automatic referee could report",
    )
