"""A robot's agent in the process of a match."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.msl.agents.agent import PERIOD, SENSORS, compass_turn, make_agent, motor_delay, take_report
from robopitch.leagues.msl.rtdb.shared_state import decode_shared, encode_shared
from robopitch.messages import Body, ChangeSensor, Received, Refusal, Transmit
from robopitch.physics import state as s
from robopitch.teams.formation import form
from robopitch.teams.player import Player
from robopitch.teams.situation import situation_of

if TYPE_CHECKING:
    from robopitch.messages import Output, Team
    from robopitch.messages.game_state import GameState
    from robopitch.spec import LeagueSpec
    from robopitch.teams.formation import Formation
    from robopitch.teams.observation import Action, Policy
    from robopitch.teams.robot_agent import RobotAgent
    from robopitch.world import World

__all__ = ["AgentPlayer"]

SHARED = 0.1  # s between two records for the mates [CAMBADA-sim §3.4.6] …
SLOTS = 6  # … and the time slots in it, one for each robot
BLIND = 2.5  # periods without a frame after which the robot decides with what it knows


class AgentPlayer(Player):
    """Plays one robot from what its own sensors report, once for each frame of its vision.

    At its first decision it switches the sensors of its robot on. It tells its mates what it knows by radio, each robot
    in its own part of the period.

    policy: of its agent, from its first decision on
    delay:  s with which its agent reckons; None: that of its motors, and of its commands on their way
    """

    def __init__(self, policy: Policy, team: Team, number: int, league: LeagueSpec) -> None:
        self.policy, self._team, self.number = policy, team, number
        self.delay: float | None = None
        self._league, self._body = league, Body(team, number)
        self._turn = compass_turn(league.team(team).robot, team)
        self._motors = motor_delay(league.team(team).robot)
        self.command_delay = 0.0
        mounted = [sensor for sensor in league.team(team).robot.sensors if sensor.kind in SENSORS]
        self._sensors = tuple(f"{self._body} {sensor.name}" for sensor in mounted)
        self.takes = (*self._sensors, f"{self._body} radio")
        self.agent: RobotAgent | None = None  # from the first decision on
        self._formation: Formation | None = None  # that a coach has told
        self._decided, self._slot = 0.0, -1  # s, and the time slot in which it sent a record

    def decide(self, world: World, delivered: Sequence[Output], game: GameState, draws: bool) -> Mapping[int, Action]:
        """The action of the robot."""
        now, self.inputs = world.time, ()
        if self._body not in world.bodies or not world.robot(self._team, self.number).present:
            return {}
        if self.agent is None:
            self.agent = make_agent(self._league, self._team, self.number, self.policy)
            form(self.agent.memory, self._formation)
            self.inputs = tuple(ChangeSensor(name, {"on": True}) for name in self._sensors)
            self._decided = now
            return {}
        seen = False
        for report in delivered:
            if isinstance(report, Received):
                record = decode_shared(report.data, report.sent)
                if not isinstance(record, Refusal):
                    self.agent.world.on_record(record)
            else:
                seen |= take_report(self.agent.world, report, self._turn)
        if not seen and now - self._decided < BLIND * PERIOD:
            return {}
        self._decided = now
        self.agent.delay = self._motors + (self.command_delay or 0.0) if self.delay is None else self.delay
        charge = float(world.robot_block[s.CHARGE, world.bodies.index(self._body)])  # which its kicker reports
        action, record = self.agent.decide(now, situation_of(game, self._team), charge)
        slot = math.floor(now / SHARED - self.number / SLOTS)
        if slot != self._slot:
            self._slot = slot
            self.inputs = (Transmit(self._team, self.number, encode_shared(record)),)
        return {self.number: action}

    def form(self, formation: Formation | None) -> None:
        """Stand in a formation; in a match the base station tells it to all robots at once."""
        self._formation = formation
        if self.agent is not None:
            form(self.agent.memory, formation)

    def state(self) -> dict[str, Any]:
        """Its state: plain values by name."""
        agent = None if self.agent is None else self.agent.state()
        return {"agent": agent, "decided": self._decided, "slot": self._slot}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._decided, self._slot, self.agent = state["decided"], state["slot"], None
        if state["agent"] is not None:
            self.agent = make_agent(self._league, self._team, self.number, self.policy)
            self.agent.load(state["agent"])
