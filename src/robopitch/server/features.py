"""The features that are open in a server; of those that can be, one is opened, changed or closed while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from robopitch.messages import Team
from robopitch.server.context import ServerContext

if TYPE_CHECKING:
    from pydantic import BaseModel

    from robopitch.leagues.feature import Feature
    from robopitch.leagues.plugin import Plugin
    from robopitch.server.server import Server

__all__ = ["Features", "OpenFeature"]


class OpenFeature(NamedTuple):
    """A feature for which a user asked; *opened* closes what it has opened."""

    options: BaseModel
    plugin: Plugin | None
    opened: ExitStack


class Features:
    """By their names, as the family of the league has them."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._league, self._plays = server.match.world.league.name, dict[Team, str]()
        self.known = {feature.name: feature for feature in server.league.features}
        self.open: dict[str, OpenFeature] = {}

    def use(
        self,
        feature: Feature,
        options: BaseModel,
        league: str = "",
        plays: Mapping[Team, str] | None = None,
        start: bool = False,
    ) -> Plugin | None:
        """Open one, in place of the same with other options; returns what runs, if something does.

        If it cannot be opened, a ValueError says why, and the one with the other options stays as it was.

        league: name of the league, or the path of its folder; if not given, that of the last call, or of the match
        plays:  names of the teams for which a user asked, likewise
        start:  the loop runs already
        """
        self._league, self._plays = league or self._league, dict(plays or self._plays)
        before = self.open.get(feature.name)
        self._close(feature.name)  # a port or a folder belongs to one of both
        try:
            return self._open(feature, options, start)
        except BaseException:
            if before is not None:
                self._open(feature, before.options, start)
            raise

    def change(self, feature: Feature, options: BaseModel) -> None:
        """Open, change or close one while the match goes on; a ValueError says why not."""
        if not feature.live:
            raise ValueError(f"{feature.summary}: start the server with {', '.join(feature.given(options)) or 'it'}")
        if feature.is_on(options):
            self.use(feature, options, start=True)
        else:
            self._close(feature.name)

    def close(self) -> None:
        """Close all."""
        for name in [*self.open]:
            self._close(name)

    def _open(self, feature: Feature, options: BaseModel, start: bool) -> Plugin | None:
        with ExitStack() as opened:
            plugin = feature.open(ServerContext(self._server, opened, self._league, self._plays), options)
            if plugin is not None:
                opened.callback(self._server.add_plugin(plugin))
                if start:
                    plugin.start()
            self.open[feature.name] = OpenFeature(options, plugin, opened.pop_all())
        return plugin

    def _close(self, name: str) -> None:
        if (one := self.open.pop(name, None)) is not None:
            one.opened.close()
