"""In every mode each option is used, or refused with a message and exit code 2 before anything is played."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


WITHOUT_PAGE = [
    ("--realism ultra", "no realism for 'ssl' leagues is called 'ultra'; known are friendly, none"),
    ("--realism FRIENDY", "did you mean 'friendly'?"),
    ("--noise foo=1", "foo: no such key here; known are"),
    ("--noise ball_position", "write path=value"),
    ("--noise ball_area=1 --noise ball_area=2", "--noise ball_area: given twice, 1 and 2"),
    ("--set mass=1", "mass: no such key here; did you mean 'ball.mass' or 'robot.mass'?"),
    ("--set Ball.Mass=1", "Ball: no such key here; did you mean 'ball'?"),
    ("--set ball.mass=1 --set ball.mass=2", "--set ball.mass: given twice, 1 and 2"),
    ("msl --realism friendly", "--realism: msl has no shared vision"),
    ("msl --noise ball_position=1", "--noise: msl has no shared vision"),
    ("--compact", "--compact: nothing is recorded; add --record FILE.mcap"),
    ("--comment a=b --truth-rate 10", "--truth-rate, --comment: nothing is recorded"),
    ("--record match.txt", "--record match.txt: a name that ends with .mcap is wanted"),
    ("--record file/x.mcap", "file is not a folder"),
    ("--out tracks", "--out tracks: a name that ends with .png"),
    ("--out file/x.png", "file is not a folder"),
    ("--out folder.png", "folder.png: cannot be written: it is a folder, not a file"),
    ("--ports", "--ports: only for a match in real time"),
    ("--speed 2", "--speed: only for a match in real time"),
    ("--speed fast", "a speed of 'fast'"),
    ("--tracker none --memory 3", "--tracker, --memory: only for a match in real time"),
    ("--seconds nan", "--seconds nan: a number above 0"),
    ("--minutes -1", "--minutes -1: a number above 0"),
    ("--seconds 1 --minutes 1", "one of them is enough"),
    ("--engine MUJOCA", "no engine is called 'MUJOCA'; did you mean 'mujoco' or 'mujoco-spatial'?"),
    ("--blue Cambda", "no team is called 'Cambda'; did you mean 'cambada'?"),
    ("--blue-robot sss", "blue.robot: no robot is called 'sss', nor is it a .toml file; did you mean"),
    ("--scene crner", "no scene for ssl-div-a is called 'crner', nor is it a .toml file; did you mean 'corner'?"),
    ("vss-3v3 --scene corner", "no scene for vss-3v3 is called 'corner', nor is it a .toml file; known are penalty"),
    ("--scene none.toml", "none.toml: cannot be read: No such file or directory"),
    ("SSL", "no league is called 'SSL'; did you mean 'ssl-div-a' or 'ssl-div-b'?"),
    ("div-a", "no league is called 'div-a'; did you mean 'ssl-div-a'?"),
]
LIVE = [
    ("--out x.png", "--out: tracks are drawn of a match without a page; add --headless"),
    ("--live --headless --page-port 3 --token x", "--token, --page-port: there is no page with --headless"),
    ("--token ''", "--token: the key is empty"),
    ("--memory nan", "--memory nan: from 0 to 3600 s is possible"),
    ("--memory 0 --comment a=b", "--comment: nothing is recorded"),
    ("--epoch nan", "--epoch nan: a time in seconds"),
    ("--lockstep-vision frames", "no value of --lockstep-vision is called 'frames'"),
    ("--clips file/clips", "file/clips: cannot be written"),
    ("--record match.txt", "--record match.txt: a name that ends with .mcap is wanted"),
    ("mirosot-5v5 --vision-port 3", "no port is called 'vision'"),
    ("msl --realism perfect --tracker none", "--realism, --tracker: msl has no shared vision"),
    ("MSL --scene crner", "no scene for msl is called 'crner'"),
]
OTHERS = [
    ("params ssl-div-a --set ball.mass=1 --set ball.mass=2", "--set ball.mass: given twice, 1 and 2"),
    ("scene check", "check wants a file: robopitch scene check FILE"),
    ("scene list --at 3", "--at: only for robopitch scene save"),
    ("scene check x.toml --at 3 --title x", "--at, --title: only for robopitch scene save"),
    ("scene save m.mcap --at 1 --out x.txt", "--out x.txt: a name that ends with .toml is wanted"),
    ("save goal --console-port 1", "goal: a name that ends with .mcap is wanted"),
    ("experiment --record x.txt", "--record x.txt: a name that ends with .mcap is wanted"),
    ("covariance m.mcap blue.1 --out x.txt", "--out x.txt: a name that ends with .toml is wanted"),
    ("covariance m.mcap blue.1 --from 3 --to 1", "--from 3 --to 1: the first must be less than the second"),
    ("stats m.mcap --from nan", "--from nan --to inf: the first must be less"),
    ("compare m.mcap m.mcap --out file", "file is not a folder"),
    ("compare-engines ssl-div-b --out file", "file is not a folder"),
    ("bench start --seconds 3", "--seconds: only for robopitch bench recording"),
    ("bench physics --minutes 3", "--minutes: only for robopitch bench soak"),
    ("bench SOAK --rounds 3", "--rounds: only for robopitch bench physics"),
    (
        "serve --blue chase",
        "--blue: both teams of `serve` come over the network; with a built-in one: robopitch run --blue",
    ),
    ("team chas", "no team is called 'chas'; did you mean 'chase'?"),
    ("expo", "there is no command 'expo'; did you mean 'export'?"),
    ("LEAGUE", "there is no command 'LEAGUE'; did you mean 'leagues'?"),
]


@pytest.mark.parametrize(
    ("typed", "message"),
    [(f"run --headless {typed}", message) for typed, message in WITHOUT_PAGE]
    + [(f"run {typed}", message) for typed, message in LIVE]
    + OTHERS,
)
def test_what_is_not_used_is_refused(typed, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    Path("folder.png").mkdir()
    done = run(*("" if part == "''" else part for part in typed.split()))
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.replace("│", "").split())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.png"]


def test_case_does_not_matter(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["--blue", "CHASE", "--yellow", "Still", "--engine", "Turf", "--realism", "PERFECT", "--blue-robot", "SSL"]
    done = run("RUN", "SSL-DIV-B", "--headless", "--seconds", "0.01", "--scene", "Corner", *names)
    assert done.exit_code == 0, done.output
    assert "SSL Division B, 6 v 6, turf at 1 ms, seed 0: chase (blue) against still (yellow)" in done.stdout
    assert "realism     perfect: no delay, no noise, no loss" in done.stdout


def test_the_version_is_printed():
    from robopitch import __version__

    assert run("--version").stdout == f"robopitch {__version__}\n"
