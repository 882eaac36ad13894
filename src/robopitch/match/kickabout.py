"""Free play: a match without an external referee [CAMBADA-sim §2.3.3].

It counts goals, places the ball back on the field when it has left it, and frees a ball that is stuck. It sends the
commands of the league's referee, because most teams stand still until they receive one. With external teams it begins
as every match does, with HALT and STOP: a team that follows the state machine of the rules does not expect a start as
the first command.

After a goal the ball stays in the goal for a second (STOP). Then it is placed on the centre spot and the team that
conceded gets PREPARE_KICKOFF; NORMAL_START follows when both teams are in formation. The robots drive there by
themselves. They are not teleported: a team on the network would see its robots jump without a command that explains
it, and a viewer would miss the way back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import cos, hypot, sin
from robopitch.match.ball_placement import free_place
from robopitch.match.goal_clearing import GoalClearing
from robopitch.match.teleport import clear_the_way
from robopitch.messages import (
    BallOut,
    Event,
    Goal,
    RefereeCommand,
    RefereeState,
    Stage,
    Team,
    TeamInfo,
    Whistle,
)
from robopitch.sensors.noise import uniform

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["COMMANDS", "KickAbout"]

SWING = 0.6  # m/s: highest speed of the push at the centre; without it two equal teams would mirror each other for ever
OPENING = ((1.0, Whistle.STOP), (2.0, Whistle.START))  # s after the start of the match, which is HALT
IN_GOAL = 1.0  # s after a goal that the ball stays in it
KICK_OFF = 2.0, 5.0  # s after a goal: the kick-off comes as soon as both teams are in formation between these times
SLOW = 0.3  # m/s: a robot in formation is slower
STUCK = 3.0  # s after which a ball that is stuck between robots is placed elsewhere
RESTED = 5.0  # s after which a ball that no robot plays is placed elsewhere
UNTAKEN = 0.5  # s of STOP between a kick-off that was not taken and FORCE_START
STREAM = 901  # of the random numbers; no sensor uses it

COMMANDS = {
    Whistle.HALT: RefereeCommand.HALT,
    Whistle.STOP: RefereeCommand.STOP,
    Whistle.START: RefereeCommand.FORCE_START,
}
KICK_OFFS = {
    Team.BLUE: RefereeCommand.PREPARE_KICKOFF_BLUE,
    Team.YELLOW: RefereeCommand.PREPARE_KICKOFF_YELLOW,
}


class KickAbout:
    """The referee of free play: score, whistle, command, and placement of the ball."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.score = dict.fromkeys(Team, 0)
        self.whistle = Whistle.START
        self.command = COMMANDS[Whistle.START]
        self.whistles = 1
        self._since = world.tick
        self._shift = 0.0  # minus the s by which the epoch has moved since: keeps the command's unix time constant
        self._opening: list[tuple[int, Whistle]] = []  # whistles to come, by tick
        self._goal: tuple[int, Team] | None = None  # tick of the last goal and team of the pending kick-off
        self._anchor = (0.0, 0.0, world.tick)  # x, y and tick: the ball has been near there since then
        self.restarts = 0
        self._goal_clearing = GoalClearing(world)

    def open(self) -> None:
        """Begin with HALT; STOP and START follow automatically, unless `blow` is called."""
        tick, step = self._world.tick, self._world.timestep
        self.whistle, self.command = Whistle.HALT, COMMANDS[Whistle.HALT]
        self._opening = [(tick + round(seconds / step), whistle) for seconds, whistle in OPENING]

    def blow(self, whistle: Whistle) -> None:
        """Halt, stop or start now; cancels pending whistles and kick-offs."""
        self._opening, self._goal = [], None
        self._say(whistle)

    @property
    def kick_off_pending(self) -> bool:
        """Whether the kick-off after a goal is still to come."""
        return self._goal is not None

    def epoch_moved(self, seconds: float) -> None:
        """Called when the epoch of sent timestamps moves by *seconds*."""
        self._shift -= seconds

    def _say(self, whistle: Whistle, command: RefereeCommand | None = None) -> None:
        """Give the command of the whistle, or another one that allows the same play."""
        if whistle is Whistle.START and self.whistle is not Whistle.START:
            self._anchor = (*self._anchor[:2], self._world.tick)  # a ball that rests in a stoppage is not stuck
        self.whistle, self.command = whistle, command or COMMANDS[whistle]
        self.whistles += 1
        self._since, self._shift = self._world.tick, 0.0

    def referee(self, names: dict[Team, str]) -> RefereeState:
        """The referee's message at this time."""
        world = self._world
        return RefereeState(
            time=world.time,
            stage=Stage.NORMAL_FIRST_HALF,
            command=self.command,
            command_counter=self.whistles,
            command_time=self._since * world.timestep + self._shift,
            teams={
                team: TeamInfo(name=names[team], score=self.score[team], max_allowed_bots=int(world.league.team_size))
                for team in Team
            },
            blue_on_positive_half=False,
            source="robopitch",
        )

    def swing(self) -> None:
        """Push the ball from the centre; direction and speed depend on the seed and on `restarts`."""
        world = self._world
        seed = world.seed % 2**63  # compiled code takes signed 64-bit integers
        angle = math.tau * uniform(seed, STREAM, self.restarts, 0)
        speed = SWING * uniform(seed, STREAM, self.restarts, 1)
        world.place_ball(0.0, 0.0, vx=speed * cos(angle), vy=speed * sin(angle), roll=True)

    # ---- rules -------------------------------------------------------------------------------------------------

    def check(self, events: Sequence[Event], frees: bool, idle: frozenset[Team] = frozenset()) -> str | None:
        """Count goals, and place the ball back on the field; returns why: "goal", "out" or "stuck"; None: not placed.

        frees: a ball that is stuck is placed elsewhere, and robots are moved out of goals; False if a team is
               external, whose developer may need them where they are
        idle:  teams that never play the ball, and take no kick-off
        """
        if self._opening and self._world.tick >= self._opening[0][0]:
            self._say(self._opening.pop(0)[1])
        if frees:
            self._goal_clearing.check()
        if self._goal is not None:
            return self._after_goal(*self._goal)
        left = next((event for event in events if isinstance(event, Goal | BallOut)), None)
        if isinstance(left, Goal):
            return self._count(left, idle)
        if left is not None:
            self._lay_ball(left.position[0], left.position[1])
            return self._laid("out")
        if frees and self.whistle is Whistle.START and self._is_stuck():
            return self._free_ball()
        return None

    def _count(self, goal: Goal, idle: frozenset[Team]) -> str | None:
        """Count a goal; a kick-off follows, unless the user has stopped the game and decides when to continue."""
        self.score[goal.team] += 1
        self.restarts += 1
        if self.whistle is Whistle.START or self._opening:
            self._opening = []
            self._goal = (self._world.tick, goal.team if goal.team.other in idle else goal.team.other)
            self._say(Whistle.STOP)
            return None
        return self._to_centre()

    def _after_goal(self, tick: int, team: Team) -> str | None:
        """Run the sequence between a goal and the kick-off."""
        seconds = (self._world.tick - tick) * self._world.timestep
        if self.command is COMMANDS[Whistle.STOP]:
            if seconds < IN_GOAL:
                return None
            self._say(Whistle.STOP, KICK_OFFS[team])
            return self._to_centre()
        if seconds < KICK_OFF[1] and not (seconds >= KICK_OFF[0] and self._in_formation()):
            return None
        self._goal = None
        self._say(Whistle.START, RefereeCommand.NORMAL_START)
        x, y, _ = self._world.ball.position.tolist()
        return self._to_centre() if hypot(x, y) > self._world.league.ball.radius else None  # a robot moved it

    def _in_formation(self) -> bool:
        """Whether all robots are in their own half and nearly at rest."""
        for robot in self._world.robots():
            side = -1.0 if robot.body.team is Team.BLUE else 1.0
            vx, vy, _ = robot.velocity
            if robot.body.team is not None and (side * robot.pose.x < 0 or hypot(vx, vy) > SLOW):
                return False
        return True

    def _free_ball(self) -> str:
        """Place a stuck ball in the middle of its quarter of the field, or push it after an untaken kick-off."""
        field = self._world.league.field
        x, y, _ = self._world.ball.position.tolist()
        if self.command is RefereeCommand.NORMAL_START and hypot(x, y) < self._reach():
            # The team does not take its kick-off: both teams may play the ball now, as after a referee's FORCE_START.
            self.restarts += 1
            clear_the_way(self._world, 0.0, 0.0)
            self.swing()
            self._say(Whistle.STOP)
            self._opening = [(self._world.tick + round(UNTAKEN / self._world.timestep), Whistle.START)]
            return self._laid("stuck")
        self._lay_ball(math.copysign(field.length / 4, x), math.copysign(field.width / 4, y))
        return self._laid("stuck")

    def _to_centre(self) -> str:
        clear_the_way(self._world, 0.0, 0.0)
        self._world.place_ball(0.0, 0.0)
        return self._laid("goal")

    def _laid(self, why: str) -> str:
        x, y, _ = self._world.ball.position.tolist()
        self._anchor = (x, y, self._world.tick)
        return why

    def _reach(self) -> float:
        """Largest distance between the centres of a robot and a ball that it touches, plus a ball radius."""
        world = self._world
        return max((robot.outline.circumradius for robot in world.specs), default=0.0) + 2 * world.league.ball.radius

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

    def _lay_ball(self, x: float, y: float) -> None:
        """Place the ball at a legal place near a point."""
        self._world.place_ball(*free_place(self._world, x, y))

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        score = [self.score[team] for team in Team]
        opening = [[tick, whistle.value] for tick, whistle in self._opening]
        said = [self.whistle.value, self.whistles, self._since]
        goal = None if self._goal is None else [self._goal[0], self._goal[1].value]
        later = [self._shift, opening, self.command.value, goal, self._goal_clearing.state()]
        return [score, *said, list(self._anchor), self.restarts, *later]

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        score, whistle, self.whistles, self._since, anchor, self.restarts = state[:6]
        later: list[Any] = state[6:]
        self.whistle = Whistle(whistle)
        # Older recordings have fewer of these.
        missing: tuple[Any, ...] = (0.0, [], COMMANDS[self.whistle], None, [])[len(later) :]
        self._shift, opening, command, goal, in_goals = [*later, *missing]
        self._goal_clearing.load(in_goals)
        self._opening = [(tick, Whistle(said)) for tick, said in opening]
        self.command = RefereeCommand(command)
        self._goal = None if goal is None else (goal[0], Team(goal[1]))
        self.score = dict(zip(Team, score, strict=True))
        self._anchor = (anchor[0], anchor[1], anchor[2])
