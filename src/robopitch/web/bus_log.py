"""The packets on the servo bus of a robot, for pages with the key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.web import schema

if TYPE_CHECKING:
    from robopitch.server import Server

__all__ = ["bus_log"]


def bus_log(server: Server, robot: str, after: int) -> schema.BusLog:
    """The packets after a number on the bus of a robot, "blue 3"; no bus: all that is told are those that have one."""
    logs = {str(one.bus()["robot"]): one for one in server.endpoints if one.bus is not None and one.log is not None}
    endpoint = logs.get(robot)
    lines = endpoint.log(after) if endpoint is not None and endpoint.log is not None else ()
    return schema.BusLog(
        robots=list(logs),
        lines=[
            schema.BusLine(
                number=line.number,
                time=round(line.time, 6),
                to_device=line.to_device,
                id=line.id,
                instruction=line.instruction,
                text=line.text,
                error=line.error,
            )
            for line in lines
        ],
    )
