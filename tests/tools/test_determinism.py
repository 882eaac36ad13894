import json
import os
import subprocess
import sys

from tools.determinism import workload
from tools.determinism.__main__ import compare, first_difference
from tools.determinism.variants import NATIVE, VARIANTS, environment

LEAGUES, SECONDS, RULED = ["vss-3v3", "ssl-div-b"], 3, 6


def test_a_match_is_the_same_with_other_code_of_numpy_blas_and_libm():
    other = {name: value for own in VARIANTS if own.touches != "numba" for name, value in environment(own).items()}
    settings = {"leagues": LEAGUES, "seconds": SECONDS, "ruled": RULED, "engine": "", "dialogue": None}
    done = subprocess.run(
        [sys.executable, "-P", workload.__file__, json.dumps(settings)],
        env=os.environ | other,
        capture_output=True,
        text=True,
        check=True,
    )
    there = dict(json.loads(line) for line in done.stdout.splitlines())
    for league in LEAGUES:
        assert there[league] == workload.match(league, SECONDS, "")
        assert there[f"{league} by the rules"] == workload.ruled_match(league, RULED, "")


def test_the_first_second_that_differs_is_named():
    assert first_difference(["a", "b", "c"], ["a", "b", "c"]) is None
    assert first_difference(["a", "b", "c"], ["a", "x", "y"]) == 2
    results = {
        NATIVE.name: {"probes": {}, "msl": {"world": ["a", "b"]}},
        "libm": {"probes": {}, "msl": {"world": ["a", "x"]}},
    }
    assert compare(results) == ([["msl: world", "2 s", "second 2"]], False)
    results["libm"]["msl"] = {"world": ["a", "b"]}
    assert compare(results) == ([["msl: world", "2 s", "same"]], True)
