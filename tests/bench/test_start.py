import json

from typer.testing import CliRunner

from robopitch.bench import start
from robopitch.cli.app import app


def test_the_first_start_has_no_kernels_and_later_ones_have_them(monkeypatch):
    asked = []

    def fake(kernels):
        asked.append(kernels)
        return (20.0 if len(asked) == 1 else 0.5 + 0.1 * len(asked)), {"import": 0.1, "make": 0.2, "step": 0.3}

    monkeypatch.setattr(start, "_start", fake)
    result = start.measure_start(repeats=3)
    assert (result["cold_s"], result["warm_s"]) == (20.0, 0.7)
    assert len(set(asked)) == 1
    assert len(asked) == 4


def test_a_start_is_measured_in_a_process_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(
        start, "PROGRAM", "import os; print('{\"step\": 0.25}'); open(os.environ['NUMBA_CACHE_DIR'] + '/k', 'w')"
    )
    seconds, parts = start._start(str(tmp_path))
    assert parts == {"step": 0.25}
    assert seconds > 0
    assert (tmp_path / "k").exists()


def test_it_prints_what_is_promised_beside_what_it_took(monkeypatch):
    monkeypatch.setattr(start, "_start", lambda kernels: (1.5, {"import": 0.1, "make": 0.2, "step": 0.3}))
    done = CliRunner().invoke(app, ["bench", "start", "--json"])
    assert json.loads(done.stdout)["bars"] == {"cold_s": 30.0, "warm_s": 2.0, "import_s": 0.3}
    assert "later starts" in done.stderr
