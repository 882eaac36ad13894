"""Humanoid robots: their physics in space, and their servo buses."""

from __future__ import annotations

import os
from typing import Any

from robopitch.bench.articulated import LOADS, ROBOTS, measure_spatial, spatial_table
from robopitch.bench.bus import COLUMNS, bus_table, measure_bus
from robopitch.machine import describe_machine, describe_versions

__all__ = ["COLUMNS", "measure", "table"]

BUS_ROWS = 12
ROWS = BUS_ROWS + len(ROBOTS) * len(LOADS)


def measure(seconds: float = 60.0) -> dict[str, Any]:
    """Measure everything; *seconds* in total, beside the starts of servers."""
    return {
        "setup": {"seconds": seconds, "load": round(os.getloadavg()[0], 2)},
        "spatial": measure_spatial(seconds / ROWS),
        "bus": measure_bus(seconds / ROWS),
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under COLUMNS; those of physics first."""
    return [*spatial_table(result["spatial"]), *bus_table(result["bus"])]
