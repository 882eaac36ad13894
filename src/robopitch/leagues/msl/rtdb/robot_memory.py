"""The data bases of CAMBADA's robots, in shared memory or in folders: one for each robot of teams from outside.

Blue is the first team of the machine, yellow the second (`SECOND_RTDB`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.leagues.msl.agents.process_masters import ProcessMasters
from robopitch.leagues.msl.rtdb.base_station import BaseStation
from robopitch.leagues.msl.rtdb.team_rtdb import TeamRtdb
from robopitch.leagues.msl.rtdb.view import rtdb_view
from robopitch.leagues.msl.rtdb.wireless import Wireless, WirelessSettings
from robopitch.leagues.msl.wire.rtdb import CAMBADA_2017, Configuration, Store, Variant, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.team_memory import MakeMemory, TeamMemory
from robopitch.messages import ChangeSensor, Input, Output, Received, Refusal, Team
from robopitch.physics import state as s

if TYPE_CHECKING:
    from robopitch.leagues.memory_link import MakeTable, OpenFolder
    from robopitch.leagues.msl.wire.rtdb.team_folders import TeamFolders
    from robopitch.leagues.panel_view import PanelView
    from robopitch.match import Match
    from robopitch.sensors.sensor import Sensor

__all__ = ["SENSORS", "RobotMemory", "has_memory"]

SENSORS = ("omnivision", "compass", "odometry", "battery", "barrier")  # kinds whose reports have a record


class RobotMemory:
    """A `MemoryLink`. Records carry the time of the match, which is unix time in real time.

    configuration, variant: as the programs were compiled
    folders: the folder for all data bases and what opens one; None: they are in shared memory
    tables:  what makes the tables by which robots' visions wake programs; None: none
    """

    interval = 0.004
    about = "data bases of the robots' programs: AGENT=1 is robot 0, SECOND_RTDB=1 is yellow"

    def __init__(
        self,
        match: Match,
        wireless: WirelessSettings | None = None,
        configuration: Configuration | None = None,
        variant: Variant = CAMBADA_2017,
        folders: tuple[Path, OpenFolder] | None = None,
        tables: MakeTable | None = None,
    ) -> None:
        self.masters = None if tables is None else ProcessMasters(match, tables)
        self._match, self._variant, self._folders = match, variant, folders
        if folders is not None:
            self.about = f"data bases of the robots' programs in {folders[0]}: TMPDIR={folders[0]}/blue/1 is blue 0"
        self._wireless = wireless or WirelessSettings()
        self._configuration = configuration or cambada_configuration()
        self._memories: list[TeamMemory | TeamFolders] = []
        self._teams: list[TeamRtdb] = []
        self._stations: list[BaseStation] = []
        self._begun = False
        self.views: Sequence[PanelView] = (rtdb_view(self._stores),)

    def _stores(self) -> Mapping[Team, Sequence[Store]]:
        return {team.team: memory.stores for team, memory in zip(self._teams, self._memories, strict=True)}

    def open(self, make: MakeMemory) -> None:
        """Make the memory of the external teams."""
        for team in Team:
            if team in self._match.teams.external:
                memory = self._made(team, make)
                wireless = Wireless(self._wireless, self._match.world.seed, team.value)
                self._memories.append(memory)
                self._teams.append(TeamRtdb(team, memory.stores, wireless))
                self._stations.append(BaseStation(team, memory.stores, self._match))
                if self.masters is not None:
                    self.masters.open(team)
        self._set_time()
        self._match.sensors.listeners.append(self._on_reports)

    def _made(self, team: Team, make: MakeMemory) -> TeamMemory | TeamFolders:
        if self._folders is None:
            return TeamMemory(self._configuration, make, self._time, team is Team.YELLOW, self._variant)
        from robopitch.leagues.msl.wire.rtdb.team_folders import TeamFolders  # it needs MessagePack

        root, open_folder = self._folders
        return TeamFolders(self._configuration, root / team.value, open_folder, self._time)

    def _on_reports(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        """Write what the sensors of a robot report, at once: its program may be woken by the same report."""
        if self._match.observers.is_suspended:
            return  # a rehearsal: time will go back
        self._set_time()
        for team in self._teams:
            team.deliver(reports)
        for report in reports:
            if type(report).__name__ == "OmniView":
                self._on_frame(sensor)
            elif type(report).__name__ == "FrontalView":
                self._on_front(sensor, report)

    def _on_front(self, sensor: Sensor, view: Any) -> None:
        """A robot has a picture of its frontal camera."""
        settings: Any = sensor.settings
        for team in self._teams:
            if team.team is view.robot.team:
                team.write_front_vision(view, settings.x, settings.z)

    def _on_frame(self, sensor: Sensor) -> None:
        """A robot has a new frame of its vision: what its hardware measures goes with it, and its program wakes up."""
        robot, world = sensor.owner, self._match.world
        for team in self._teams:
            if robot is not None and robot.team is team.team and robot in world.bodies:
                team.write_hardware(robot.id, float(world.robot_block[s.CHARGE, world.bodies.index(robot)]))
                if self.masters is not None:
                    self.masters.on_frame(robot, self._time())

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Write what mates share."""
        self._set_time()
        for team in self._teams:
            team.deliver(output for output in outputs if isinstance(output, Received))

    def poll(self) -> Sequence[Input]:
        """Commands of the programs, and frames between robots; at first, the sensors of the robots are switched on."""
        self._set_time()
        inputs: list[Input] = []
        if not self._begun:
            self._begun = True
            inputs += self._switched_on()
        for station in self._stations:
            station.tell()
        if self.masters is not None:
            self.masters.poll(self._time())
        for team in self._teams:
            orders = team.orders()
            inputs += [] if orders is None else [orders]
            inputs += team.frames(self._match.world.time)
        return inputs

    def refusals(self) -> Sequence[Refusal]:
        """What could not be used since the last call."""
        return tuple(refusal for team in self._teams for refusal in team.take_refusals())

    def on_rewind(self) -> None:
        """Frames under way are lost."""
        for team in self._teams:
            team.rewind()

    def close(self) -> None:
        """Write nothing any more."""
        if self._on_reports in self._match.sensors.listeners:
            self._match.sensors.listeners.remove(self._on_reports)

    def _switched_on(self) -> list[Input]:
        world, teams = self._match.world, {team.team for team in self._teams}
        return [
            ChangeSensor(f"{body} {mounted.name}", {"on": True})
            for body, spec in zip(world.bodies, world.specs, strict=True)
            if body.team in teams
            for mounted in spec.sensors
            if mounted.kind in SENSORS
        ]

    def _time(self) -> int:
        """µs."""
        return round((self._match.epoch + self._match.world.time) * 1e6)

    def _set_time(self) -> None:
        for memory in self._memories:
            memory.set_time(self._time(), simulated=True)


def has_memory(match: Match) -> bool:
    """Whether robots of a match have their data bases in shared memory."""
    return any(isinstance(getattr(one, "__self__", None), RobotMemory) for one in match.sensors.listeners)
