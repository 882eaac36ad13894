"""Free play: a match without an external referee [CAMBADA-sim §2.3.3].

It counts goals, lays the ball back on the field when it has left it, and frees a ball that nobody gets away. It sends
the commands of the league's referee, because most teams stand still until they receive one. With external teams it
begins as every match does, with HALT and STOP: a team that follows the state machine of the rules does not know what
to do with a start as the first command.

After a goal the ball stays in the goal for a second (STOP). Then it lies on the centre spot and the team that conceded
gets PREPARE_KICKOFF; NORMAL_START follows when both teams are in formation. The robots drive there by themselves. They
are not placed: a team on the network would see its robots jump without a command that explains it, and a viewer would
miss the way back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import cos, hypot, sin
from robopitch.match.ball_placement import free_place
from robopitch.match.goal_clearing import GoalClearing
from robopitch.match.hands import clear_the_way
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

SWING = 0.6  # m/s: the ball leaves the centre at up to this, else two equal teams would mirror each other for ever
OPENING = ((1.0, Whistle.STOP), (2.0, Whistle.START))  # s after the beginning, which is HALT
IN_GOAL = 1.0  # s after a goal that the ball stays in it
KICK_OFF = 2.0, 5.0  # s after a goal: the kick-off comes as soon as both teams are in formation between these times
SLOW = 0.3  # m/s: a robot in formation is slower
STUCK = 3.0  # s after which a ball that robots do not get away is laid elsewhere
RESTED = 5.0  # s after which a ball that no robot plays is laid elsewhere
UNTAKEN = 0.5  # s of STOP between a kick-off that nobody took and FORCE_START
STREAM = 901  # of the random numbers: no sensor has it

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
    """Score, whistle, command, and where the ball goes when it has left the field."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.score = dict.fromkeys(Team, 0)
        self.whistle = Whistle.START
        self.command = COMMANDS[Whistle.START]
        self.whistles = 1
        self._since = world.tick
        self._shift = 0.0  # s by which the epoch has moved since: the unix time of a command does not
        self._opening: list[tuple[int, Whistle]] = []  # whistles to come, by tick
        self._goal: tuple[int, Team] | None = None  # tick of a goal and whose kick-off follows, until then
        self._anchor = (0.0, 0.0, world.tick)  # where the ball has been since when
        self.restarts = 0
        self._goal_clearing = GoalClearing(world)

    def open(self) -> None:
        """Begin with HALT; STOP and the start follow by themselves, unless somebody whistles."""
        tick, step = self._world.tick, self._world.timestep
        self.whistle, self.command = Whistle.HALT, COMMANDS[Whistle.HALT]
        self._opening = [(tick + round(seconds / step), whistle) for seconds, whistle in OPENING]

    def blow(self, whistle: Whistle) -> None:
        """Halt, stop or start, now; nothing more comes by itself."""
        self._opening, self._goal = [], None
        self._say(whistle)

    @property
    def kick_off_pending(self) -> bool:
        """There was a goal, and no kick-off since."""
        return self._goal is not None

    def epoch_moved(self, seconds: float) -> None:
        """What is sent from now on has times that are later by so much."""
        self._shift -= seconds

    def _say(self, whistle: Whistle, command: RefereeCommand | None = None) -> None:
        """Give a command: that of the whistle, or another one that means as much for who may play."""
        if whistle is Whistle.START and self.whistle is not Whistle.START:
            self._anchor = (*self._anchor[:2], self._world.tick)  # a ball in a pause rests, and is not stuck
        self.whistle, self.command = whistle, command or COMMANDS[whistle]
        self.whistles += 1
        self._since, self._shift = self._world.tick, 0.0

    def referee(self, names: dict[Team, str]) -> RefereeState:
        """What a referee would send now."""
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
        """Give the ball in the centre a push that depends on the seed and on how often it was laid there."""
        world = self._world
        seed = world.seed % 2**63  # what compiled code takes
        angle = math.tau * uniform(seed, STREAM, self.restarts, 0)
        speed = SWING * uniform(seed, STREAM, self.restarts, 1)
        world.place_ball(0.0, 0.0, vx=speed * cos(angle), vy=speed * sin(angle), roll=True)

    # ---- rules -------------------------------------------------------------------------------------------------

    def check(self, events: Sequence[Event], frees: bool, idle: frozenset[Team] = frozenset()) -> str | None:
        """Count goals, and lay the ball back on the field; returns why it was laid: "goal", "out" or "stuck".

        frees: a ball that nobody plays is laid elsewhere, and robots are taken out of goals; not where a team is
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
        """A goal; a kick-off follows unless somebody has stopped the game, who also decides when it goes on."""
        self.score[goal.team] += 1
        self.restarts += 1
        if self.whistle is Whistle.START or self._opening:
            self._opening = []
            self._goal = (self._world.tick, goal.team if goal.team.other in idle else goal.team.other)
            self._say(Whistle.STOP)
            return None
        return self._to_centre()

    def _after_goal(self, tick: int, team: Team) -> str | None:
        """From the goal to the kick-off."""
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
        """Whether all robots are in their own half and stand."""
        for robot in self._world.robots():
            side = -1.0 if robot.body.team is Team.BLUE else 1.0
            vx, vy, _ = robot.velocity
            if robot.body.team is not None and (side * robot.pose.x < 0 or hypot(vx, vy) > SLOW):
                return False
        return True

    def _free_ball(self) -> str:
        """Lay a ball that nobody gets away in the middle of its quarter of the field, or push it at the centre."""
        field = self._world.league.field
        x, y, _ = self._world.ball.position.tolist()
        if self.command is RefereeCommand.NORMAL_START and hypot(x, y) < self._reach():
            # A kick-off that its team does not take: both may play the ball now, as after a referee's FORCE_START.
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
        """How far from a robot's centre a ball is at most that it touches, and a little."""
        world = self._world
        return max((robot.outline.circumradius for robot in world.specs), default=0.0) + 2 * world.league.ball.radius

    def _is_stuck(self) -> bool:
        """Whether the ball has not got far for a while: less long if robots are at it, who block each other."""
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
        """Lay the ball at a legal place near a point."""
        self._world.place_ball(*free_place(self._world, x, y))

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """Everything it remembers, as plain data."""
        score = [self.score[team] for team in Team]
        opening = [[tick, whistle.value] for tick, whistle in self._opening]
        said = [self.whistle.value, self.whistles, self._since]
        goal = None if self._goal is None else [self._goal[0], self._goal[1].value]
        later = [self._shift, opening, self.command.value, goal, self._goal_clearing.state()]
        return [score, *said, list(self._anchor), self.restarts, *later]

    def load(self, state: Any) -> None:
        """Remember what `state` gave."""
        score, whistle, self.whistles, self._since, anchor, self.restarts = state[:6]
        later: list[Any] = state[6:]
        self.whistle = Whistle(whistle)
        # Recordings from before have fewer of these.
        missing: tuple[Any, ...] = (0.0, [], COMMANDS[self.whistle], None, [])[len(later) :]
        self._shift, opening, command, goal, in_goals = [*later, *missing]
        self._goal_clearing.load(in_goals)
        self._opening = [(tick, Whistle(said)) for tick, said in opening]
        self.command = RefereeCommand(command)
        self._goal = None if goal is None else (goal[0], Team(goal[1]))
        self.score = dict(zip(Team, score, strict=True))
        self._anchor = (anchor[0], anchor[1], anchor[2])
