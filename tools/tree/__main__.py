"""Print the rooms of the package, or what of a room has no caller: ``python -m tools.tree``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.tree import callers
from tools.tree.rooms import measure

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Print a table of the rooms, or with --callers a list."""
    parser = argparse.ArgumentParser(prog="python -m tools.tree", description=__doc__)
    parser.add_argument(
        "--callers", metavar="ROOM", help="what is public there and no program calls; 'leagues/ssl' too"
    )
    room = parser.parse_args().callers
    if room is not None:
        try:
            show_callers(room)
        except ValueError as error:
            sys.exit(str(error))
    else:
        show_rooms()


def show_rooms() -> None:
    """A line for each room, and the sum."""
    rooms = measure(ROOT)
    print(f"{'room':<12}{'files':>6}{'lines':>8}{'importers':>11}  longest files")
    for room in rooms:
        longest = ", ".join(f"{name} {lines}" for name, lines in room.longest)
        print(f"{room.name:<12}{room.files:>6}{room.lines:>8}{room.importers:>11}  {longest}")
    print(f"{'together':<12}{sum(room.files for room in rooms):>6}{sum(room.lines for room in rooms):>8}")


def show_callers(room: str) -> None:
    """A line for each definition without a caller, and how far to trust the list."""
    found = callers.without_callers(ROOT, room)
    for one in found:
        tests = f"{one.tests} files of tests" if one.tests else "nobody"
        documented = ", in the docs" if one.documented else ""
        print(f"{one.file.relative_to(ROOT)}:{one.line}  {one.name}  ({tests}{documented})")
    print(f"\n{len(found)} definitions without a caller in {', '.join(callers.PROGRAMS)}.")
    print(callers.__doc__)


if __name__ == "__main__":
    main()
