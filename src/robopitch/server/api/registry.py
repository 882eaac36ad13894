"""All requests by name: what each contains, who may send it, and the function that carries it out.

A request is a JSON object: `{"ask": "speed", "speed": 0.5}`. It is declared in one place, by schema and function:

    class SetSpeed(Ask):
        ask: Literal["speed"] = "speed"
        speed: Annotated[Number, Ge(0), Le(20)]

    @request(SetSpeed, needs=Control, runs="match")
    def set_speed(caller: Caller, ask: SetSpeed) -> Speed:
        ...

Pages (`robopitch.web`) and the console (`robopitch.connect`) find it here. `server/api/` has the requests of both,
`web/requests/` those that only pages send: their functions want more than a `Caller`. The messages of errors follow
from the schema, as do the types of the page (`web/src/wire/schema.ts`) and docs/requests.md. Nothing here loads the
physics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Literal, NamedTuple, TypeVar, get_type_hints

from pydantic import ValidationError
from typing_extensions import is_typeddict

from robopitch.server.api.ask import Ask
from robopitch.server.api.caller import Caller
from robopitch.server.api.wanted import wanted

__all__ = ["REQUESTS", "Control", "Needs", "Owner", "Request", "Watch", "read", "read_console", "request"]

Runs = Literal["match", "page", "worker"]
Function = TypeVar("Function", bound=Callable[..., Any])

OVERHEAD = 1e-4  # s: what a request costs at least, in two threads and a socket


class Needs(Enum):
    """What a page needs to send a request; the console has the key and needs nothing else."""

    WATCH = "nothing"
    OWNER = "the key"
    CONTROL = "the key, and control of the match"


Watch, Owner, Control = Needs


class Request(NamedTuple):
    """A request in the registry.

    page:    what pages send; None: they cannot
    console: what the console takes; None: it does not
    answer:  the type of the answer, which the function declares; None: pages get an empty one
    needs:   what a page needs to send it
    runs:    in the thread of the match, in that of the pages, or in a thread of its own
    costs:   s of the budget of spectators, beside the time that it takes
    shows:   the status of the match is another one afterwards
    keeps:   its answer is the same object until it changes, and encoded once for all pages
    """

    name: str
    page: type[Ask] | None
    console: type[Ask] | None
    carry_out: Callable[..., Any]
    answer: type | None
    needs: Needs
    runs: Runs
    costs: float
    shows: bool
    keeps: bool


REQUESTS: dict[str, Request] = {}
"""All requests by name."""


def request(
    schema: type[Ask],
    *,
    needs: Needs,
    runs: Runs,
    costs: float = OVERHEAD,
    page: bool = True,
    console: type[Ask] | None = None,
    answer: type | None = None,
    shows: bool = False,
    keeps: bool = False,
) -> Callable[[Function], Function]:
    """Decorator: the function carries out a request; a ValueError says why it does not.

    page:    pages can send it
    console: what the console takes, if not the same
    answer:  the type of the answer, if the function does not return it
    """
    name = schema.model_fields["ask"].default

    def register(function: Function) -> Function:
        if name in REQUESTS:
            raise ValueError(f"the request {name!r} is declared twice")
        hints = get_type_hints(function)
        taken = (console or schema) if hints.get("caller") is Caller else None
        returned = hints.get("return")
        told = answer or (returned if is_typeddict(returned) or returned is bytes else None)
        sent = schema if page else None
        REQUESTS[name] = Request(name, sent, taken, function, told, needs, runs, costs, shows, keeps)
        return function

    return register


def read(values: Mapping[str, Any]) -> Ask:
    """A valid request of a page; otherwise a ValueError whose message says what is wrong and what is expected."""
    name = values.get("ask")
    if not isinstance(name, str):
        raise ValueError('an object with an "ask" is wanted')
    found = REQUESTS.get(name)
    if found is None or found.page is None:
        raise ValueError(f"unknown request {name[:40]!r}")
    try:
        return found.page.model_validate(dict(values))
    except ValidationError as error:
        raise ValueError(wanted(found.page, error.errors(include_url=False))) from None


def read_console(values: Mapping[str, Any]) -> Ask:
    """A valid request of the console; otherwise a ValueError."""
    name = values.get("ask")
    found = REQUESTS.get(name) if isinstance(name, str) else None
    if found is None or found.console is None:
        said = repr(name)[:80] if isinstance(name, str) else f"a {type(name).__name__}"
        known = ", ".join(sorted(one.name for one in REQUESTS.values() if one.console is not None))
        raise ValueError(f"{said} is no request; ask {known}")
    try:
        return found.console.model_validate(dict(values))
    except ValidationError as error:
        errors = error.errors(include_url=False)
        if errors[0]["type"] == "missing" and len(errors[0]["loc"]) == 1:
            raise ValueError(f"{errors[0]['loc'][0]!r} is missing in the request") from None
        raise ValueError(wanted(found.console, errors)) from None
