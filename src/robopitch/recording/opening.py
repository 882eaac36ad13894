"""Opens any file that holds a run: a recording, a table, or a file in a format of a league."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from robopitch.measure.run import Run

if TYPE_CHECKING:
    from robopitch.leagues.file_format import FileFormat
    from robopitch.leagues.league import League

__all__ = ["format_of", "league_formats", "league_of_format", "open_run", "suffixes"]

OWN = (".mcap", ".csv", ".parquet")


def league_formats() -> list[FileFormat]:
    """The file formats of all leagues, each once."""
    from robopitch.leagues.registry import families

    found = {file_format.name: file_format for league in families() for file_format in league.formats}
    return list(found.values())


def format_of(path: Path) -> FileFormat | None:
    """The league's format of a file, by the end of its name; None if it is in no league's format."""
    return next((file_format for file_format in league_formats() if file_format.fits(path)), None)


def league_of_format(path: Path) -> League | None:
    """The league in whose format a file is; None if it is in no league's format."""
    from robopitch.leagues.registry import families

    return next((league for league in families() if any(one.fits(path) for one in league.formats)), None)


def suffixes() -> list[str]:
    """The ends of the names of all files that can be opened."""
    return [OWN[0], *(suffix for one in league_formats() for suffix in one.suffixes), *OWN[1:]]


def open_run(path: Path) -> Run:
    """The run in a file, by the end of its name; a ValueError that says what can be opened."""
    name = path.name.lower()
    if name.endswith(".mcap"):
        from robopitch.recording.loading import load_run

        return load_run(path)
    if name.endswith(".csv"):
        from robopitch.recording.formats.csv_files import read_csv

        return read_csv(path)
    if name.endswith(".parquet"):
        from robopitch.recording.formats.parquet_files import read_parquet

        return read_parquet(path)
    found = format_of(path)
    if found is None:
        *first, last = suffixes()
        raise ValueError(f"{path}: {', '.join(first)} and {last} can be opened")
    return found.load(path)
