"""Rules are part of the deterministic core: they compute with what gives the same bits on every processor."""

from pathlib import Path

import pytest
from tests.test_arithmetic import objections

import robopitch

LEAGUES = Path(robopitch.__file__).parent / "leagues"
# The adapter, and programs of robots: what these order passes the grid of the radio.
PROGRAMS = {
    *("agent", "agent_player", "agent_process", "agent_programs"),
    *("game_record", "processes", "shared_state", "store_agent"),
}
BASE_STATION = {"coach_view", "formation_record"}  # for people, and for those programs
ELSEWHERE = {LEAGUES / "msl" / f"{name}.py" for name in PROGRAMS | BASE_STATION | {"league"}}
# Image vision is software of a team, in numpy: what it reports passes a grid of 0.01 mm.
ELSEWHERE |= {LEAGUES / "mirosot" / f"{name}.py" for name in ("image_vision", "image_tracker")}
ELSEWHERE |= {LEAGUES / "mirosot" / "mi20_ids.py"}  # the same on the side of a team
OWN = [file for family in ("msl", "mirosot") for file in (LEAGUES / family).glob("*.py") if file not in ELSEWHERE]
OWN += [LEAGUES / "ssl" / f"{name}.py" for name in ("exchange", "offences", "penalties", "restarts")]
FILES = sorted({*LEAGUES.glob("*/rules*.py"), *OWN, LEAGUES / "free_places.py"})


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_rules_use_nothing_that_differs_between_processors(file):
    assert objections(file.read_text(encoding="utf-8"), "referee") == []
