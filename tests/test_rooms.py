"""A package imports only packages above it in the list of CONTRIBUTING.md."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "robopitch"
ROOMS = [
    line.split("/")[0].strip()
    for line in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("      ") and "/  " in line
]


def imported(room: str) -> dict[str, str]:
    """The other packages that a package imports at run time, and where; imports for type checking do not count."""
    found = {}
    for file in (PACKAGE / room).rglob("*.py"):
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
                    found[parts[1]] = f"{file.relative_to(ROOT)}:{node.lineno}"
    found.pop(room, None)
    return found


def test_every_room_is_in_the_list():
    assert sorted(ROOMS) == sorted(folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists())


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_rooms_above_it(room):
    above = ROOMS[: ROOMS.index(room)]
    assert {other: where for other, where in imported(room).items() if other not in above} == {}


def test_control_knows_nothing_of_the_simulator():
    assert imported("control").keys() <= {"elementary"}
