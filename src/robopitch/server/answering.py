"""Answers the requests on the console."""

from __future__ import annotations

from robopitch.net import Console, Faults
from robopitch.server.api import REQUESTS, Caller, read_console

__all__ = ["answer_all"]


def answer_all(console: Console, caller: Caller, faults: Faults) -> None:
    """Answer all that wait; whatever is asked, the server goes on."""
    for client, request in console.poll():
        try:
            ask = read_console(request)
            answer = REQUESTS[ask.ask].carry_out(caller, ask) or {}
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            answer = {"error": str(error)}
        except Exception as error:
            text = faults.note("console", error)
            answer = {"error": f"a fault of the server, which goes on: {text}"}
        console.answer(client, answer)
