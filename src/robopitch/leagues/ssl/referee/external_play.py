"""The course of a game that an external game controller leads, told to the rules as they want it (`GamePlay`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.leagues.ssl.referee.messages import restart_of
from robopitch.leagues.ssl.wire.referee import RefereeCommand
from robopitch.messages import GameState, Phase, Restart
from robopitch.referee.play import GamePlay

if TYPE_CHECKING:
    from robopitch.leagues.ssl.rules.rule_book import SmallSizeRules
    from robopitch.referee.scene import RefereeScene

__all__ = ["ExternalPlay"]


class ExternalPlay:
    """Follows the commands of a game controller. That a kick was taken has no command: it is seen.

    pending: the restart that follows a stoppage, as long as the game controller has not said it
    """

    def __init__(self, rules: SmallSizeRules, timestep: float) -> None:
        self._rules = rules
        self.play = GamePlay(timestep)
        self.pending: Restart | None = None
        self._command: tuple[int, object] | None = None  # its number and name

    def follow(self, game: GameState, scene: RefereeScene) -> bool:
        """Take in the state of the game and the scene of this tick; returns True if there is a new command."""
        play, command = self.play, (game.number, game.detail.get("command"))
        play.tick = scene.tick
        is_new = command != self._command
        if is_new:
            self._command = command
            self._begin(game, scene.ball.place)
        play.game = self._told(game)
        if play.phase in (Phase.STOP, Phase.PLACEMENT):
            play.restart = play.game.then
        if is_new:
            self._rules.on_phase(play)
        self._watch_kick(scene)
        return is_new

    def _begin(self, game: GameState, ball: tuple[float, float]) -> None:
        """A command: a new phase begins."""
        play, rules = self.play, self._rules
        if play.in_play or play.kick:
            play.stopped = play.tick
        prepared, play.restart = play.restart, None
        play.began, play.in_play, play.spot = play.tick, False, None
        if game.phase is Phase.KICK_OFF and game.team is not None:
            play.restart = rules.kick_off(game.team)
        elif game.phase is Phase.PENALTY and game.team is not None:
            play.restart = rules.penalty(game.team)
        elif game.phase is Phase.FREE_KICK:
            play.restart = Restart(Phase.FREE_KICK, game.team, ball)
        elif game.phase is Phase.RUNNING:
            normal = game.detail.get("command") == RefereeCommand.NORMAL_START
            play.restart = prepared if normal and prepared is not None and prepared.kind in rules.prepared else None
            play.in_play, play.opened = play.restart is None, play.tick
        if game.phase in (Phase.FREE_KICK, Phase.RUNNING):
            play.spot, play.kicker, play.sole, play.started = ball, None, not play.in_play, play.tick
            self.pending = None

    def _told(self, game: GameState) -> GameState:
        """The game as the rules know it: a kick that was taken is play, and a stoppage has a restart to come."""
        if self.play.in_play:
            return replace(game, phase=Phase.RUNNING, team=None, place=None)
        return replace(game, then=restart_of(game) or self.pending)

    def _watch_kick(self, scene: RefereeScene) -> None:
        """Whether a kick was taken: the ball has moved, or the time for it is over."""
        play, rules = self.play, self._rules
        if play.kick and play.spot is not None and play.restart is not None:
            if play.kicker is None and scene.touching:
                play.kicker = scene.touching[0]
            moved = hypot(scene.ball.x - play.spot[0], scene.ball.y - play.spot[1])
            limit = rules.time_for(play.restart)
            late = limit is not None and play.since_start >= limit
            if late or moved > rules.spec.match.in_play_distance:
                play.in_play, play.opened, play.sole = True, play.tick, play.sole and not late
                play.game = self._told(play.game)
        elif play.in_play and play.sole and any(robot != play.kicker for robot in scene.touching):
            play.sole = False
