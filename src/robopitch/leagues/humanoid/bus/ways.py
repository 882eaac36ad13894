"""Which robots have a servo bus, and the ways to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.leagues.endpoint import Kind, Transport
from robopitch.leagues.humanoid.features import ServoBusOptions
from robopitch.messages import Body

if TYPE_CHECKING:
    from robopitch.leagues.network import Network
    from robopitch.match import Match

__all__ = ["bus_ways", "check_devices", "external_robots", "robot_name"]


def robot_name(robot: Body) -> str:
    """The name of a robot in options and file names: "blue-1"."""
    return f"{robot.team}-{robot.id}"


def external_robots(match: Match) -> list[Body]:
    """All robots that the teams that are commanded from outside can have."""
    return [Body(team, id) for team in sorted(match.teams.external) for id in range(int(match.world.league.max_ids))]


def check_devices(match: Match, network: Network) -> None:
    """Raise a ValueError if a serial device is for a robot that does not exist, or for two robots."""
    names = [robot_name(robot) for robot in external_robots(match)]
    used: dict[str, str] = {}  # by path
    for name, device in network.options(ServoBusOptions).devices.items():
        if name not in names:
            known = ", ".join(names) or "none"
            raise ValueError(f"--bus {name}: no robot is called so that is commanded from outside; these are: {known}")
        other = used.setdefault(str(device.path), name)
        if other != name:
            raise ValueError(f"--bus {name}={device.path}: this is the bus of {other} already")


def bus_ways(network: Network, robot: Body) -> list[tuple[str, Transport, str, str]]:
    """The ways to the bus of a robot: name of the endpoint, transport, place and text of each."""
    name, port = robot_name(robot), f"bus_{robot.team}_{robot.id}"
    ways: list[tuple[str, Transport, str, str]] = []
    options = network.options(ServoBusOptions)
    if name in options.devices:
        path, baud = options.devices[name]
        device = Transport(Kind.SERIAL, name, f"{path}@{baud}")
        ways.append((f"bus-{name}-serial", device, str(path), "serial device, servo bus"))
    if options.bus_dir is not None:
        file, socket = options.bus_dir / name, options.bus_dir / f"{name}.sock"
        line, stream = Transport(Kind.PTY, file.name, str(file)), Transport(Kind.UNIX, socket.name, str(socket))
        ways.append((f"bus-{name}", line, str(file), "serial port, servo bus"))
        ways.append((f"bus-{name}-unix", stream, str(socket), "Unix socket, servo bus"))
    if port in network.ports:
        where = f"{network.host}:{network.port(port)}"
        ways.append((f"bus-{name}-tcp", Transport(Kind.TCP, port), f"tcp://{where}", "TCP, servo bus of the robot"))
        ways.append((f"bus-{name}-udp", Transport(Kind.UDP, port), f"udp://{where}", "UDP, the same"))
    return ways
