"""The shell takes clocks, sockets, threads and programs from the system that it is handed (`net.system`)."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "robopitch"
ROOMS = ("server", "web", "recording", "leagues")
REFUSED = {"time", "socket", "threading", "subprocess", "select", "selectors", "multiprocessing", "socketserver"}
CLOCKS = {"now", "utcnow", "today"}  # of datetime
EXCEPT = {"web/browser.py"}  # looks for the browser of a user; no server runs it
OTHERS = {"bench", "client", "compat"}  # folders of a family that count as those rooms


def taken(file: Path) -> set[str]:
    """What a file takes from the operating system itself."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names} & REFUSED
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found |= {str(node.module).split(".")[0]} & REFUSED
        elif isinstance(node, ast.Attribute) and node.attr in CLOCKS and ast.unparse(node.value) == "datetime":
            found.add(ast.unparse(node))
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_shell_is_handed_its_clock_its_sockets_its_threads_and_its_programs(room):
    own = [one for one in (PACKAGE / room).rglob("*.py") if not OTHERS & {*one.relative_to(PACKAGE / room).parts}]
    files = {str(file.relative_to(PACKAGE)): taken(file) for file in own}
    assert {name: found for name, found in files.items() if found and name not in EXCEPT} == {}


def test_what_is_taken_is_found(tmp_path):
    (file := tmp_path / "some.py").write_text("import time\nfrom socket import socket\nprint(datetime.now())\n")
    assert taken(file) == {"time", "socket", "datetime.now"}
