"""Starts programs of the package that need not import it again.

One process imports the package and loads the compiled code, and forks for each program: that takes a tenth of a second
instead of two. Signals, output and exit code are those of a program that a person starts.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[1]
_NUMBER = struct.Struct("i")  # the id of a process, then its status at the end


class Program:
    """As `subprocess.Popen`; standard output and standard error are one pipe of text."""

    def __init__(self, output: int, status: int) -> None:
        self.stdout, self._status = os.fdopen(output, encoding="utf-8"), status
        self.pid: int = _NUMBER.unpack(os.read(status, _NUMBER.size))[0]
        self.returncode: int | None = None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
            self.returncode = os.waitstatus_to_exitcode(_NUMBER.unpack(os.read(self._status, _NUMBER.size))[0])
            os.close(self._status)
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, None]:
        """The rest of its output."""
        rest: list[str] = []
        reader = threading.Thread(target=lambda: rest.append(self.stdout.read()), daemon=True)
        reader.start()
        reader.join(timeout)
        if reader.is_alive():
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        self.wait(timeout)
        return rest[0], None


def start(*arguments: str) -> Program:
    """The command `robopitch` with these arguments, in the folder of the caller; only on Linux."""
    output, theirs = os.pipe()
    status, written = os.pipe()
    request = json.dumps([os.getcwd(), *arguments]).encode()
    channel, _ = _server()
    socket.send_fds(channel, [request], [theirs, written])
    os.close(theirs)
    os.close(written)
    return Program(output, status)


@cache
def _server() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The channel to the process that forks, which ends when this process ends."""
    ours, theirs = socket.socketpair()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "tests.fork_server", str(theirs.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
    theirs.close()
    return ours, process


def _fork_for_requests(channel: socket.socket) -> list[str]:
    """Returns in each new process, with what it shall do; ends in the old one when nobody asks any more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how those between ended
    while True:
        request, files, _, _ = socket.recv_fds(channel, 65536, 2)
        if not request:
            sys.exit()
        if os.fork() == 0:
            channel.close()
            _redirect_and_report(*files)
            return json.loads(request)
        for file in files:
            os.close(file)


def _redirect_and_report(output: int, status: int) -> None:
    """Fork again: the new process gets its output redirected, the one between reports its id and its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child:
        os.close(output)
        os.write(status, _NUMBER.pack(child))
        os.write(status, _NUMBER.pack(os.waitpid(child, 0)[1]))
        os._exit(0)
    os.close(status)
    for number in (1, 2):
        os.dup2(output, number)
    os.close(output)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.FileIO(number, "w", closefd=False), encoding="utf-8", write_through=True)  # as python -u
        for number in (1, 2)
    )


def _load() -> None:
    """Everything that programs need; nothing of it may start a thread."""
    import robopitch
    import robopitch.cli.app
    import robopitch.client
    import robopitch.server.server
    import robopitch.web.http

    robopitch.make_match("ssl-div-b", blue="chase", yellow="chase").advance(20)
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()  # the garbage collector of a fork would copy every page


def _main() -> NoReturn:
    _load()
    folder, *arguments = _fork_for_requests(socket.socket(fileno=int(sys.argv[1])))
    os.chdir(folder)
    sys.argv = ["robopitch", *arguments]
    from robopitch.cli import main

    sys.exit(main())


if __name__ == "__main__":
    _main()
