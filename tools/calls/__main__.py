"""Print the functions that run between the bytes of a socket and their effect: ``python -m tools.calls command``.

Those that are open when the bytes come are listed too; of compiled functions, those that Python calls. Each function
stands once below the one that called it, with the number of its calls.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from types import CodeType

from tools.calls.tracer import SOURCE, Call
from tools.calls.ways import WAYS, trace


def main() -> None:
    """Print one way, or with --count only the sums of several."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.calls",
        description=__doc__,
        epilog="; ".join(f"{name}: {way.__doc__}" for name, way in WAYS.items()),
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(WAYS)}; all if none")
    parser.add_argument("--count", action="store_true", help="only how many functions and calls")
    given = parser.parse_args()
    if unknown := sorted(set(given.names) - set(WAYS)):
        parser.error(f"{unknown[0]!r} is none of {', '.join(WAYS)}")
    for name in given.names or WAYS:
        threads = trace(name)
        functions = set[CodeType]().union(*(call.codes() for call in threads.values()))
        calls = sum(call.calls() for call in threads.values())
        print(f"{name}: {len(functions)} functions, {calls} calls")
        if given.count:
            continue
        for number, call in enumerate(threads.values(), 1):
            if len(threads) > 1:
                print(f"  thread {number}")
            for line in lines(call, 1):
                print(line)
        sys.stdout.flush()


def lines(call: Call, depth: int) -> Iterator[str]:
    """Functions and places, indented by who called whom."""
    for code, inner in call.inner.items():
        times = f" ×{inner.count}" if inner.count > 1 else ""
        place = f"{code.co_filename.removeprefix(f'{SOURCE}/')}:{code.co_firstlineno}"
        yield f"{'  ' * depth}{code.co_qualname}{times}  {place}"
        yield from lines(inner, depth + 1)


if __name__ == "__main__":
    main()
