"""What a user can ask for in the Small Size League: an automatic referee that reports to a game controller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.leagues.autoref import autoref_feature

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.match import Match

__all__ = ["FEATURES"]


def _autoref(match: Match) -> Endpoint:
    from robopitch.leagues.ssl.referee.autoref_client import autoref_endpoint

    return autoref_endpoint(match)


FEATURES = (autoref_feature(_autoref),)
