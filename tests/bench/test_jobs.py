"""Few and short matches, as units and in a bare process."""

from robopitch.bench import jobs


def test_matches_as_units_are_measured_against_bare_processes(monkeypatch):
    monkeypatch.setattr(jobs, "TURNS", 1)
    monkeypatch.setattr(jobs, "MATCHES", 1)
    monkeypatch.setattr(jobs, "UNITS", 5)
    result = jobs.measure_jobs(seconds=0.2, workers=1, ray=False, costs=20)
    assert min(result[name] for name in ("matches_an_hour", "bare_matches_an_hour", "overhead_s")) > 0
    assert min(result["costs"].values()) > 0
    assert {len(row) for row in jobs.table(result)} == {len(jobs.COLUMNS)}
    assert "Ray against processes" not in str(jobs.table(result))
    result["ray"] = {"against_processes": 0.95, "overhead_s": 0.004}
    assert ["Ray against processes", "0.95", "at least 0.9"] in jobs.table(result)
