"""Ray on this machine: two nodes with a processor each, of which one dies; bad clusters. `make test-cluster`."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.jobs import Ledger, LocalExecutor, OfFutures, WorkersError, carry_out

from .work import unit

pytestmark = pytest.mark.cluster
ROOT = Path(__file__).parents[2]
TEAM = "from helper import nothing\n\ndef play(observation):\n    return nothing\n"
MATCHES = ("--league", "ssl-div-b", "--seconds", "2", "--rounds", "3")


class Cluster:
    """Nodes of Ray on this machine, and their processes."""

    def __init__(self, folder):
        with socket.socket() as one, socket.socket() as other:
            one.bind(("", 0))
            other.bind(("", 0))
            self.port, self.client = one.getsockname()[1], other.getsockname()[1]
        self._folder = folder
        self._environment = {**os.environ, "RAY_TMPDIR": str(folder)}
        self._known = set()
        self.start(
            "--head", "--include-dashboard=false", f"--port={self.port}", f"--ray-client-server-port={self.client}"
        )

    @property
    def address(self):
        return f"ray://127.0.0.1:{self.client}"

    def start(self, *arguments, **environment):
        """A node; returns its raylet's process."""
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *arguments, "--num-cpus=1"]
        command += ["--object-store-memory=100000000", "--disable-usage-stats"]
        with open(self._folder / "log", "a") as log:
            subprocess.run(command, env={**self._environment, **environment}, check=True, stdout=log, stderr=log)
        before, self._known = self._known, self._processes()
        return next(number for number, text in (self._known - before) if "raylet/raylet " in text)

    def join(self, **environment):
        import ray

        address = f"{ray.util.get_node_ip_address()}:{self.port}"
        return self.start(f"--address={address}", **environment)

    def _processes(self):
        found = set()
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if f"RAY_TMPDIR={self._environment['RAY_TMPDIR']}\0" in (path / "environ").read_text(
                    "utf-8", "replace"
                ):
                    found.add((int(path.name), (path / "cmdline").read_text().replace("\0", " ")))
            except OSError:  # it has ended, or is another's
                continue
        return found - {(os.getpid(), "")}

    def stop(self):
        for number, _ in self._processes():
            if number != os.getpid():
                end(number)


def end(number):
    with suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)


@pytest.fixture(scope="module", autouse=True)
def secret():
    """The clusters of these tests ask for a token, as Ray's own do by default."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", "0123456789abcdef" * 2)
        patch.setenv("RAY_CLIENT_RECONNECT_GRACE_PERIOD", "2")
        patch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
        pytest.importorskip("ray")  # only now: it reads these when it is imported
        yield


@pytest.fixture(scope="module")
def folder():
    """One with a short name: sockets are in it."""
    with TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as found:
        yield Path(found)


@pytest.fixture(scope="module")
def cluster(folder):
    (folder / "c").mkdir()
    found = Cluster(folder / "c")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def second(cluster):
    return cluster.join()


def ray_of(address, tries=4):
    """On a loaded machine Ray may take longer than it waits for itself."""
    from robopitch.jobs.ray import RayExecutor

    try:
        return RayExecutor(address)
    except WorkersError as error:
        if tries and "client" in str(error):
            return ray_of(address, tries - 1)
        raise


def listening():
    """Addresses at which processes of Ray listen."""
    lines = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[3] for line in lines if any(name in line for name in ("gcs_server", "raylet", "ray::"))}


def tournament(*arguments):
    return CliRunner().invoke(app, ["tournament", *arguments, *MATCHES, "--json"])


def test_a_node_with_another_version_is_told_before_the_first_unit(cluster, tmp_path):
    shutil.copytree(
        Path(robopitch.__file__).parent, tmp_path / "robopitch", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    with (tmp_path / "robopitch" / "machine.py").open("a") as file:
        file.write("# another version\n")
    raylet = cluster.join(PYTHONPATH=f"{tmp_path}:{ROOT}")
    try:
        with pytest.raises(WorkersError, match=r"has sources: [0-9a-f]+ instead of [0-9a-f]+"):
            ray_of(cluster.address)
    finally:
        end(raylet)


def test_a_tournament_on_the_cluster_has_the_same_table_with_team_files_that_it_ships(cluster, tmp_path, monkeypatch):
    (tmp_path / "team").mkdir()
    monkeypatch.chdir(tmp_path / "team")
    Path("mine.py").write_text(TEAM)
    Path("helper.py").write_text("nothing = {}\n")
    words = ("--teams", "mine.py:play,chase")
    here = tournament(*words, "-j", "1")
    assert here.exit_code == 0, here.output
    there = tournament(*words, "--cluster", cluster.address, "--out", "there")
    assert there.exit_code == 0, there.output
    assert json.loads(there.stdout) == json.loads(here.stdout)
    assert {one.name for one in Path("there").glob("*.json")} == {
        one.name for one in Path("out/tournament").glob("*.json")
    }


def test_a_killed_node_gives_the_same_table(cluster, second, tmp_path):
    units = [unit("log", number, log=str(tmp_path / "log"), seconds=0.25) for number in range(60)]
    with LocalExecutor(2) as local:
        wanted = {one.unit.key: one.record.result for one in carry_out(units, local)}
    (tmp_path / "log").unlink()
    found = {}
    executor = ray_of(cluster.address)
    assert executor.workers == 2
    with Ledger(tmp_path / "ledger") as ledger, OfFutures(executor, 2) as there:
        for one in carry_out(units, there, ledger):
            found[one.unit.key] = one.record.result
            if len(found) == 12:
                end(second)
        assert found == wanted
        assert all(one.known for one in carry_out(units, there, ledger))
    assert len((tmp_path / "log").read_text().splitlines()) >= 60


def test_a_cluster_that_dies_is_told_and_the_next_run_goes_on(cluster, tmp_path):
    units = [unit("log", number, log=str(tmp_path / "log"), seconds=0.1) for number in range(200)]
    with Ledger(tmp_path / "ledger") as ledger:
        with OfFutures(ray_of(cluster.address), 1) as there:
            done = carry_out(units, there, ledger)
            known = {next(done).unit.key for _ in range(3)}
            cluster.stop()
            with pytest.raises(WorkersError, match="cluster"):
                known |= {one.unit.key for one in done}
        kept = {path.stem for path in (tmp_path / "ledger").glob("*.json")}
        assert known <= kept
        assert len(kept) < 200
        with LocalExecutor(2) as local:
            again = list(carry_out(units, local, ledger))
        assert {one.unit.key for one in again if one.known} == kept
        assert all(one.record.ok for one in again)


def test_a_cluster_of_this_machine_listens_on_the_loopback_alone(tmp_path, folder, monkeypatch):
    monkeypatch.setenv("RAY_TMPDIR", str(folder))
    before = listening()
    program = (
        "from robopitch.jobs import carry_out\n"
        "from robopitch.jobs.cluster import open_executor\n"
        "from tests.jobs.work import unit\n"
        "from tests.jobs.test_ray import listening\n"
        "with open_executor('auto') as executor:\n"
        "    print([one.record.result['square'] for one in carry_out([unit('square', 4)], executor)])\n"
        "    print(*listening())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    result, _, places = done.stdout.partition("\n")
    assert result == "[16]", done.stderr
    own = {place for place in places.split() if place not in before}
    assert own
    assert {place for place in own if "127.0.0.1" not in place} == set()
