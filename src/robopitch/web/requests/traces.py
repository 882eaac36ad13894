"""Requests about signals over time, and the table of all robots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from annotated_types import MaxLen
from pydantic import Field, StrictStr

from robopitch.measure.expression.functions import FUNCTIONS
from robopitch.server.api import Ask, Watch, request
from robopitch.server.api.ask import Moment, Number
from robopitch.web import schema
from robopitch.web.page_caller import PageCaller
from robopitch.web.signals import LiveSignals, RunSignals
from robopitch.web.table import table_of
from robopitch.web.visit import Visit

MOST_EXPRESSIONS = 16  # of a spectator, in one ask


class GetSignals(Ask):
    """The names of all signals."""

    ask: Literal["signals"] = "signals"


class GetTraces(Ask):
    """Samples of signals and expressions: those after *since*, or the last *seconds*."""

    ask: Literal["trace"] = "trace"
    expressions: Annotated[list[Annotated[StrictStr, MaxLen(2000)]], MaxLen(64)] = Field(default_factory=list)
    since: Number | None = None
    seconds: Number | None = None


class GetTable(Ask):
    """Ball and robots as commanded, as they are and as seen."""

    ask: Literal["table"] = "table"
    at: Moment | None = None


@request(GetTable, needs=Watch, runs="match")
def get_table(caller: PageCaller, ask: GetTable) -> schema.Table:
    bridge = caller.bridge
    return table_of(bridge.sample_at(ask.at), bridge.timestep)


@request(GetSignals, needs=Watch, runs="page", answer=schema.Signals)
def get_signals(visit: Visit, ask: GetSignals) -> None:
    _read_signals(visit, signals_of)


@request(GetTraces, needs=Watch, runs="page", answer=schema.Traces)
def get_traces(visit: Visit, ask: GetTraces) -> None:
    if visit.live and not visit.viewer.trusted and len(ask.expressions) > MOST_EXPRESSIONS:
        raise ValueError(f"without the key, {MOST_EXPRESSIONS} expressions can be plotted at once")
    _read_signals(visit, lambda signals: traces_of(signals, ask))


def signals_of(signals: LiveSignals | RunSignals) -> schema.Signals:
    """The names of signals, and the functions of expressions."""
    return schema.Signals(names=signals.names(), functions={name: one.about for name, one in FUNCTIONS.items()})


def traces_of(signals: LiveSignals | RunSignals, ask: GetTraces) -> schema.Traces:
    """What expressions mean."""
    seconds = min(max(ask.seconds or 10.0, 0.1), 3600.0)
    return schema.Traces(traces=signals.trace(ask.expressions, ask.since, seconds))


def _read_signals(visit: Visit, work: Callable[[LiveSignals | RunSignals], Any]) -> None:
    """Answer from the signals of the recording, or of the last minute of the match."""
    store, source = visit.hub.store, visit.viewer.source

    def got(samples: Any) -> None:
        if isinstance(samples, dict):
            visit.reply(samples)  # an error
        else:
            visit.later(lambda: work(LiveSignals(*samples)))

    if visit.live:
        visit.ask_match(lambda bridge: (bridge.samples(), bridge.timestep), got)
    else:
        visit.later(lambda: work(store.signals(source)))
