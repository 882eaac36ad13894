"""Free play: a match without an external referee [CAMBADA-sim §2.3.3].

It counts goals, places the ball back on the field when it has left it, and frees a ball that is stuck. It rules phases
as a referee does, because most teams stand still until they are told one. With external teams it begins as every match
does, with HALT and STOP: a team that follows the state machine of the rules does not expect a start as the first
command.

A team that comes later has missed these two. So free play begins anew for each external team at its first command, and
at its first one after a long silence: it may have been started again. While the ball is played that waits until the
ball rests. The score stays, and nothing is moved. It does not overrule a person who has just said how the game goes on.

After a goal the ball stays in the goal for a second (STOP). Then it is placed on the centre spot and the team that
conceded prepares its kick-off; the start follows when both teams are in formation. The robots drive there by
themselves. They are not teleported: a team on the network would see its robots jump without a command that explains
it, and a viewer would miss the way back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import Field

from robopitch.elementary import cos, hypot, sin
from robopitch.messages import (
    BallOut,
    Call,
    Event,
    GameState,
    Goal,
    Input,
    Kicked,
    Phase,
    PlaceBall,
    Team,
    TeamState,
    Touch,
    Whistle,
    Whistled,
)
from robopitch.messages.saved import Count, Finite, Place, SavedPart, Tick, checked
from robopitch.referee.ball_placement import free_place
from robopitch.referee.goal_clearing import GoalClearing
from robopitch.referee.referee import USUAL_WHISTLES, first_commands
from robopitch.sensors.noise import uniform

if TYPE_CHECKING:
    from robopitch.referee.referee import Teams
    from robopitch.spec import RobotSpec
    from robopitch.world import World

__all__ = ["FreePlay"]

PUSH = 0.6  # m/s: highest speed of the push at the centre; without it two equal teams would mirror each other for ever
OPENING = ((1.0, Phase.STOP), (2.0, Phase.RUNNING))  # s after the start of the match, which is HALT
AT_REST = 0.05  # m/s: a ball that is slower rests
IN_GOAL = 1.0  # s after a goal that the ball stays in it
KICK_OFF = 2.0, 5.0  # s after a goal: the kick-off comes as soon as both teams are in formation between these times
SLOW = 0.3  # m/s: a robot in formation is slower
STUCK = 3.0  # s after which a ball that is stuck between robots is placed elsewhere
RESTED = 5.0  # s after which a ball that no robot plays is placed elsewhere
UNTAKEN = 0.5  # s of STOP between a kick-off that was not taken and the start for both teams
STREAM = 901  # of the random numbers; no sensor uses it

PHASES = {Whistle.HALT: Phase.HALT, Whistle.STOP: Phase.STOP, Whistle.START: Phase.RUNNING}


class _Saved(SavedPart):
    score: tuple[Count, Count]
    phase: Phase
    team: Team | None
    number: Count
    since: Tick
    shift: Finite
    opening: list[tuple[Tick, Phase]]
    goal: tuple[Tick, Team] | None
    anchor: tuple[Place, Place, Tick]
    restarts: Count
    in_goals: list[tuple[Team, Count, Tick]]
    touched: bool = False
    led: bool = False
    met: dict[Team, Tick] = Field(default_factory=dict)
    newcomers: list[Team] = Field(default_factory=list)


class FreePlay:
    """The referee of free play: phases, score, and placement of the ball."""

    whistles = USUAL_WHISTLES
    calls: tuple[Call, ...] = ()  # it calls nothing

    def __init__(self, world: World, teams: Teams) -> None:
        self._world, self._teams = world, teams
        self._score = dict.fromkeys(Team, 0)
        self._phase = Phase.RUNNING
        self._team: Team | None = None
        self._number = 1
        self._since = world.tick
        self._shift = 0.0  # minus the s by which the epoch has moved since: keeps the unix time of the phase constant
        self._opening: list[tuple[int, Phase]] = []  # phases to come, by tick
        self._goal: tuple[int, Team] | None = None  # tick of the last goal and team of the pending kick-off
        self._largest: tuple[tuple[RobotSpec, ...], float] = ((), 0.0)  # radius among these robots
        self._anchor = (0.0, 0.0, world.tick)  # x, y and tick: the ball has been near there since then
        self._restarts = 0
        self._goal_clearing = GoalClearing(world)
        self._touched = False  # the ball, by a robot since free play began
        self._led = False  # a person has said how the game goes on, and no robot has played the ball since
        self._met: dict[Team, int] = {}  # tick at which each external team came
        self._newcomers: list[Team] = []  # external teams for which free play is to begin anew
        self._begun = False
        self.reason = ""  # of the last judgement
        self._update()

    def refusal(self, said: Whistled) -> str:
        """Nothing: what it knows can be put into effect at any time."""
        return ""

    def on_whistle(self, said: Whistled) -> None:
        """Halt, stop or start now; cancels pending phases and kick-offs."""
        self._opening, self._goal = [], None
        self._led, self._newcomers = True, []
        self._begin_phase(PHASES[said.whistle])

    def on_epoch_moved(self, seconds: float) -> None:
        """Called when the epoch of sent timestamps moves by *seconds*."""
        self._shift -= seconds
        self._update()

    def _begin_phase(self, phase: Phase, team: Team | None = None) -> None:
        """Begin a phase."""
        if phase is Phase.RUNNING and self._phase is not Phase.RUNNING:
            self._anchor = (*self._anchor[:2], self._world.tick)  # a ball that rests in a stoppage is not stuck
        self._phase, self._team = phase, team
        self._number += 1
        self._since, self._shift = self._world.tick, 0.0
        self._update()

    def _update(self) -> None:
        world = self._world
        allowed = int(world.league.team_size)
        self.game = GameState(
            self._phase,
            self._team,
            teams={team: TeamState(score=self._score[team], robots_allowed=allowed) for team in Team},
            since=self._since * world.timestep + self._shift,
            number=self._number,
        )

    def _push(self, safely: bool, restart: str = "") -> PlaceBall:
        """Push the ball from the centre; direction and speed depend on the seed and on the number of restarts."""
        seed = self._world.seed % 2**63  # compiled code takes signed 64-bit integers
        angle = math.tau * uniform(seed, STREAM, self._restarts, 0)
        speed = PUSH * uniform(seed, STREAM, self._restarts, 1)
        vx, vy = speed * cos(angle), speed * sin(angle)
        return PlaceBall(0.0, 0.0, 0.0, vx, vy, 0.0, safely=safely, roll=True, restart=restart)

    # ---- rules -------------------------------------------------------------------------------------------------

    def judge(self, tick: int, events: Sequence[Event]) -> list[Input]:
        """Count goals, and place the ball back on the field.

        A ball that is stuck is placed elsewhere, and robots are moved out of goals, unless a team is external: its
        developer may need them where they are.
        """
        self.reason = ""
        if not self._begun:
            return self._begin(tick)
        inputs: list[Input] = []
        idle = self._teams.idle
        frees = not self._teams.external and len(idle) < len(Team)
        if self._opening and tick >= self._opening[0][0]:
            self._begin_phase(self._opening.pop(0)[1])
        if frees:
            inputs += self._goal_clearing.judge()
        self._meet(events)
        if self._newcomers and self._may_begin_anew():
            self._begin_anew(tick)
        placed = self._ball_placement(events, frees, idle)
        if placed is not None:
            self.reason = placed.restart
            self._anchor = (placed.x or 0.0, placed.y or 0.0, tick)
            inputs.append(placed)
        return inputs

    def _begin(self, tick: int) -> list[Input]:
        """Push the ball if both teams are built-in, else begin with HALT; other phases follow by themselves."""
        self._begun = True
        if not self._teams.external:
            return [self._push(safely=False)]
        self._phase = Phase.HALT
        self._open(tick)
        self._update()
        return []

    def _open(self, tick: int) -> None:
        """What follows HALT at the beginning."""
        self._opening = [(tick + round(seconds / self._world.timestep), phase) for seconds, phase in OPENING]

    def _meet(self, events: Sequence[Event]) -> None:
        """Notice external teams that come, which send their first command, or the first one after a long silence."""
        if any(isinstance(event, Touch | Kicked) for event in events):
            self._touched, self._led = True, False
        came = self._teams.came
        if came == self._met:
            return
        new = {team for team, tick in came.items() if self._met.get(team) != tick}
        self._newcomers, self._met = sorted(new.union(self._newcomers)), dict(came)
        if self._led or (self._opening and self._phase is Phase.HALT):
            self._newcomers = []  # a person decides, or they hear the beginning

    def _may_begin_anew(self) -> bool:
        """Whether play goes on or begins, and no robot plays the ball: none has touched it so far, or it rests."""
        if self._phase is not Phase.RUNNING and not self._opening:
            return False  # a goal, or a person who decides when to continue
        vx, vy, vz = self._world.ball.velocity.tolist()
        return not self._touched or vx * vx + vy * vy + vz * vz < AT_REST * AT_REST

    def _begin_anew(self, tick: int) -> None:
        self.reason = f"the first command of {' and '.join(self._newcomers)}"
        self._newcomers, self._touched = [], False
        self._begin_phase(Phase.HALT)
        self._open(tick)

    @property
    def waits_for(self) -> str:
        """What play waits for, in words; empty: nothing."""
        if self._newcomers:
            return f"a ball at rest, to begin anew for {' and '.join(self._newcomers)}"
        return first_commands(self._teams)

    def _ball_placement(self, events: Sequence[Event], frees: bool, idle: frozenset[Team]) -> PlaceBall | None:
        """Where the ball is placed, and why; None: it stays."""
        if self._goal is not None:
            return self._after_goal(*self._goal)
        left = next((event for event in events if isinstance(event, Goal | BallOut)), None)
        if isinstance(left, Goal):
            return self._count(left, idle)
        if left is not None:
            return self._place_near(left.position[0], left.position[1], "out")
        if frees and self._phase is Phase.RUNNING and self._is_stuck():
            return self._free_ball()
        return None

    def _count(self, goal: Goal, idle: frozenset[Team]) -> PlaceBall | None:
        """Count a goal; a kick-off follows, unless the user has stopped the game and decides when to continue."""
        self._score[goal.team] += 1
        self._restarts += 1
        if self._phase is Phase.RUNNING or self._opening:
            self._opening = []
            team = goal.team if goal.team.other in idle else goal.team.other
            self._goal = (self._world.tick, team)
            self._begin_phase(Phase.STOP, team)
            return None
        self._update()
        return _at_centre()

    def _after_goal(self, tick: int, team: Team) -> PlaceBall | None:
        """Run the sequence between a goal and the kick-off."""
        seconds = (self._world.tick - tick) * self._world.timestep
        if self._phase is Phase.STOP:
            if seconds < IN_GOAL:
                return None
            self._begin_phase(Phase.KICK_OFF, team)
            return _at_centre()
        if seconds < KICK_OFF[1] and not (seconds >= KICK_OFF[0] and self._in_formation()):
            return None
        self._goal = None
        self._begin_phase(Phase.RUNNING, team)
        x, y, _ = self._world.ball.position.tolist()
        return _at_centre() if hypot(x, y) > self._world.league.ball.radius else None  # a robot moved it

    def _in_formation(self) -> bool:
        """Whether all robots are in their own half and nearly at rest."""
        for robot in self._world.robots():
            side = -1.0 if robot.body.team is Team.BLUE else 1.0
            vx, vy, _ = robot.velocity
            if robot.body.team is not None and (side * robot.pose.x < 0 or hypot(vx, vy) > SLOW):
                return False
        return True

    def _free_ball(self) -> PlaceBall:
        """Place a stuck ball in the middle of its quarter of the field, or push it after an untaken kick-off."""
        field = self._world.league.field
        x, y, _ = self._world.ball.position.tolist()
        if self._team is not None and hypot(x, y) < self._reach():
            # The team does not take its kick-off: both teams may play the ball now.
            self._restarts += 1
            self._begin_phase(Phase.STOP)
            self._opening = [(self._world.tick + round(UNTAKEN / self._world.timestep), Phase.RUNNING)]
            return self._push(safely=True, restart="stuck")
        return self._place_near(math.copysign(field.length / 4, x), math.copysign(field.width / 4, y), "stuck")

    def _reach(self) -> float:
        """Largest distance between the centres of a robot and a ball that it touches, plus a ball radius."""
        world = self._world
        if world.specs is not self._largest[0]:
            self._largest = world.specs, max((robot.outline.circumradius for robot in world.specs), default=0.0)
        return self._largest[1] + 2 * world.league.ball.radius

    def _is_stuck(self) -> bool:
        """Whether the ball has stayed in one place for RESTED seconds, or STUCK seconds with a robot at it."""
        world, reach = self._world, self._reach()
        x, y, _ = world.ball.position.tolist()
        if hypot(x - self._anchor[0], y - self._anchor[1]) > 2 * reach:
            self._anchor = (x, y, world.tick)
            return False
        seconds = (world.tick - self._anchor[2]) * world.timestep
        return seconds >= RESTED or (
            seconds >= STUCK and any(hypot(robot.pose.x - x, robot.pose.y - y) < reach for robot in world.robots())
        )

    def _place_near(self, x: float, y: float, why: str) -> PlaceBall:
        """Place the ball at a legal place near a point."""
        return PlaceBall(*free_place(self._world, x, y), 0.0, 0.0, 0.0, 0.0, restart=why)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "score": [self._score[team] for team in Team],
            "phase": self._phase.value,
            "team": None if self._team is None else self._team.value,
            "number": self._number,
            "since": self._since,
            "shift": self._shift,
            "opening": [[tick, phase.value] for tick, phase in self._opening],
            "goal": None if self._goal is None else [self._goal[0], self._goal[1].value],
            "anchor": list(self._anchor),
            "restarts": self._restarts,
            "in_goals": self._goal_clearing.state(),
            "touched": self._touched,
            "led": self._led,
            "met": {team.value: tick for team, tick in self._met.items()},
            "newcomers": [team.value for team in self._newcomers],
        }

    def load(self, state: Any) -> None:
        """Restore a saved state; the world must be restored before."""
        saved = checked(_Saved, state)
        past = [saved.since, saved.anchor[2], *saved.met.values(), *([] if saved.goal is None else [saved.goal[0]])]
        if max(*past, *(tick for _, _, tick in saved.in_goals)) > self._world.tick:
            raise ValueError(f"free play: something happened after step {self._world.tick}, at which it was saved")
        self._goal_clearing.load(saved.in_goals)
        self._score = dict(zip(Team, saved.score, strict=True))
        self._phase, self._team, self._number = saved.phase, saved.team, saved.number
        self._since, self._shift = saved.since, saved.shift
        self._opening, self._goal = list(saved.opening), saved.goal
        self._anchor, self._restarts = saved.anchor, saved.restarts
        self._touched, self._led = saved.touched, saved.led
        self._met, self._newcomers = dict(saved.met), list(saved.newcomers)
        self._begun = True
        self._update()


def _at_centre() -> PlaceBall:
    return PlaceBall(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, safely=True, restart="goal")
