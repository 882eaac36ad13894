"""A package imports only packages above it in the list of CONTRIBUTING.md.

Folders of a family of leagues that are named like one of `OF_FAMILIES` count as those.
"""

import ast
from pathlib import Path

import pytest
from tools.tree.rooms import room_of, rooms_in_order

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "robopitch"
ROOMS = rooms_in_order(ROOT)
FILES = {file: room_of(file.relative_to(PACKAGE)) for file in PACKAGE.rglob("*.py")}


def imported(room: str) -> dict[str, str]:
    """The other packages that a package imports at run time, and where; imports for type checking do not count."""
    found = {}
    for file in (file for file, where in FILES.items() if where == room):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        unread = {
            id(node)
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
            for node in ast.walk(block)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and id(node) not in unread:
                parts = (node.module or "").split(".")
                if parts[0] == "robopitch" and len(parts) > 1 and (PACKAGE / parts[1]).is_dir():
                    found[room_of(Path(*parts[1:], "name"))] = f"{file.relative_to(ROOT)}:{node.lineno}"
    found.pop(room, None)
    return found


def test_folders_of_families_count_as_rooms():
    assert room_of(Path("leagues/ssl/bench/speed.py")) == "bench"
    assert room_of(Path("leagues/ssl/wire/bench.py")) == room_of(Path("leagues/bench.py")) == "leagues"
    assert any(room == "compat" and "mirosot" in file.parts for file, room in FILES.items())


def test_every_room_is_in_the_list():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [room for room in ROOMS if f"\n      {room}/  " not in text] == []
    assert set(ROOMS) == {room for file, room in FILES.items() if file.parent != PACKAGE}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_rooms_above_it(room):
    above = ROOMS[: ROOMS.index(room)]
    assert {other: where for other, where in imported(room).items() if other not in above} == {}


def test_control_knows_nothing_of_the_simulator_but_its_arithmetic():
    assert imported("control").keys() <= {"elementary"}
