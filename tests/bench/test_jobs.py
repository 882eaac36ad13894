"""Few and short matches, as units and in a bare process."""

from robopitch.bench import jobs


def test_matches_as_units_are_measured_against_bare_processes(monkeypatch):
    monkeypatch.setattr(jobs, "TURNS", 1)
    monkeypatch.setattr(jobs, "MATCHES", 1)
    monkeypatch.setattr(jobs, "UNITS", 5)
    result = jobs.measure_jobs(seconds=0.2, workers=1)
    assert min(result["matches_an_hour"], result["bare_matches_an_hour"], result["overhead_s"]) > 0
    assert [len(row) for row in jobs.table(result)] == [len(jobs.COLUMNS)] * 4
