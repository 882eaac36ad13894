"""Kicks on their way: shots and passes, and what becomes of them.

A kick is judged by how the ball moves at the first look after it; where somebody was at the ball before that, by the
two places at which it was met.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from robopitch.measure.match_stats.proximity import Scene
from robopitch.measure.match_stats.result import Tally
from robopitch.measure.match_stats.trajectory import Pitch, aim, line_of, passes
from robopitch.messages import Body, Kicked, Team

__all__ = ["Flights"]

WAIT = 5.0  # s in which a pass arrives
FAST, MARGIN = 6.5, 0.05  # m/s: no kick is faster (SSL rules, kick speed); what looking cannot tell apart
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


class Flights:
    """Counts kicks and what they are good for. One is on its way at a time."""

    def __init__(self, pitch: Pitch) -> None:
        self.tallies = {team: Tally() for team in Team}
        self.keepers = dict.fromkeys(Team, 0)
        self._pitch = pitch
        self._strike: Kicked | None = None  # a kick that is not judged yet
        self._flight: Flight | None = None

    def final(self) -> dict[Team, Tally]:
        """What was counted, a save that is just being made included."""
        tallies = {team: replace(tally) for team, tally in self.tallies.items()}
        self._count_save(tallies)
        return tallies

    # ---- kicks -------------------------------------------------------------------------------------------------

    def kicked(self, strike: Kicked) -> None:
        """A robot kicked the ball: it will be seen where to."""
        self._strike = strike

    def look(self, scene: Scene) -> None:
        """See where the ball goes."""
        strike = self._strike
        if strike is not None:
            given = self._given(strike, scene)
            if math.hypot(*given) > BLOCKED * strike.speed:
                self._launch_strike(strike, given, scene)
            else:  # somebody stopped it who had touched the ball so shortly before that this was no new touch
                self.settle(strike.position, scene)
        flight = self._flight
        if flight is None:
            return
        if scene.time - flight.time > WAIT:
            self.end()
        elif flight.stopped is not None and not flight.seen:
            flight.seen = not self._goes_in(flight.team, scene)
            flight.stopped = flight.stopped if flight.seen else None

    def settle(self, place: tuple[float, float, float], scene: Scene, by: Body | None = None) -> None:
        """The ball was met again, *by* a robot or something else, before anybody could see where a kick went."""
        strike = self._strike
        if strike is None or strike.robot == by:
            return
        hx, hy, vx, vy = 0.0, 0.0, 0.0, 0.0
        if strike.robot in scene.columns:
            hx, hy, vx, vy = scene.robots[2:6, scene.columns[strike.robot]].tolist()
        way = math.dist(place[:2], strike.position[:2])
        if way > DIRECTION:
            hx, hy = (place[0] - strike.position[0]) / way, (place[1] - strike.position[1]) / way
        speed = strike.speed + hx * vx + hy * vy  # kicks are told relative to the robot
        self._launch_strike(strike, (speed * hx, speed * hy, 0.0), scene)

    def launch(
        self, robot: Body, time: float, place: tuple[float, ...], velocity: Velocity, slip: float, scene: Scene
    ) -> None:
        """A kick is on its way: a shot, a pass, or neither."""
        team, pitch = robot.team, self._pitch
        if team is None:
            return
        tally, speed = self.tallies[team], math.hypot(*velocity)
        tally.kicks += 1
        tally.fast_kicks += speed > FAST + MARGIN
        line = line_of((place[0], place[1]), velocity, slip, pitch)
        if line is None:
            return
        at = aim(line, _side(team), pitch)
        shot = at.shot and speed >= pitch.shot
        mates = [
            (float(scene.robots[0, column]), float(scene.robots[1, column]))
            for body, column in scene.columns.items()
            if body.team is team and body != robot
        ]
        tried = not shot and passes(line, mates, pitch)
        tally.shots += shot
        tally.on_target += shot and at.target
        tally.passes_tried += tried
        self._flight = Flight(robot, team, time, shot, shot and at.target, tried)

    def _launch_strike(self, strike: Kicked, velocity: Velocity, scene: Scene) -> None:
        self._strike = None
        slip = math.hypot(velocity[0], velocity[1])  # the plate stops the spin
        self.launch(strike.robot, strike.time, strike.position, velocity, slip, scene)

    def _given(self, strike: Kicked, scene: Scene) -> Velocity:
        """What a kick gave the ball: how it moves now, and what ground or gravity took since."""
        law, since = self._pitch.law, scene.time - strike.time
        vx, vy, vz = scene.ball[3:6]
        if scene.ball[2] > self._pitch.radius + 1e-3 or abs(vz) > 1e-3:
            return vx, vy, vz + law.gravity * since
        speed = math.hypot(vx, vy)
        gain = 1 + law.friction * law.gravity * since / speed if speed > 0 else 1.0
        return gain * vx, gain * vy, 0.0

    # ---- what becomes of them ----------------------------------------------------------------------------------

    def touched(self, robot: Body) -> None:
        """The ball touched a robot on its way."""
        flight = self._flight
        if flight is None or robot == flight.robot:
            return
        if robot.team is not flight.team:
            flight.foreign = True
            if flight.target and flight.stopped is None and not flight.spoiled:
                flight.stopped = robot  # unless it is seen to go on into the goal
        elif flight.stopped is None:
            flight.spoiled = True

    def arrived(self, robot: Body, time: float) -> None:
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

    def scored(self, team: Team, last: Body | None) -> None:
        """A goal, *last* touched by somebody: what led to it was a shot on target, whatever it had looked like."""
        tally, flight = self.tallies[team], self._flight
        tally.goals += 1
        if flight is not None and flight.team is team:
            tally.shots += not flight.shot
            tally.on_target += not flight.target
        elif last is not None and last.team is team:  # it was walked in, or came from an opponent
            tally.shots += 1
            tally.on_target += 1
        elif last is not None:
            self.tallies[team.other].own_goals += 1
        self._flight = None

    def end(self) -> None:
        """A kick is over: if it was a shot that somebody stopped, that was a save."""
        self._count_save(self.tallies)
        self._flight = self._strike = None

    def _goes_in(self, team: Team, scene: Scene) -> bool:
        x, y, _, vx, vy, vz = scene.ball
        line = line_of((x, y), (vx, vy, vz), 0.0, self._pitch)
        return line is not None and aim(line, _side(team), self._pitch).target

    def _count_save(self, tallies: dict[Team, Tally]) -> None:
        flight = self._flight
        if flight is None or flight.stopped is None or flight.stopped.team is None:
            return
        tally = tallies[flight.stopped.team]
        if flight.stopped.id == self.keepers[flight.stopped.team]:
            tally.saves_keeper += 1
        else:
            tally.saves_field += 1


def _side(team: Team) -> float:
    """Where the goal is that a team attacks."""
    return 1.0 if team is Team.BLUE else -1.0
