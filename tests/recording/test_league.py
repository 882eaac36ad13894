"""A recording names the folder of its league; the program in it runs only if the user has used it before."""

import json
import re
import shutil
from pathlib import Path

import pytest

import robopitch
from robopitch.leagues.registry import forget
from robopitch.recording.header import describe
from robopitch.recording.league import adapter_of, why_unknown
from robopitch.spec.catalogue import added_folders

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
    for file in (folder / "robots").iterdir():
        file.write_text(re.sub(r"\[\[sensors\]\].*(?=\[drive\])", "", file.read_text(), flags=re.DOTALL))
    yield folder
    forget_all()


@pytest.fixture
def header(own):
    """The header of a recording, read by a program that does not know the folder yet."""
    found = describe(robopitch.make_match(str(own)), {})
    forget_all()
    return found


def forget_all() -> None:
    for folder in added_folders():
        forget(folder)


def test_a_folder_that_the_user_has_recorded_in_is_loaded(own, header):
    assert adapter_of(header).family == "shelf"
    assert added_folders() == (own,)


def test_a_recording_names_the_folder_without_its_path(own, header, tmp_path):
    assert header["league_folder"] == "own"
    assert str(tmp_path) not in json.dumps(header)


def test_of_two_folders_with_the_league_the_one_with_the_same_files_is_loaded(own, header, tmp_path):
    other = tmp_path / "elsewhere" / "own"
    shutil.copytree(own, other)
    (other / "ball.toml").write_text((other / "ball.toml").read_text() + "# another one\n")
    describe(robopitch.make_match(str(other)), {})  # used later
    forget_all()
    adapter_of(header)
    assert added_folders() == (own,)
    forget_all()
    adapter_of({**header, "league_digest": None})
    assert added_folders() == (other,)


def test_a_recording_of_an_earlier_version_names_the_whole_path(own, header):
    older = {**header, "league_folder": str(own)}
    del older["league_digest"]
    assert adapter_of(older).family == "shelf"


def test_a_folder_that_was_changed_or_moved_and_used_again_is_found(own, header, tmp_path):
    own.rename(tmp_path / "new")
    (tmp_path / "new" / "league.py").write_text(f"{ADAPTER}# changed\n")
    assert adapter_of(header) is None
    describe(robopitch.make_match(str(tmp_path / "new")), {})
    forget_all()
    assert adapter_of(header).family == "shelf"


def test_the_program_in_a_folder_that_the_user_has_not_used_is_not_run(own, header, monkeypatch, tmp_path):
    monkeypatch.setenv("ROBOPITCH_KEY_FILE", str(tmp_path / "another user" / "key"))
    (own / "league.py").write_text("raise SystemExit('this must not run')")
    for folder in ("own", str(own)):
        named = {**header, "league_folder": folder}
        assert adapter_of(named) is None
        assert f"robopitch run {folder} " in why_unknown(named)


def test_notes_that_others_can_write_do_not_count(own, header, tmp_path):
    (tmp_path / "state" / "leagues").chmod(0o666)
    assert adapter_of(header) is None


@pytest.mark.parametrize("folder", ["/tmp/x; rm -rf ~", "/tmp/$(reboot)"])
def test_the_advice_quotes_what_a_stranger_wrote(header, folder, monkeypatch, tmp_path):
    monkeypatch.setenv("ROBOPITCH_KEY_FILE", str(tmp_path / "another user" / "key"))
    assert f"robopitch run '{folder}' " in why_unknown({**header, "league_folder": folder})
    assert "robopitch run" not in why_unknown({**header, "league_folder": f"{folder}\x1b[2J"})
