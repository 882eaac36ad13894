"""Kicks on their way: shots and passes, and what becomes of them.

The event of a kick tells how the ball moves after it. Older recordings do not know that: there a kick is judged by how
the ball moves at the first look after it; where somebody was at the ball before that, by the two places at which it was
met.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from robopitch.measure.match_stats.proximity import Frame
from robopitch.measure.match_stats.result import Tally
from robopitch.measure.match_stats.trajectory import Pitch, aim, line_of, passes
from robopitch.messages import Body, Kicked, Team

__all__ = ["Kicks"]

WAIT = 5.0  # s in which a pass arrives
MARGIN = 0.05  # m/s by which a kick that was only sampled must exceed the limit
EXACT = 0.01  # m/s by which one must whose event has the velocity: autonomous referees allow as much
BLOCKED = 0.6  # of the speed of a kick: a slower ball has met something
DIRECTION = 0.02  # m between two places that show a direction

Velocity = tuple[float, float, float]


@dataclass
class Flight:
    """A kick on its way to whoever gets it."""

    robot: Body
    team: Team
    time: float
    shot: bool
    target: bool
    tried: bool  # it looks like a pass
    foreign: bool = False  # an opponent touched it
    spoiled: bool = False  # a team mate of the shooter was in the way
    stopped: Body | None = None  # by an opponent, so that it does not go in …
    seen: bool = False  # … which was seen to be so


class Kicks:
    """Counts kicks, and shots and passes among them. One ball is on its way at a time.

    fastest: m/s that no kick may exceed; None: no limit
    """

    def __init__(self, pitch: Pitch, fastest: float | None = None) -> None:
        self._fastest = math.inf if fastest is None else fastest
        self.tallies = {team: Tally() for team in Team}
        self.keepers = dict.fromkeys(Team, 0)
        self._pitch = pitch
        self._kick: Kicked | None = None  # a kick that is not judged yet
        self._flight: Flight | None = None
        self._saved: Flight | None = None  # the last that an opponent got hold of, until a team mate is at the ball
        self._goal: tuple[Team, bool] | None = None  # who scored last, and whether it was an own goal

    def final(self) -> dict[Team, Tally]:
        """What was counted, a save that is just being made included."""
        tallies = {team: replace(tally) for team, tally in self.tallies.items()}
        self._count_save(tallies, self._flight)
        return tallies

    # ---- kicks -------------------------------------------------------------------------------------------------

    def on_kick(self, kick: Kicked, frame: Frame) -> None:
        """A robot kicked the ball. If the event does not tell where to, that will be seen."""
        self._kick = kick
        if kick.velocity is not None:
            self._launch_kick(kick, kick.velocity, frame, EXACT)

    def on_frame(self, frame: Frame) -> None:
        """See where the ball goes."""
        kick = self._kick
        if kick is not None:
            given = self._given(kick, frame)
            if math.hypot(*given) > BLOCKED * kick.speed:
                self._launch_kick(kick, given, frame)
            else:  # somebody stopped it who had touched the ball so shortly before that this was no new touch
                self.settle(kick.position, frame)
        flight = self._flight
        if flight is None:
            return
        if frame.time - flight.time > WAIT:
            self.end()
        elif flight.stopped is not None and not flight.seen:
            flight.seen = not self._goes_in(flight.team, frame)
            flight.stopped = flight.stopped if flight.seen else None

    def settle(self, place: tuple[float, float, float], frame: Frame, by: Body | None = None) -> None:
        """The ball was met again, *by* a robot or something else, before anybody could see where a kick went."""
        kick = self._kick
        if kick is None or kick.robot == by:
            return
        hx, hy, vx, vy = 0.0, 0.0, 0.0, 0.0
        if kick.robot in frame.columns:
            hx, hy, vx, vy = frame.robots[2:6, frame.columns[kick.robot]].tolist()
        way = math.dist(place[:2], kick.position[:2])
        if way > DIRECTION:
            hx, hy = (place[0] - kick.position[0]) / way, (place[1] - kick.position[1]) / way
        speed = kick.speed + hx * vx + hy * vy  # kicks are counted relative to the robot
        self._launch_kick(kick, (speed * hx, speed * hy, 0.0), frame)

    def launch(
        self,
        robot: Body,
        time: float,
        place: tuple[float, ...],
        velocity: Velocity,
        slip: float,
        frame: Frame,
        margin: float = MARGIN,
    ) -> None:
        """A kick is on its way: a shot, a pass, or neither."""
        team, pitch = robot.team, self._pitch
        if team is None:
            return
        tally, speed = self.tallies[team], math.hypot(*velocity)
        tally.kicks += 1
        tally.fast_kicks += speed > self._fastest + margin
        line = line_of((place[0], place[1]), velocity, slip, pitch)
        if line is None:
            return
        at = aim(line, _side(team), pitch)
        shot = at.shot and speed >= pitch.shot
        mates = [
            (float(frame.robots[0, column]), float(frame.robots[1, column]))
            for body, column in frame.columns.items()
            if body.team is team and body != robot
        ]
        tried = not shot and passes(line, mates, pitch)
        tally.shots += shot
        tally.on_target += shot and at.target
        tally.passes_tried += tried
        self._flight = Flight(robot, team, time, shot, shot and at.target, tried)

    def _launch_kick(self, kick: Kicked, velocity: Velocity, frame: Frame, margin: float = MARGIN) -> None:
        self._kick = None
        slip = math.hypot(velocity[0], velocity[1])  # the plate stops the spin
        self.launch(kick.robot, kick.time, kick.position, velocity, slip, frame, margin)

    def _given(self, kick: Kicked, frame: Frame) -> Velocity:
        """What a kick gave the ball: how it moves now, and what ground or gravity took since."""
        law, since = self._pitch.law, frame.time - kick.time
        vx, vy, vz = frame.ball[3:6]
        if frame.ball[2] > self._pitch.law.radius + 1e-3 or abs(vz) > 1e-3:
            return vx, vy, vz + law.gravity * since
        speed = math.hypot(vx, vy)
        gain = 1 + law.friction * law.gravity * since / speed if speed > 0 else 1.0
        return gain * vx, gain * vy, 0.0

    # ---- what becomes of them ----------------------------------------------------------------------------------

    def on_touch(self, robot: Body) -> None:
        """The ball touched a robot on its way."""
        flight = self._flight
        if self._saved is not None and self._saved.team is robot.team:
            self._saved = None
        if flight is None or robot == flight.robot:
            return
        if robot.team is not flight.team:
            flight.foreign = True
            if flight.target and flight.stopped is None and not flight.spoiled:
                flight.stopped = robot  # unless it is seen to go on into the goal
        elif flight.stopped is None:
            flight.spoiled = True

    def on_arrival(self, robot: Body, time: float) -> None:
        """A robot has the ball now, since a time."""
        flight = self._flight
        if flight is None or robot.team is None:
            return
        in_time = time - flight.time <= WAIT
        if robot.team is not flight.team:
            if flight.target and flight.stopped is None and not flight.spoiled:
                flight.stopped = robot
            self.tallies[robot.team].interceptions += flight.tried and in_time
        elif robot != flight.robot and in_time and not (flight.shot and flight.foreign):
            self.tallies[flight.team].passes_completed += 1
            self.tallies[flight.team].passes_tried += not flight.tried
        self.end()

    def on_goal(self, team: Team, last: Body | None) -> None:
        """A goal, *last* touched by somebody: what led to it was a shot on target, whatever it had looked like."""
        tally, flight, saved, own = self.tallies[team], self._flight, self._saved, False
        tally.goals += 1
        if flight is not None and flight.team is team:
            tally.shots += not flight.shot
            tally.on_target += not flight.target
        elif saved is not None and last == saved.robot:  # the shot has gone in after all
            self._count_save(self.tallies, saved, -1)
        elif last is not None and last.team is team:  # it was walked in, or came from an opponent
            tally.shots += 1
            tally.on_target += 1
        elif last is not None:
            self.tallies[team.other].own_goals += 1
            own = True
        self._flight, self._saved, self._goal = None, None, (team, own)

    def on_goal_refused(self, team: Team) -> None:
        """The referee does not count the last goal; it stays a shot on target."""
        if self._goal is None or self._goal[0] is not team:
            return
        self.tallies[team].goals -= 1
        self.tallies[team.other].own_goals -= self._goal[1]
        self._goal = None

    def end(self) -> None:
        """A kick is over: if it was a shot that somebody stopped, that was a save."""
        self._saved = self._flight if self._count_save(self.tallies, self._flight) else None
        self._flight = self._kick = None

    def _goes_in(self, team: Team, frame: Frame) -> bool:
        x, y, _, vx, vy, vz = frame.ball
        line = line_of((x, y), (vx, vy, vz), 0.0, self._pitch)
        return line is not None and aim(line, _side(team), self._pitch).target

    def _count_save(self, tallies: dict[Team, Tally], flight: Flight | None, saves: int = 1) -> bool:
        """Count a flight as saved, or with −1 no longer; whether somebody stopped it."""
        if flight is None or flight.stopped is None or flight.stopped.team is None:
            return False
        tally = tallies[flight.stopped.team]
        if flight.stopped.id == self.keepers[flight.stopped.team]:
            tally.saves_keeper += saves
        else:
            tally.saves_field += saves
        return True


def _side(team: Team) -> float:
    """Where the goal is that a team attacks."""
    return 1.0 if team is Team.BLUE else -1.0
