"""Folders of leagues from outside the package."""

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

import robopitch
from robopitch.spec import (
    SpecError,
    catalogue,
    default_league,
    league_folder,
    league_names,
    load_league,
    load_robot,
    realism_names,
)

SHIPPED = Path(str(files("robopitch.leagues")))


@pytest.fixture(autouse=True)
def no_other_folders(monkeypatch):
    monkeypatch.setattr(catalogue, "_added", [])
    catalogue.add_installed.cache_clear()
    yield
    catalogue.add_installed.cache_clear()


@pytest.fixture
def street(tmp_path):
    """A family of its own: MiroSot's files under other names."""
    folder = tmp_path / "street"
    shutil.copytree(SHIPPED / "mirosot", folder)
    shutil.rmtree(folder / "scenes")
    for file in folder.glob("*.toml"):
        text = file.read_text().replace("mirosot-5v5", "street-5v5").replace("mirosot-7v7", "street-7v7")
        text = text.replace("mirosot-11v11", "street-11v11").replace("vss-3v3", "street-3v3")
        file.write_text(text.replace('family = "mirosot"', 'family = "street soccer"'))
    return folder


def test_the_league_of_a_folder_loads_by_its_path(street):
    first = catalogue.add_folder(street)[0]
    world = robopitch.make(street, players=1)
    assert world.league.name == first
    assert world.league.family == "street soccer"
    assert robopitch.make(str(street), players=1).fingerprint() == world.fingerprint()


def test_one_of_several_leagues_is_named_after_the_folder(street):
    assert load_league(f"{street}/street-3v3").name == "street-3v3"
    assert load_league(f"{street}/STREET-3v3/").name == "street-3v3"
    with pytest.raises(SpecError, match="no league is called 'street-9v9'; did you mean"):
        load_league(f"{street}/street-9v9")


def test_after_that_its_leagues_robots_and_realisms_are_found_by_name(street):
    assert "street-3v3" not in league_names()
    (street / "realism").mkdir()
    shutil.copy(SHIPPED / "ssl" / "realism" / "none.toml", street / "realism" / "dusty.toml")
    shutil.copy(street / "robots" / "vss.toml", street / "robots" / "mine.toml")
    catalogue.add_folder(street)
    catalogue.add_folder(street)
    assert league_names().count("street-3v3") == 1
    assert load_league("street-3v3").name == "street-3v3"
    assert Path(str(league_folder("street-3v3"))) == street
    assert load_robot("mine").name == "vss"
    assert realism_names("street soccer") == ["dusty"]


def test_a_robot_of_the_folder_counts_there_and_the_shipped_one_of_that_name_elsewhere(street):
    file = street / "robots" / "austrobot.toml"
    file.write_text(
        file.read_text().replace("[outline]", "[outline]", 1).replace("mass = {", "mass = { unit = 'kg', ", 1)
    )
    lighter = file.read_text().splitlines()
    file.write_text("\n".join('mass = "0.123 kg"' if line.startswith("mass") else line for line in lighter))
    assert load_league(f"{street}/street-5v5").blue.robot.mass == pytest.approx(0.123)
    assert load_league("mirosot-5v5").blue.robot.mass != pytest.approx(0.123)


def test_messages_name_the_file_of_the_folder(street):
    (street / "ball.toml").write_text("[common]\nmas = 1\n")
    with pytest.raises(SpecError, match=r"street/ball\.toml: ball\.mas: no such key"):
        load_league(street)


def test_a_league_that_exists_already_is_refused(tmp_path):
    shutil.copytree(SHIPPED / "mirosot", tmp_path / "copy")
    with pytest.raises(SpecError, match=r"there is a league 'mirosot-5v5' in leagues/mirosot/league\.toml already"):
        catalogue.add_folder(tmp_path / "copy")


def test_a_folder_without_leagues_is_refused(tmp_path):
    with pytest.raises(SpecError, match=r"has no league\.toml"):
        load_league(tmp_path)
    (tmp_path / "league.toml").write_text("[common]\n")
    with pytest.raises(SpecError, match="has no league: a table"):
        load_league(str(tmp_path))


def test_the_default_league_is_one_of_the_shipped_ones():
    assert default_league() in league_names()


@pytest.mark.parametrize("name", ["", "no/such/place", "\0", "x" * 5000])
def test_what_is_neither_name_nor_folder_is_a_clear_error(name):
    with pytest.raises(SpecError, match="no league is called"):
        load_league(name)


def announce(site, package, monkeypatch):
    """Install a package in a folder, with an entry point that announces its leagues."""
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[robopitch.leagues]\nany = {package}.league:LEAGUE\n")
    monkeypatch.syspath_prepend(str(site))


def test_the_leagues_of_an_installed_package_are_found_by_name(street, monkeypatch):
    (street / "__init__.py").write_text("")
    (street / "league.py").write_text("raise RuntimeError('loading specs runs no adapter')")
    announce(street.parent, "street", monkeypatch)
    assert load_league("street-3v3").family == "street soccer"
    assert "street-3v3" in league_names()


def test_an_installed_package_that_is_broken_is_left_out_with_a_warning(street, monkeypatch, caplog):
    street.rename(street.parent / "broken")
    (street.parent / "broken" / "__init__.py").write_text("1 / 0")
    announce(street.parent, "broken", monkeypatch)
    with pytest.raises(SpecError, match="no league is called 'street-3v3'"):
        load_league("street-3v3")
    assert load_league("ssl-div-a").name == "ssl-div-a"
    assert "the leagues of the package broken.league:LEAGUE: division by zero" in caplog.text
