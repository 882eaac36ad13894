"""Rules are part of the deterministic core: they compute with what gives the same bits on every processor."""

from pathlib import Path

import pytest
from tests.test_arithmetic import objections

import robopitch

LEAGUES = Path(robopitch.__file__).parent / "leagues"
# The adapter, and programs of robots: what these order passes the grid of the radio.
PROGRAMS = {"league", *(f"agents/{name}" for name in ("agent", "player", "process", "programs", "processes"))}
PROGRAMS |= {"agents/store_agent", "rtdb/game_record", "rtdb/shared_state"}
BASE_STATION = {"rtdb/coach_view", "rtdb/formation_record", "rtdb/base_station"}  # for people, and for those programs
ELSEWHERE = {LEAGUES / "msl" / f"{name}.py" for name in PROGRAMS | BASE_STATION}
ELSEWHERE |= {LEAGUES / "mirosot" / "league.py"}  # the adapter of this family
# Image vision is software of a team, in numpy: what it reports passes a grid of 0.01 mm.
ELSEWHERE |= {LEAGUES / "mirosot" / "sensors" / f"{name}.py" for name in ("image_vision", "image_tracker")}
ELSEWHERE |= {LEAGUES / "mirosot" / "mi20" / "ids.py"}  # the same on the side of a team
OUTSIDE = {"bench", "compat", "formats", "wire"}  # folders that take no part in a match
OWN = {file for family in ("msl", "mirosot") for file in (LEAGUES / family).rglob("*.py")} - ELSEWHERE
OWN = {file for file in OWN if not OUTSIDE & set(file.parts)}
OWN |= {LEAGUES / "ssl" / "endpoints" / "exchange.py", LEAGUES / "free_places.py", *LEAGUES.glob("*/rules/*.py")}
FILES = sorted(file for file in OWN if file.name != "__init__.py")


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(LEAGUES)))
def test_rules_use_nothing_that_differs_between_processors(file):
    assert objections(file.read_text(encoding="utf-8"), "referee") == []
