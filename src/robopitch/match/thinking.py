"""Decisions of built-in teams: made at a rate, rounded as on the radio, and given to their robots."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from robopitch.messages import Decision, Phase, Team
from robopitch.teams.grid import on_radio
from robopitch.teams.observation import carry_out

if TYPE_CHECKING:
    from robopitch.match.match import Match

__all__ = ["OnDrawn", "Thinking"]

DRAWINGS = 10.0  # Hz at which built-in teams draw if there is a viewer, as teams on the network do

OnDrawn = Callable[[Team, Any], object]


class Thinking:
    """Lets the built-in teams of a match decide, and draw for a viewer. Drawing does not influence the match."""

    def __init__(self) -> None:
        self.on_drawn: OnDrawn | None = None
        self._next_drawing = 0  # tick

    def decide(self, match: Match) -> None:
        """Let built-in teams decide, according to the phase of the game."""
        draws = self._is_drawing_due(match)
        world, robots, teams = match.world, match.robots, match.teams
        for team in teams.built_in:
            if match.game.phase is Phase.HALT:
                robots.stop(team)
                teams.wait(team)
                continue
            late = teams.set_command_delay(team, match.configuration.command_delay)
            actions = teams.decide(team, world, match.game, draws)
            if draws and self.on_drawn is not None:
                self.on_drawn(team, teams.drawings(team))
            steered = robots.steered(team)
            free = {number: actions[number] for number in actions if number not in steered}
            made = Decision(match.tick, team, on_radio(team, free))
            decision = match.decisions.settle(made)
            if late:
                match.radio.delay(decision, match.tick, match.configuration.command_delay / world.timestep)
            else:
                self._carry_out(match, decision, decision is not made)
            for observer in match.observers:
                observer.on_decision(decision)
            match.derive(f"players of {team}", teams.inputs(team))

    def obey(self, match: Match, decision: Decision) -> None:
        """A decision that was delayed reaches its robots, those that are still there."""
        if match.game.phase is Phase.HALT or decision.team not in match.teams.built_in:
            return
        there = set(match.robots.on_field(decision.team)) - set(match.robots.steered(decision.team))
        robots = tuple(robot for robot in decision.robots if robot.id in there)
        with suppress(ValueError):  # a robot may have been exchanged for one that cannot do this
            carry_out(match.world, decision.team, robots)

    def _carry_out(self, match: Match, decision: Decision, recorded: bool) -> None:
        try:
            carry_out(match.world, decision.team, decision.robots)
        except (KeyError, ValueError) as error:
            if not recorded:
                raise
            text = f"the recorded decision of {decision.team} at step {match.tick} cannot be carried out"
            raise ValueError(f"{text}: {error.args[0]}") from None

    def _is_drawing_due(self, match: Match) -> bool:
        if self.on_drawn is None:
            return False
        period = round(1 / (DRAWINGS * match.world.timestep))
        if 0 < self._next_drawing - match.tick <= period:  # else it is due, or the match went back in time
            return False
        self._next_drawing = match.tick + period
        return True
