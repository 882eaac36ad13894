"""Groups of options: a dataclass is one argument of a command function, each of its fields a command-line option."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_type_hints

__all__ = ["takes"]

Verb = Callable[..., None]


def takes(**blocks: type[Any]) -> Callable[[Verb], Verb]:
    """Decorator: the fields of these dataclasses become options of the command, which gets each dataclass by name.

    The command has a function `taking`, which makes it anew with other blocks.
    """

    def decorate(verb: Verb) -> Verb:
        whole = _spread(verb, blocks)
        whole.taking = lambda **others: _spread(verb, blocks | others)  # type: ignore[attr-defined]
        return whole

    return decorate


def _spread(verb: Verb, blocks: dict[str, type[Any]]) -> Verb:
    def whole(**given: Any) -> None:
        made = {
            name: block(**{option.name: given.pop(option.name) for option in fields(block)})
            for name, block in blocks.items()
        }
        verb(**given, **made)

    own = get_type_hints(verb, include_extras=True)
    options = [
        _option(name, own[name], parameter.default)
        for name, parameter in inspect.signature(verb).parameters.items()
        if name not in blocks
    ]
    for block in blocks.values():
        hints = get_type_hints(block, include_extras=True)
        options += [_option(option.name, hints[option.name], option.default) for option in fields(block)]
    # typer reads both of these.
    whole.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    whole.__annotations__ = {option.name: option.annotation for option in options}
    whole.__name__, whole.__doc__ = verb.__name__, verb.__doc__
    return whole


def _option(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
