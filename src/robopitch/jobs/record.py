"""The record of a unit: what came of it, as plain data."""

from __future__ import annotations

import json
import platform
import time
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from robopitch.jobs.unit import Unit

__all__ = ["SCHEMA", "Record", "failed", "read_record", "too_long", "work_on"]

SCHEMA = 1
LONGEST_TRACE = 4000  # characters of a traceback


@dataclass(frozen=True)
class Record:
    """What came of a unit.

    result:  of its function; None if it failed
    error:   why it failed: one line
    trace:   the traceback, if there is one
    seconds: of wall-clock time
    host:    the machine that did it
    """

    key: str
    about: str
    again: str
    settings: Mapping[str, Any]
    result: Mapping[str, Any] | None = None
    error: str = ""
    trace: str = ""
    seconds: float = 0.0
    host: str = ""
    schema: int = SCHEMA

    @property
    def ok(self) -> bool:
        """Whether it has a result."""
        return self.result is not None

    def to_json(self) -> str:
        """As text."""
        return json.dumps(asdict(self), sort_keys=True)


def read_record(text: str) -> Record:
    """The record in a text; a ValueError if there is none, or one of another schema."""
    try:
        found = json.loads(text)
        if isinstance(found, dict) and found.get("schema", SCHEMA) != SCHEMA:
            raise ValueError(f"its schema is {found['schema']!r}, and this version reads {SCHEMA}")
        return Record(**found)
    except (TypeError, ValueError) as error:
        raise ValueError(f"no record: {error}") from None


def failed(unit: Unit, error: str, trace: str = "", seconds: float = 0.0) -> Record:
    """The record of a unit without a result."""
    return Record(unit.key, unit.about, unit.again, unit.settings, None, error, trace, seconds, platform.node())


def too_long(unit: Unit, limit: float) -> Record:
    """The record of a unit that took longer than *limit* seconds."""
    return failed(unit, f"it took longer than {limit:g} s", seconds=limit)


def work_on(unit: Unit) -> Record:
    """Do a unit. Whatever it raises is its record, and of no other."""
    began = time.perf_counter()
    try:
        result = unit.do()
    except (Exception, SystemExit) as error:  # a team may call sys.exit
        trace = "".join(traceback.format_exception(error))[-LONGEST_TRACE:]
        return failed(unit, f"{type(error).__name__}: {error}", trace, time.perf_counter() - began)
    seconds = time.perf_counter() - began
    return Record(unit.key, unit.about, unit.again, unit.settings, result, "", "", seconds, platform.node())
