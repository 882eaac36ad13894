"""What the referee sees now, and what it remembers: one scene for each match, brought up to date at each judgement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.messages import BallOut, Body, Collision, Event, Goal, Kicked, Team
from robopitch.messages.saved import Finite, Place, SavedPart, Tick, checked
from robopitch.physics import state as s
from robopitch.referee.field_view import FieldView
from robopitch.referee.observed.borders import Borders
from robopitch.referee.observed.collisions import collision_seen
from robopitch.referee.observed.dribbling import Dribble
from robopitch.referee.observed.exits import ExitWatch
from robopitch.referee.observed.memory import Memory
from robopitch.referee.observed.pushing import Push
from robopitch.referee.observed.seen import BallSeen, CollisionSeen, Exit, GoalSeen, KickSeen, TouchSeen
from robopitch.referee.observed.touches import contacts

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["RefereeScene"]

JUMP = 0.15  # m by which a ball moves more than it can at its speed: somebody has placed it elsewhere


class _Saved(SavedPart):
    tick: Tick
    ball: tuple[Place, Place, Place, Finite, Finite, Finite]
    is_out: bool
    memory: Any


class RefereeScene(FieldView):
    """Ball and robots as they are, and the touches, kicks, dribbles and stalls up to now.

    `observe` is called once per judgement. What belongs to one judgement (`touches`, `kicks`, `collisions`, `exits`,
    `goals`) is what happened since the one before. Metres, seconds and m/s everywhere.

    line_edge: m by which the painted lines, which belong to the field, reach beyond its length and width
    """

    def __init__(self, world: World, line_edge: float = 0.0) -> None:
        super().__init__(world)
        self._line_edge = line_edge
        self.touches: tuple[TouchSeen, ...] = ()  # contacts with the ball, kicks included, in their order in time
        self.kicks: tuple[KickSeen, ...] = ()
        self.collisions: tuple[CollisionSeen, ...] = ()
        self.exits: tuple[Exit, ...] = ()
        self.goals: tuple[GoalSeen, ...] = ()
        self._league = world.league
        self._exits = ExitWatch(Borders.of(world.league, line_edge), self.ball[:3])
        self._memory = Memory()

    @property
    def is_out(self) -> bool:
        """Whether the whole ball is outside the lines."""
        return self._exits.is_out

    # ---- touches, kicks, possession ----------------------------------------------------------------------------

    @property
    def last_touch(self) -> TouchSeen | None:
        """The last contact with the ball since it was placed; None: nobody has touched it."""
        return self._memory.touches.last

    def last_touch_of(self, team: Team) -> TouchSeen | None:
        """The last contact of a team with the ball since it was placed."""
        return self._memory.touches.last_of(team)

    def last_touch_by(self, robot: Body) -> TouchSeen | None:
        """The last contact of a robot with the ball since it was placed."""
        return self._memory.touches.of(robot)

    def touched_since(self, tick: int, team: Team | None = None, other_than: Body | None = None) -> bool:
        """Whether anybody has touched the ball after a tick: of a team if one is given, and not this robot."""
        return self._memory.touches.since(tick, team, other_than)

    @property
    def touching(self) -> tuple[Body, ...]:
        """The robots that were in contact with the ball since the last judgement, the latest last."""
        return tuple(dict.fromkeys(touch.robot for touch in self.touches))

    @property
    def kick(self) -> KickSeen | None:
        """The last kick since the ball was placed."""
        return self._memory.kick

    @property
    def possession(self) -> Team | None:
        """The team that has the ball, or had it last; None since the ball was placed."""
        return self._memory.possession.team

    @property
    def holder(self) -> Body | None:
        """The robot that has the ball at its hull and controls it; None: nobody."""
        robot = self._memory.possession.robot
        return robot if robot in self._memory.dribbles.now else None

    def dribble(self, robot: Body) -> Dribble | None:
        """The dribble of a robot that has the ball at its hull; None: it has not."""
        return self._memory.dribbles.now.get(robot)

    @property
    def dribbles(self) -> tuple[Dribble, ...]:
        """Those of all robots that have the ball at their hull."""
        return tuple(self._memory.dribbles.now.values())

    def rise_since_touch(self, team: Team) -> float:
        """Height of the ball's lowest point above the ground, the most since the last touch of a team."""
        return self._memory.rise[team]

    def stalled(self, radius: float) -> float:
        """Seconds for which the ball has stayed within a radius of a point. It counts from the first question on."""
        return self.seconds_since(self._memory.anchors.since(radius, self.ball, self.tick))

    def slow_for(self, speed: float) -> float:
        """Seconds for which the ball has not been faster than this. It counts from the first question on."""
        return self.seconds_since(self._memory.slow.since(speed, self.tick))

    @property
    def pushes(self) -> tuple[Push, ...]:
        """Opponents in contact one of which has moved the other, and how far."""
        return self._memory.pushes.now

    # ---- observing ---------------------------------------------------------------------------------------------

    def observe(self, tick: int, events: Sequence[Event]) -> None:
        """Take in what happened since the last judgement."""
        before, since = self.ball, self.tick
        self.look(tick)
        if self.league is not self._league:
            self._league, self._exits.borders = self.league, Borders.of(self.league, self._line_edge)
        seconds = (tick - since) * self.timestep
        jumped = _jumped(before, self.ball, seconds)
        if jumped:
            self.forget()
        self.kicks, self.collisions, self.exits, self.goals = (), (), (), ()
        if events:
            self.kicks = tuple(self._kicks(events))
            self.collisions = tuple(collision_seen(event) for event in events if isinstance(event, Collision))
        self._observe_touches(since, events)
        self._observe_borders(None if jumped else before, events)
        self._observe_contacts(seconds)
        self._memory.anchors.observe(self.ball, tick)
        self._memory.slow.observe(self.ball, tick)

    def forget(self) -> None:
        """Forget touches, kicks, dribbles and stalls, because the ball was placed."""
        self._memory.forget(self.tick, self.ball, self.height)

    def _kicks(self, events: Sequence[Event]) -> Iterator[KickSeen]:
        for event in events:
            if isinstance(event, Kicked) and event.robot.team is not None:
                velocity = self.ball[3:] if event.velocity is None else event.velocity
                yield KickSeen(event.robot, event.tick + 1, *event.position, *velocity, event.chipped)

    def _observe_touches(self, since: int, events: Sequence[Event]) -> None:
        world, memory = self.world, self._memory
        if self.kicks:
            memory.kick = self.kicks[-1]
        countdowns = world.robot_block[s.TOUCH].tolist()
        found = contacts(world.bodies, countdowns, self.tick, since, world.timestep)
        self.touches = tuple(memory.touches.observe(found, events, self.ball[:3], since, self.tick))
        height = self.height
        for team, most in memory.rise.items():
            if height > most:
                memory.rise[team] = height
        for touch in self.touches:
            if touch.robot.team is not None:
                memory.rise[touch.robot.team] = height

    def _observe_borders(self, before: BallSeen | None, events: Sequence[Event]) -> None:
        event = next((event for event in events if isinstance(event, Goal | BallOut)), None) if events else None
        start = None if before is None else before[:3]
        left = self._exits.observe(self.tick, self.world.timestep, start, self.ball[:3], event)
        if left is not None:
            (border, x, y, z, in_goal), tick = left
            off = self._memory.touches.last_until(tick)  # behind the line it may have met another robot already
            if in_goal:
                team = Team.BLUE if x > 0 else Team.YELLOW
                self.goals = (GoalSeen(team, tick, x, y, z, off, dict(self._memory.rise)),)
            else:
                self.exits = (Exit(border, tick, x, y, z, off),)

    def _observe_contacts(self, seconds: float) -> None:
        """Dribbles and possession, and opponents in contact."""
        memory = self._memory
        if self.touches or memory.dribbles.now:
            near = {robot.body: robot for robot in self.at_ball()}
            began = [(touch.robot, touch.x, touch.y) for touch in self.touches]
            memory.dribbles.observe(self.tick, seconds, self.ball, near, began)
            kickers = [kick.robot for kick in self.kicks]
            memory.possession.observe(self.tick, self.timestep, memory.dribbles.now.values(), kickers)
        touching = self.touching_opponents()
        if touching or memory.pushes.starts:
            memory.pushes.observe(self.tick, touching)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        return {"tick": self.tick, "ball": list(self.ball), "is_out": self.is_out, "memory": self._memory.state()}

    def load(self, state: Any) -> None:
        """Restore a saved state; the world must be restored before. Raises a ValueError if it cannot be used."""
        saved, now = checked(_Saved, state), self.world.tick
        if saved.tick > now:
            raise ValueError(f"the referee has seen step {saved.tick}, after step {now}, at which it was saved")
        self._memory = Memory.of(saved.memory, now)
        self._league, self._exits.borders = self.league, Borders.of(self.league, self._line_edge)
        self.look(saved.tick)
        self.ball, self._exits.is_out = BallSeen(*saved.ball), saved.is_out
        self.touches, self.kicks, self.collisions, self.exits, self.goals = (), (), (), (), ()


def _jumped(before: BallSeen, now: BallSeen, seconds: float) -> bool:
    """Whether somebody has placed the ball elsewhere."""
    dx, dy = now.x - before.x, now.y - before.y
    if dx * dx + dy * dy <= JUMP * JUMP:  # mostly
        return False
    farthest = max(before.speed, now.speed) * seconds + JUMP
    return dx * dx + dy * dy > farthest * farthest
