"""Executors of `concurrent.futures`: bundles, lost ones, processes with another version, and those that are gone."""

import multiprocessing
import platform
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from robopitch.jobs import Bits, Ledger, OfFutures, Record, WorkersError, carry_out, node
from robopitch.jobs import unit as units_module
from robopitch.jobs.node import describe, differences, work_on_all
from robopitch.jobs.shipping import copy_files
from robopitch.jobs.worker import work

from .work import unit

SQUARES = [unit("square", number) for number in range(60)]
TABLE = {one.key: {"square": number**2} for number, one in enumerate(SQUARES)}


class Bundles(ThreadPoolExecutor):
    """Counts the units of each task, and may lose it."""

    def __init__(self, workers=1, lose=lambda units: None):
        super().__init__(workers)
        self.sizes, self._lose = [], lose

    def submit(self, call, units, *more):
        self.sizes.append(len(units))

        def task():
            time.sleep(0.01)  # the way there and back
            self._lose(units)
            return call(units, *more)

        return super().submit(task)


def results(units, executor, ledger=None):
    return {one.unit.key: one.record.result for one in carry_out(units, executor, ledger)}


@pytest.mark.parametrize("workers", [1, 4])
def test_short_units_go_together_with_a_record_for_each(tmp_path, workers):
    with Bundles(workers) as pool, OfFutures(pool, workers) as executor, Ledger(tmp_path) as ledger:
        assert results(SQUARES, executor, ledger) == TABLE
        assert len(list(tmp_path.glob("*.json"))) == len(SQUARES)
        assert max(pool.sizes) > 1
        assert len(pool.sizes) < len(SQUARES)


def test_units_that_are_not_short_go_one_by_one():
    with Bundles() as pool, OfFutures(pool, 1, bundle=0.0) as executor:
        assert results(SQUARES[:9], executor) == {one.key: TABLE[one.key] for one in SQUARES[:9]}
    assert set(pool.sizes) == {1}


def test_what_kills_a_bundle_takes_no_other_unit_with_it():
    def lose(units):
        if SQUARES[40] in units:
            raise ConnectionError("gone")

    with Bundles(2, lose) as pool, OfFutures(pool, 2) as executor:
        found = {one.unit.about: one.record for one in carry_out(SQUARES, executor)}
    assert [about for about, record in found.items() if not record.ok] == ["square 40"]
    assert "lost 3 times" in found["square 40"].error


def test_lost_bundles_give_the_same_table():
    lost = set()

    def lose(units):
        if units[0].key not in lost:
            lost.add(units[0].key)
            raise ConnectionError("gone")

    with Bundles(3, lose) as pool, OfFutures(pool, 3) as executor:
        assert results(SQUARES, executor) == TABLE


def test_a_pool_that_broke_is_told_and_what_it_had_done_is_kept(tmp_path):
    context = multiprocessing.get_context("spawn")
    units = [*SQUARES[:2], unit("die"), *SQUARES[2:]]
    with Ledger(tmp_path) as ledger:
        told = pytest.raises(WorkersError, match="no more units are taken there")
        with ProcessPoolExecutor(1, context) as pool, OfFutures(pool, 1) as executor, told:
            list(carry_out(units, executor, ledger))
        kept = {path.stem for path in tmp_path.glob("*.json")}
        assert {SQUARES[0].key, SQUARES[1].key} <= kept
        done = list(carry_out(SQUARES, Again(), ledger))  # nothing has failed by it
        assert {one.unit.key for one in done if one.known} == kept & set(TABLE)
        assert {one.unit.key: one.record.result for one in done} == TABLE


class Again:
    takes = 1

    def submit(self, unit):
        future = Future()
        future.set_result(work(unit))
        return future


def test_a_worker_with_another_version_is_told_before_its_first_unit(tmp_path):
    with Ledger(tmp_path) as ledger, Bundles() as pool, OfFutures(pool, 1) as executor:
        executor._wanted = {**executor._wanted, "numpy": "0.9", "my_team.py": "0123"}
        with pytest.raises(WorkersError, match=r"has numpy: 2\S+ instead of 0.9, my_team.py: none instead of 0123"):
            list(carry_out(SQUARES, executor, ledger))
    assert not list(tmp_path.glob("*.json"))


