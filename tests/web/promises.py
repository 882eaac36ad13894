"""Whether what came as JSON is what the annotations of `web/schema.py` promise."""

import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict


def problems(value: Any, hint: Any, where: str = "it") -> list[str]:
    """Where something that came as JSON is not what an annotation promises; nothing missing, nothing more."""
    if is_typeddict(hint):
        return _problems_of_an_object(value, hint, where)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        found = [problems(value, part, where) for part in arguments]
        return [] if [] in found else found[0]
    if origin is Literal:
        return [] if value in arguments else [f"{where} is {value!r}, not one of {arguments}"]
    if origin is list:
        if not isinstance(value, list):
            return [f"{where} is {value!r}, not a list"]
        return [text for index, one in enumerate(value) for text in problems(one, arguments[0], f"{where}[{index}]")]
    if origin is tuple:
        if not isinstance(value, list) or len(value) != len(arguments):
            return [f"{where} is {value!r}, not {len(arguments)} values"]
        return [text for one, part in zip(value, arguments, strict=True) for text in problems(one, part, where)]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{where} is {value!r}, not an object"]
        keys = get_args(arguments[0]) if get_origin(arguments[0]) is Literal else tuple(value)
        wrong = [f"{where} has the keys {sorted(value)}, not {sorted(keys)}"] if set(keys) != set(value) else []
        return wrong + [text for key in value for text in problems(value[key], arguments[1], f"{where}.{key}")]
    if hint is Any:
        return []
    if hint is type(None):
        return [] if value is None else [f"{where} is {value!r}, not null"]
    kinds = {float: (int, float), int: (int,), str: (str,), bool: (bool,)}[hint]
    fits = isinstance(value, kinds) and (hint is bool or not isinstance(value, bool))
    return [] if fits else [f"{where} is {value!r}, not a {hint.__name__}"]


def _problems_of_an_object(value: Any, hint: Any, where: str) -> list[str]:
    hints = get_type_hints(hint)
    if not isinstance(value, dict):
        return [f"{where} is {value!r}, not a {hint.__name__}"]
    found = [f"{where} lacks {name}" for name in hints if name not in value]
    found += [f"{where} has {name}, which {hint.__name__} has not" for name in value if name not in hints]
    for name, inner in hints.items():
        if name in value:
            found += problems(value[name], inner, f"{where}.{name}")
    return found
