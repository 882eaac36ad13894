"""A policy on one robot of a team: it decides from what the robot knows, and agrees with its mates by records."""

from __future__ import annotations

import inspect
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.control import geometry
from robopitch.control.cycles import held_command
from robopitch.control.delay import CommandBuffer
from robopitch.control.limiting import Limits, direction_first, straight_to
from robopitch.control.reflection import Outline, carried, disc, disc_with_mouth, predict_ball
from robopitch.control.shared_record import NOTHING, SharedRecord
from robopitch.control.stuck import HOLD
from robopitch.messages import BodyVelocity, Command, FieldVelocity, Pose, Twist
from robopitch.spec.outline import DiscWithMouth
from robopitch.teams.chase import still
from robopitch.teams.observation import Action, Observation
from robopitch.teams.tactics.agreement import (
    adopt,
    agree_on_helper,
    agree_on_taker,
    ball_time,
    intention_in,
    stuck_in,
    takes_kick,
)
from robopitch.teams.tactics.search import TeamSearch

if TYPE_CHECKING:
    from robopitch.control.robot_world import RobotWorld
    from robopitch.control.world_estimate import WorldEstimate
    from robopitch.spec import LeagueSpec, RobotSpec
    from robopitch.teams.observation import Policy
    from robopitch.teams.situation import Situation

__all__ = ["RobotAgent", "observation_of"]

LOOKS = BodyVelocity(0.3, 0.0, 0.6)  # m/s, rad/s: a robot that is lost drives a small circle, to see more of the field
UNKNOWN = 1.0  # m: deviation of a ball that nobody sees, chosen: nobody can tell whether it moves
BOUNCE = 0.5  # restitution of ball and robot, chosen: that of the league's contacts
STOP = BodyVelocity(0.0)


def observation_of(
    estimate: WorldEstimate,
    league: LeagueSpec,
    robot: RobotSpec,
    charge: float,
    situation: Situation,
    memory: dict[str, Any],
) -> Observation:
    """The observation of a team, as one of its robots knows it.

    The headings of opponents are not known, nor the charges of mates' kickers: they count as charged.
    """
    return Observation(
        league=league,
        robot=robot,
        own={number: Pose(*pose) for number, pose in estimate.own.items()},
        opponents={number: Pose(x, y, 0.0) for number, (x, y) in estimate.opponents.items()},
        ball=estimate.ball,
        ball_velocity=estimate.ball_velocity,
        charge={number: charge if number == estimate.number else 1.0 for number in estimate.own},
        own_velocity={number: Twist(*velocity) for number, velocity in estimate.own_velocity.items()},
        opponent_velocity={number: Twist(x, y, 0.0) for number, (x, y) in estimate.opponent_velocity.items()},
        time=estimate.time,
        situation=situation,
        memory=memory,
        draws=False,
        ball_deviation=min(estimate.ball_deviation, UNKNOWN),
    )


