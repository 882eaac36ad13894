"""Robopitch runs without what only POSIX has: modules, and functions and constants of modules that Windows has too."""

from __future__ import annotations

import json
import os
import subprocess
import sys

# Robopitch itself must not need them; the standard library of this system may.
BLOCKED = ("fcntl", "termios", "tty", "pty", "resource", "grp", "pwd", "syslog", "readline", "posix")
REMOVED = {
    "select": ("epoll", "poll", "EPOLLIN", "EPOLLOUT", "POLLOUT"),
    "os": ("fork", "forkpty", "geteuid", "getuid", "nice", "sched_getaffinity", "O_CLOEXEC", "O_NONBLOCK"),
    "signal": ("SIGHUP", "SIGUSR1", "SIGALRM"),
    "socket": ("SO_REUSEPORT",),
}
PROGRAM = """
import builtins, importlib, json, sys
blocked, removed = json.loads(sys.argv[1])
for name, attributes in removed.items():
    module = importlib.import_module(name)
    for attribute in attributes:
        delattr(module, attribute)
find, missed = builtins.__import__, []
def guarded(name, globals=None, locals=None, fromlist=(), level=0):
    if level == 0 and name in blocked and (globals or {}).get("__name__", "").split(".")[0] == "robopitch":
        missed.append(name)
        raise ImportError(f"no module named {name}")
    return find(name, globals, locals, fromlist, level)
builtins.__import__ = guarded
import robopitch
assert not missed, missed
from robopitch.cli.app import app
from robopitch.net import REAL
assert type(REAL.poller()).__name__ == '_Selector'
for line in sys.argv[2:]:
    try:
        app(line.split(), standalone_mode=False)
    except SystemExit as end:
        assert not end.code, (line, end.code)
    print("done:", line)
"""


def test_run_and_serve_start_without_what_only_posix_has(tmp_path):
    lines = [
        "run vss-3v3 --seconds 0.05 --headless",
        f"serve vss-3v3 --seconds 0.05 --interface 127.0.0.1 --port-offset {10_000 + os.getpid() % 10_000}",
    ]
    key = tmp_path / "key"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "ROBOPITCH_KEY_FILE": str(key)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps([BLOCKED, REMOVED]), *lines],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert [f"done: {line}" in done.stdout for line in lines] == [True, True]
    assert key.exists()
