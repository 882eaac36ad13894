"""The referee of most leagues: its own one, until an external referee is heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.messages import (
    Event,
    GameState,
    HearReferee,
    Input,
    MoveEpoch,
    Phase,
    RequestPlaces,
    Ruling,
    Team,
    TeamState,
    Whistle,
    Whistled,
)
from robopitch.messages.plain import from_plain, to_plain
from robopitch.messages.saved import Count, SavedPart, Tick, checked
from robopitch.referee.enforcement import Enforcement, Rule
from robopitch.referee.free_play import FreePlay
from robopitch.referee.referee import USUAL_WHISTLES, Referee

if TYPE_CHECKING:
    from robopitch.referee.referee import Teams
    from robopitch.referee.rules_referee import RulesReferee
    from robopitch.world import World

__all__ = ["DefaultReferee", "check_game"]

NOBODY = GameState()  # the game without any referee
WAITING = GameState(Phase.HALT)  # the game until an external referee is heard


class _Saved(SavedPart):
    free_play: Any
    rules: Any = None
    external: Any
    halted_at: Tick | None
    stands_still: bool
    removed: tuple[list[Count], list[Count]] = ([], [])


class DefaultReferee(Referee):
    """A referee of its own, or an external one from its first message on; a whistle of the user takes the game back.

    free_play: False: without an external referee, the ball stays where it went
    rules:     that are enforced while robots play
    own:       the referee by the rules of the league, which takes the place of free play
    waits:     robots stand still until an external referee is heard
    obedient:  built-in teams that have as many robots as an external referee allows
    """

    def __init__(
        self,
        world: World,
        teams: Teams,
        free_play: bool = True,
        rules: frozenset[Rule] = frozenset(),
        own: RulesReferee | None = None,
        waits: bool = False,
        obedient: frozenset[Team] = frozenset(),
    ) -> None:
        self._own: RulesReferee | FreePlay | None = own or (FreePlay(world, teams) if free_play else None)
        self._nobody = WAITING if waits else NOBODY
        self._enforcement = Enforcement(world, rules, obedient)
        self._external: GameState | None = None
        self._stands_still = False
        self._ruled: tuple[GameState | None, bool] = (
            None if waits else NOBODY,
            False,
        )  # what the last ruling was made of

    @property
    def _game(self) -> GameState:
        if self._external is not None:
            return self._external
        return self._nobody if self._own is None else self._own.game

    @property
    def whistles(self) -> frozenset[Whistle]:
        """What a person may tell it."""
        return USUAL_WHISTLES if self._own is None else self._own.whistles

    @property
    def waits_for(self) -> str:
        """What the match waits for, in words; empty: nothing."""
        if self._external is not None:
            return ""
        if self._own is None:
            return "an external referee" if self._nobody is WAITING else ""
        return self._own.waits_for

    def refusal(self, said: Whistled) -> str:
        """Why a command of a person cannot be put into effect now; empty if it can."""
        return "" if self._own is None or self._external is not None else self._own.refusal(said)

    def judge(self, tick: int, events: Sequence[Event], heard: Sequence[Input]) -> Sequence[Input]:
        """Rulings, and placements of ball and robots."""
        inputs: list[Input] = []
        reason = ""
        for said in heard:
            reason = self._hear(said)
        if not heard:
            self._stands_still = self._enforcement.halts(self._game)
            inputs += self._enforcement.judge(tick, self._external)
            if self._external is None and self._own is not None:
                inputs += self._own.judge(tick, events)
                reason = self._own.reason
        game, stands_still = self._game, self._stands_still
        if game is not self._ruled[0] or stands_still != self._ruled[1]:
            self._ruled = (game, stands_still)
            ruled = replace(game, stands_still=stands_still) if stands_still else game
            calls = () if self._external is not None or self._own is None else self._own.calls
            inputs.insert(0, Ruling(ruled, reason, calls))
        return inputs

    def _hear(self, said: Input) -> str:
        """Take in a message or a whistle; returns the reason for the ruling."""
        if isinstance(said, HearReferee):
            game = replace(said.game, external=True)
            if game != self._external:
                self._external = game
            return "external referee"
        if isinstance(said, Whistled):
            self._external = None
            if self._own is not None:
                self._own.on_whistle(said)
            return f"whistle: {said.whistle}"
        if isinstance(said, RequestPlaces):
            if self._own is not None and not isinstance(self._own, FreePlay):
                self._own.on_places(said)
            return "places"
        if isinstance(said, MoveEpoch):
            if self._own is not None:
                self._own.on_epoch_moved(said.seconds)
            return "epoch"
        return ""

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "free_play": self._own.state() if isinstance(self._own, FreePlay) else None,
            "rules": None if self._own is None or isinstance(self._own, FreePlay) else self._own.state(),
            "external": to_plain(self._external),
            "halted_at": self._enforcement.halted_at,
            "stands_still": self._stands_still,
            "removed": [list(self._enforcement.removed[team]) for team in Team],
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        saved = checked(_Saved, state)
        if isinstance(self._own, FreePlay) != (saved.free_play is not None):
            raise ValueError("one of the two matches has free play and the other has not")
        own = saved.rules if saved.free_play is None else saved.free_play
        if (self._own is None) != (own is None):
            raise ValueError("one of the two matches is refereed by the rules and the other is not")
        external = None if saved.external is None else check_game(from_plain(saved.external))
        if self._own is not None:
            self._own.load(own)
        self._external = external
        self._enforcement.halted_at = saved.halted_at
        self._enforcement.removed = dict(zip(Team, map(list, saved.removed), strict=True))
        self._stands_still = saved.stands_still
        self._ruled = (self._game, self._stands_still)


def check_game(game: Any) -> GameState:
    """The state of a game; raises a ValueError if it is something else, or its numbers are out of range."""
    if not isinstance(game, GameState) or set(game.teams) != set(Team):
        raise ValueError("game: the state of a game is wanted, with both teams")
    for team in game.teams.values():
        if not isinstance(team, TeamState):
            raise ValueError("game: the state of a team is wanted")
        counts = (
            team.score,
            team.red_cards,
            team.yellow_cards,
            team.robots_allowed or 0,
            team.keeper or 0,
            game.number,
        )
        if not all(0 <= count < 2**32 for count in counts):
            raise ValueError("game: a number is below 0 or too large")
    times = [game.since, game.time_left or 0.0, game.clock, game.action_left or 0.0]
    times += [time for team in game.teams.values() for time in (*team.card_times, team.timeout_time)]
    if not all(abs(number) <= 1e12 for number in times):
        raise ValueError("game: a time is not finite, or too large")
    places = [*(game.place or ()), *(() if game.then is None else game.then.position), game.clearance or 0.0]
    if not all(abs(number) <= 1e4 for number in places):
        raise ValueError("game: a place is not finite, or too far away")
    return game
