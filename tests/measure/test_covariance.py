"""The noise that a camera is given is the noise that is measured [MI20 §4.2, §5.1.5]."""

import json

import numpy as np
from typer.testing import CliRunner

from robopitch.cli.app import app

SIX = [4e-6, 1e-6, 1e-5, 9e-6, -2e-5, 4e-4]  # xx, xy, xt, yy, yt, tt: m and rad


def said(*arguments) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_covariance_in_is_covariance_out(tmp_path):
    file = tmp_path / "rest.mcap"
    teams = ["--blue", "still", "--yellow", "still", "--seconds", 4, "--headless"]
    said("run", "ssl-div-b", *teams, "--realism", "none", "--noise", f"robot_covariance = {SIX}", "--record", file)
    found = json.loads(said("covariance", file, "blue.3", "--json"))
    wanted = np.zeros((3, 3))
    wanted[np.triu_indices(3)] = SIX
    wanted = np.maximum(wanted, wanted.T) + np.minimum(wanted, wanted.T) - np.diag(np.diag(wanted))
    variances = np.diag(wanted)
    spread = np.sqrt((np.outer(variances, variances) + wanted**2) / found["count"])  # of a covariance, by chance
    assert found["count"] > 200
    assert (np.abs(np.array(found["covariance"]) - wanted) < 4 * spread).all()
    assert np.allclose(found["robot_covariance"], np.array(found["covariance"])[np.triu_indices(3)])
