"""The floods: which league is served, what is sent where, and how much of it.

Each is valid traffic, or garbage, that any program which reaches the port can send; none needs a key.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["FLOODS", "Flood"]

SSL, MSL, HUMANOID = "ssl-div-b", "msl", "humanoid-kid"


class Flood(NamedTuple):
    """What one flooder does.

    league:   that is served
    send:     the function of `senders` that makes what is sent
    port:     where: a name of the server's ports, "pty" or "unix" for the servo bus of blue 0, "all" for every UDP port
    kind:     "udp", "tcp", "unix", "pty", or "silent": a connection over which nothing is sent
    rate:     packets a second
    programs: so many flooders at once
    about:    what it is, in words
    """

    league: str
    send: str
    port: str
    kind: str
    rate: float
    about: str
    programs: int = 1


FLOODS = {
    "bus-tcp": Flood(HUMANOID, "sync_writes", "bus_blue_0", "tcp", 3000, "servo bus, TCP: 0.2 MB/s of sync writes"),
    "bus-tcp-fast": Flood(HUMANOID, "sync_writes", "bus_blue_0", "tcp", 70_000, "servo bus, TCP: 5 MB/s"),
    "bus-udp": Flood(HUMANOID, "sync_writes", "bus_blue_0", "udp", 3000, "servo bus, UDP: 0.2 MB/s of sync writes"),
    "bus-unix": Flood(HUMANOID, "sync_writes", "unix", "unix", 70_000, "servo bus, Unix socket: 5 MB/s"),
    "bus-pty": Flood(HUMANOID, "sync_writes", "pty", "pty", 3000, "servo bus, pseudo terminal: 0.2 MB/s"),
    "hub-rates": Flood(
        HUMANOID, "hub_rates", "hub", "tcp", 200, "hub: four programs, all sensors at 500 Hz", programs=4
    ),
    "hub-requests": Flood(
        HUMANOID, "hub_requests", "hub", "tcp", 500, "hub: four programs, 500 requests/s", programs=4
    ),
    "specs": Flood(SSL, "robot_specs", "control", "udp", 10_000, "simulation control: 10,000 robot specs a second"),
    "orders": Flood(SSL, "orders", "yellow", "udp", 50_000, "commands of a team: 50,000 a second"),
    "garbage": Flood(SSL, "garbage", "all", "udp", 50_000, "garbage to every UDP port: 50,000 datagrams a second"),
    "silent": Flood(MSL, "nothing", "agents_lockstep", "silent", 0, "a lockstep port: connected, not one byte sent"),
    "bus-msl": Flood(MSL, "velocities", "bus_blue_0", "udp", 50_000, "low-level bus: 50,000 frames a second"),
}
