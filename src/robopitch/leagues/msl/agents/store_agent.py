"""An agent that knows only its data base: it reads what the processes of its robot write, decides, and writes commands.

The chain of [CAMBADA-sim fig. 4.1]: whether a robot or a simulator fills the data base, it cannot tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.control.geometry import Pose, wrapped
from robopitch.control.shared_record import SharedRecord
from robopitch.leagues.msl.agents.agent import compass_turn, make_agent
from robopitch.leagues.msl.rtdb.formation_record import decode_formation
from robopitch.leagues.msl.rtdb.game_record import decode_game
from robopitch.leagues.msl.rtdb.shared_state import decode_shared, encode_shared
from robopitch.leagues.msl.rtdb.team_rtdb import BASE_STATION, CHARGED
from robopitch.leagues.msl.wire.rtdb import SELF, ItemId
from robopitch.leagues.msl.wire.rtdb.records import (
    Compass,
    Grabber,
    GrabberInfo,
    HardwareInfo,
    Kicker,
    Odometry,
    Velocity,
    Vision,
)
from robopitch.messages import BodyVelocity, Kick, PowerKick, Refusal, Team
from robopitch.messages.game_state import Phase
from robopitch.teams.formation import form
from robopitch.teams.situation import Situation

if TYPE_CHECKING:
    from robopitch.leagues.msl.wire.rtdb import Store
    from robopitch.spec import LeagueSpec, RobotSpec
    from robopitch.teams.observation import Action, Policy
    from robopitch.teams.robot_agent import RobotAgent

__all__ = ["StoreAgent"]

STRAIGHT = 128  # code of a kick along the ground
LONGEST_SILENCE = 2000  # ms after which a base station that says nothing counts as gone: robots stop


class StoreAgent:
    """The agent of a robot, over a data base. Call `cycle` whenever there is a new frame of the vision."""

    def __init__(self, league: LeagueSpec, team: Team, number: int, policy: Policy, store: Store) -> None:
        self._league, self._team, self._number, self._policy, self._store = league, team, number, policy, store
        self._robot = league.team(team).robot
        self._delay, self._turn = _delay_of(self._robot), compass_turn(self._robot, team)
        self._begin()

    @property
    def agent(self) -> RobotAgent:
        """The agent: its world model and its policy."""
        return self._agent

    def _begin(self) -> None:
        self._agent = make_agent(self._league, self._team, self._number, self._policy)
        self._last = 0.0  # s, time of the last cycle
        self._read: dict[tuple[int, int], int] = {}  # when the records that were read had been written, µs

    def cycle(self) -> None:
        """Read what is new, decide, and write commands and the record for the mates."""
        now = self._store.now / 1e6
        if now < self._last:
            self._begin()  # the match went back in time
        self._last = now
        self._read_sensors()
        self._read_mates()
        self._read_formation()
        action, record = self._agent.decide(now, self.situation, self._charge())
        self._store.put(ItemId.ROBOT_WS, encode_shared(record, voltage=self._voltage()))
        self._write(action)

    # ---- reading -----------------------------------------------------------------------------------------------

    def _new(self, id: int, agent: int = SELF) -> tuple[float, bytes] | None:
        """Time in s and value of a record, if it was written since it was last read."""
        reading = self._store.get(agent, id)
        if reading.age < 0 or self._read.get((agent, id)) == reading.time:
            return None
        self._read[agent, id] = reading.time
        return reading.time / 1e6, reading.data

    def _read_sensors(self) -> None:
        world = self._agent.world
        if (found := self._new(ItemId.CMD_POS)) and isinstance(moved := Odometry.decode(found[1]), Odometry):
            world.on_odometry(found[0], Pose(moved.forward, moved.left, moved.heading))
        if (found := self._new(ItemId.CMD_IMU)) and isinstance(compass := Compass.decode(found[1]), Compass):
            world.on_compass(found[0], wrapped(compass.angle + self._turn))
        if (found := self._new(ItemId.CMD_GRABBER_INFO)) and isinstance(
            barrier := GrabberInfo.decode(found[1]), GrabberInfo
        ):
            world.on_barrier(barrier.ball)
        if (found := self._new(ItemId.VISION_INFO)) and isinstance(vision := Vision.decode(found[1]), Vision):
            ball = vision.balls[0] if len(vision.balls) else None
            seen = None if ball is None else (float(ball[0]), float(ball[1]))
            world.on_picture(found[0] - self._delay, vision.lines, vision.obstacles, seen)

    def _read_mates(self) -> None:
        for agent in range(1, len(self._store.configuration.agents)):
            if agent == self._store.agent:
                continue
            found = self._new(ItemId.ROBOT_WS, agent)
            record = None if found is None else decode_shared(found[1], found[0])
            if isinstance(record, SharedRecord):
                self._agent.world.on_record(record)

    def _read_formation(self) -> None:
        """Stand where the coach wants the robots."""
        found = self._new(ItemId.FORMATION_INFO, BASE_STATION)
        formation = Refusal("", "") if found is None else decode_formation(found[1])
        if not isinstance(formation, Refusal):
            form(self._agent.memory, formation)

    @property
    def situation(self) -> Situation:
        """The game as the base station tells it; a stop if it says nothing."""
        reading = self._store.get(BASE_STATION, ItemId.COACH_INFO)
        situation = decode_game(reading.data) if 0 <= reading.age <= LONGEST_SILENCE else None
        return situation if isinstance(situation, Situation) else Situation(Phase.STOP)

    def _charge(self) -> float:
        info = HardwareInfo.decode(self._store.get(SELF, ItemId.CMD_INFO).data)
        return info.kicker / CHARGED if isinstance(info, HardwareInfo) else 1.0

    def _voltage(self) -> float:
        """V, of the battery that drives the wheels; 0: unknown."""
        info = HardwareInfo.decode(self._store.get(SELF, ItemId.CMD_INFO).data)
        return info.power_24 / 10 if isinstance(info, HardwareInfo) else 0.0

    # ---- writing -----------------------------------------------------------------------------------------------

    def _write(self, action: Action) -> None:
        command = action.command
        if isinstance(command, BodyVelocity):
            self._store.put(ItemId.CMD_VEL, Velocity(command.forward, command.left, command.turn).encode())
        self._store.put(ItemId.CMD_GRABBER, Grabber(round(100 * min(max(action.dribble, 0.0), 1.0))).encode())
        self._store.put(ItemId.CMD_KICKER, Kicker(self._kick_code(action.kick)).encode())

    def _kick_code(self, kick: Kick | PowerKick | None) -> int:
        """The byte of a kick [CAMBADA-sim §4.6.3]; 0: none."""
        if isinstance(kick, PowerKick):
            return kick.code
        kicker = self._robot.kicker
        if kick is None or kicker is None or kicker.power_steps == 0:
            return 0
        straight = kick.angle == 0
        return kicker.power_of(kick.speed, chip=not straight) + (STRAIGHT if straight else 0)


def _delay_of(robot: RobotSpec) -> float:
    """s from the picture to its record."""
    return next((float(one.settings.get("delay", 0.0)) for one in robot.sensors if one.kind == "omnivision"), 0.0)
