"""Where a server listens and sends."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

__all__ = ["Addresses", "Ports"]


@dataclass(frozen=True)
class Ports:
    """Ports as the league's programs expect them."""

    vision: int = 10020  # as simulated vision, so that a real one on the same network is not disturbed
    tracker: int = 10010
    referee: int = 10003
    control: int = 10300
    blue: int = 10301
    yellow: int = 10302
    driver: int = 10303  # lockstep for who commands both teams
    grsim: int = 20011
    grsim_blue: int = 30011
    grsim_yellow: int = 30012
    signals: int = 10398  # what teams say about themselves
    console: int = 10399  # `robopitch status` asks here
    page: int = 10400  # for browsers

    def shifted(self, offset: int) -> Ports:
        """All of them moved, so that several servers run on one machine."""
        moved = {port.name: getattr(self, port.name) + offset for port in fields(self)}
        for name, port in moved.items():
            if not 1 <= port <= 65535:
                raise ValueError(f"an offset of {offset} moves the port of {name} to {port}; ports are 1 to 65535")
        return replace(self, **moved)


@dataclass(frozen=True)
class Addresses:
    """Groups, this machine's side, and ports."""

    vision_group: str = "224.5.23.2"  # vision and tracker
    referee_group: str = "224.5.23.1"
    host: str = "127.0.0.1"  # where it takes commands
    interface: str | None = None  # address of the card for multicast; None: the system's route
    ports: Ports = field(default_factory=Ports)
