"""The file rtdb.ini of the first generation: number, size and period of the records of each agent.

Lines are ``id size period s|l`` (shared or local) below ``# agent name``; ``##`` begins a comment. The file has no
names of records: `named` adds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from robopitch.leagues.msl.wire.rtdb.configuration import MOST_AGENTS, AgentRecords, Configuration, Item
from robopitch.messages import Refusal

__all__ = ["named", "read_ini", "write_ini"]

LONGEST = 1 << 20  # characters of a file


def read_ini(text: str) -> Configuration | Refusal:
    """The configuration of an rtdb.ini, or why it cannot be read."""
    if len(text) > LONGEST:
        return Refusal("UNREADABLE", f"rtdb.ini has {len(text)} characters; {LONGEST} are possible")
    names: list[str] = []
    shared: list[list[Item]] = []
    local: list[list[Item]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("##"):
            continue
        if line.startswith("#"):
            words = line[1:].split()
            if not words or not words[0].isdecimal() or int(words[0][:9]) != len(names):
                return _refused(number, f"agent {len(names)} is expected, as '# {len(names)} NAME'")
            if len(names) == MOST_AGENTS:
                return _refused(number, f"more than {MOST_AGENTS} agents")
            names.append(" ".join(words[1:]))
            shared.append([])
            local.append([])
            continue
        if not names:
            return _refused(number, "a record before the first agent, '# 0 NAME'")
        if len(words) != 4 or words[3] not in ("s", "l") or not all(word.isdecimal() for word in words[:3]):
            return _refused(number, "a record is 'id size period s' or 'id size period l'")
        try:
            id, size, period = (int(word) for word in words[:3])
            item = Item(id, "", size, period)
        except ValueError as error:
            return _refused(number, str(error))
        (shared if words[3] == "s" else local)[-1].append(item)
    try:
        return Configuration(
            tuple(AgentRecords(*agent) for agent in zip(names, map(tuple, shared), map(tuple, local), strict=True))
        )
    except ValueError as error:
        return Refusal("UNREADABLE", f"rtdb.ini: {error}")


def write_ini(configuration: Configuration) -> str:
    """The text of an rtdb.ini, as CAMBADA's library reads it."""
    lines = ["## Records of each agent: number, size in bytes, period in frames, s shared or l local."]
    for number, agent in enumerate(configuration.agents):
        lines += ["", f"# {number}\t{agent.name}".rstrip()]
        lines += [_line(item, "s") for item in agent.shared]
        lines += [_line(item, "l") for item in agent.local]
    return "\n".join(lines) + "\n"


def named(configuration: Configuration, names: Mapping[int, str]) -> Configuration:
    """The same configuration with names of records, by number."""

    def renamed(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(replace(item, name=names.get(item.id, item.name)) for item in items)

    return Configuration(
        tuple(AgentRecords(one.name, renamed(one.shared), renamed(one.local)) for one in configuration.agents)
    )


def _line(item: Item, kind: str) -> str:
    return f"{item.id}\t{item.size}\t{item.period}\t{kind}"  # tabs, as the library scans them


def _refused(line: int, what: str) -> Refusal:
    return Refusal("UNREADABLE", f"rtdb.ini, line {line}: {what}")
