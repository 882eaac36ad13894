"""Expressions over the signals of a run: `norm(ball.position - blue.1.position)`.

| what | how |
|---|---|
| signals | `blue.3.x`, `seen.blue.3.heading`, `ball.speed` |
| vectors | `ball.position`, `blue.1.velocity`: of x, y and, where there is one, z |
| numbers | `2`, `0.5`, `1e-3`, `pi`; they take the unit of what they meet |
| signs | `+ - * / % **`, `< <= > >= == !=` (1 or 0), brackets |
| functions | those of `FUNCTIONS` |

Signals of different times are taken at the times of the first; units are carried along. Nothing is ever handed to
Python to be run: an expression from a stranger can do no more than reckon.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase

import numpy as np

from robopitch.measure.expression.dimension import dimension
from robopitch.measure.expression.functions import FUNCTIONS
from robopitch.measure.expression.operand import Operand, arithmetic, comparison, number, together, with_values
from robopitch.measure.names import is_held
from robopitch.measure.run import Run, Signal

__all__ = ["evaluate", "signals_of"]

LENGTH = 1000  # characters
DEPTH = 50  # brackets within brackets

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.]))"
    r"|(?P<name>[^\W\d]\w*(?:\.\w+)*)"
    r"|(?P<sign>\*\*|<=|>=|==|!=|[-+*/%()<>,]))"
)
_VECTORS = {"position": ("x", "y", "z"), "velocity": ("vx", "vy", "vz")}
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def evaluate(run: Run, text: str) -> Signal:
    """The signal that an expression means; a ValueError that says what is wrong with it."""
    text = text.strip()
    if text in run.signals:
        return run.signals[text]
    try:
        found = _Reader(run, text).read()
        if found.times is None:
            raise ValueError("this is a number and no signal")
        if found.is_vector:
            raise ValueError("this is a vector; take norm(…) of it, or one of its axes, such as ball.x")
    except ValueError as error:
        raise ValueError(f"{_short(text)}: {error}") from None
    return Signal(text, str(found.unit), found.times, found.values)


def signals_of(run: Run, texts: Iterable[str]) -> list[Signal]:
    """The signals of names, patterns (`blue.3.*`) and expressions; all that there are if nothing is asked for."""
    found: dict[str, Signal] = {}
    for text in texts:
        names = [name for name in run.signals if fnmatchcase(name, text)] if "*" in text or "?" in text else []
        for name in names or [text]:
            signal = evaluate(run, name)
            found[signal.name] = signal
    return list(found.values()) or list(run.signals.values())


class _Reader:
    """Reads an expression from left to right and computes it on the way."""

    def __init__(self, run: Run, text: str) -> None:
        self._run = run
        self._tokens = _tokens(text)
        self._place = 0
        self._depth = 0

    def read(self) -> Operand:
        found = self._comparison()
        if self._place < len(self._tokens):
            raise ValueError(f"{self._next!r} is not expected after {self._tokens[self._place - 1][1]!r}")
        return found

    # ---- from the loosest sign to the tightest -------------------------------------------------------------------

    def _comparison(self) -> Operand:
        left = self._sum()
        if self._next in _COMPARISONS:
            left = comparison(self._take(), left, self._sum())
            if self._next in _COMPARISONS:
                raise ValueError("one comparison at a time; (a < b) * (b < c) is both")
        return left

    def _sum(self) -> Operand:
        left = self._product()
        while self._next in ("+", "-"):
            left = arithmetic(self._take(), left, self._product())
        return left

    def _product(self) -> Operand:
        left = self._signed()
        while self._next in ("*", "/", "%"):
            left = arithmetic(self._take(), left, self._signed())
        return left

    def _signed(self) -> Operand:
        sign = 1.0
        while self._next in ("+", "-"):
            sign = -sign if self._take() == "-" else sign
        value = self._power()
        return value if sign > 0 else arithmetic("*", number(-1.0), value)

    def _power(self) -> Operand:
        base = self._atom()
        if self._next != "**":
            return base
        self._take()
        self._deeper()
        power = self._signed()
        self._depth -= 1
        return arithmetic("**", base, power)

    def _atom(self) -> Operand:
        if self._place >= len(self._tokens):
            raise ValueError("something is missing at the end")
        kind, token = self._tokens[self._place]
        self._place += 1
        if kind == "number":
            return number(float(token))
        if kind == "name":
            return self._call(token) if self._next == "(" else self._named(token)
        if token == "(":
            self._place -= 1
            (inside,) = self._arguments("brackets", 1, 1)
            return inside
        raise ValueError(f"{token!r} stands where a signal or a number is wanted")

    def _call(self, name: str) -> Operand:
        if name not in FUNCTIONS:
            near = get_close_matches(name, FUNCTIONS, 3)
            raise ValueError(f"no function is called {name!r}; {_known(near or list(FUNCTIONS), bool(near))}")
        function = FUNCTIONS[name]
        return function.call(*self._arguments(name, function.least, function.most))

    def _arguments(self, name: str, least: int, most: int) -> list[Operand]:
        self._deeper()
        self._take()
        given = [self._comparison()] if self._next != ")" else []
        while self._next == ",":
            self._take()
            given.append(self._comparison())
        if self._next != ")":
            raise ValueError("a bracket is not closed" if not self._next else f"{self._next!r} is not expected here")
        self._take()
        self._depth -= 1
        if not least <= len(given) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise ValueError(f"{name} with {len(given) or 'nothing'} in it; {wanted} is right")
        return given

    # ---- names ---------------------------------------------------------------------------------------------------

    def _named(self, name: str) -> Operand:
        signals = self._run.signals
        if name == "pi":
            return number(math.pi)
        if name in signals:
            signal = signals[name]
            return Operand(signal.values, dimension(signal.unit), signal.times, held=is_held(name))
        owner, _, last = name.rpartition(".")
        axes = [f"{owner}.{axis}" for axis in _VECTORS.get(last, ()) if f"{owner}.{axis}" in signals]
        if len(axes) < 2:
            raise ValueError(self._unknown(name))
        parts = [self._named(axis) for axis in axes]
        times, values = together(*parts)
        if times is None:
            raise ValueError(self._unknown(name))
        return with_values(parts[0], np.column_stack(values))

    def _unknown(self, name: str) -> str:
        if name in FUNCTIONS:
            return f"{name} is a function: {name}(…), {FUNCTIONS[name].about}"
        names = list(self._run.signals)
        vectors = {name.rpartition(".")[0] + ".position" for name in names if name.endswith(".x")}
        near = get_close_matches(name, [*names, *vectors], 3, 0.6)
        return f"there is no signal {name!r}; {_known(near or sorted(names), bool(near))}"

    # ---- tokens --------------------------------------------------------------------------------------------------

    @property
    def _next(self) -> str:
        """The next sign or word, empty at the end."""
        return self._tokens[self._place][1] if self._place < len(self._tokens) else ""

    def _take(self) -> str:
        self._place += 1
        return self._tokens[self._place - 1][1]

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            raise ValueError(f"brackets within brackets, more than {DEPTH} deep")


def _tokens(text: str) -> list[tuple[str, str]]:
    if len(text) > LENGTH:
        raise ValueError(f"{len(text)} characters; at most {LENGTH} are taken")
    text = text.replace("−", "-").rstrip()
    if not text:
        raise ValueError("nothing to compute")
    found, place = [], 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            rest = text[place:].lstrip()
            hint = "; a power is written **" if rest[0] == "^" else ""
            raise ValueError(f"{rest[:10]!r} cannot be read{hint}")
        found.append((str(token.lastgroup), token[0].strip()))
        place = token.end()
    return found


def _known(names: list[str], near: bool) -> str:
    if near:
        return f"did you mean {' or '.join(names)}?"
    if not names:
        return "there are none"
    return f"there are {', '.join(names[:12])}{f' and {len(names) - 12} more' if len(names) > 12 else ''}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
