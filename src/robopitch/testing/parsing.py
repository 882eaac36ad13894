"""Reads conditions as scenario files have them: expressions, calls of helpers, and, or, not.

    ball.speed < 6.5
    ball_in("yellow goal") and no_foul("blue")
    not possession("yellow") or blue.3.x > 1

Nothing is handed to Python to be run: arguments of helpers are plain values.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from robopitch.testing.condition import Condition
from robopitch.testing.conditions import HELPERS, signal

__all__ = ["parse_condition"]

DEPTH = 20  # brackets within brackets
_CALL = re.compile(r"(\w+)\s*\((.*)\)(?:\s+lasting\s+([\d.]+)(?:\s*s)?)?", re.DOTALL)


def parse_condition(text: str, depth: int = 0) -> Condition:
    """The condition that a text means; a ValueError that says what is wrong with it."""
    text = text.strip()
    if not text:
        raise ValueError("nothing to check")
    if depth > DEPTH:
        raise ValueError("too many brackets within brackets")
    for word in ("or", "and"):
        parts = _split(text, word)
        if len(parts) > 1:
            first, *others = (parse_condition(part, depth + 1) for part in parts)
            for other in others:
                first = first | other if word == "or" else first & other
            return first
    if re.match(r"not\b", text):
        return ~parse_condition(text[3:], depth + 1)
    call = _CALL.fullmatch(text)
    if call is not None and call[1] in HELPERS:
        condition = _call(call[1], call[2])
        return condition if call[3] is None else condition.lasting(float(call[3]))
    if text.startswith("(") and _closes(text) == len(text) - 1 and _composed(text):
        return parse_condition(text[1:-1], depth + 1)
    return signal(text)


def _composed(text: str) -> bool:
    """Whether a bracket holds more than an expression over signals."""
    words = re.findall(r"[A-Za-z_]\w*", text)
    return any(word in HELPERS or word in ("and", "or", "not") for word in words)


def _split(text: str, word: str) -> list[str]:
    """The parts between a word that stands outside of brackets and quotes."""
    parts, depth, quote, start = [], 0, "", 0
    place = 0
    while place < len(text):
        char = text[place]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif depth == 0 and re.match(rf"\b{word}\b", text[place:]) and (place == 0 or not _joins(text[place - 1])):
            parts.append(text[start:place])
            start = place = place + len(word)
            continue
        place += 1
    return [*parts, text[start:]]


def _joins(char: str) -> bool:
    return char.isalnum() or char in "_."


def _closes(text: str) -> int:
    """Where the bracket closes that opens a text."""
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return place
    raise ValueError("a bracket is not closed")


def _call(name: str, arguments: str) -> Condition:
    try:
        tree = ast.parse(f"f({arguments})", mode="eval").body
        if not isinstance(tree, ast.Call):
            raise ValueError("arguments are wanted")
        given = [ast.literal_eval(one) for one in tree.args]
        named: dict[str, Any] = {str(one.arg): ast.literal_eval(one.value) for one in tree.keywords}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{name}({arguments}): plain values are wanted, as in ball_in(x=[1, 2])") from None
    try:
        return HELPERS[name](*given, **named)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}({arguments}): {error}") from None
