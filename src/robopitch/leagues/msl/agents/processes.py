"""The registered programs of robots: fills their data bases, wakes them with each frame, takes their commands.

Each program has one connection (`process_connection.py`). All of them share the data bases of the two teams, and the
radio between these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.msl.agents.agent import PERIOD, SENSORS
from robopitch.leagues.msl.agents.process_table import Process
from robopitch.leagues.msl.rtdb.formation_record import encode_formation
from robopitch.leagues.msl.rtdb.game_record import encode_game
from robopitch.leagues.msl.rtdb.robot_memory import has_memory
from robopitch.leagues.msl.rtdb.team_rtdb import BASE_STATION, TeamRtdb, agent_of
from robopitch.leagues.msl.rtdb.wireless import Wireless, WirelessSettings
from robopitch.leagues.msl.wire.agents import LOCAL, Item, Register
from robopitch.leagues.msl.wire.rtdb import ItemId, Store, cambada_configuration
from robopitch.messages import Body, ChangeSensor, Input, Output, Received, Refusal, Team, Whistle, Whistled
from robopitch.messages.game_state import Period
from robopitch.physics import state as s
from robopitch.teams.situation import situation_of

if TYPE_CHECKING:
    from robopitch.leagues.msl.agents.connection import ProcessConnection
    from robopitch.match import Match
    from robopitch.sensors.sensor import Sensor

__all__ = ["Processes"]

BATTERY = "battery"  # a kind of sensor, whose voltage the base station shows
MOST = 15  # programs; the server has places for one client more
TOLD = 0.08  # s after which the base station repeats how the game stands
WRITTEN = (ItemId.CMD_VEL, ItemId.CMD_KICKER, ItemId.CMD_GRABBER)  # records that a program may write, beside its own …
SHARED = ItemId.ROBOT_WS  # … shared one
TOLD_TO_ALL = (ItemId.COACH_INFO, ItemId.FORMATION_INFO)  # by the base station
READ = (ItemId.VISION_INFO, ItemId.CMD_POS, ItemId.CMD_IMU, ItemId.CMD_GRABBER_INFO, ItemId.CMD_INFO)


class Processes:
    """The registered programs of a match, and the data bases of its external teams."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._configuration = cambada_configuration(int(match.world.league.max_ids))
        self._stores: dict[Team, Sequence[Store]] = {}
        self._teams: dict[Team, TeamRtdb] = {}
        self._programs: list[ProcessConnection] = []
        self._gone = {"cycles": 0, "missed": 0, "late": 0}  # of programs that have left
        self._told: dict[Team, tuple[bytes, int]] = {}  # the game, and when the base station told it, µs
        self._begun = False  # in lockstep: enough programs have registered
        self._until = 0  # tick at which the present period ends

    @property
    def now(self) -> int:
        """The time of the data bases, µs."""
        return round(self.match.world.time * 1e6) + 1  # 0 means that nothing was written

    # ---- coming and going --------------------------------------------------------------------------------------

    def join(self, program: ProcessConnection, entry: Register) -> str | None:
        """Give a program its place in the table; returns why it gets none."""
        match, names = self.match, [team.value for team in Team]
        if entry.team not in names:
            return f"there is no team {entry.team!r}; blue or yellow plays"
        team = Team(entry.team)
        if team not in match.teams.external:
            return f"{team} plays in the process of the match"
        if not 0 <= entry.id < match.world.league.max_ids:
            return f"there is no {team} {entry.id}: ids are 0 to {match.world.league.max_ids - 1}"
        if not (1 <= entry.period <= 1000 and 0 <= entry.phase < entry.period and entry.deadline > 0):
            return "a period from 1 to 1000 frames, a phase below it and a deadline above 0 are wanted"
        robot = Body(team, entry.id)
        for other in self._programs:
            if other.process.robot == robot and other.process.registered.name == entry.name:
                return f"a program {entry.name!r} of {robot} is registered already"
        if entry.memory and not has_memory(match):
            return "this server has no shared memory for programs of robots: start it with --shared-memory"
        if len(self._programs) >= MOST:
            return f"{MOST} programs are registered; there is no place for more"
        if not self._programs:
            match.sensors.listeners.append(self._on_reports)
            match.radio.listeners.append(self._on_received)
        if team not in self._teams:
            self._open(team)
        program.process = Process(entry, robot)
        self._programs.append(program)
        return None

    def _open(self, team: Team) -> None:
        """Make the empty data bases of a team."""
        numbers = range(len(self._configuration.agents))
        self._stores[team] = [Store(self._configuration, number, lambda: self.now) for number in numbers]
        wireless = Wireless(WirelessSettings(), self.match.world.seed, team.value)
        self._teams[team] = TeamRtdb(team, self._stores[team], wireless)

    def switch_on(self, robot: Body) -> list[Input]:
        """The inputs that switch on the sensors of a robot."""
        assert robot.team is not None
        mounted = self.match.world.league.team(robot.team).robot.sensors
        names = {sensor.name for sensor in self.match.sensors.suite}
        wanted = [f"{robot} {sensor.name}" for sensor in mounted if sensor.kind in (*SENSORS, BATTERY)]
        return [ChangeSensor(name, {"on": True}) for name in wanted if name in names]

    def leave(self, program: ProcessConnection) -> None:
        """A program has left."""
        if program not in self._programs:
            return
        self._programs.remove(program)
        for key in self._gone:
            self._gone[key] += getattr(program.process, key)
        if not self._programs:
            self.match.sensors.listeners.remove(self._on_reports)
            self.match.radio.listeners.remove(self._on_received)
        self.go_on()

    def rewind(self) -> None:
        """The match went back in time: records of the future must not be left."""
        for team in self._teams:
            self._open(team)
        self._told.clear()

    # ---- outputs of the match ----------------------------------------------------------------------------------

    def _on_reports(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        owner = sensor.owner
        if owner is None or owner.team not in self._teams:
            return
        self._teams[owner.team].deliver(reports)
        if any(type(report).__name__ == "OmniView" for report in reports):
            for program in self._programs:
                if program.process.robot == owner:
                    program.on_frame()
            self.wake_due(owner)

    def _on_received(self, message: Received) -> None:
        if message.team in self._teams:
            self._teams[message.team].deliver((message,))

    def records(self, robot: Body, since: int) -> tuple[Item, ...]:
        """The records in the data base of a robot that were written after a time, in µs."""
        assert robot.team is not None
        self._measure(robot)
        store, agent = self._stores[robot.team][agent_of(robot.id)], agent_of(robot.id)
        found = []
        for id in READ:
            if store.written(id) > since:
                reading = store.get(agent, id)
                found.append(Item(LOCAL, int(id), reading.time, reading.data))
        for other in range(len(self._configuration.agents)):
            for id in TOLD_TO_ALL if other == BASE_STATION else (SHARED,):
                reading = store.get(other, id)
                if other != agent and reading.age >= 0:
                    found.append(Item(other, int(id), reading.time, reading.data))
        return tuple(found)

    def records_beside_memory(self, robot: Body) -> tuple[Item, ...]:
        """What a program whose data base is in shared memory does not find there: the base station's and CMD_INFO."""
        assert robot.team is not None
        self._tell_game()
        self._measure(robot)
        agent, stores = agent_of(robot.id), self._stores[robot.team]
        wanted = [(BASE_STATION, BASE_STATION, id) for id in TOLD_TO_ALL]
        found = []
        for number, owner, id in (*wanted, (agent, LOCAL, ItemId.CMD_INFO)):
            reading = stores[number].get(number, id)
            if reading.age >= 0:
                found.append(Item(owner, int(id), reading.time, reading.data))
        return tuple(found)

    def _measure(self, robot: Body) -> None:
        """Write what the hardware measures."""
        assert robot.team is not None
        world = self.match.world
        if robot in world.bodies:
            charge = float(world.robot_block[s.CHARGE, world.bodies.index(robot)])
            self._teams[robot.team].write_hardware(robot.id, charge)

    # ---- commands ----------------------------------------------------------------------------------------------

    def write(self, robot: Body, records: Sequence[Item]) -> list[Refusal]:
        """Write the records of a program into its data base; returns those that it may not write."""
        assert robot.team is not None
        agent = agent_of(robot.id)
        store, refused = self._stores[robot.team][agent], []
        for item in records:
            allowed = item.id in WRITTEN if item.agent == LOCAL else (item.agent, item.id) == (agent, SHARED)
            try:
                if not allowed:
                    raise ValueError(f"{robot} may not write record {item.id} of agent {item.agent}")
                store.put(item.id, item.data)
            except ValueError as error:
                refused.append(Refusal("RECORD", str(error)))
        return refused

    def inputs(self) -> list[Input]:
        """What the programs have ordered, and the frames between robots, up to now."""
        self._tell_game()
        inputs: list[Input] = []
        for team in sorted(self._teams):
            orders = self._teams[team].orders()
            inputs += [] if orders is None else [orders]
            inputs += self._teams[team].frames(self.match.world.time)
        return inputs

    def _tell_game(self) -> None:
        """The base stations tell their robots how the game stands."""
        for team, stores in self._stores.items():
            game, now = encode_game(situation_of(self.match.game, team)), self.now
            said, when = self._told.get(team, (b"", 0))
            if game != said or not 0 <= now - when < TOLD * 1e6:
                stores[BASE_STATION].put(ItemId.COACH_INFO, game)
                formation = self.match.teams.formations.get(team)
                if formation is not None or stores[BASE_STATION].written(ItemId.FORMATION_INFO):
                    stores[BASE_STATION].put(ItemId.FORMATION_INFO, encode_formation(formation))
                self._told[team] = game, now

    def wake_due(self, robot: Body) -> None:
        """Wake the programs of a robot that are due, if those before them are done."""
        own = [program for program in self._programs if program.process.robot == robot]
        busy = {one.process.registered.name for one in own if one.process.busy or one.process.due}
        for program in own:
            others = busy - {program.process.registered.name}
            if program.process.due and others.isdisjoint(program.process.registered.after):
                program.wake()

    # ---- lockstep ----------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """In lockstep: if every program is done, let what they wrote take effect, and let time go on by one period."""
        waiting = [program for program in self._programs if program.lockstep]
        if not waiting or any(program.process.busy or program.ticking for program in waiting):
            return
        if not self._begun and len(waiting) < max(program.process.registered.together for program in waiting):
            return
        waiting.sort(key=lambda program: program.key)
        inputs = self.inputs()
        if not self._begun:
            self._begun = True
            if self.match.options.referee == "rules" and self.match.game.period is Period.BEFORE:
                inputs.append(Whistled(Whistle.KICK_OFF))
        for given in inputs:
            waiting[0].offer(given)
        self._until = self.match.tick + max(1, round(PERIOD / self.match.world.timestep))
        for program in waiting:
            program.go_on(self._until)

    def catch_up(self, program: ProcessConnection) -> None:
        """In lockstep: a program that comes while time goes on waits for the end of the period with the others."""
        if any(other.ticking for other in self._programs):
            program.go_on(self._until)
        self.go_on()

    # ---- status ------------------------------------------------------------------------------------------------

    @property
    def table(self) -> list[Process]:
        """The process table."""
        return [program.process for program in sorted(self._programs, key=lambda program: program.key)]

    @property
    def stores(self) -> Mapping[Team, Sequence[Store]]:
        """The data bases of the teams that have had a program, by agent, the base station first."""
        return self._stores

    def report(self) -> dict[str, Any]:
        """The process table as plain data."""
        rows = {f"{one.robot} {one.registered.name}": one.report() for one in self.table}
        total = self.totals
        text = f"{len(rows)} programs; {total['missed']} of {total['cycles'] + total['missed']} cycles missed"
        return {"all": {"text": text, **total}, **rows} if total["cycles"] or rows else {}

    @property
    def totals(self) -> dict[str, int]:
        """Cycles, missed and late ones, of all programs so far."""
        return {
            key: gone + sum(getattr(program.process, key) for program in self._programs)
            for key, gone in self._gone.items()
        }
