"""A match: a world, its sensors, the orders to its robots, and the teams.

It is a function of the league, the seed and the inputs: the same inputs at the same ticks give the same outputs, bit
for bit, however time is divided into calls. It uses no wall clock and no sockets.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from robopitch.match import saved_state, saving
from robopitch.match.authority import Authority
from robopitch.match.configuration import Configuration
from robopitch.match.decisions import Decisions
from robopitch.match.enforcement import Rule
from robopitch.match.intake import Intake
from robopitch.match.robots import Robots
from robopitch.match.scorers import Scorers
from robopitch.match.sensor_suite import SensorSuite, steady
from robopitch.match.teleport import Teleport, check_place
from robopitch.messages import (
    Camera,
    ChangeCameras,
    ChangeRealism,
    ChangeRobot,
    ChangeSpec,
    Decision,
    Event,
    Feedback,
    GeometryDue,
    HearReferee,
    Input,
    Kicked,
    MoveEpoch,
    Orders,
    Output,
    PlaceBall,
    PlaceRobot,
    RefereeDue,
    Refusal,
    Restarted,
    RobotOrder,
    Steer,
    SwapTeam,
    Team,
    Whistled,
)
from robopitch.sensors.channel import Channel
from robopitch.spec import LeagueSpec, RealismSpec
from robopitch.teams.chase import still
from robopitch.teams.grid import on_radio
from robopitch.teams.observation import Policy, carry_out, look
from robopitch.teams.situation import Phase, situation_of

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["EXTERNAL", "Match", "Observer"]

EXTERNAL = "external"  # a team that is commanded from outside
DECISIONS = 50.0  # Hz at which built-in teams decide, about the frame rate of a camera
RULES = 100.0  # Hz at which the rules are applied: goals, balls out and so on
REFEREE = 40.0  # Hz of referee messages, as the game controller sends them
DRAWINGS = 10.0  # Hz at which built-in teams draw if there is a viewer, as teams on the network do
NEWS = 1024  # events kept for readers: a longer queue would grow for an hour, which looks like a leak


OnDrawn = Callable[[Team, Any], object]


class Observer(Protocol):
    """Callbacks of an observer of a match, a recorder for example."""

    def on_input(self, source: str, sequence: int, wish: Input) -> None:
        """The match processes an input at this tick."""
        ...

    def on_decision(self, decision: Decision) -> None:
        """A built-in team decided, and its robots got the commands."""
        ...

    def on_events(self, events: Sequence[Event]) -> None:
        """Events happened."""
        ...

    def on_sample(self, match: Match) -> None:
        """A sample is due: this tick is complete, except for inputs that are offered at it."""
        ...


class Options(NamedTuple):
    """Options of a match that cannot change."""

    kick_about: bool
    watchdog: float
    tracker: str
    enforce: frozenset[Rule]


class Match:
    """A match in one world.

    world:      the world to simulate
    realism:    noise, loss and delay of vision and radio; None: no sensors
    policies:   built-in teams by name
    blue, yellow: the team that plays, one of those names or "external"
    kick_about: free play, until an external referee is heard: goals count, and balls that left are placed back
    watchdog:   s without a command after which a robot stops; 0: never
    tracker:    "truth", "filter" or "none"
    enforce:    the rules of a referee that the match enforces
    epoch:      s, added to simulated time in sent timestamps
    senses:     False leaves the sensors out, where only the events are wanted; the match itself stays the same
    """

    def __init__(
        self,
        world: World,
        realism: RealismSpec | None = None,
        *,
        policies: Mapping[str, Policy] | None = None,
        blue: str = EXTERNAL,
        yellow: str = EXTERNAL,
        kick_about: bool = True,
        watchdog: float = 1.0,
        tracker: str = "truth",
        enforce: frozenset[Rule] = frozenset(),
        epoch: float = 0.0,
        senses: bool = True,
    ) -> None:
        self.world = world
        self.epoch = self.origin = epoch  # `epoch` moves when simulated time goes back; sent timestamps never do
        self.options = Options(kick_about, watchdog, tracker, enforce)
        self.news: deque[Event] = deque(maxlen=NEWS)
        self.players = {Team.BLUE: blue, Team.YELLOW: yellow}
        self._policies = dict(policies or {})
        self._memories: dict[Team, dict[str, Any]] = {team: {} for team in Team}  # of built-in teams
        self.decisions = Decisions()  # recorded ones, when a recording is simulated again
        for name in self.players.values():
            self._check_player(name)
        self.teleport = Teleport(world)
        self.authority = Authority(world, self.teleport, kick_about, enforce)
        self.configuration = Configuration(world, realism)
        self.robots = Robots(world, self.configuration, watchdog)
        self.sensors = SensorSuite(world, realism, tracker) if realism is not None and senses else None
        self._intake = Intake(world.seed)
        self._rules = steady(RULES, world)
        self._decisions = steady(DECISIONS, world)
        self._whistling = steady(REFEREE, world)
        self._geometry = steady(self._geometry_rate, world)
        self._coming: LeagueSpec | None = None  # the league after the offered changes
        self._unruled: list[Event] = []  # events since the rules were last applied
        self._scorers = Scorers()
        self._on_drawn: OnDrawn | None = None
        self._next_drawing = 0  # tick
        self._observers: list[tuple[Observer, Channel]] = []
        if self.authority.kick_about is not None:
            if self.alone:
                self.authority.kick_about.swing()
            else:
                self.authority.kick_about.open()

    # ---- looking -----------------------------------------------------------------------------------------------

    @property
    def tick(self) -> int:
        """Steps since the beginning."""
        return self.world.tick

    @property
    def alone(self) -> bool:
        """Whether both teams are built-in."""
        return EXTERNAL not in self.players.values()

    @property
    def sees_truth(self) -> frozenset[Team]:
        """The teams that run in this process: they see the true positions, without noise and delay."""
        return frozenset(team for team, name in self.players.items() if name != EXTERNAL)

    @property
    def score(self) -> dict[Team, int]:
        """Goals so far."""
        return self.authority.score

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras over the pitch, as published in the geometry."""
        return () if self.sensors is None else self.sensors.cameras

    @property
    def due(self) -> int:
        """The next tick at which something is due; until then `advance` need not be called, unless for an input."""
        due = min(self._rules.next, self.robots.due, self._intake.due)
        if self.sensors is not None:
            due = min(due, self.sensors.due, self._geometry.next)
            if self.authority.whistles:
                due = min(due, self._whistling.next)
        if any(name != EXTERNAL for name in self.players.values()):
            due = min(due, self._decisions.next)
        for _, channel in self._observers:
            due = min(due, channel.next)
        return due

    def observe(self, observer: Observer, rate: float) -> None:
        """Add an observer, sampled at a rate in Hz. Observers do not influence the match."""
        self._observers.append((observer, steady(rate, self.world)))

    def forget(self, observer: Observer) -> None:
        """Remove an observer."""
        self._observers = [entry for entry in self._observers if entry[0] is not observer]

    @contextmanager
    def unobserved(self) -> Iterator[None]:
        """Suspend all observers within the context."""
        observers, self._observers = self._observers, []
        try:
            yield
        finally:
            self._observers = [(observer, steady(channel.rate, self.world)) for observer, channel in observers]

    def draw(self, on_drawn: OnDrawn | None) -> None:
        """Let built-in teams draw ten times a second; None: they do not draw. Drawing does not influence the match.

        on_drawn: called with the team and its `memory["drawings"]`, in the team's own frame
        """
        self._on_drawn = on_drawn

    def feedback(self, team: Team, reader: str = "") -> list[Feedback]:
        """The feedback of a team's robots; some of it may get lost.

        reader: who receives it; each reader gets every kick once
        """
        return self.robots.feedback(team, reader)

    # ---- inputs ------------------------------------------------------------------------------------------------

    def offer(self, source: str, wish: Input) -> tuple[Refusal, ...]:
        """Offer an input to the match.

        It is processed at the start of the next `advance`, in the order of the names of the sources. An invalid input
        is refused at once, and changes nothing.
        """
        if isinstance(wish, Orders):
            wish, refusals = self.robots.sift(wish)
            if wish.orders:
                self._intake.put(source, wish)
            return refusals
        try:
            if isinstance(wish, ChangeSpec | ChangeRobot | ChangeRealism):
                self._coming = self.configuration.try_change(wish)
            elif isinstance(wish, PlaceBall | PlaceRobot):
                check_place(wish, self._coming or self.world.league, self.world.ball.position.tolist())
                if isinstance(wish, PlaceRobot) and not 0 <= wish.id < self.world.league.max_ids:
                    text = f"there is no {wish.team} {wish.id}: ids are 0 to {self.world.league.max_ids - 1}"
                    return (Refusal("UNKNOWN_ROBOT", text),)
            elif isinstance(wish, Steer):
                order = wish.order or RobotOrder(wish.id)
                _, refusals = self.robots.sift(Orders(wish.team, (order._replace(id=wish.id),)))
                if refusals:
                    return refusals
            elif isinstance(wish, SwapTeam):
                self._check_player(wish.name)
        except ValueError as error:
            return (Refusal(_code(wish), str(error)),)
        self._intake.put(source, wish)
        return ()

    def _take_in(self) -> None:
        """Process the offered inputs, in the order of (source, sequence).

        Consecutive changes of specs rebuild the world only once, before the next other input.
        """
        changed, self._coming = False, None
        for source, sequence, wish in self._intake.collect():
            for observer, _ in self._observers:
                observer.on_input(source, sequence, wish)
            if isinstance(wish, ChangeSpec | ChangeRobot | ChangeRealism):
                with suppress(ValueError):  # each was checked alone; one that conflicts with others changes nothing
                    changed |= self.configuration.change(wish)
                continue
            if changed:
                self._rebuild()
                changed = False
            self._take(wish)
        if changed:
            self._rebuild()

    def _rebuild(self) -> None:
        """Put changed specs into effect in the world and the sensors."""
        before = self.configuration.realism
        changed = self.configuration.apply()
        if self.sensors is not None and self.configuration.realism is not None and self.configuration.realism != before:
            self.sensors.change_realism(self.configuration.realism)
        if changed:
            self._seat()

    def _take(self, wish: Input) -> None:
        configuration = self.configuration
        if isinstance(wish, Orders):
            delay = round(configuration.command_delay / self.world.timestep)
            orders = self._intake.transmit(wish, self.tick, configuration.command_loss, delay)
            if orders is not None:
                self._obey(orders)
        elif isinstance(wish, PlaceBall):
            self.teleport.place_ball(wish)
            self._ball_was_moved()
        elif isinstance(wish, PlaceRobot):
            before = self.world.bodies
            self.teleport.place_robot(wish)
            self._welcome(before)
        elif isinstance(wish, ChangeCameras):
            if self.sensors is not None:
                self.sensors.change_cameras(wish.cameras)
        elif isinstance(wish, HearReferee):
            self.authority.hear(wish.state)
        elif isinstance(wish, Whistled):
            self.authority.blow(wish.whistle)
        elif isinstance(wish, Steer):
            if not self.authority.halted:
                self.robots.steer(wish)
        elif isinstance(wish, SwapTeam):
            self.players[wish.team] = wish.name
            self._memories[wish.team] = {}
            self.robots.stop(wish.team)
        elif isinstance(wish, MoveEpoch):
            self.epoch += wish.seconds
            if self.authority.kick_about is not None:
                self.authority.kick_about.epoch_moved(wish.seconds)

    def _obey(self, orders: Orders) -> None:
        if not self.authority.halted and self.players[orders.team] == EXTERNAL:
            self.robots.obey(orders)

    # ---- time --------------------------------------------------------------------------------------------------

    def advance(self, until: int) -> list[Output]:
        """Process the offered inputs, then simulate up to a tick; returns the outputs, in order."""
        out: list[Output] = []
        self._take_in()
        world = self.world
        while world.tick < until:
            target = min(until, self.due)
            if self.teleport.busy:
                self.teleport.pull()
                target = world.tick + 1
            events = world.step(target - world.tick)
            if events:
                self._note(events)
            self._fire(out)
        return out

    def go(self, until: int) -> Iterator[list[Output]]:
        """Like `advance`, but yields at each tick at which outputs may be due."""
        while self.tick < until:
            yield self.advance(min(until, self.due))

    def _note(self, happened: list[Event]) -> None:
        events = self.authority.counted(self._scorers.name(happened))
        self.news.extend(events)
        self._unruled += events
        for observer, _ in self._observers:
            observer.on_events(events)
        if self.sensors is not None:
            self.sensors.note(events)
        for event in events:
            if isinstance(event, Kicked):
                self.robots.note(event)

    def _fire(self, out: list[Output]) -> None:
        """Do everything that is due at this tick: first what reads the world, then what changes it.

        Events between two of these ticks are handled at the later one, so that the result does not depend on how time
        is divided into calls.
        """
        tick = self.tick
        if self.sensors is not None:
            if self.sensors.due <= tick:
                self.sensors.fire(out)
            if self._geometry.next <= tick:
                self._geometry.take()
                out.append(GeometryDue())
        if self._whistling.next <= tick:
            self._whistling.take()
            kick_about = self.authority.kick_about
            if kick_about is not None and self.authority.whistles and self.sensors is not None:
                out.append(RefereeDue(kick_about.referee(self._names())))
        if self._rules.next <= tick:
            self._rules.take()
            self._see_to_the_rules()
        if self._decisions.next <= tick:
            self._decisions.take()
            self._think()
        for orders in self._intake.arrived(tick):
            self._obey(orders)
        if self.robots.due <= tick:
            self.robots.watch(tick, {team for team, name in self.players.items() if name == EXTERNAL})
        for observer, channel in self._observers:
            if channel.next <= tick:
                channel.take()
                observer.on_sample(self)

    def _see_to_the_rules(self) -> None:
        events, self._unruled = self._unruled, []
        before, halted = self.world.bodies, self.authority.halted
        idle = self._idle
        why = self.authority.check(events, self.alone and len(idle) < len(Team), idle)
        self._welcome(before)
        if self.authority.halted and not halted:
            self.robots.stop()
        if why is not None:
            x, y, z = self.world.ball.position.tolist()
            restarted = Restarted(self.tick, self.world.time, why, (x, y, z))
            self.news.append(restarted)
            for observer, _ in self._observers:
                observer.on_events([restarted])
            self._ball_was_moved()

    def _think(self) -> None:
        """Let built-in teams decide, according to the referee's command."""
        draws = self._is_drawing_due()
        outside = self.authority.outside
        place = None if outside is None else outside.designated_position
        for team, name in self.players.items():
            if name != EXTERNAL:
                keeper = None if outside is None else outside.teams[team].goalkeeper
                situation = situation_of(self.authority.command, team, place, keeper)
                if situation.phase is Phase.HALT:
                    self.robots.stop(team)
                    continue
                memory = self._memories[team]
                actions = self._policies[name](look(self.world, team, situation, memory, draws))
                shapes = memory.pop("drawings", [])  # an output: a saved match does not depend on viewers
                if draws and self._on_drawn is not None:
                    self._on_drawn(team, shapes)
                steered = self.robots.steered(team)
                free = {number: actions[number] for number in actions if number not in steered}
                decision = self.decisions.settle(Decision(self.tick, team, on_radio(team, free)))
                carry_out(self.world, team, decision.robots)
                for observer, _ in self._observers:
                    observer.on_decision(decision)

    def _is_drawing_due(self) -> bool:
        if self._on_drawn is None:
            return False
        period = round(1 / (DRAWINGS * self.world.timestep))
        if 0 < self._next_drawing - self.tick <= period:  # else it is due, or the match went back in time
            return False
        self._next_drawing = self.tick + period
        return True

    # ---- inside ------------------------------------------------------------------------------------------------

    def _names(self) -> dict[Team, str]:
        return {team: team.value if name == EXTERNAL else name for team, name in self.players.items()}

    @property
    def _idle(self) -> frozenset[Team]:
        """The teams that never move."""
        return frozenset(
            team
            for team, name in self.players.items()
            if name != EXTERNAL and inspect.unwrap(self._policies[name]) is still
        )

    def _ball_was_moved(self) -> None:
        self._scorers.forget()
        if self.sensors is not None:
            self.sensors.forget_kick()

    def _welcome(self, before: tuple[object, ...]) -> None:
        """Update the specs if robots were added: they may differ from the rest of their team."""
        if self.world.bodies != before:
            self.configuration.apply()
            self._seat()

    @property
    def _geometry_rate(self) -> float:
        vision = self.world.league.sensors.vision
        return 1 / float(vision.geometry_interval) if vision is not None else 1.0

    def _seat(self) -> None:
        """Update all that depends on the robots and specs, after one of them changed."""
        if self._geometry_rate != self._geometry.rate:
            self._geometry = steady(self._geometry_rate, self.world)
        self.configuration.measure()
        self.robots.seat()
        if self.sensors is not None:
            self.sensors.change_world()

    def _check_player(self, name: str) -> None:
        if name != EXTERNAL and name not in self._policies:
            known = ", ".join([*sorted(self._policies), EXTERNAL])
            raise ValueError(f"no team is called {name!r}; there are {known}")

    @cached_property
    def made(self) -> str:
        """Digest of league, realism and options: equal for matches whose snapshots are interchangeable."""
        configuration, options = self.configuration, self.options
        realism = None if configuration.first_realism is None else configuration.first_realism.model_dump_json()
        rest = [options.kick_about, options.watchdog, options.tracker, sorted(options.enforce), self.world.timestep]
        text = f"{configuration.base_league.model_dump_json()}\n{realism}\n{json.dumps(rest)}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # ---- saving ------------------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """A snapshot: everything that the future of this match depends on except future inputs, as bytes."""
        return saving.pack(self._remembered(), self.world.save())

    def _remembered(self) -> dict[str, Any]:
        channels = (self._rules, self._decisions, self._whistling, self._geometry)
        return {
            "made": self.made,
            "parts": self.configuration.state(),
            "players": [self.players[team] for team in Team],
            "memories": [self._memories[team] for team in Team],
            "authority": self.authority.state(),
            "hands": self.teleport.state(),
            "lineup": self.robots.state(),
            "senses": None if self.sensors is None else self.sensors.state(),
            "intake": self._intake.state(),
            "channels": [channel.state for channel in channels],
            "unruled": saving.to_plain(self._unruled),
            "epoch": self.epoch,
            "touches": self._scorers.state(),
        }

    def restore(self, saved: bytes) -> None:
        """Restore a snapshot exactly. It must come from a match with the same league, engine and options.

        Raises a ValueError that says why if the snapshot does not fit or could not continue; nothing changes then.
        """
        state, world = saving.unpack(saved)
        if state.get("made", self.made) != self.made:
            raise ValueError("the saved match was not restored: it was made from another league, realism or options")
        here, observers = (json.loads(json.dumps(self._remembered())), self.world.save()), self._observers
        try:
            self._recall(state, world)
            self._must_go_on(state)
        except Exception as error:  # any fault of the snapshot must show now, not in the middle of the match
            self._recall(*here)
            self._observers = observers
            what = str(error) or type(error).__name__
            raise ValueError(f"the saved match was not restored: {what}") from None

    def recall_memories(self, saved: bytes) -> None:
        """Restore only the memories of built-in teams from a snapshot."""
        state, _ = saving.unpack(saved)
        self._memories = dict(zip(Team, state.get("memories", [{}, {}]), strict=True))

    def _recall(self, state: Any, world: bytes) -> None:
        self.configuration.load(state["parts"])
        self.configuration.restore(world)
        if self.sensors is not None and self.configuration.realism is not None:
            self.sensors.change_realism(self.configuration.realism)
        self._seat()
        self.players = dict(zip(Team, state["players"], strict=True))
        self._memories = dict(zip(Team, state.get("memories", [{}, {}]), strict=True))
        self.authority.load(state["authority"])
        self.teleport.load(state["hands"])
        self.robots.load(state["lineup"])
        if self.sensors is not None:
            self.sensors.load(state["senses"])
        self._intake.load(state["intake"])
        channels = (self._rules, self._decisions, self._whistling, self._geometry)
        for channel, numbers in zip(channels, state["channels"], strict=True):
            channel.state = numbers
        self._observers = [(observer, steady(channel.rate, self.world)) for observer, channel in self._observers]
        self._unruled = saving.from_plain(state["unruled"])
        self.epoch = float(state["epoch"])
        self._scorers.load(state.get("touches", []))

    def _must_go_on(self, state: Any) -> None:
        """Raise an error if the restored state would cause one later: in the first step, or when a team decides."""
        world = self.world
        saved = saved_state.parse(json.dumps(state).encode())
        saved_state.check_times(saved, world.tick, world.timestep, int(world.league.max_ids))
        if self.due <= world.tick:
            raise ValueError(f"something was due at step {self.due}, and it was saved at step {world.tick}")
        for _, _, orders in self._intake.state()["air"]:
            for refusal in self.robots.sift(saving.from_plain(orders))[1]:
                raise ValueError(refusal.message)
        intake, self._intake = self._intake, Intake(world.seed)
        try:
            for source, _, wish in saving.from_plain(state["intake"]["offered"]):
                for refusal in self.offer(source, wish):
                    raise ValueError(refusal.message)
        finally:
            self._intake = intake
        for team, name in self.players.items():
            self._check_player(name)
            if name != EXTERNAL:  # the team must be able to decide with its saved memory
                memory = json.loads(json.dumps(self._memories[team]))
                situation = situation_of(self.authority.command, team, None, None)
                self._policies[name](look(world, team, situation, memory))


def _code(wish: Input) -> str:
    """The error code of a refusal, as in ER-Force's simulator if it has one."""
    codes: dict[type, str] = {
        ChangeRobot: "INVALID_SPEC",
        ChangeRealism: "INVALID_REALISM",
        ChangeSpec: "INVALID_GEOMETRY",
        PlaceBall: "OUT_OF_RANGE",
        PlaceRobot: "OUT_OF_RANGE",
    }
    return codes.get(type(wish), "INVALID")
