"""Which tests a family of leagues concerns, and what its folder takes with it."""

import re

import pytest
from experiments.without_family import ROOT, check, flags_of, independent, named_by, texts

from robopitch.leagues.registry import family_of


@pytest.mark.parametrize(
    ("family", "text", "names"),
    [
        ("humanoid", 'make_match("humanoid-kid")', True),
        ("humanoid", "from robopitch.leagues.humanoid.bus.endpoints import Bus", True),
        ("humanoid", "robot = load_robot('fumanoid-2009')", True),
        ("humanoid", 'make_match("msl")  # no humanoid plays it', False),
        ("msl", 'load_realism("ssl", "perfect")', False),
        ("ssl", "robopitch.make(default_league())", True),
    ],
)
def test_what_names_a_family(family, text, names):
    assert bool(named_by(family).search(text)) is names


def test_the_text_of_a_test_is_that_of_all_that_it_imports_from_the_tests():
    bus = ROOT / "tests" / "server" / "test_bus.py"
    whole = "\n".join(texts(bus))
    assert "class Pitch" in whole
    assert "def pytest_xdist_make_scheduler" in whole


def test_tests_that_do_not_name_a_family_are_found():
    found = {str(file) for file in independent(re.compile("make_match"))}
    assert any(one.startswith("tests/elementary/") for one in found)
    assert "tests/match/test_sensor_suite.py" not in found


def test_flags_of_a_family():
    assert flags_of(family_of("msl").features) == {"--autoref", "--agents", "--sees", "--shared-memory", "--rtdb-dir"}


@pytest.mark.nightly
def test_the_flags_of_a_family_go_with_its_folder():
    own = flags_of(family_of("humanoid").features)
    assert check("humanoid", own, {"--autoref", "--shared-memory"}, ["tests/test_rooms.py"]) == ""
    assert "the help has" in check("humanoid", own | {"--autoref"}, set(), ["tests/test_rooms.py"])