class RobotAgent:
    """One robot of a team: world model, policy, and memory of the policy.

    world:  what the robot knows; give it the reports of the robot's sensors and the records of its mates
    policy: of a whole team; of its actions, the robot carries out its own
    delay:  s until a command takes effect: it decides for the pose that it has by then [CAMBADA-control §4.2], as far
            as its limiter lets it follow its commands
    period: s between two decisions

        action, record = agent.decide(now, situation)    # in each cycle; send the record to the mates
    """

    def __init__(
        self,
        world: RobotWorld,
        policy: Policy,
        league: LeagueSpec,
        robot: RobotSpec,
        delay: float = 0.0,
        period: float = 0.04,
    ) -> None:
        self.world = world
        self.memory: dict[str, Any] = {}
        self._policy, self._league, self._robot = policy, league, robot
        self._outline = _outline(robot)
        self._buffer = CommandBuffer(delay, period)
        self._limits = drive_limits(robot)
        self._record: SharedRecord | None = None  # the last one that was sent
        self._search = TeamSearch(league, robot)
        self._searches = inspect.unwrap(policy) is not still

    @property
    def delay(self) -> float:
        """s until a command takes effect; when it changes, the last commands are still known."""
        return self._buffer.delay

    @delay.setter
    def delay(self, seconds: float) -> None:
        if seconds != self._buffer.delay:
            sent, self._buffer = self._buffer.state(), CommandBuffer(seconds, self._buffer.period)
            self._buffer.load(sent)

    @property
    def record(self) -> SharedRecord | None:
        """What it told its mates last."""
        return self._record

    def decide(self, now: float, situation: Situation, charge: float = 1.0) -> tuple[Action, SharedRecord]:
        """The action of the robot, in its own frame, and what it tells its mates."""
        if situation.place is not None and not situation.running:
            self.world.expect_ball(situation.place, now)
        number, estimate = self.world.number, self.world.estimate(now)
        if estimate.lost:
            self._record = self.world.record(now)
            return self._sent(Action(LOOKS if situation.running else STOP), 0.0), self._record
        records = {mate: record for mate, record in self.world.records.items() if mate in estimate.own}
        if self._record is not None and not self._record.lost:
            records[number] = self._record
        adopt(self.memory, records, number, now, estimate.ball[:2], estimate.ball_velocity[:2])
        agree_on_taker(self.memory, records, situation, estimate.ball[:2], now)
        searched = self._searches and situation.running and not math.isfinite(estimate.ball_deviation)
        if searched:
            estimate = replace(estimate, ball=(*self._search.look(estimate), estimate.ball[2]))
        else:
            self._search.end()
        estimate = self._predicted(estimate)
        observation = observation_of(estimate, self._league, self._robot, charge, situation, self.memory)
        if not searched:
            agree_on_helper(self.memory, records, observation)
        if self.world.slip.stuck:
            _raise_alarm(self.memory, number, self._buffer.period)
        decided = self._search.act(observation) if searched else self._policy(observation)
        action = decided.get(number, Action(STOP))
        self.memory.pop("drawings", None)
        self._record = self.world.record(
            now,
            NOTHING if searched else intention_in(self.memory, number),
            math.inf if searched else ball_time(observation, number),
            stuck_in(self.memory, number),
            takes_kick(self.memory, number, now),
        )
        return self._sent(action, estimate.own[number].heading), self._record

    def state(self) -> dict[str, Any]:
        """The state, in plain values."""
        record = None if self._record is None else self._record.plain()
        return {
            "world": self.world.state(),
            "memory": self.memory,
            "record": record,
            "sent": self._buffer.state(),
            "delay": self._buffer.delay,
            "search": self._search.state(),
        }

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state."""
        self.world.load(state["world"])
        self.memory = dict(state["memory"])
        self._record = None if state["record"] is None else SharedRecord.from_plain(state["record"])
        self.delay = state.get("delay", self.delay)
        self._buffer.load(state["sent"])
        self._search.load(state.get("search"))

    def _predicted(self, estimate: WorldEstimate) -> WorldEstimate:
        """Robot and ball when a command of now takes effect [CAMBADA-control §4.2]; mates and opponents as they are."""
        if self._buffer.delay == 0:
            return estimate
        pose, (x, y, z), (vx, vy, vz) = estimate.own[estimate.number], estimate.ball, estimate.ball_velocity
        velocity = estimate.own_velocity[estimate.number]
        now = geometry.Twist(*geometry.into_body(velocity.x, velocity.y, pose.heading), velocity.turn)
        later, moves = self._buffer.predict_motion(pose, now, self._limited)
        if estimate.has_ball:
            x, y = carried((x, y), pose, later)
        else:
            radius = float(self._league.ball.radius)
            x, y, vx, vy, _ = predict_ball(
                (x, y), (vx, vy), pose, self._buffer.segments(), self._outline, radius, BOUNCE
            )
        own = {**estimate.own, estimate.number: later}
        then = geometry.Twist(*geometry.into_field(moves.x, moves.y, later.heading), moves.turn)
        velocities = {**estimate.own_velocity, estimate.number: then}
        return replace(estimate, own=own, own_velocity=velocities, ball=(x, y, z), ball_velocity=(vx, vy, vz))

    def _limited(self, wanted: geometry.Twist, now: geometry.Twist) -> geometry.Twist:
        """What the limiter of the robot makes of a command in a cycle."""
        if self._limits is None:
            return wanted
        limiter = direction_first if self._robot.drive.limits.kind == "direction-first" else straight_to
        return limiter(wanted, now, self._limits, self._buffer.period)

    def _sent(self, action: Action, heading: float) -> Action:
        """The action with its velocity in the frame of the robot, as it is sent; remembered for the prediction."""
        command: Command = action.command
        if isinstance(command, FieldVelocity):
            want = geometry.Twist(command.x, command.y, command.turn)
            command = BodyVelocity(*held_command(want, heading, self._buffer.period))
        if isinstance(command, BodyVelocity):
            self._buffer.push(geometry.Twist(command.forward, command.left, command.turn))
        return Action(command, action.kick, action.dribble)


def _raise_alarm(memory: dict[str, Any], number: int, period: float) -> None:
    """The robot is stuck, as its camera has seen for half a second: the policy need not wait for as long again."""
    stuck = memory.setdefault("stuck", {})
    known = stuck.setdefault(str(number), [0, -1.0, 0.0, 1])  # cycles, since when it escapes, direction, side
    if known[1] < 0:
        known[0] = max(known[0], math.ceil(HOLD / period))


def drive_limits(robot: RobotSpec) -> Limits | None:
    """The limits that the robot itself applies to commands; None: none."""
    given = robot.drive.limits
    if given.kind == "none":
        return None
    return Limits(*(float(getattr(given, name)) for name in Limits._fields))


def _outline(robot: RobotSpec) -> Outline:
    """The outline of a robot for the ball."""
    outline = robot.outline
    if isinstance(outline, DiscWithMouth):
        return disc_with_mouth(float(outline.radius), float(outline.mouth_width), float(outline.mouth_wall))
    return disc(float(outline.circumradius))
