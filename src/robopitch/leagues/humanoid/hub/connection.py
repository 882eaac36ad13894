"""One control program at the hub: its handshake, its sensors, and what they measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.leagues.budget import Budget
from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.humanoid.hub.description import Exchange, exchange_for
from robopitch.leagues.humanoid.hub.sensors import KINDS, numbers_of, sensor_infos, sensors_of, short_name
from robopitch.leagues.humanoid.wire.figure import encode_figure
from robopitch.leagues.humanoid.wire.hub import (
    Answer,
    ChangeSensors,
    Hello,
    HubError,
    Reading,
    SensorInfo,
    SensorRequest,
    SensorsNow,
    Welcome,
    decode_request,
    encode_answer,
    encode_request,
)
from robopitch.messages import Body, ChangeSensor, Output, Refusal
from robopitch.physics.servos.tables import TABLES
from robopitch.wire.framing import Deframer, FrameError, frame

if TYPE_CHECKING:
    from robopitch.leagues.humanoid.hub.endpoints import Hub
    from robopitch.sensors.sensor import Sensor
    from robopitch.spec.figure import FigureSpec

__all__ = ["BUDGET", "HubConnection"]

PATIENCE = 10.0  # s in which a program must say hello
GRACE = 0.3  # s: a robot that is taken may become free, if its last program was killed just now
BUDGET = Budget(messages=100, bytes=4e6, seconds=0.5)  # of a program; a description takes long to read
MOST_READINGS = 500.0  # a second, of all sensors of a program without the key: eight programs cost a third of a core
MOST_ERRORS = 50  # of one program, then it is disconnected
OFTEN = 1.0  # s between two exchanges of a robot: the engine is built anew

Values = dict[str, object]


class HubConnection(Connection):
    """One program. It has a robot once its hello was accepted.

    program: its name, as it says
    sent:    the names of the sensors whose readings it gets
    """

    def __init__(self, io: Io, hub: Hub) -> None:
        self._io, self._hub, self.address = io, hub, io.peer
        self.robot: Body | None = None
        self.program = ""
        self.sent: set[str] = set()
        self._framing = Deframer()
        self._errors = 0
        self._is_owner = False  # it has the key
        self._deadline = io.now + PATIENCE
        self._waiting: Hello | None = None  # for a robot that is taken
        self._told: dict[str, SensorInfo] = {}  # by name
        self._known: list[Any] = []  # the figure and settings of the sensors when it was told
        self._coming: dict[str, Values] = {}  # settings that were offered and are not taken in yet, by name …
        self._figure: FigureSpec | None = None  # … and the same of a figure
        self._wanted: dict[str, float] = {}  # rates of the sensors that are sent, as the program wants them …
        self._share = 1.0  # … of which it gets so much
        self._counts: dict[str, int] = {}
        io.wake_at(self._deadline)

    # ---- what comes --------------------------------------------------------------------------------------------

    def on_data(self, data: bytes) -> None:
        """Take in what has come, as far as the budget allows."""
        io = self._io
        try:
            messages = self._framing.feed(data)
        except FrameError as error:
            self._refuse(Refusal("UNREADABLE", str(error)))
            io.close(str(error))
            return
        for index, message in enumerate(messages):
            if index and not io.allows():  # the first one was counted when the data came
                return
            self._take(message)
            if self._errors > MOST_ERRORS:
                io.close(f"more than {MOST_ERRORS} errors")
                return

    def _take(self, message: bytes) -> None:
        request = decode_request(message)
        if not isinstance(request, Refusal):
            safe = replace(request, key="") if isinstance(request, Hello) else request
            self._io.record("in/hub", encode_request(safe))  # recordings are given to others
        match request:
            case Refusal():
                self._refuse(request)
            case Hello() if self.robot is not None:
                self._refuse(Refusal("HELLO", f"this connection is that of {self.robot} already"))
            case Hello():
                self._meet(request)
            case ChangeSensors(number=number) if self.robot is None:
                self._refuse(Refusal("HELLO", "who are you? The first message of a program is its hello"), number)
            case ChangeSensors():
                self._change(request)

    def _refuse(self, refusal: Refusal, number: int = 0) -> None:
        self._errors += 1
        self._io.refuse([refusal])
        self._send(HubError(refusal.code, refusal.message, number))

    def _send(self, answer: Answer) -> None:
        self._io.send(frame(encode_answer(answer)))

    # ---- the handshake -----------------------------------------------------------------------------------------

    def _meet(self, hello: Hello, patient: bool = True) -> None:
        """Give a program its robot, or refuse it. *patient*: a robot that is taken may become free."""
        io, hub, robot = self._io, self._hub, Body(hello.team, hello.number)
        objection = hub.objection(robot)
        if objection is not None:
            self._refuse(Refusal("ROBOT", objection))
            return
        other = hub.peers.get(robot)
        if other is not None:
            if patient:
                self._waiting = hello
                io.wake_at(io.now + GRACE)
                return
            where = "{}:{}".format(*other.address)
            text = f"{robot} has a control program already: {other.program!r} at {where}; only one can have it"
            self._refuse(Refusal("TAKEN", text))
            return
        figure = self._prepare(hello, robot)
        if isinstance(figure, Refusal):
            self._refuse(figure)
            return
        self.robot, self.program, self._waiting = robot, hello.program, None
        io.wake_at()
        io.heard(hello.team)
        hub.join(self, robot)
        infos = self._apply(hello.sensors, figure)
        world, number = io.match.world, robot.id
        league, protocol = world.league.name, TABLES[figure.servos[0].model].protocol if figure is not None else 0
        data = hub.description(robot) if self._figure is None else encode_figure(self._figure)
        welcome = (hello.team, number, league, world.timestep, world.time, hub.buses(robot), protocol, infos, data)
        self._send(Welcome(*welcome))

    def _prepare(self, hello: Hello, robot: Body) -> FigureSpec | Refusal | None:
        """Check all that a program wants, then exchange its robot; returns the figure that is in force."""
        io, hub = self._io, self._hub
        self._is_owner = io.is_owner(hello.key)
        if refusal := self._objection(robot, hello.sensors):
            return refusal
        figure = hub.figure(robot)
        if hello.description is None or hello.description == hub.description(robot):
            return figure
        if not self._is_owner:
            text = f"{robot} has another description; to exchange it, the key of the user who runs the server is needed"
            return Refusal("KEY", text)
        if io.now - hub.exchanged.get(robot, -OFTEN) < OFTEN:
            return Refusal("FLOOD", f"another description for {robot} came less than {OFTEN:g} s ago")
        hub.exchanged[robot] = io.now  # also if it is refused: looking at it takes time
        exchange = exchange_for(io.match, robot, hello.description)
        if not isinstance(exchange, Exchange):
            return exchange
        for given in exchange.inputs:
            if refusals := io.offer(given):
                text = f"the description of {robot} cannot be used: {refusals[0].message}"
                return Refusal("DESCRIPTION", text)
        self._figure = exchange.figure
        return exchange.figure

    # ---- sensors -----------------------------------------------------------------------------------------------

    def _change(self, change: ChangeSensors) -> None:
        assert self.robot is not None
        assert self.robot.team is not None
        if refusal := self._objection(self.robot, change.sensors):
            self._refuse(refusal, change.number)
            return
        self._io.heard(self.robot.team)
        infos = self._apply(change.sensors, self._figure or self._hub.figure(self.robot))
        self._send(SensorsNow(self._io.match.world.time, infos, change.number))

    def _objection(self, robot: Body, requests: Sequence[SensorRequest]) -> Refusal | None:
        """Why the sensors of a robot cannot be changed so."""
        match = self._io.match
        infos = {info.name: info for info in sensor_infos(match, robot, None, set())}
        known = {short_name(sensor): sensor for sensor in sensors_of(match, robot)}
        for request in requests:
            if request.settings and not self._is_owner:
                text = "to set anything but rates, the key of the user who runs the server is needed in the hello"
                return Refusal("KEY", f"{request.name}: {text}")
            if request.name not in known:
                names = ", ".join(known) or "none: the match has no sensors"
                return Refusal("SENSOR", f"{robot} has no sensor {request.name!r}; it has {names}")
            kind = infos[request.name].kind
            if request.on and kind not in KINDS:
                return Refusal("SENSOR", f"{request.name}: readings of {kind!r} are not sent by the hub")
            try:
                match.sensors.try_change(known[request.name].name, _values(request))
            except ValueError as error:
                return Refusal("SENSOR", str(error))
        return None

    def _apply(self, requests: Sequence[SensorRequest], figure: FigureSpec | None) -> tuple[SensorInfo, ...]:
        """Offer the changes, which were checked; returns all sensors as they are then."""
        io, robot = self._io, self.robot
        assert robot is not None
        for name, values in self._thinned({request.name: _values(request) for request in requests}).items():
            io.refuse(io.offer(ChangeSensor(f"{robot} {name}", values)))
            self._coming[name] = {**self._coming.get(name, {}), **values}
        for request in requests:
            (self.sent.add if request.on else self.sent.discard)(request.name)
        return self._tell(sensor_infos(io.match, robot, figure, self.sent, self._coming))

    def _thinned(self, changes: dict[str, Values]) -> dict[str, Values]:
        """The changes of sensors, with lower rates if the program wants too many readings in all."""
        io, robot, before, thinned = self._io, self.robot, dict(self._wanted), self._share < 1.0
        assert robot is not None
        rates = {short_name(one): float(one.settings.rate) for one in sensors_of(io.match, robot)}
        for name, values in changes.items():
            self._wanted.pop(name, None)
            if values["on"]:
                known = before.get(name) or self._coming.get(name, {}).get("rate") or rates[name]
                self._wanted[name] = float(values.get("rate", known))  # type: ignore[arg-type]
        whole = sum(self._wanted.values())
        self._share = 1.0 if self._is_owner else MOST_READINGS / max(whole, MOST_READINGS)
        if self._share < 1.0:
            text = f"{robot}: {whole:g} readings a second are wanted, and {MOST_READINGS:g} sent: all rates are lower"
            io.refuse([Refusal("RATE", f"{text}; with the key of the user who runs the server there is no limit")])
        elif not thinned:
            return changes
        rated = {name: {"rate": rate * self._share} for name, rate in self._wanted.items()}
        return {name: {**changes.get(name, {}), **rated.get(name, {})} for name in {**changes, **rated}}

    def _tell(self, infos: tuple[SensorInfo, ...]) -> tuple[SensorInfo, ...]:
        """Note what the program is told of its sensors."""
        self._told = {info.name: info for info in infos}
        self._known = []
        return infos

    def tell_changes(self, rewound: bool = False) -> None:
        """Tell the program of its sensors, if somebody else changed them or the robot. The match has taken in what was
        offered.
        """
        match, robot = self._io.match, self.robot
        self._coming, self._figure = {}, None
        if robot is None or self._hub.objection(robot) is not None:
            return
        figure = self._hub.figure(robot)
        known = [figure, *(sensor.settings for sensor in sensors_of(match, robot))]
        same = len(known) == len(self._known)
        if same and not rewound and all(a is b for a, b in zip(known, self._known, strict=True)):
            return
        infos = sensor_infos(match, robot, figure, self.sent)
        if rewound or infos != tuple(self._told.values()):
            self._send(SensorsNow(match.world.time, self._tell(infos), rewound=rewound))
        self._known = known

    def deliver(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        """Send what a sensor has delivered, if the program wants it."""
        name = short_name(sensor)
        info = self._told.get(name)
        if info is None or name not in self.sent:
            return
        names, now = tuple(value.name for value in info.values), self._io.match.world.time
        for report in reports:
            capture = float(getattr(report, "capture", now))
            self._counts[name] = count = self._counts.get(name, 0) + 1
            self._send(Reading(info.id, count, capture, now - capture, numbers_of(report, names)))

    # ---- time --------------------------------------------------------------------------------------------------

    def on_time(self, now: float) -> None:
        """The robot that was taken may be free; a program that has not said hello must go."""
        if self.robot is not None:
            return
        hello, self._waiting = self._waiting, None
        if hello is not None:
            self._meet(hello, patient=False)
        elif now >= self._deadline:
            text = f"no hello for {PATIENCE:g} s"
            self._refuse(Refusal("HELLO", text))
            self._io.close(text)
            return
        if self.robot is None:
            self._io.wake_at(max(self._deadline, now + GRACE))

    def on_rewind(self) -> None:
        """The match went back in time: so did the settings of the sensors."""
        self.tell_changes(rewound=True)

    def on_close(self) -> None:
        """The program has left."""
        self._hub.leave(self)

    def apology(self, refusal: Refusal) -> bytes | None:
        """The answer to a message whose handling failed."""
        return frame(encode_answer(HubError(refusal.code, refusal.message)))


def _values(request: SensorRequest) -> Values:
    """The settings of a sensor that a request changes."""
    values: Values = {"on": request.on, **dict(request.settings)}
    return values if request.rate is None else {**values, "rate": request.rate}
