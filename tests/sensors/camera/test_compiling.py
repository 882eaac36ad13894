"""The ray caster is compiled in another process while a match runs, if a robot has a camera that may be switched on."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

import robopitch
from robopitch.messages import ChangeSensor
from robopitch.sensors.camera import compiling


@pytest.fixture
def started(monkeypatch):
    """The commands of processes that would have been started, with nothing compiled yet."""
    commands = []

    class Process:
        def __init__(self, command, **_):
            commands.append(command)

        def wait(self):
            return 0

    monkeypatch.setattr(compiling, "_started", [])
    monkeypatch.setattr(compiling, "is_compiled", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", Process)
    return commands


@pytest.fixture
def lock(tmp_path):
    """A file that no other process locks."""
    (tmp_path / "lock").write_text("")
    return tmp_path / "lock"


def test_one_process_compiles_for_all_cameras_that_are_off(started):
    match = robopitch.make_match("msl")
    match.sensors.compile_ahead()
    match.sensors.compile_ahead()
    assert [command[1:] for command in started] == [["-m", "robopitch.sensors.camera.compiling"]]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_process_that_compiles_ends_with_the_one_that_started_it(tmp_path, number):
    (tmp_path / "compiling_for_ever.py").write_text(
        textwrap.dedent("""
        import os, time
        from robopitch.sensors.camera.compiling import end_with_starter
        end_with_starter()
        print(os.getpid(), flush=True)
        time.sleep(600)
        """)
    )
    code = textwrap.dedent("""
        import subprocess, time
        from robopitch.sensors.camera import compiling
        start, compiling.is_compiled = subprocess.Popen, lambda: False
        compiling.__name__ = "compiling_for_ever"
        subprocess.Popen = lambda *arguments, **options: start(*arguments, **(options | {"stdout": None}))
        compiling.compile_ahead()
        time.sleep(600)
        """)
    paths = os.pathsep.join((str(tmp_path), *filter(None, sys.path)))
    environment = os.environ | {"PYTHONPATH": paths}
    with subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE) as starter:
        assert int(starter.stdout.readline()) > 0  # the compiling process has its output from its starter
        starter.send_signal(number)
        assert starter.stdout.read() == b""  # nobody has that output any more: both have ended


def test_nothing_is_started_without_a_camera(started):
    robopitch.make_match("ssl-div-b").sensors.compile_ahead()
    robopitch.make_match("msl", overrides={"robot.sensors": []}).sensors.compile_ahead()
    assert started == []


def test_nothing_is_started_if_all_cameras_are_on(started):
    match = robopitch.make_match("msl", players=1)
    cameras = [sensor for sensor in match.sensors.suite if sensor.compile_ahead is not None]
    assert len(cameras) == 6
    for camera in cameras:
        match.offer("me", ChangeSensor(camera.name, {"on": True}))
    match.advance(1)
    match.sensors.compile_ahead()
    assert started == []


def test_nothing_is_started_if_the_code_is_on_the_disk(started, monkeypatch):
    monkeypatch.setattr(compiling, "is_compiled", lambda: True)
    robopitch.make_match("msl").sensors.compile_ahead()
    assert started == []


def test_a_process_that_cannot_start_stops_nothing(started, monkeypatch):
    def refuse(*_, **__):
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    robopitch.make_match("msl").sensors.compile_ahead()


def test_what_the_process_does_compiles_all_that_a_camera_needs(monkeypatch, lock):
    monkeypatch.setattr("os.nice", lambda _: 0, raising=False)
    compiling.main(lock)
    assert compiling.is_compiled()


def test_two_processes_do_not_compile_the_same(monkeypatch, lock):
    fcntl = pytest.importorskip("fcntl")
    pictures = []
    monkeypatch.setattr("os.nice", lambda _: 0, raising=False)
    monkeypatch.setattr("robopitch.sensors.camera.camera.take_picture", lambda *_: pictures.append(1))
    with lock.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        compiling.main(lock)
        assert pictures == []
    compiling.main(lock)
    assert pictures == [1]
