import json
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

import robopitch
from robopitch.bench import baseline
from robopitch.cli.app import app


@pytest.fixture
def repository(tmp_path):
    """A repository with two commits of a package: one before there was a benchmark of the server, and one with it."""
    root = tmp_path / "clone"
    package = root / "src" / "robopitch"
    package.mkdir(parents=True)

    def git(*arguments):
        name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", "-C", root, *name, *arguments], check=True, capture_output=True, text=True).stdout

    git("init", "--quiet")
    (package / "__init__.py").write_text("")
    git("add", "-A")
    git("commit", "--quiet", "-m", "old")
    git("tag", "old")
    (package / "bench").mkdir()
    (package / "bench" / "processes.py").write_text("first\n")
    git("add", "-A")
    git("commit", "--quiet", "-m", "first")
    git("tag", "first")
    (package / "bench" / "processes.py").write_text("changed, and not committed\n")
    return root / "src"


def test_the_source_of_a_commit_is_unpacked_beside_the_one_that_is_there(repository, tmp_path):
    source = baseline.source_of("first", repository, tmp_path / "here")
    assert (source / "robopitch" / "bench" / "processes.py").read_text() == "first\n"
    assert source != repository


@pytest.mark.parametrize(("commit", "says"), [("nonsense", "'nonsense' is not a commit"), ("old", "older")])
def test_a_commit_that_cannot_be_measured_is_refused(repository, tmp_path, commit, says):
    with pytest.raises(ValueError, match=says):
        baseline.source_of(commit, repository, tmp_path / "here")


def test_without_a_repository_it_says_so(tmp_path):
    with pytest.raises(ValueError, match="run it from a clone"):
        baseline.source_of("first", tmp_path, tmp_path / "here")


def test_without_git_it_says_so(repository, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ValueError, match="needs git"):
        baseline.source_of("first", repository, tmp_path / "here")


@pytest.fixture
def result(monkeypatch):
    """Three rounds; the tree of the baseline is slower by another factor in each of them."""
    order = []
    factors = {"server_ms friendly": 0.25, "core_share friendly": 0.7, "cold_start_s": 1.0}

    def measure(tree, seconds):
        order.append(tree)
        number = int(tree[2].name.split("-")[0])
        scale = 10.0 + number  # the machine becomes slower
        return {name: scale * (factor if tree[0] == baseline.HERE else 1.0) for name, factor in factors.items()}

    monkeypatch.setattr(baseline, "_measure", measure)
    monkeypatch.setattr(baseline, "source_of", lambda commit, own, folder: folder / "baseline")
    return baseline.measure_against("abc", 3, 1.0), order


def test_both_trees_take_turns_with_a_folder_of_compiled_code_for_each_start(result):
    _, order = result
    assert [tree[0] for tree in order] == ["abc", baseline.HERE, baseline.HERE, "abc", "abc", baseline.HERE]
    assert len({tree[2] for tree in order}) == 6


def test_ratios_are_those_of_each_round_and_judged(result):
    figures = result[0]["figures"]
    assert figures["server_ms friendly"] == {"baseline": 11.0, "here": 2.75, "ratio": 0.25, "ratios": [0.25] * 3}
    rows = {row[0].split(":")[0]: row for row in baseline.table(result[0])}
    assert {len(row) for row in rows.values()} == {len(baseline.COLUMNS)}
    met = {row[0]: row[-1] for row in baseline.table(result[0])}
    assert sorted(met.values()) == ["NO", "yes", "yes"]
    assert json.loads(json.dumps(result[0])) == result[0]


def test_a_server_is_measured_in_processes_of_its_own(tmp_path):
    """The tree of this test itself, for a short time."""
    import robopitch

    tree = ("here", next(iter(robopitch.__path__)).removesuffix("/robopitch"), None)
    assert baseline._lockstep(tree, 0.1, "friendly") > 0


def test_the_command_refuses_it_for_other_benchmarks():
    done = CliRunner().invoke(app, ["bench", "teams", "--baseline", "abc"])
    assert done.exit_code != 0
    assert "--baseline" in done.output + done.stderr


def test_a_server_that_can_choose_its_frames_is_also_measured_with_those_that_were_sent(monkeypatch):
    assert baseline._chooses_vision(("this", Path(robopitch.__file__).parents[1], Path()))
    monkeypatch.setattr(baseline, "_cold_start", lambda tree: 1.0)
    monkeypatch.setattr(baseline, "_real_time", lambda tree, seconds, realism: 2.0)
    monkeypatch.setattr(baseline, "_lockstep", lambda *_, lockstep_vision="": 3.0 if lockstep_vision else 4.0)
    for chooses, at_rate in ((True, 3.0), (False, 4.0)):
        monkeypatch.setattr(baseline, "_chooses_vision", lambda tree, chooses=chooses: chooses)
        figures = baseline._measure(("abc", Path(), Path()), 1.0)
        assert (figures["server_ms friendly"], figures["server_ms_at_rate friendly"]) == (4.0, at_rate)
        assert {name.partition(" ")[0] for name in figures} == set(baseline.FIGURES)
