"""The folder of records: complete ones, of this schema, one writer."""

import json
import subprocess
import sys

import pytest

from robopitch.jobs import Ledger
from robopitch.jobs.record import work_on

from .work import unit

HOLDS = """
import sys
from pathlib import Path
from robopitch.jobs import Ledger

ledger = Ledger(Path(sys.argv[1]))
print("has it", flush=True)
sys.stdin.read()
"""
UNIT = unit("square", 3)


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path) as ledger:
        yield ledger


def test_a_record_comes_back_and_only_under_its_own_key(ledger):
    assert ledger.get(UNIT) is None
    ledger.add(work_on(UNIT))
    assert ledger.get(UNIT).result == {"square": 9}
    assert ledger.get(UNIT, second=True) is None
    (ledger.folder / f"{unit('square', 4).key}.json").write_text((ledger.folder / f"{UNIT.key}.json").read_text())
    assert ledger.get(unit("square", 4)) is None


def test_a_record_that_could_not_be_completed_is_not_there(ledger, monkeypatch):
    def full(self, *_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", full)
        with pytest.raises(ValueError, match="cannot be written: No space left"):
            ledger.add(work_on(UNIT))
    assert ledger.get(UNIT) is None
    assert {path.name for path in ledger.folder.iterdir()} == {"twice", "lock"}


@pytest.mark.parametrize(
    ("text", "said"),
    [('{"key": "cut o', "no record"), ("[]", "no record"), (json.dumps({"schema": 99, "key": "x"}), "schema is 99")],
)
def test_a_damaged_record_or_one_of_another_schema_is_told_and_done_again(ledger, text, said):
    (ledger.folder / f"{UNIT.key}.json").write_text(text)
    assert ledger.get(UNIT) is None
    assert said in ledger.problems[0]
    ledger.add(work_on(UNIT))
    assert ledger.get(UNIT).ok


def test_a_fresh_ledger_has_only_what_it_wrote(ledger):
    ledger.add(work_on(UNIT))
    fresh = Ledger(ledger.folder, fresh=True)
    assert fresh.get(UNIT) is None
    fresh.add(work_on(UNIT))
    assert fresh.get(UNIT).ok


def test_a_second_process_is_refused_until_the_first_one_ends(tmp_path):
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        other.stdout.readline()
        with pytest.raises(ValueError, match="another process writes its results here"):
            Ledger(tmp_path)
        other.kill()
        other.wait()
        Ledger(tmp_path).close()