def test_files_are_compared_and_found_where_the_driver_stands(tmp_path, monkeypatch):
    here = tmp_path / "here" / "new"
    for file in (here / "play.py", tmp_path / "here" / "old" / "play.py"):
        file.parent.mkdir(parents=True)
        file.write_text(f"# {file}\n")
    monkeypatch.chdir(here)
    names = ["play.py", "../old/play.py", str(here / "play.py")]
    wanted = describe(names[:2])
    place = copy_files(names, tmp_path / "there")
    monkeypatch.chdir(tmp_path / "there")
    monkeypatch.setenv(node.FOLDER, str(place))
    node._differences.cache_clear()
    assert differences(wanted) == ""
    assert Path.cwd() == tmp_path / "there" / "new"
    Path("play.py").write_text("other")
    node._differences.cache_clear()
    assert differences(wanted).startswith("play.py: ")


def test_too_much_to_ship_and_what_cannot_be_read_are_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_bytes(bytes(2000))
    monkeypatch.setattr("robopitch.jobs.shipping.MOST", 1000)
    with pytest.raises(ValueError, match="MB to ship"):
        copy_files(["a"], tmp_path / "there")
    with pytest.raises(ValueError, match="gone: cannot be shipped: No such file"):
        copy_files(["gone"], tmp_path / "there")


def test_a_time_limit_holds_in_the_process_of_a_unit():
    record, other = work_on_all([unit("sleep"), unit("square", 3)], describe(), limit=0.2)
    assert record.error == "it took longer than 0.2 s"
    assert other.result == {"square": 9}


class Machines:
    """Does each unit on another machine, with arithmetic of its own, unless it obeys."""

    def __init__(self, obeys):
        self.takes, self._obeys, self._count = 2, obeys, 0

    def submit(self, unit):
        self._count += 1
        host = unit.host if self._obeys and unit.host else f"node {self._count}"
        future = Future()
        future.set_result(Record(unit.key, unit.about, "", {}, {"marks": [[1, host]]}, host=host))
        return future


@pytest.mark.parametrize("obeys", [True, False])
def test_bits_that_hold_on_one_machine_only_are_compared_there(monkeypatch, tmp_path, obeys):
    monkeypatch.setattr(units_module, "TWICE", 1)
    units = [replace(one, bits=Bits.MACHINE) for one in SQUARES[:4]]
    with Ledger(tmp_path) as ledger:
        assert not [one for one in carry_out(units, Machines(obeys), ledger) if one.mismatch]
        assert all((ledger.get(one).host == ledger.get(one, second=True).host) is obeys for one in units[:1])
    with Ledger(tmp_path / "any") as ledger:  # bits that hold everywhere differ
        assert [one for one in carry_out(SQUARES[:4], Machines(False), ledger) if one.mismatch]


def test_a_unit_for_one_machine_is_sent_there_alone():
    pools = {"there": Bundles(), "": Bundles()}
    with OfFutures(pools[""], 1, at=pools.__getitem__) as executor:
        units = [replace(one, host="there") for one in SQUARES[:3]] + SQUARES[3:9]
        assert len(results(units, executor)) == 9
    assert pools["there"].sizes == [1, 1, 1]
    assert sum(pools[""].sizes) == 6
    pools["there"].shutdown()


def test_the_first_process_of_a_machine_compiles_alone_and_no_other_waits_afterwards(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(node, "PATIENCE", 0.1)
    monkeypatch.setattr(node, "_warm", False)
    (record,) = work_on_all([unit("square", 2)], describe())
    (mark,) = tmp_path.iterdir()
    assert (record.host, mark.stat().st_size) == (platform.node(), 1)
    monkeypatch.setattr(node, "_warm", False)
    work_on_all([unit("square", 2)], describe())
    assert mark.stat().st_size == 1


def test_no_place_for_the_mark_is_no_reason_to_stop(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    monkeypatch.setattr(node, "_warm", False)
    assert work_on_all([unit("square", 2)], describe())[0].ok
