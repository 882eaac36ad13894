"""PMan, CAMBADA's process manager: a table of processes in shared memory by which a vision wakes its agent."""

from pathlib import Path

from robopitch.leagues.msl.wire.pman.table import (
    ATTACHED_SIZE,
    TABLE_SIZE,
    Entry,
    ProcessTable,
    Status,
    published_processes,
    table_key,
)

__all__ = [
    "ATTACHED_SIZE",
    "C_FOLDER",
    "TABLE_SIZE",
    "Entry",
    "ProcessTable",
    "Status",
    "published_processes",
    "table_key",
]

C_FOLDER = Path(__file__).parent / "c"
