"""Signals of a running match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.measure.marks import marks_of
from robopitch.measure.names import BALL, ROBOT, name_of
from robopitch.measure.run import Run
from robopitch.measure.signal_builder import SignalBuilder
from robopitch.messages import Event, Output, Team
from robopitch.sensors.channel import Schedule

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["Sampler"]


class Sampler:
    """Advances a match, and collects true states and the reports of sensors; the match is the same as without it.

        sampler = Sampler(robopitch.make_match("ssl-div-b", blue="chase"))
        sampler.advance(10.0)
        evaluate(sampler.run, "norm(ball.position - blue.1.position)")

    rate: Hz at which the truth is sampled; frames are added whenever they come
    """

    def __init__(self, match: Match, rate: float = 100.0) -> None:
        self.match = match
        self._channel = Schedule(rate, match.world.timestep, match.tick)
        self._signals = SignalBuilder()
        self._events: list[Event] = []
        self._last = match.news[-1] if match.news else None
        self._sample()

    def advance(self, seconds: float) -> list[Output]:
        """Advance the match by so many seconds; returns its outputs."""
        match = self.match
        until = match.tick + round(seconds / match.world.timestep)
        out: list[Output] = []
        while match.tick < until:
            # Never beyond the next tick at which there are outputs: so their time is known.
            outputs = match.advance(min(until, self.due, max(match.due, match.tick + 1)))
            out += outputs
            self.on_outputs(outputs)
        return out

    @property
    def due(self) -> int:
        """The tick of the next sample, for who advances the match in its place and calls `on_outputs` there."""
        return self._channel.next

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Collect what there is at this tick."""
        self._signals.add(outputs, self.match.world.time, 0.0)
        self._collect_events()
        self._sample()

    @property
    def run(self) -> Run:
        """Everything collected so far."""
        signals, _, _ = self._signals.result()
        world = self.match.world
        notes = {"league": world.league.name, "engine": world.engine.name, "seed": world.seed}
        return Run(f"{world.league.name}, seed {world.seed}", signals, tuple(marks_of(self._events)), notes)

    def _sample(self) -> None:
        world = self.match.world
        if self._channel.next > world.tick:
            return
        self._channel.take()
        ball = world.ball
        row = (world.time, *ball.position.tolist(), *ball.velocity.tolist(), ball.speed)
        self._signals.add_row("ball", BALL, row)
        for robot in world.robots():
            if robot.body.team is not None:
                (x, y, heading), (vx, vy, turn) = robot.pose, robot.velocity
                row = (world.time, x, y, heading, vx, vy, turn, math.hypot(vx, vy))
                self._signals.add_row(name_of(robot.body), ROBOT, row)
        score = self.match.score
        self._signals.add_row("score", {team.value: "1" for team in Team}, (world.time, *(score[t] for t in Team)))

    def _collect_events(self) -> None:
        """Collect the events since the last call, oldest first."""
        fresh = []
        for event in reversed(self.match.news):
            if event is self._last:
                break
            fresh.append(event)
        self._events += reversed(fresh)
        self._last = fresh[0] if fresh else self._last
