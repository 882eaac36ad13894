"""A recording names the folder of its league; the program in it runs only if the user has used it before."""

import shutil
from pathlib import Path

import pytest

import robopitch
from robopitch.recording.header import describe
from robopitch.recording.league import adapter_of, why_unknown
from robopitch.spec import catalogue

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_league"

ADAPTER = """from robopitch.leagues.plain import PlainLeague

LEAGUE = PlainLeague("shelf")
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A copy of the example with a league of another name, and a place of its own for notes."""
    folder = tmp_path / "own"
    shutil.copytree(EXAMPLE, folder)
    for file in folder.rglob("*.toml"):
        file.write_text(file.read_text().replace("table-2v2", "shelf-2v2").replace('"table"', '"shelf"'))
    for file in folder.glob("*.py"):
        file.unlink()
    (folder / "league.py").write_text(ADAPTER)
    monkeypatch.setenv("ROBOPITCH_KEY_FILE", str(tmp_path / "state" / "key"))
    monkeypatch.setattr(catalogue, "_added", [])
    return folder


@pytest.fixture
def header(own):
    return describe(robopitch.make_match(str(own)), {})


def test_a_folder_that_the_user_has_recorded_in_is_loaded(own, header, monkeypatch):
    assert header["league_folder"] == str(own)
    monkeypatch.setattr(catalogue, "_added", [])
    assert adapter_of(header).family == "shelf"


def test_the_program_in_a_folder_that_a_stranger_names_is_not_run(own, header, monkeypatch, tmp_path):
    monkeypatch.setattr(catalogue, "_added", [])
    monkeypatch.setenv("ROBOPITCH_KEY_FILE", str(tmp_path / "another user" / "key"))
    (own / "league.py").write_text("raise SystemExit('this must not run')")
    assert adapter_of(header) is None
    assert f"robopitch run {own}" in why_unknown(header)


def test_notes_that_others_can_write_do_not_count(own, header, monkeypatch, tmp_path):
    monkeypatch.setattr(catalogue, "_added", [])
    (tmp_path / "state" / "leagues").chmod(0o666)
    assert adapter_of(header) is None


@pytest.mark.parametrize("folder", ["/tmp/x; rm -rf ~", "/tmp/$(reboot)"])
def test_the_advice_quotes_what_a_stranger_wrote(header, folder, monkeypatch):
    monkeypatch.setattr(catalogue, "_added", [])
    assert f"robopitch run '{folder}' " in why_unknown({**header, "league_folder": folder})
    assert "robopitch run" not in why_unknown({**header, "league_folder": f"{folder}\x1b[2J"})
