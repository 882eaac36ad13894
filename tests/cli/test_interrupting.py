"""Ctrl-C while a command starts: no traceback, wherever it strikes."""

import os
import subprocess
import sys

import pytest

from .conftest import ENVIRONMENT

# Sends the signal when a module is looked for, so that the test does not depend on the speed of the machine.
START = """
import os, signal, sys

class Interrupting:
    count = 0

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        cls.count += 1
        if cls.count == {number}:
            {how}

class Dying:
    def __del__(self):
        os.kill(os.getpid(), {signal})
        sum(range(9))

from robopitch.cli import main
sys.meta_path.insert(0, Interrupting)
main()
"""
AT_ONCE = "os.kill(os.getpid(), {signal})"
FORGOTTEN = "Dying()"  # Python prints and forgets what happens there
COMMAND = ("run", "vss-3v3", "--headless", "--seconds", "0.1", "--referee", "free")


def started(number: int, how: str, signal: str) -> subprocess.Popen:
    script = START.format(number=number, how=how.format(signal=signal), signal=signal)
    command = [sys.executable, "-c", script, *COMMAND, "--out", os.devnull + ".png"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)


@pytest.mark.parametrize(
    ("signal", "code", "places"),
    [
        ("signal.SIGINT", 130, ((2, AT_ONCE), (300, AT_ONCE), (40, FORGOTTEN), (700, FORGOTTEN))),
        ("signal.SIGTERM", -15, ((40, AT_ONCE),)),
    ],
)
def test_a_signal_while_modules_are_imported_ends_a_command_without_a_traceback(signal, code, places):
    programs = {place: started(*place, signal) for place in places}
    for place, program in programs.items():
        _, said = program.communicate(timeout=120)
        assert (program.returncode, said) == (code, ""), place
