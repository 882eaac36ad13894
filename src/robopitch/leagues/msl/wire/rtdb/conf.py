"""The file rtdb.conf of the first generation, from which a team generates its rtdb.ini.

It names agents, items with their C types, schemas of shared and local items, and which agent has which schema. Sizes
are not in it: they are `sizeof` of the types. Items are numbered in the order of their declaration.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from robopitch.leagues.msl.wire.rtdb.configuration import AgentRecords, Configuration, Item
from robopitch.messages import Refusal

__all__ = ["Conf", "ConfItem", "ConfSchema", "configure", "read_conf", "write_conf"]

LONGEST = 1 << 20  # characters of a file

_TOKEN = re.compile(r"[{}=,;]|[^\s{}=,;]+")


@dataclass(frozen=True, slots=True)
class ConfItem:
    """A kind of record: its name, its C type, the header file that declares the type, and its period in frames."""

    name: str
    datatype: str
    header: str
    period: int = 1


@dataclass(frozen=True, slots=True)
class ConfSchema:
    """Items that are shared and local, and the agents that have them."""

    name: str
    shared: tuple[str, ...]
    local: tuple[str, ...]
    agents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conf:
    """The contents of an rtdb.conf."""

    agents: tuple[str, ...]
    items: tuple[ConfItem, ...]
    schemas: tuple[ConfSchema, ...]


class _ConfError(Exception):
    """The file cannot be read; the text is for people."""


def read_conf(text: str) -> Conf | Refusal:
    """The contents of an rtdb.conf, or why it cannot be read."""
    if len(text) > LONGEST:
        return Refusal("UNREADABLE", f"rtdb.conf has {len(text)} characters; {LONGEST} are possible")
    try:
        return _Reader(text).read()
    except _ConfError as problem:
        return Refusal("UNREADABLE", f"rtdb.conf{problem}")


def write_conf(conf: Conf) -> str:
    """The text of an rtdb.conf."""
    lines = [f"AGENTS = {', '.join(conf.agents)};", ""]
    for item in conf.items:
        period = f" period = {item.period};" if item.period != 1 else ""
        lines.append(f"ITEM {item.name} {{ datatype = {item.datatype}; headerfile = {item.header};{period} }}")
    for schema in conf.schemas:
        lines += ["", f"SCHEMA {schema.name}", "{"]
        for kind, names in (("shared", schema.shared), ("local", schema.local)):
            lines += [f"    {kind} = {', '.join(names)};"] if names else []
        lines.append("}")
    lines.append("")
    for schema in conf.schemas:
        if schema.agents:
            lines.append(f"ASSIGNMENT {{ schema = {schema.name}; agents = {', '.join(schema.agents)}; }}")
    return "\n".join(lines) + "\n"


def configure(conf: Conf, sizes: Mapping[str, int]) -> Configuration | Refusal:
    """The records of each agent, with the size in bytes of each C type."""
    try:
        numbered = {
            item.name: Item(number, item.name, sizes[item.datatype], item.period)
            for number, item in enumerate(conf.items)
        }
        agents = []
        for agent in conf.agents:
            schema = next((schema for schema in conf.schemas if agent in schema.agents), None)
            if schema is None:
                return Refusal("UNREADABLE", f"rtdb.conf: no schema is assigned to agent {agent}")
            shared, local = (tuple(numbered[name] for name in some) for some in (schema.shared, schema.local))
            agents.append(AgentRecords(agent, shared, local))
        return Configuration(tuple(agents))
    except KeyError as error:
        return Refusal("UNREADABLE", f"rtdb.conf: {error.args[0]} is neither an item nor a type of known size")
    except ValueError as error:
        return Refusal("UNREADABLE", f"rtdb.conf: {error}")


class _Reader:
    """Reads declarations from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens = [
            (token, number)
            for number, line in enumerate(text.splitlines(), 1)
            for token in _TOKEN.findall(line.partition("#")[0])
        ]
        self._at = 0

    def read(self) -> Conf:
        agents: tuple[str, ...] = ()
        items: dict[str, ConfItem] = {}
        schemas: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        assigned: dict[str, tuple[str, ...]] = {}
        while self._at < len(self._tokens):
            word = self._next()
            if word == "AGENTS":
                self._expect("=")
                agents = self._names()
            elif word == "ITEM":
                name = self._new(self._next(), items)
                parts = self._block("datatype", "headerfile", "period")
                items[name] = self._item(name, parts)
            elif word == "SCHEMA":
                name = self._new(self._next(), schemas)
                parts = self._block("shared", "local")
                schemas[name] = parts.get("shared", ()), parts.get("local", ())
            elif word == "ASSIGNMENT":
                parts = self._block("schema", "agents")
                (name,) = parts.get("schema", ("",))[:1]
                if name not in schemas:
                    raise self._problem(f"no schema is called {name!r}")
                assigned[name] = assigned.get(name, ()) + parts.get("agents", ())
            elif word != ";":
                raise self._problem(f"{word!r}; AGENTS, ITEM, SCHEMA and ASSIGNMENT are known")
        self._check(agents, items, schemas, assigned)
        made = (ConfSchema(name, *kinds, assigned.get(name, ())) for name, kinds in schemas.items())
        return Conf(agents, tuple(items.values()), tuple(made))

    def _check(
        self,
        agents: tuple[str, ...],
        items: Mapping[str, ConfItem],
        schemas: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]],
        assigned: Mapping[str, tuple[str, ...]],
    ) -> None:
        for name, kinds in schemas.items():
            for item in (*kinds[0], *kinds[1]):
                if item not in items:
                    raise _ConfError(f": schema {name} has {item}, which is no item")
        for name, some in assigned.items():
            for agent in some:
                if agent not in agents:
                    raise _ConfError(f": schema {name} is assigned to {agent}, which is no agent")

    def _item(self, name: str, parts: Mapping[str, tuple[str, ...]]) -> ConfItem:
        (datatype,) = parts.get("datatype", ("",))[:1]
        if not datatype:
            raise self._problem(f"item {name} has no datatype")
        (header,) = parts.get("headerfile", (f"{datatype}.h",))[:1]
        (period,) = parts.get("period", ("1",))[:1]
        if not (period.isdecimal() and len(period) < 10 and int(period) > 0):
            raise self._problem(f"item {name}: the period {period!r} is no number from 1 up")
        return ConfItem(name, datatype, header, int(period))

    def _block(self, *keys: str) -> dict[str, tuple[str, ...]]:
        """The assignments in braces."""
        self._expect("{")
        found: dict[str, tuple[str, ...]] = {}
        while (word := self._next()) != "}":
            if word == ";":
                continue
            if word not in keys:
                raise self._problem(f"{word!r}; {', '.join(keys)} are known here")
            self._expect("=")
            found[word] = self._names()
        return found

    def _names(self) -> tuple[str, ...]:
        """Names with commas between them, up to a semicolon, a brace or the next declaration."""
        names = [self._name()]
        while self._peek() == ",":
            self._at += 1
            names.append(self._name())
        if self._peek() == ";":
            self._at += 1
        return tuple(names)

    def _name(self) -> str:
        word = self._next()
        if word in "{}=,;":
            raise self._problem(f"a name is expected, not {word!r}")
        return word

    def _new(self, name: str, known: Mapping[str, object]) -> str:
        if name in known or name in "{}=,;":
            raise self._problem(f"{name!r} is declared twice, or no name")
        return name

    def _expect(self, wanted: str) -> None:
        if (word := self._next()) != wanted:
            raise self._problem(f"{wanted!r} is expected, not {word!r}")

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        if self._at == len(self._tokens):
            raise _ConfError(": the file ends within a declaration")
        self._at += 1
        return self._tokens[self._at - 1][0]

    def _problem(self, what: str) -> _ConfError:
        return _ConfError(f", line {self._tokens[self._at - 1][1]}: {what}")
