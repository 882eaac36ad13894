"""Processes of this machine: killed ones, slow ones, and a killed driver."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.web.stand import until

from robopitch.jobs import Ledger, LocalExecutor, carry_out, local, processors

from .work import unit

DRIVER = """
import sys
from pathlib import Path
from robopitch.jobs import Ledger, LocalExecutor, carry_out
from tests.jobs.test_local import logged

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    with Ledger(folder) as ledger, LocalExecutor(2) as executor:
        for done in carry_out(logged(folder), executor, ledger):
            print(done.unit.settings["number"], flush=True)
"""
MANY = 40


def logged(folder, seconds=0.02):
    return [unit("log", number, log=str(folder / "log"), seconds=seconds) for number in range(MANY)]


def test_a_killed_process_costs_nothing_but_time(tmp_path):
    units = [unit("stumble", number, mark=str(tmp_path / f"{number}")) for number in range(3)]
    with LocalExecutor(2) as executor:
        found = {one.unit.about: one.record.result for one in carry_out([*units, unit("square", 7)], executor)}
    assert found == {**{f"stumble {n}": {"square": n * n} for n in range(3)}, "square 7": {"square": 49}}


def test_a_unit_that_kills_its_process_again_and_again_is_a_record():
    with LocalExecutor(2) as executor:
        found = {one.unit.about: one.record for one in carry_out([unit("die", 2), unit("square", 3)], executor)}
    assert found["die 2"].error.startswith("it was lost 3 times")
    assert found["square 3"].ok


def test_a_unit_that_takes_too_long_is_a_record():
    with LocalExecutor(1, limit=0.5) as executor:
        (done,) = carry_out([unit("sleep", 1)], executor)
    assert done.record.error == "it took longer than 0.5 s"


def test_a_killed_driver_loses_nothing_and_nothing_is_done_twice(tmp_path):
    command = [sys.executable, "-c", DRIVER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as driver:
        told = {int(driver.stdout.readline()) for _ in range(10)}
        driver.kill()
        told |= {int(line) for line in driver.stdout if line.endswith("\n")}
    known = {int(path.stem, 16) for path in tmp_path.glob("*.json")}
    units = logged(tmp_path)
    recorded = [unit for unit in units if int(unit.key, 16) in known]
    assert told <= {unit.settings["number"] for unit in recorded}

    def locked():
        try:
            Ledger(tmp_path).close()
        except ValueError:
            return True
        return False

    until(lambda: not locked())
    with Ledger(tmp_path) as ledger, LocalExecutor(2) as executor:
        done = list(carry_out(units, executor, ledger))
    assert sum(one.record.ok for one in done) == MANY
    assert {one.unit.key for one in done if one.known} == {unit.key for unit in recorded}
    after = Counter((tmp_path / "log").read_text().split())
    for one in recorded:
        assert after[str(one.settings["number"])] <= 1 + 2 * one.twice  # its second time may have been under way


@pytest.mark.parametrize(
    ("quota", "usable", "number"), [("150000 100000", 8, 1), ("400000 100000", 2, 2), ("max 1", 3, 3)]
)
def test_as_many_processes_as_affinity_and_quota_allow(monkeypatch, tmp_path, quota, usable, number):
    (tmp_path / "cpu.max").write_text(quota)
    monkeypatch.setattr(local, "QUOTA", str(tmp_path / "cpu.max"))
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(usable)), raising=False)
    assert processors() == number


def test_a_stopped_executor_lets_its_units_tidy_up(tmp_path):
    executor = LocalExecutor(1)
    executor.submit(unit("tidy", mark=str(tmp_path / "mark")))
    until((tmp_path / "mark").exists)
    executor.close(wait=False)
    assert (tmp_path / "mark").read_text() == "tidied"
