"""A match: a world, its sensors, the orders to its robots, its referee, and the teams.

It is a function of the league, the seed and the inputs: the same inputs at the same ticks give the same outputs, bit
for bit, however time is divided into calls. It uses no wall clock and no sockets.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING

from robopitch.match import changes, saving, snapshot
from robopitch.match.carried_sensors import CarriedSensors
from robopitch.match.configuration import Configuration
from robopitch.match.decisions import Decisions
from robopitch.match.derived import derived
from robopitch.match.falls import Falls
from robopitch.match.input_queue import MOST, InputQueue
from robopitch.match.judging import refusals_of
from robopitch.match.observer import Observer, Observers
from robopitch.match.options import Options, Parts, PlainParts, referee_kind
from robopitch.match.players import EXTERNAL, Players
from robopitch.match.radio import Radio
from robopitch.match.robots import Robots
from robopitch.match.sensor_suite import SensorSuite, steady
from robopitch.match.teleport import Teleport
from robopitch.match.thinking import OnDrawn, Thinking
from robopitch.messages import (
    BallOut,
    Call,
    Camera,
    ChangeFormation,
    ChangeRealism,
    ChangeRobot,
    ChangeSpec,
    Decision,
    Event,
    Feedback,
    GameState,
    Goal,
    HearReferee,
    Input,
    Kicked,
    MoveEpoch,
    Orders,
    Output,
    Refusal,
    RequestPlaces,
    Ruling,
    Steer,
    SwapTeam,
    Team,
    Transmit,
    Whistled,
    WriteRegisters,
)
from robopitch.referee import Referee, Rule
from robopitch.referee.scorers import Scorers
from robopitch.spec import LeagueSpec, RealismSpec
from robopitch.teams.observation import Policy
from robopitch.teams.player import TRUTH

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Match"]

DECISIONS = 50.0  # Hz at which built-in teams decide, about the frame rate of a camera
RULES = 100.0  # Hz at which the referee judges: goals, balls out and so on
NEWS = 1024  # events kept for readers: a longer queue would grow for an hour, which looks like a leak
REFEREE = "referee"  # source of derived inputs
_CHANGES = (ChangeSpec, ChangeRobot, ChangeRealism)  # inputs that change specifications


class Match:
    """A match in one world.

    world:     the world to simulate
    realism:   noise, loss and delay of sensors and radio; None: no sensors, and a perfect radio
    parts:     gives the sensors, the referee and the players: the adapter of a league
    policies:  more teams by name, beside those of the league
    blue, yellow: the team that plays, one of those names or "external"
    referee, half, elimination, year, watchdog, tracker, enforce, sees, names: as in `Options`
    free_play: as older callers choose the referee: False is "none"
    epoch:     s, added to simulated time in sent timestamps
    senses:    False leaves the sensors out, where only the events are wanted; the match itself stays the same

    tick:         steps since the beginning; an attribute, because it is read very often
    game:         what the referee has ruled; only a `Ruling` changes it
    rulings:      the calls of the referee, the latest last
    stoppage:     those that led to the present stoppage
    sampled_game: the same as it was when this tick was sampled, before the referee judged it
    """

    def __init__(
        self,
        world: World,
        realism: RealismSpec | None = None,
        *,
        parts: Parts | None = None,
        policies: Mapping[str, Policy] | None = None,
        blue: str = EXTERNAL,
        yellow: str = EXTERNAL,
        free_play: bool = True,
        referee: str | None = None,
        half: float | None = None,
        elimination: bool = False,
        year: int | None = None,
        watchdog: float = 1.0,
        tracker: str = "truth",
        enforce: frozenset[Rule] = frozenset(),
        sees: tuple[str, ...] = TRUTH,
        names: Mapping[Team, str] | None = None,
        epoch: float = 0.0,
        senses: bool = True,
    ) -> None:
        parts = PlainParts() if parts is None else parts
        self.world, self.tick = world, world.tick
        self.epoch = self.origin = epoch  # `epoch` moves when simulated time goes back; sent timestamps never do
        self.news: deque[Event] = deque(maxlen=NEWS)
        self.teams = Players(world, parts, blue, yellow, sees, policies)
        kind = referee_kind(referee, free_play)
        self.options = Options(
            kind, half, elimination, year, watchdog, tracker, enforce, sees, realism, self.teams, names or {}
        )
        self.decisions = Decisions()  # recorded ones, when a recording is simulated again
        self.teleport = Teleport(world)
        carried = CarriedSensors(world, parts.sensor_kinds)
        self.configuration = Configuration(world, realism, carried.check)
        self.robots = Robots(world, self.configuration, watchdog)
        # Teams that do not see the truth need their sensors, whoever else wants them.
        sensing = realism is not None and (senses or self.teams.may_need_sensors())
        suite = (parts.sensors(world, self.options), carried) if sensing else ()
        self.sensors = SensorSuite(world, *suite)
        self.teams.connect(self.sensors)
        self.referee = derived(parts.referee(world, self.options), Referee)
        self.game = self.sampled_game = GameState()
        self.rulings: list[Call] = []
        self.stoppage: list[Call] = []
        self.refused: deque[Refusal] = deque(maxlen=NEWS)  # of derived inputs
        self.inputs, self.radio = InputQueue(), Radio(world.seed)
        self.rules, self.decision_times = steady(RULES, world), steady(DECISIONS, world)
        self._coming: LeagueSpec | None = None  # the league after the offered changes
        self.unruled: list[Event] = []  # events since the referee last judged
        self.scorers, self.falls = Scorers(), Falls()
        self._thinking = Thinking()
        self.observers = Observers(world)
        self._judge()
        self.schedule()

    # ---- looking -----------------------------------------------------------------------------------------------

    @property
    def players(self) -> dict[Team, str]:
        """The name of each team: "external", or that of a built-in one."""
        return self.teams.names

    @property
    def names(self) -> dict[Team, str]:
        """The names of the teams for a scoreboard: external ones have that of the options, or are called by colour."""
        known = {team: self.options.called(team, name) for team, name in self.players.items()}
        return {team: team.value if name == EXTERNAL else name for team, name in known.items()}

    @property
    def sees_truth(self) -> frozenset[Team]:
        """The teams that run in this process and see the true positions, without noise and delay."""
        return self.teams.sees_truth

    @property
    def score(self) -> dict[Team, int]:
        """Goals so far."""
        return self.game.score

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras over the pitch, as published in the geometry."""
        return self.sensors.cameras

    @property
    def due(self) -> int:
        """The next tick at which something is due; until then `advance` need not be called, unless for an input."""
        return min(self._scheduled, self.robots.due, self.radio.air.next_due)

    @property
    def next_report(self) -> int:
        """The next tick at which somebody outside can notice something: a report, a ruling, a message to a robot.

        Before it orders may arrive and robots may time out. A match that goes on later does this at the right tick all
        the same: a server need not wake up for it.
        """
        return min(self._scheduled, self.radio.next_message)

    def schedule(self) -> None:
        """Find out when sensors, referee, built-in teams and observers are due next, after one of them changed."""
        self._scheduled = min(self.rules.next, self.sensors.due, self.observers.due)
        if self.teams.built_in:
            self._scheduled = min(self._scheduled, self.decision_times.next)

    def observe(self, observer: Observer, rate: float) -> None:
        """Add an observer, sampled at a rate in Hz. Observers do not influence the match."""
        self.observers.add(observer, rate)
        self.schedule()

    def forget(self, observer: Observer) -> None:
        """Remove an observer."""
        self.observers.remove(observer)
        self.schedule()

    @contextmanager
    def unobserved(self) -> Iterator[None]:
        """Suspend all observers within the context."""
        with self.observers.suspended():
            self.schedule()
            yield
        self.schedule()

    def draw(self, on_drawn: OnDrawn | None) -> None:
        """Let built-in teams draw ten times a second; None: they do not draw. Drawing does not influence the match.

        on_drawn: called with the team and its shapes, in the team's own frame
        """
        self._thinking.on_drawn = on_drawn

    def feedback(self, team: Team, since: int = -1, number: int = 1) -> tuple[Feedback, ...]:
        """The feedback of a team's robots to a reader; some of it may get lost. It changes nothing.

        since:  tick of the reader's last feedback; −1: this is the first
        number: how many feedbacks the reader has had, this one included
        """
        return self.robots.feedback(team, since, number)

    # ---- inputs ------------------------------------------------------------------------------------------------

    def offer(self, source: str, input: Input) -> tuple[Refusal, ...]:
        """Offer an input to the match.

        It is processed at the start of the next `advance`, in the order of the names of the sources. An invalid input
        is refused at once, and changes nothing.
        """
        if self.inputs.is_full(source):
            return (Refusal("FLOOD", f"more than {MOST} inputs of {source} wait for the next tick"),)
        if isinstance(input, Orders):
            input, refusals = self.robots.sift(input)
            if input.count:
                self.inputs.put(source, input)
            return refusals
        if isinstance(input, Ruling):
            return (Refusal("INVALID", "only the referee of the match rules; it hears HearReferee and Whistled"),)
        refusals = refusals_of(self, input, self._coming or self.world.league)
        if refusals:
            return refusals
        if isinstance(input, _CHANGES):
            self._coming = self.configuration.try_change(input)
        self.inputs.put(source, input)
        return ()

    def _take_in(self) -> None:
        """Process the offered inputs, in the order of (source, sequence).

        Consecutive changes of specs rebuild the world only once, before the next other input.
        """
        offered = self.inputs.collect()
        changed, rebuilt, reschedule, self._coming = False, False, False, None
        observers = [observer for observer, _ in self.observers.entries]
        for source, sequence, input in offered:
            for observer in observers:
                observer.on_input(source, sequence, input)
            if isinstance(input, _CHANGES):
                with suppress(ValueError):  # each was checked alone; one that conflicts with others changes nothing
                    changed |= self.configuration.change(input)
                continue
            if changed:
                changes.rebuild(self)
                changed, rebuilt = False, True
            if rebuilt and isinstance(input, Orders):
                input, _ = self.robots.sift(input)  # it was judged for the robots as they were
            elif rebuilt and isinstance(input, Steer) and refusals_of(self, input, self.world.league):
                continue
            self._take(input)
            reschedule = reschedule or not isinstance(input, Orders)
        if changed:
            changes.rebuild(self)
        if reschedule or changed or rebuilt:
            self.schedule()

    def _take(self, input: Input) -> None:
        """Put an input into effect that came from outside."""
        configuration = self.configuration
        if isinstance(input, Orders):
            self.teams.hear(input.team)
            orders = self.radio.send(input, self.tick, configuration.command_loss, self._radio_delay)
            if orders is not None:
                self._obey(orders)
        elif isinstance(input, HearReferee | Whistled | RequestPlaces):
            self._judge((), (input,))
        elif isinstance(input, Steer):
            if not self.game.stands_still:
                self.robots.steer(input)
        elif isinstance(input, Transmit):
            self._transmit(input)
        elif isinstance(input, ChangeFormation):
            self.teams.form(input)
        elif isinstance(input, SwapTeam):
            self.teams.swap(input.team, input.name)
            self.robots.stop(input.team)
        elif isinstance(input, MoveEpoch):
            self.epoch += input.seconds
            self._judge((), (input,))
        else:
            if isinstance(input, WriteRegisters):
                self.teams.hear(input.team)
            changes.apply(self, input, release=True)

    def _transmit(self, message: Transmit) -> None:
        if message.id in (robots := self.robots.on_field(message.team)):
            radio = self.world.timestep, self.configuration.command_loss, self._radio_delay
            self.radio.transmit(message, robots, self.tick, *radio)

    def _obey(self, orders: Orders) -> None:
        if not self.game.stands_still and orders.team in self.teams.external:
            self.robots.obey(orders)

    @property
    def _radio_delay(self) -> int:
        return round(self.configuration.command_delay / self.world.timestep)

    # ---- time --------------------------------------------------------------------------------------------------

    def advance(self, until: int) -> list[Output]:
        """Process the offered inputs, then simulate up to a tick; returns the outputs, in order."""
        out = self._begin()
        while self.tick < until:
            self._proceed(out, until)
        return [output for outputs in out for output in outputs]

    def advance_to_outputs(self, until: int) -> list[Sequence[Output]]:
        """Like `advance`, but stops at the first tick that has outputs, or at which a period of the game ends.

        Outputs of one sensor stay together.
        """
        out, period = self._begin(), self.game.period
        while self.tick < until and not out and self.game.period is period:
            self._proceed(out, until)
        return out

    def _begin(self) -> list[Sequence[Output]]:
        """Process the offered inputs; returns a list for the outputs."""
        self.tick = self.world.tick  # after a fault in the middle of a step
        if self.inputs.waiting:
            self._take_in()
        return []

    def _proceed(self, out: list[Sequence[Output]], until: int) -> None:
        """Simulate to the next tick at which something is due, and do that."""
        target = min(until, self._scheduled, self.robots.due, self.radio.air.next_due)
        if self.teleport.busy:
            self.teleport.pull()
            target = self.tick + 1
        events = self.world.step(target - self.tick)
        self.tick = target
        if events:
            self._on_events(events)
        self._fire(out, target)

    def go(self, until: int) -> Iterator[list[Output]]:
        """Like `advance`, but yields the outputs at each tick at which something is due."""
        while self.tick < until:
            yield self.advance(min(until, self.due))

    def _on_events(self, happened: list[Event]) -> None:
        events = self.scorers.name(happened)
        if self.game.dead:
            events = [event for event in events if not isinstance(event, (Goal, BallOut))]
        self.unruled += events
        self.tell(events)
        self.sensors.on_events(events)
        for event in events:
            if isinstance(event, Kicked):
                self.robots.on_kick(event)

    def tell(self, events: list[Event]) -> None:
        """Tell readers and observers of events."""
        self.news.extend(events)
        for observer in self.observers:
            observer.on_events(events)

    def _fire(self, out: list[Sequence[Output]], tick: int) -> None:
        """Do everything that is due at this tick: first what reads the world, then what changes it.

        Events between two of these ticks are handled at the later one, so that the result does not depend on how time
        is divided into calls.
        """
        self.sampled_game = self.game
        if self.sensors.due <= tick:
            self.sensors.fire(out, tick)
        if self.rules.next <= tick:
            self.rules.take()
            if fallen := self.falls.watch(self.world):
                self._on_events(fallen)
            events, self.unruled = self.unruled, []
            self._judge(events)
        if self.decision_times.next <= tick:
            self.decision_times.take()
            self._thinking.decide(self)
        if self.radio.air.next_due <= tick:
            for packet in self.radio.arrived(tick):
                if isinstance(packet, Orders):
                    self._obey(packet)
                elif isinstance(packet, Decision):
                    self._thinking.obey(self, packet)
                else:
                    self.teams.receive(packet)
                    out.append((packet,))
        if self.robots.due <= tick:
            self.robots.watch(tick, set(self.teams.external))
        if self.observers.due <= tick:
            self.observers.sample(self, tick)
        if self._scheduled <= tick:
            self.schedule()

    def _judge(self, events: Sequence[Event] = (), heard: Sequence[Input] = ()) -> None:
        """Let the referee judge, and put its inputs into effect."""
        stood_still = self.game.stands_still
        self.derive(REFEREE, self.referee.judge(self.tick, events, heard))
        if self.game.stands_still and not stood_still:
            self.robots.stop()

    def derive(self, source: str, made: Sequence[Input]) -> None:
        """Put inputs into effect that a part of the match itself made: its referee, a player in this process."""
        inputs = self.decisions.settle_derived(source, self.tick, made)
        if not inputs:
            return
        for observer in self.observers:
            observer.on_derived(source, self.tick, inputs)
        for input in inputs:
            refusals = refusals_of(self, input, self.world.league)
            self.refused.extend(refusals)
            if refusals:
                continue
            if isinstance(input, Transmit):
                self._transmit(input)
            else:
                changes.apply(self, input, release=False)

    @cached_property
    def made(self) -> str:
        """Digest of league, realism and options: equal for matches whose snapshots are interchangeable."""
        return snapshot.digest_of(self)

    # ---- saving ------------------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """A snapshot: everything that the future of this match depends on except future inputs, as bytes."""
        return saving.pack(snapshot.state_of(self), self.world.save())

    def restore(self, saved: bytes) -> None:
        """Restore a snapshot exactly. It must come from a match with the same league, engine and options.

        Raises a ValueError that says why if the snapshot does not fit or could not continue; nothing changes then.
        """
        snapshot.restore(self, saved)

    def recall_memories(self, saved: bytes) -> None:
        """Restore only the memories of built-in teams from a snapshot."""
        snapshot.recall_memories(self, saved)
