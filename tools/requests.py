"""The reference of all requests, from their declarations.

python -m tools.requests  # writes docs/requests.md
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, get_type_hints

import robopitch.web.requests  # noqa: F401 - now all of them are in the registry
from robopitch.server.api import REQUESTS, Ask, Request
from robopitch.server.api.registry import Needs
from robopitch.server.api.wanted import described

__all__ = ["PAGE", "reference"]

PAGE = Path(__file__).parents[1] / "docs" / "requests.md"
HEAD = """\
# All requests to a server

Written by `python -m tools.requests` from `src/robopitch/server/api/` and `src/robopitch/web/requests/`: change it
there.

A request is a JSON object with its name as `"ask"` and its fields: `{"ask": "speed", "speed": 0.5}`. Fields in brackets
may be left out. Metres, seconds and radians.

**page**: what a page needs to send it, over its WebSocket: nothing, the key of the server, or control of the match (one
page with the key has it). **console**: programs send it too, with the key, over TCP or by
`robopitch.connect().ask("speed", speed=0.5)` ([console.md](console.md)). Some requests of the page are about the page
itself: the console does not take those.

A request that cannot be carried out is answered with `{"error": "…"}` and changes nothing.
"""


COLUMNS = "| request | fields | page | console | answer |\n|---|---|---|---|---|"


def reference() -> str:
    """The whole page."""
    subjects: dict[str, list[Request]] = {}
    for one in REQUESTS.values():
        subjects.setdefault(one.carry_out.__module__.rpartition(".")[2], []).append(one)
    parts = [HEAD]
    for subject, requests in sorted(subjects.items()):
        rows = "\n".join(_row(one) for one in requests)
        parts.append(f"## {subject.capitalize()}\n\n{COLUMNS}\n{rows}\n")
    return "\n".join(parts)


def _row(one: Request) -> str:
    schema = one.page or one.console
    assert schema is not None
    fields = "<br>".join(_fields(schema))
    needs = {Needs.WATCH: "nothing", Needs.OWNER: "the key", Needs.CONTROL: "control"}[one.needs]
    console = _console(one.console, schema)
    answer = "a frame" if one.answer is bytes else ", ".join(get_type_hints(one.answer)) if one.answer else ""
    return f"| `{one.name}`: {_about(schema)} | {fields} | {needs if one.page else ''} | {console} | {answer} |"


def _console(taken: type[Ask] | None, schema: type[Ask]) -> str:
    """What the console takes, and what of it is not the same on a page."""
    if taken is None:
        return ""
    if taken is schema:
        return "yes"
    more = [field for field in _fields(taken) if field.split("`")[1] not in schema.model_fields]
    return "<br>".join(["yes: " + _about(taken), *more])


def _about(kind: type[Ask]) -> str:
    text = " ".join((kind.__doc__ or "").split())
    return text[:1].lower() + text[1:].rstrip(".").replace("|", "\\|")


def _fields(kind: type[Ask]) -> Iterator[str]:
    for name, field in kind.model_fields.items():
        if name != "ask":
            hint = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
            shown = f"`{name}`" if field.is_required() else f"[`{name}`]"
            yield f"{shown} {described(hint)}".replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
    print(PAGE)
