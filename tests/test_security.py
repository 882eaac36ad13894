"""SECURITY.md states who can do what at each port, and names tests that there are."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.leagues.test_hostile_texts import MATCHES, declared

import robopitch
from robopitch.leagues.endpoint import Kind
from robopitch.leagues.network import OWN_PORTS

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
FAMILIES = {"SSL": "ssl", "MSL": "msl", "MiroSot, VSS": "mirosot", "humanoid": "humanoid"}
TRANSPORTS = {
    Kind.UDP: "UDP",
    Kind.TCP: "TCP",
    Kind.MULTICAST: "group",
    Kind.UDP_CLIENT: "calls UDP",
    Kind.TCP_CLIENT: "calls TCP",
    Kind.CAN: "CAN or UDP",
    Kind.PTY: "serial port",
    Kind.SERIAL: "serial device",
    Kind.UNIX: "Unix socket",
}


class Row(NamedTuple):
    league: str
    names: tuple[str, ...]
    transport: str
    who: str
    what: str
    tests: tuple[str, ...]


def _rows() -> list[Row]:
    part = TEXT[TEXT.index("## Who can do what") : TEXT.index("### Closing ports")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
    return [
        Row(league, tuple(re.findall(r"`([^`]+)`", names)), how, who, what, tuple(re.findall(r"`([^`]+)`", tests)))
        for league, names, how, who, what, tests in cells[2:]
    ]


ROWS = _rows()


@pytest.fixture(scope="module")
def endpoints(tmp_path_factory):
    """Family, name and transport of all endpoints that matches of any kind declare."""
    folder = tmp_path_factory.mktemp("buses")
    found = set()
    for options in MATCHES:
        match = robopitch.make_match(**options)
        for one in declared(match, folder):
            found.add((match.world.league.family, one.name, one.transport.kind))
    return found


def fits(row: Row, family: str, name: str, kind: str) -> bool:
    is_of = row.league == "all" or FAMILIES[row.league] == family
    return is_of and row.transport == TRANSPORTS[kind] and any(fnmatchcase(name, each) for each in row.names)


def test_the_table_has_every_port_that_a_league_declares(endpoints):
    missing = [one for one in endpoints if not any(fits(row, *one) for row in ROWS)]
    assert missing == []
    assert {name for row in ROWS if row.league == "all" for name in row.names} == set(OWN_PORTS)


def test_the_table_has_no_port_that_there_is_not(endpoints):
    listed = [(row, name) for row in ROWS for name in row.names if name not in ("console", "page")]
    unknown = [
        (row.league, name)
        for row, name in listed
        if not any(fits(row._replace(names=(name,)), *one) for one in endpoints)
    ]
    assert unknown == []


@cache
def _functions(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.league} {row.names[0]} {row.transport}")
def test_each_row_says_who_what_and_which_test_shows_it(row):
    assert row.who
    assert row.what
    assert row.tests
    for test in row.tests:
        path, _, name = test.partition("::")
        assert name in _functions(ROOT / path), test


def test_the_tests_that_show_the_promises_exist():
    promises = TEXT[TEXT.index("## Promises") : TEXT.index("## Who can do what")]
    folder = Path("tests")
    for name in re.findall(r"`([\w/]+\.py)`", promises):
        path = Path(name) if name.startswith("tests/") else folder / name
        folder = path.parent
        assert (ROOT / path).is_file() or list((ROOT / "tests").rglob(path.name)), name
