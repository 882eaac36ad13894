"""The Small Size League from the side of a team: SSL-Vision and referee in, commands of the simulation protocol out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.endpoint import Address
from robopitch.leagues.ssl.referee.messages import game_of
from robopitch.leagues.ssl.wire.referee import decode_referee
from robopitch.leagues.ssl.wire.simulation.team import decode_team_response, encode_orders
from robopitch.leagues.ssl.wire.vision import decode_geometry, decode_packet, encode_frame
from robopitch.messages import (
    CameraFrame,
    ChangeSpec,
    Command,
    Refusal,
    RimSpeeds,
    RobotOrder,
    Team,
    WheelSpeeds,
)
from robopitch.spec import LeagueSpec

if TYPE_CHECKING:
    from robopitch.client.link import Report
    from robopitch.leagues.network import Network

__all__ = ["SslTeamLink"]

VISION, REFEREE = "vision", "referee"  # sources, and names of ports and groups in network.toml
WHEELS = 4  # the protocol has fields for four wheels
MOST_CAMERAS = 64  # a higher id is not a camera


class SslTeamLink:
    """One team's side of SSL-Vision, the referee and the simulation protocol; touches no sockets.

    league: what the team assumes of field and ball; geometry from vision is reported as differences from it
    """

    vision = VISION

    def __init__(self, team: Team, league: LeagueSpec, network: Network) -> None:
        self._league = league
        self.listens: Mapping[str, Address] = {
            name: (network.group(name), network.port(name)) for name in (VISION, REFEREE)
        }
        self.commands: Address = (network.host, network.port(team.value))
        self.reset()

    def reset(self) -> None:
        """Forget the geometry."""
        self._geometry = b""
        self._calibrations: dict[int, bytes] = {}  # by camera

    def read(self, source: str, data: bytes) -> Sequence[Report]:
        """What a datagram contains."""
        if source == VISION:
            return self._read_vision(data)
        if source == REFEREE:
            state = decode_referee(data)
            return [state if isinstance(state, Refusal) else game_of(state)]
        feedback, refusals = decode_team_response(data)
        return [*feedback, *refusals]

    def _read_vision(self, data: bytes) -> Sequence[Report]:
        packet = decode_packet(data)
        if isinstance(packet, Refusal):
            return [packet]
        reports: list[Report] = [] if packet.frame is None else [packet.frame]
        if packet.geometry is not None:
            reports += self._read_geometry(packet.geometry)
        return reports

    def _read_geometry(self, geometry: Any) -> list[Report]:
        """New geometry of field, ball and cameras."""
        # Calibrations come a few per packet, each with its camera's id.
        for found in geometry.calib:
            if found.camera_id < MOST_CAMERAS:
                self._calibrations[found.camera_id] = found.SerializeToString()
        del geometry.calib[:]
        for _, known in sorted(self._calibrations.items()):
            geometry.calib.add().MergeFromString(known)
        data = geometry.SerializeToString()
        if data == self._geometry:
            return []
        self._geometry = data
        change, cameras, _ = decode_geometry(geometry, self._league)
        values = {} if change is None else change.values
        changed = {path: value for path, value in values.items() if _value(self._league, path) != value}
        return [ChangeSpec(changed), *([] if cameras is None else [cameras])]

    def write(self, orders: Iterable[RobotOrder]) -> bytes:
        """The commands of all robots as a RobotControl."""
        return encode_orders(orders)

    def carries(self, command: Command) -> bool:
        """Whether a RobotControl can contain a command."""
        if isinstance(command, RimSpeeds):
            return len(command.speeds) == WHEELS
        return not isinstance(command, WheelSpeeds)

    def example(self, frame: CameraFrame) -> bytes:
        """A frame as SSL-Vision sends it."""
        return encode_frame(frame, 0.0)


def _value(league: LeagueSpec, path: str) -> object:
    """A value of a league by its path."""
    found: Any = league
    for key in path.split("."):
        found = getattr(found, key, None)
    return found
