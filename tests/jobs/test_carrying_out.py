"""Units are done once, whoever does them and in whatever order; a failure is a record."""

import random
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from robopitch.jobs import Here, Ledger, LocalExecutor, OfFutures, carry_out, prefix, results, unit
from robopitch.jobs.record import work_on

from .work import unit as made

SQUARES = [made("square", number) for number in range(40)]


class Unreliable:
    """Does units in another order than they come, loses each the first time, and does all others twice."""

    takes = 6

    def __init__(self, pool):
        self._pool, self._random = pool, random.Random(0)
        self._waiting, self._lost = [], set()

    def submit(self, unit):
        future = Future()
        self._waiting.append((unit, future))
        self._pool.submit(self._do_one)
        return future

    def _do_one(self):
        unit, future = self._waiting.pop(self._random.randrange(len(self._waiting)))
        if unit.key not in self._lost:
            self._lost.add(unit.key)
            future.set_exception(ConnectionError("the node is gone"))
        else:
            work_on(unit)
            future.set_result(work_on(unit))


@pytest.fixture(scope="module")
def processes():
    with LocalExecutor(2) as executor:
        yield executor


@pytest.fixture(params=["here", "threads", "processes", "unreliable"])
def executor(request):
    if request.param == "processes":
        yield request.getfixturevalue("processes")
    elif request.param == "here":
        yield Here()
    else:
        with ThreadPoolExecutor(1 if request.param == "unreliable" else 3) as pool:
            yield Unreliable(pool) if request.param == "unreliable" else OfFutures(pool, 3)


def by_key(done):
    return {one.unit.key: one.record.result for one in done}


def test_every_executor_gives_the_same(executor, tmp_path):
    with Ledger(tmp_path) as ledger:
        found = list(carry_out(SQUARES, executor, ledger))
        assert by_key(found) == {unit.key: {"square": number**2} for number, unit in enumerate(SQUARES)}
        assert not any(one.known or one.mismatch for one in found)
        again = list(carry_out(SQUARES, executor, ledger))
        assert all(one.known for one in again)
        assert by_key(again) == by_key(found)
        assert [record.key for record in ledger.records(SQUARES)] == [unit.key for unit in SQUARES]


def test_what_fails_takes_nothing_with_it(executor):
    units = [made("fail", 1), *SQUARES[:3], made("leave", 2)]
    found = {one.unit.about: one.record for one in carry_out(units, executor)}
    assert [found[unit.about].ok for unit in units] == [False, True, True, True, False]


def test_a_unit_that_is_lost_again_and_again_is_a_record():
    class Losing:
        takes = 1
        count = 0

        def submit(self, unit):
            self.count += 1
            future = Future()
            future.set_exception(ConnectionError("gone"))
            return future

    losing = Losing()
    (done,) = carry_out(SQUARES[:1], losing)
    assert not done.record.ok
    assert "lost 3 times: ConnectionError('gone')" in done.record.error
    assert losing.count == 3


def test_what_a_machine_failed_is_done_again_and_what_the_work_raised_is_not(tmp_path):
    with Ledger(tmp_path) as ledger:
        ledger.add(unit_failed(SQUARES[1]))
        list(carry_out([made("fail", 1)], Here(), ledger))
        found = {one.unit.about: one for one in carry_out([*SQUARES[:2], made("fail", 1)], Here(), ledger)}
    assert found["square 1"].record.ok
    assert found["fail 1"].known


def unit_failed(unit):
    from robopitch.jobs.record import failed

    return failed(unit, "it took longer than 1 s")


def test_no_unit_is_begun_beyond_the_end(executor, tmp_path):
    seen = []
    with Ledger(tmp_path) as ledger:
        for one in carry_out(SQUARES, executor, ledger, lambda: len(seen) < 5):
            seen.append(one)
    assert 5 <= len(seen) <= 5 + executor.takes


def test_a_unit_that_gives_something_else_the_second_time_is_told_with_the_tick(monkeypatch, tmp_path, executor):
    monkeypatch.setattr(unit, "TWICE", 1)  # all of them
    units = [made("drift", 1), made("square", 2)]
    with Ledger(tmp_path) as ledger:
        for _ in range(2):  # played, and read again
            told = [one.mismatch for one in carry_out(units, executor, ledger) if one.mismatch]
            assert [(one.about, one.mark) for one in told] == [("drift 1", "tick 20")]


def test_a_second_time_after_a_resume_is_compared_with_what_is_on_disk(monkeypatch, tmp_path):
    with Ledger(tmp_path) as ledger:
        for one_in in (10**9, 1):  # none twice, then all
            monkeypatch.setattr(unit, "TWICE", one_in)
            done = list(carry_out([made("steady")], Here(), ledger))
            assert [(one.record.ok, one.mismatch) for one in done] == [(True, None)]
        assert ledger.get(made("steady"), second=True).ok


def test_results_are_in_the_order_of_the_units_and_a_failure_is_told(executor):
    assert results(SQUARES[:9], executor) == [{"square": number**2} for number in range(9)]
    with pytest.raises(RuntimeError, match="fail 1: RuntimeError: it was so"):
        results([SQUARES[0], made("fail", 1)], executor)


def test_the_prefix_ends_before_the_first_gap():
    records = {one.unit.key: one.record for one in carry_out([*SQUARES[:3], SQUARES[4]], Here())}
    assert [record.about for record in prefix(SQUARES, records)] == ["square 0", "square 1", "square 2"]
