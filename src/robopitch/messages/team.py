"""The two teams."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Team"]


class Team(StrEnum):
    """Blue starts at −x and attacks +x; yellow starts at +x and attacks −x."""

    BLUE = "blue"
    YELLOW = "yellow"

    @property
    def other(self) -> Team:
        """The opponent."""
        return Team.YELLOW if self is Team.BLUE else Team.BLUE
