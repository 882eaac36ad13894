"""The jobs of the night: their page, their results, what counts as a failure."""

import pytest
from experiments.nightly import JOBS, NEVER, PAGE, Job, page, results, run

from experiments import nightly


def test_the_page_lists_the_jobs_as_they_are():
    text = PAGE.read_text("utf-8")
    assert set(results(text)) == {job.name for job in JOBS}
    assert page(results(text)) == text


def test_a_job_that_never_ran_says_so_and_results_are_kept():
    assert set(results(page({})).values()) == {NEVER}
    assert results(page({"soak": "passed; 10 min"}))["soak"] == "passed; 10 min"


@pytest.mark.parametrize(
    ("command", "more", "result"),
    [
        ("print('a'); print('the last | line')", {}, "passed; 0.0 min; the last line"),
        ("print('goals 3'); print('b'); print('goals 4')", {"result": "goals"}, "passed; 0.0 min; goals 3; goals 4"),
        ("print('no'); raise SystemExit(3)", {}, "failed, exit code 3; 0.0 min; no"),
        ("print('kept NO')", {"wrong": r"\bNO\b"}, "failed, 'NO' in its output; 0.0 min; kept NO"),
        ("import time; time.sleep(600)", {"limit": 0.0}, "failed, not done after 0 min; 0.0 min"),
    ],
)
def test_a_job_passes_by_exit_code_output_and_limit(tmp_path, command, more, result):
    job = Job(**{"name": "one", "command": f'python -c "{command}"', "shows": "", "limit": 5, **more})
    assert run(job, tmp_path) == (result.startswith("passed"), result)


def test_a_failed_job_is_the_exit_code_and_the_next_one_runs(tmp_path, monkeypatch, capsys):
    jobs = [Job(name, f'python -c "raise SystemExit({code})"', "", 5) for name, code in (("bad", 1), ("good", 0))]
    for name, value in (("JOBS", jobs), ("LOGS", tmp_path), ("PAGE", tmp_path / "page.md")):
        monkeypatch.setattr(nightly, name, value)
    nightly.PAGE.write_text(page({}), "utf-8")
    monkeypatch.setattr("sys.argv", ["nightly"])
    assert nightly.main() == 1
    assert "1 of 2 passed\nfailed: bad" in capsys.readouterr().out
    assert "passed" in results(nightly.PAGE.read_text("utf-8"))["good"]
