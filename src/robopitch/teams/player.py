"""Players: teams in the process of a match. They get what their sensors deliver, or the true state."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from robopitch.messages import Team, TrackerFrame
from robopitch.teams.chase import still
from robopitch.teams.formation import Formation, form
from robopitch.teams.observation import Action, Observation, Policy, look, observe
from robopitch.teams.situation import situation_of

if TYPE_CHECKING:
    from robopitch.messages import Input, Output
    from robopitch.messages.game_state import GameState
    from robopitch.world import World

__all__ = ["ONBOARD", "TRUTH", "FormedPlayer", "Player", "PolicyPlayer", "seen_by", "sights"]

TRUTH = ("truth",)
ONBOARD = ("onboard",)  # every robot sees with its own sensors, in a league that has players for that


def sights(sees: str | Mapping[str, str]) -> tuple[str, ...]:
    """What both teams see, or each of them, as a match keeps it.

    >>> sights("onboard"), sights({"blue": "onboard", "yellow": "truth"})
    (('onboard',), ('blue:onboard', 'yellow:truth'))
    """
    if isinstance(sees, str):
        return (sees,)
    if sorted(sees) != sorted(Team):
        raise ValueError(f"sees: a name for both teams, or one for {' and one for '.join(Team)}, is wanted")
    own = [sees[team] for team in Team]
    return (own[0],) if len(set(own)) == 1 else tuple(f"{team}:{name}" for team, name in zip(Team, own, strict=True))


def seen_by(sees: tuple[str, ...], team: Team) -> tuple[str, ...]:
    """What one team sees.

    >>> seen_by(("blue:onboard", "yellow:truth"), Team.YELLOW), seen_by(("onboard",), Team.YELLOW)
    (('truth',), ('onboard',))
    """
    others = tuple(f"{other}:" for other in Team if other is not team)
    return tuple(name.removeprefix(f"{team}:") for name in sees if not name.startswith(others))


class Player(Protocol):
    """A team, or some of its robots, in the process of a match; derives from it.

    takes:    names of the sensors whose reports it gets, late and noisy as they are; `TRUTH`: the true state;
              "blue 3 radio": the messages that a robot receives
    idle:     it never moves its robots, so nobody has to wait for it
    drawings: the shapes of its last decision, in its own frame
    inputs:   those of its last decision beside its actions: messages from robot to robot (`Transmit`), and settings of
              its sensors (`ChangeSensor`)
    command_delay: s from its decision until its robots have it, which the match sets; None: they have it at once
    """

    takes: tuple[str, ...]
    idle: bool = False
    drawings: Sequence[Any] = ()
    inputs: Sequence[Input] = ()
    command_delay: float | None = None

    def decide(self, world: World, delivered: Sequence[Output], game: GameState, draws: bool) -> Mapping[int, Action]:
        """The actions of its robots; the match sends them by radio.

        delivered: the reports of its sensors since its last decision
        draws:     whether somebody looks at its drawings
        """
        ...

    def compile_ahead(self, world: World) -> None:
        """Compile what its decisions call, before the match begins; without this, that happens at the first one."""
        return None

    def state(self) -> dict[str, Any]:
        """Its state: plain values by name."""
        ...

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        ...


@runtime_checkable
class FormedPlayer(Protocol):
    """A player that a coach can tell where to stand."""

    def form(self, formation: Formation | None) -> None:
        """Stand in a formation; None: as the team likes."""
        ...


class PolicyPlayer(Player):
    """Plays a policy for a whole team. The memory of the policy is its state.

    With sensors, it observes the newest report of a tracker among them, and does not move until the first one comes.
    """

    def __init__(self, policy: Policy, team: Team, takes: tuple[str, ...] = TRUTH) -> None:
        self.takes = takes
        self.idle = inspect.unwrap(policy) is still
        self.memory: dict[str, Any] = {}
        self._policy, self._team = policy, team

    def decide(self, world: World, delivered: Sequence[Output], game: GameState, draws: bool) -> Mapping[int, Action]:
        """The actions of its robots."""
        observation = self._observation(world, delivered, game, draws)
        actions = {} if observation is None else self._policy(observation)
        self.drawings = self.memory.pop("drawings", ())  # an output: a saved match does not depend on viewers
        return actions

    def compile_ahead(self, world: World) -> None:
        """Compile what a decision of a reference team calls; a team of somebody else is not asked in vain."""
        if inspect.unwrap(self._policy).__module__.startswith("robopitch.teams"):
            self._policy(look(world, self._team))

    def _observation(
        self, world: World, delivered: Sequence[Output], game: GameState, draws: bool
    ) -> Observation | None:
        situation = situation_of(game, self._team)
        if self.takes == TRUTH:
            return look(world, self._team, situation, self.memory, draws)
        frames = [report for report in delivered if isinstance(report, TrackerFrame)]
        return observe(frames[-1], world, self._team, situation, self.memory, draws) if frames else None

    def form(self, formation: Formation | None) -> None:
        """Stand in a formation, which the policy finds in its memory."""
        form(self.memory, formation)

    def state(self) -> dict[str, Any]:
        """The memory of the policy."""
        return self.memory

    def load(self, state: Any) -> None:
        """Restore a saved memory."""
        self.memory = dict(state)
