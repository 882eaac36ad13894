"""The server: one loop that owns the sockets, waits for the next thing to do, and never waits for anybody else.

It runs in one thread. Physics, cameras and codecs take a few hundred microseconds at a time; a second thread for the
sockets would fight with them for the interpreter and make frames late. Sockets are non-blocking, so that a slow or
silent peer costs nothing.
"""

from __future__ import annotations

import gc
import math
import select
import threading
import time
from collections import deque
from typing import Any

from robopitch.match import Match, RealTime
from robopitch.messages import Team, Whistle, Whistled
from robopitch.net import Console
from robopitch.server.broadcast import Broadcast, listen_to_referee
from robopitch.server.desks import ControlDesk, Desk, GrsimDesk, RefereeDesk, TeamDesk
from robopitch.server.links import Link
from robopitch.server.lockstep import Lockstep
from robopitch.server.settings import Addresses

__all__ = ["Server"]

LONGEST_WAIT = 0.2  # s: somebody may have asked it to stop
LONGEST_TURN = 0.02  # s of simulated time between two looks at the sockets
LATENESS = 1000  # frames over which it is judged


class Server:
    """Serves a match over the protocols of the Small Size League.

    speed:     times real time; 0 is a pause, infinity as fast as it goes
    lockstep:  time stands still until a lockstep client asks for a step
    """

    def __init__(
        self, match: Match, addresses: Addresses | None = None, speed: float = 1.0, lockstep: bool = False
    ) -> None:
        addresses = addresses or Addresses()
        ports, host = addresses.ports, addresses.host
        self.match, self.addresses = match, addresses
        self.waits_for_lockstep = lockstep
        self._free = math.isinf(speed)
        self._clock = RealTime(match.world.timestep, time.monotonic(), match.tick, 1.0 if self._free else speed)
        self._open: list[Any] = []
        try:
            self.broadcast = self._opened(Broadcast(match, addresses))
            self._desks: list[Desk] = [
                self._opened(TeamDesk(match, Team.BLUE, host, ports.blue)),
                self._opened(TeamDesk(match, Team.YELLOW, host, ports.yellow)),
                self._opened(ControlDesk(match, host, ports.control, self.set_speed, self._move_vision)),
                self._opened(
                    GrsimDesk(match, host, ports.grsim, {Team.BLUE: ports.grsim_blue, Team.YELLOW: ports.grsim_yellow})
                ),
                self._opened(RefereeDesk(match, listen_to_referee(addresses))),
            ]
            doors: dict[Team | None, int] = {Team.BLUE: ports.blue, Team.YELLOW: ports.yellow, None: ports.driver}
            self.lockstep = self._opened(
                Lockstep(match, self.broadcast, host, doors, self.set_speed, self._move_vision)
            )
            self._console = self._opened(Console(host, ports.console))
        except ValueError:
            self.close()
            raise
        self._stop = threading.Event()
        self._was_locked = False
        self._second = (time.monotonic(), match.tick)  # when the current second of statistics began
        self.real_time_factor = 0.0
        self.slip = 0.0
        self._late: deque[float] = deque(maxlen=LATENESS)

    def _opened(self, part: Any) -> Any:
        self._open.append(part)
        return part

    # ---- running -----------------------------------------------------------------------------------------------

    def run(self, until: int | None = None) -> None:
        """Serve until `stop`, or until a tick."""
        match = self.match
        self._warm_up()
        gc.collect()
        gc.freeze()  # what was made so far stays: no need to look through it again in the middle of a frame
        self._restart_clock()
        by_number = {desk.fileno(): desk for desk in self._desks}
        while not self._stop.is_set() and (until is None or match.tick < until):
            self._turn(by_number, until)

    def _warm_up(self) -> None:
        """Have everything compiled and loaded before time starts: a second played, encoded and taken back."""
        match = self.match
        saved = match.save()
        for _ in range(2):
            self.broadcast.encode(match.advance(match.tick + round(0.5 / match.world.timestep)))
            match.restore(saved)
        match.news.clear()

    def stop(self) -> None:
        """Ask the loop to end; from any thread."""
        self._stop.set()

    def close(self) -> None:
        """Give all ports back."""
        for part in reversed(self._open):
            part.close()
        self._open.clear()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _turn(self, by_number: dict[int, Desk], until: int | None) -> None:
        """Wait for the next thing to do, and do it."""
        lockstep, console, match = self.lockstep, self._console, self.match
        locked = lockstep.active or self.waits_for_lockstep
        asking = [*console.readers(), *console.writers()]
        readers = [*by_number, *lockstep.readers(), *console.readers()]
        writers = [*lockstep.writers(), *console.writers()]
        ready, writable, _ = select.select(readers, writers, [], self._patience(locked))
        if not locked:
            if self._was_locked:
                self._restart_clock()
            self._keep_time(until)
        self._was_locked = locked
        heard = False
        if ready or writable:
            now = time.monotonic()
            others = set(writable)
            for number in ready:
                desk = by_number.get(number)
                if desk is None:
                    others.add(number)
                elif desk.serve(now):
                    heard = True
            if not others.isdisjoint(asking):
                self._attend()
            if others:
                lockstep.serve(others, now)
        if time.monotonic() - self._second[0] >= 1.0:
            self._roll()
        if heard:
            match.advance(match.tick)  # what has come takes effect at this tick, not when the next frame is due

    def _patience(self, locked: bool) -> float:
        """How long nothing will be due."""
        if locked:
            return LONGEST_WAIT
        if self._free:
            return 0.0
        wait = self._clock.when(self.match.due) - time.monotonic()
        return min(max(wait, 0.0), LONGEST_WAIT)

    def _keep_time(self, until: int | None) -> None:
        """Let the match catch up with the clock, and send what comes out of it."""
        match, clock = self.match, self._clock
        most = match.tick + max(1, round(LONGEST_TURN / match.world.timestep))
        now = time.monotonic()
        due = match.due
        tick = min(most, due) if self._free else min(most, clock.tick_at(now))
        if until is not None:
            tick = min(tick, until)
        if tick > match.tick:
            outputs = match.advance(tick)
            if outputs:
                self.broadcast.send(outputs)
                if not self._free:
                    self._late.append(time.monotonic() - clock.when(due))
        if not self._free:
            self.slip = clock.slip(time.monotonic(), match.tick)

    def _restart_clock(self) -> None:
        self._clock.start(time.monotonic(), self.match.tick)
        self._second = (time.monotonic(), self.match.tick)

    def _roll(self) -> None:
        """Statistics of the second that is over."""
        now, (since, tick) = time.monotonic(), self._second
        self.real_time_factor = (self.match.tick - tick) * self.match.world.timestep / (now - since)
        self._second = (now, self.match.tick)
        for meter in (*(link.received for link in self._links()), *self.broadcast.meters.values()):
            meter.roll(now)

    def _links(self) -> list[Link]:
        return [*(desk.link for desk in self._desks), *self.lockstep.links.values()]

    # ---- time --------------------------------------------------------------------------------------------------

    def set_speed(self, speed: float) -> None:
        """Another speed, 0 to pause; infinity runs free."""
        if math.isinf(speed) and speed > 0:
            self._free = True
            return
        self._clock.set_speed(speed, time.monotonic(), self.match.tick)
        self._free = False

    def _move_vision(self, port: int) -> None:
        self.broadcast.vision.move(port)

    # ---- the console -------------------------------------------------------------------------------------------

    def _attend(self) -> None:
        """Answer those who ask about the server."""
        for client, request in self._console.poll():
            try:
                answer = self._answer(request)
            except (ValueError, TypeError, KeyError, OverflowError) as error:
                answer = {"error": str(error)}
            self._console.answer(client, answer)

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        asked = request.get("ask")
        if asked == "status":
            return self.status()
        if asked == "whistle":
            self.match.offer("console", Whistled(Whistle(request["whistle"])))
            self.match.advance(self.match.tick)
            return {"whistle": request["whistle"]}
        if asked == "speed":
            self.set_speed(float(request["speed"]))
            return {"speed": request["speed"]}
        if asked == "step":
            ticks = int(request.get("ticks", 1))
            if not 1 <= ticks <= 10000:
                raise ValueError(f"{ticks} ticks; from 1 to 10000 are possible")
            self.set_speed(0.0)
            self.broadcast.send(self.match.advance(self.match.tick + ticks))
            self._restart_clock()
            return {"tick": self.match.tick}
        if asked == "truth":
            return self._truth()
        raise ValueError(f"nobody here understands {asked!r}; ask status, whistle, speed, step or truth")

    def _truth(self) -> dict[str, Any]:
        """Where everything is."""
        world = self.match.world
        robots = [
            {"team": robot.body.team, "id": robot.body.id, "pose": list(robot.pose), "velocity": list(robot.velocity)}
            for robot in world.robots()
        ]
        ball = {"position": world.ball.position.tolist(), "velocity": world.ball.velocity.tolist()}
        return {"tick": world.tick, "time": world.time, "ball": ball, "robots": robots}

    def status(self) -> dict[str, Any]:
        """Everything that people want to know about a running server."""
        now, match, world = time.monotonic(), self.match, self.match.world
        links = {link.name: link.status(now) for link in self._links()}
        locked = self.lockstep.active or self.waits_for_lockstep
        late = sorted(self._late)
        return {
            "league": world.league.name,
            "engine": world.engine.name,
            "seed": world.seed,
            "timestep": world.timestep,
            "tick": match.tick,
            "time": round(world.time, 6),
            "mode": "lockstep" if locked else "free" if self._free else "real time",
            "speed": None if self._free else self._clock.speed,
            "real_time_factor": round(self.real_time_factor, 4),
            "slip": round(self.slip, 6),
            "lost": round(self._clock.lost, 6),
            "times_lost": self._clock.times_lost,
            "late_p99": round(late[int(0.99 * (len(late) - 1))], 6) if late else 0.0,
            "score": {team.value: goals for team, goals in match.score.items()},
            "teams": {team.value: name for team, name in match.players.items()},
            "robots": {team.value: sum(1 for _ in world.robots(team)) for team in Team},
            "referee": self._referee(),
            "links": links,
            "lockstep": self.lockstep.status(),
            "out": self.broadcast.status(),
            "warnings": self._warnings(links),
        }

    def _referee(self) -> dict[str, Any]:
        heard, kick_about = self.match.authority.outside, self.match.authority.kick_about
        if heard is not None:
            return {"from": heard.source or "outside", "command": heard.command.name, "stage": heard.stage.name}
        if kick_about is not None:
            return {"from": "kick-about", "command": kick_about.whistle.value, "stage": "kick-about"}
        return {"from": "nobody", "command": None, "stage": None}

    def _warnings(self, links: dict[str, Any]) -> list[str]:
        found = list(self.broadcast.notices)
        for team in Team:
            clients = [*links[team.value]["clients"], *self.lockstep.clients(team)]
            if len(clients) > 1:
                found.append(f"{len(clients)} clients command {team}: {', '.join(clients)}; the last word wins")
        if self._clock.times_lost:
            found.append(
                f"real time was lost {self._clock.times_lost} times, {self._clock.lost:.3f} s in all: "
                "the machine is too slow or was busy"
            )
        return found
