"""What is wrong with a cluster, told before the first match; Slurm's queue, played by a fake or submitit itself."""

import sys
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.jobs import Ledger, OfFutures, carry_out
from robopitch.jobs.cluster import open_executor
from robopitch.jobs.submitit import SlurmExecutor

from .work import unit

SQUARES = [unit("square", number) for number in range(12)]


@pytest.mark.parametrize(
    ("package", "cluster", "extra"), [("ray", "auto", "robopitch[cluster]"), ("submitit", "slurm", "robopitch[slurm]")]
)
def test_a_package_that_is_missing_names_the_extra(monkeypatch, tmp_path, package, cluster, extra):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.chdir(tmp_path)
    words = ["tournament", "--teams", "chase,still", "--seconds", "1", "--league", "ssl-div-b", "--cluster", cluster]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert f"pip install '{extra}'" in done.output
    assert not list(tmp_path.rglob("*.json"))


def test_recordings_need_this_machine(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    words = ["tournament", "--teams", "chase,still", "--seconds", "1", "--league", "ssl-div-b", "--cluster", "auto"]
    done = CliRunner().invoke(app, [*words, "--record", "all"])
    assert (done.exit_code, "only without --cluster" in done.output) == (2, True)


@pytest.mark.parametrize(("address", "told"), [("ray://127.0.0.1:9", "Connection refused"), ("steam", "auto, ray://")])
def test_a_cluster_that_is_not_there_is_told(address, told, monkeypatch):
    if "ray" not in sys.modules:
        fake = SimpleNamespace(util=SimpleNamespace(scheduling_strategies=None), init=print)
        for name in ("ray", "ray.util", "ray.util.scheduling_strategies"):
            monkeypatch.setitem(sys.modules, name, fake)
    with pytest.raises(ValueError, match=f"--cluster {address}: .*{told}"):
        open_executor(address)


class Queue:
    """Slurm as submitit shows it: jobs that are done when they are asked for the third time."""

    def __init__(self, folder, cluster):
        self.jobs = []
        if cluster == "none":
            raise RuntimeError("there is no srun")

    def update_parameters(self, **parameters):
        self.parameters = parameters

    def submit(self, call, *args, **more):
        self.jobs.append(Job(lambda: call(*args, **more)))
        return self.jobs[-1]


class Job:
    def __init__(self, result):
        self.result, self.looks, self.cancelled = result, 0, False

    def done(self):
        self.looks += 1
        return self.looks > 2

    def exception(self):
        return None

    def cancel(self):
        self.cancelled = True


@pytest.fixture(params=["fake", pytest.param("submitit", marks=pytest.mark.cluster)])
def slurm(request, monkeypatch, tmp_path):
    if request.param == "fake":
        monkeypatch.setitem(sys.modules, "submitit", SimpleNamespace(AutoExecutor=Queue))
        return SlurmExecutor(tmp_path / "slurm", poll=0.01, slurm_partition="long")
    return SlurmExecutor(tmp_path / "slurm", "local", poll=0.1)


def test_a_queue_is_asked_until_its_jobs_are_done(slurm, tmp_path):
    units = [*SQUARES, unit("fail", 1)]
    with Ledger(tmp_path / "ledger") as ledger, OfFutures(slurm, 2) as executor:
        found = {one.unit.about: one.record for one in carry_out(units, executor, ledger)}
    assert {record.error for about, record in found.items() if about != "fail 1"} == {""}
    assert [found[one.about].result for one in SQUARES] == [{"square": number**2} for number in range(12)]
    assert found["fail 1"].error == "RuntimeError: it was so"


def test_jobs_that_are_still_queued_are_cancelled(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "submitit", SimpleNamespace(AutoExecutor=Queue))
    slurm = SlurmExecutor(tmp_path, poll=60.0)
    slurm.submit(print, "nothing")
    slurm.shutdown()
    assert slurm._queue.jobs[0].cancelled


@pytest.mark.parametrize("where", ["fake", pytest.param("submitit", marks=pytest.mark.cluster)])
def test_a_machine_without_slurm_is_told(monkeypatch, tmp_path, where):
    if where == "fake":
        monkeypatch.setitem(sys.modules, "submitit", SimpleNamespace(AutoExecutor=Queue))
    with pytest.raises(ValueError, match=r"--cluster slurm: .*srun"):
        SlurmExecutor(tmp_path, "none" if where == "fake" else "slurm")
