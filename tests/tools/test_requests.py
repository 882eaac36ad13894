"""The reference of all requests is current, and says of each what it takes."""

from tools.requests import PAGE, reference

from robopitch.server.api import REQUESTS


def test_the_reference_is_current():
    assert PAGE.read_text(encoding="utf-8") == reference(), "run python -m tools.requests"


def test_every_request_has_a_row():
    rows = [line.split("`")[1] for line in reference().splitlines() if line.startswith("| `")]
    assert sorted(rows) == sorted(REQUESTS)
