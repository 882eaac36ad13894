"""Commands of a person to the modules of a team while it plays: one line each [MI20 §2.5, §2.8.1]."""

from __future__ import annotations

from collections.abc import Callable

from robopitch.client.decisions import Decisions
from robopitch.client.events import Identify, RobotSleep, RobotWakeup
from robopitch.client.framework import Framework
from robopitch.spec.names import known_name

__all__ = ["HELP", "command"]

HELP = """\
NAME = VALUE       change a setting: strategy.decision = chase
settings           all settings
decisions          the decision systems
modules            the modules, and whether they run
start MODULE       stop MODULE, restart MODULE
sleep [ROBOT]      a robot stands, or all of them; wake [ROBOT] lets it play again
identify [ROBOT]   a robot turns, so that you see which one it is
times              the times of the modules
events             the times of all listeners"""


def command(system: Framework, decisions: Decisions, line: str) -> str:
    """Carry out a line; returns what to print. What cannot be done changes nothing, and the answer says why."""
    try:
        if "=" in line:
            name, _, value = line.partition("=")
            system.settings.change(name.strip(), value.strip())
            return f"{name.strip()} = {system.settings.value(name.strip())}"
        word, _, rest = line.strip().partition(" ")
        if not word:
            return ""
        return _WORDS[known_name(word, _WORDS, "command")](system, decisions, rest.strip())
    except ValueError as error:
        return str(error)


def _robot(text: str) -> int | None:
    if text == "":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise ValueError(f"{text!r}: the number of a robot is wanted")
    return int(text)


def _send(kind: Callable[[int | None], Identify | RobotSleep | RobotWakeup], said: str) -> _Word:
    def word(system: Framework, decisions: Decisions, rest: str) -> str:
        robot = _robot(rest)
        system.events.send(kind(robot))
        return f"{'all robots' if robot is None else f'robot {robot}'}: {said}"

    return word


def _settings(system: Framework, decisions: Decisions, rest: str) -> str:
    return "\n".join(f"{one.name} = {one.value}" + (f"   {one.about}" if one.about else "") for one in system.settings)


def _modules(system: Framework, decisions: Decisions, rest: str) -> str:
    return "\n".join(f"{name}: {'runs' if name in system.running else 'stopped'}" for name in system.known)


def _change(word: str) -> _Word:
    def change(system: Framework, decisions: Decisions, rest: str) -> str:
        getattr(system, word)(rest)
        return f"{rest}: {'runs' if rest in system.running else 'stopped'}"

    return change


_Word = Callable[[Framework, Decisions, str], str]
_WORDS: dict[str, _Word] = {
    "settings": _settings,
    "decisions": lambda system, decisions, rest: "\n".join(decisions.names),
    "modules": _modules,
    "start": _change("start"),
    "stop": _change("stop"),
    "restart": _change("restart"),
    "sleep": _send(RobotSleep, "sleeps"),
    "wake": _send(RobotWakeup, "awake"),
    "identify": _send(Identify, "turns"),
    "times": lambda system, decisions, rest: system.table(),
    "events": lambda system, decisions, rest: system.event_table(),
    "help": lambda system, decisions, rest: HELP,
}
