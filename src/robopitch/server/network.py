"""Ports, groups and addresses of a server."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

__all__ = ["Addresses", "Ports"]


@dataclass(frozen=True)
class Ports:
    """Ports, by default those that the programs of the league expect."""

    vision: int = 10020  # the port for simulated vision: a real vision on the same network is not disturbed
    tracker: int = 10010
    referee: int = 10003
    control: int = 10300
    blue: int = 10301
    yellow: int = 10302
    driver: int = 10303  # lockstep for a client that commands both teams
    grsim: int = 20011
    grsim_blue: int = 30011
    grsim_yellow: int = 30012
    signals: int = 10398  # signals and drawings that teams publish
    console: int = 10399  # for `robopitch status`
    page: int = 10400  # for browsers

    def shifted(self, offset: int) -> Ports:
        """All ports plus an offset, so that several servers can run on one machine."""
        moved = {port.name: getattr(self, port.name) + offset for port in fields(self)}
        for name, port in moved.items():
            if not 1 <= port <= 65535:
                raise ValueError(f"an offset of {offset} moves the port of {name} to {port}; ports are 1 to 65535")
        return replace(self, **moved)


@dataclass(frozen=True)
class Addresses:
    """Multicast groups, local addresses and ports."""

    vision_group: str = "224.5.23.2"  # vision and tracker
    referee_group: str = "224.5.23.1"
    host: str = "127.0.0.1"  # the address it receives commands on
    interface: str | None = None  # address of the network interface for multicast; None: the system's route
    ports: Ports = field(default_factory=Ports)
