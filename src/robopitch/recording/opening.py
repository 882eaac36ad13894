"""Opening whatever holds a run: a recording, a league's log, MI20's recording, a table."""

from __future__ import annotations

from pathlib import Path

from robopitch.measure.run import Run

__all__ = ["open_run"]


def open_run(path: Path) -> Run:
    """The run in a file, by the ending of its name; a ValueError that says what can be opened."""
    name = path.name.lower()
    if name.endswith(".mcap"):
        from robopitch.recording.loading import load_run

        return load_run(path)
    if name.endswith((".log", ".log.gz")):
        from robopitch.recording import ssl_log

        return ssl_log.load_run(path)
    if name.endswith(".mi20"):
        from robopitch.recording.mi20 import read_mi20, to_run

        return to_run(read_mi20(path), path.name)
    if name.endswith(".csv"):
        from robopitch.recording.csv_export import read_csv

        return read_csv(path)
    if name.endswith(".parquet"):
        from robopitch.recording.parquet_export import read_parquet

        return read_parquet(path)
    raise ValueError(f"{path}: .mcap, .log, .log.gz, .mi20, .csv and .parquet can be opened")
