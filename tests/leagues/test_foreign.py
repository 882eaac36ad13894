"""A league outside the package is found by its path; what is wrong with it is said in one line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import robopitch
from robopitch.leagues.network import Network
from robopitch.leagues.registry import families, family_of, forget, network_of
from robopitch.spec import load_league
from robopitch.spec.catalogue import added_folders

OWN = Path(__file__).parents[2] / "examples" / "own_league"


@pytest.fixture(autouse=True)
def forgotten():
    """Folders of these tests are not known to others."""
    yield
    for folder in added_folders():
        forget(folder)


def copied(folder: Path) -> str:
    """The path of a copy of the example."""
    shutil.copytree(OWN, folder)
    return str(folder)


def rewritten(file: Path, pattern: str, text: str) -> None:
    """Replace a part of a file."""
    before = file.read_text(encoding="utf-8")
    after = re.sub(pattern, text, before, flags=re.DOTALL)
    assert after != before
    file.write_text(after, encoding="utf-8")


def test_a_folder_with_modules_beside_its_adapter_is_a_league(tmp_path):
    path = copied(tmp_path / "mine")
    name = load_league(path).name
    league = family_of(name)
    assert league in families()
    assert network_of(name).ports.keys() <= Network(network_of(name)).ports.keys()
    assert robopitch.make_match(path).sensors.suite


def test_a_folder_without_an_adapter_is_a_league_without_a_network(tmp_path):
    path = copied(tmp_path / "plain")
    for file in ("league.py", "network.toml"):
        (tmp_path / "plain" / file).unlink()
    rewritten(tmp_path / "plain" / "robots" / "puck.toml", r"\[\[sensors\]\].*(?=\[drive\])", "")
    name = load_league(path).name
    assert not family_of(name).channels
    assert not network_of(name).ports
    robopitch.make_match(path, blue="still", yellow="still").advance(10)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "from robopitch.leagues.plain import PlainLeague\nLEAGUE = PlainLeague('chair')",
            r"league\.py: LEAGUE is of the family 'chair', and league\.toml says 'table'",
        ),
        ("import nothing_of_that_name", r"league\.py: cannot be loaded: ModuleNotFoundError: .*nothing_of_that_name"),
        ("def LEAGUE(:", r"league\.py: cannot be loaded: SyntaxError"),
        ("1 / 0", r"league\.py: cannot be loaded: ZeroDivisionError"),
        ("league = 1", r"league\.py: has no LEAGUE; see robopitch\.leagues\.league\.League"),
        (
            "class LEAGUE:\n    family = 'x'",
            r"LEAGUE has no channels, formats, sensor_kinds, sensors, referee, teams, players, publishers",
        ),
    ],
)
def test_an_adapter_that_fails_is_a_message_that_names_its_file(code, words, tmp_path):
    path = copied(tmp_path / "wrong")
    (Path(path) / "league.py").write_text(code)
    with pytest.raises(ValueError, match=words):
        family_of(load_league(path).name)
    assert families()  # the others are still found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[ports]\nvision = 3\n", r"network\.toml: ports\.vision"),
        ("[ports]\nvision = { number = 70000 }\n", r"network\.toml: ports\.vision\.number: .*65535"),
        ("[ports\n", r"network\.toml: .*this is not TOML"),
        ("[doors]\n", r"network\.toml: doors: Extra inputs"),
    ],
)
def test_a_wrong_network_is_a_message_that_names_its_key(text, words, tmp_path):
    path = copied(tmp_path / "wrong")
    (Path(path) / "network.toml").write_text(text)
    with pytest.raises(ValueError, match=words):
        network_of(load_league(path).name)


def test_an_edited_adapter_is_loaded_anew_once_its_folder_was_forgotten(tmp_path):
    path = copied(tmp_path / "mine")
    before = family_of(load_league(path).name)
    rewritten(Path(path) / "league.py", '"seekers"\\]', '"seekers", "more"]')
    assert family_of(load_league(path).name) is before
    forget(path)
    with pytest.raises(ValueError, match="no league is called 'table-2v2'"):
        load_league("table-2v2")
    after = family_of(load_league(path).name)
    assert set(after.teams) - set(before.teams) == {"more"}
    match = robopitch.make_match(path)  # its messages are registered anew
    match.restore(match.save())


def test_an_adapter_that_failed_can_be_mended(tmp_path):
    path = copied(tmp_path / "mine")
    good = (Path(path) / "league.py").read_text(encoding="utf-8")
    (Path(path) / "league.py").write_text(good + "1 / 0\n", encoding="utf-8")
    name = load_league(path).name
    with pytest.raises(ValueError, match="ZeroDivisionError"):
        family_of(name)
    (Path(path) / "league.py").write_text(good, encoding="utf-8")
    assert family_of(name).channels
