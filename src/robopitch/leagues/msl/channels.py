"""The wire of the Middle Size League: its channels, and what a server sends and receives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.channel import Channel
from robopitch.leagues.images import IMAGE_CHANNELS, ImagePublisher
from robopitch.leagues.msl.rtdb.endpoints import RTDB_CHANNELS

if TYPE_CHECKING:
    from robopitch.leagues.channel import Publisher
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.network import Network
    from robopitch.match import Match

__all__ = ["CHANNELS", "endpoints", "publishers"]

CHANNELS: Mapping[str, Channel] = {
    "scores": Channel("/scores", "json", "refbox.Feed", port="scores", group="scores", derived=True),
    "in/scores": Channel("/in/scores", "json", "refbox.Feed"),
    "in/refbox": Channel("/in/refbox", "json", "refbox.WorldState"),
    "out/refbox": Channel("/out/refbox", "json", "refbox.Command"),
    "out/refbox-v1": Channel("/out/refbox-v1"),
    "in/autoref": Channel("/in/autoref", "json", "refbox.Command"),
    **RTDB_CHANNELS,
    **IMAGE_CHANNELS,
}


def publishers(match: Match) -> Sequence[Publisher]:
    """Scores, if the match has a referee of its own, and images that are recorded."""
    from robopitch.leagues.msl.referee.score_feed import ScoreFeed

    images = ImagePublisher(match)
    return (ScoreFeed(match), images) if match.options.built_in else (images,)


def endpoints(match: Match, network: Network) -> Sequence[Endpoint]:
    """The buses and data bases of robots, and the ports of a RefBox or what hears an external one; neither if nobody
    referees.
    """
    from robopitch.leagues.msl.agents.connection import process_endpoints
    from robopitch.leagues.msl.bus.endpoints import bus_endpoints
    from robopitch.leagues.msl.referee.external_referee import external_endpoints
    from robopitch.leagues.msl.referee.refbox import refbox_endpoints
    from robopitch.leagues.msl.rtdb.endpoints import rtdb_endpoints

    referee: Sequence[Endpoint] = ()
    if match.options.built_in:
        referee = refbox_endpoints(match)
    elif match.options.referee == "external":
        referee = external_endpoints(match)
    return *referee, *process_endpoints(match), *bus_endpoints(match, network), *rtdb_endpoints()
