"""Which agents of a team are running, as an agent of the first and second generation sees it.

An agent that is heard in two periods in a row is running; one that is silent for a period is to be removed, and after
ten periods it is not running any more. Running agents share the period of transmission: their number gives the length
of a slot, and the position among them the slot itself [CAMBADA-sim §3.4.6].
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

__all__ = ["AgentState", "TeamStates"]

SILENT_PERIODS = 10


class AgentState(IntEnum):
    """The state of an agent."""

    NOT_RUNNING = 0
    RUNNING = 1
    INSERT = 2
    REMOVE = 3


class TeamStates:
    """The states of all agents, seen from one of them."""

    def __init__(self, agents: int, own: int) -> None:
        self._own = own
        self._states = [AgentState.NOT_RUNNING] * agents
        self._states[own] = AgentState.RUNNING
        self._heard = [False] * agents
        self._silent = [0] * agents

    @property
    def states(self) -> Sequence[AgentState]:
        """The states, by number of the agent."""
        return tuple(self._states)

    @property
    def slots(self) -> Sequence[int]:
        """The agents that have a slot, in the order of their slots."""
        with_slot = (AgentState.RUNNING, AgentState.REMOVE)
        return tuple(agent for agent, state in enumerate(self._states) if state in with_slot)

    def hear(self, agent: int) -> None:
        """A frame of an agent arrived; numbers of no agent are ignored."""
        if 0 <= agent < len(self._heard):
            self._heard[agent] = True

    def end_period(self) -> None:
        """A period of transmission is over: take note of who was heard in it."""
        for agent, heard in enumerate(self._heard):
            if agent != self._own:
                self._states[agent] = self._after(agent, heard)
            self._heard[agent] = False

    def _after(self, agent: int, heard: bool) -> AgentState:
        state = self._states[agent]
        if heard:
            self._silent[agent] = 0
            return AgentState.INSERT if state is AgentState.NOT_RUNNING else AgentState.RUNNING
        if state is AgentState.RUNNING:
            return AgentState.REMOVE
        if state is AgentState.REMOVE:
            self._silent[agent] += 1
            if self._silent[agent] < SILENT_PERIODS:
                return AgentState.REMOVE
            self._silent[agent] = 0
        return AgentState.NOT_RUNNING
