"""JUnit XML, which CI services show: one test case for each scenario."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from robopitch.spec.files import writing

if TYPE_CHECKING:
    from robopitch.testing.batch import Result

__all__ = ["write_junit"]

_UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0 has no such characters
MOST = 10  # failures of a scenario that are listed


def write_junit(results: Sequence[Result], pass_rate: float, path: Path) -> None:
    """Write the results; a scenario with a rate below *pass_rate* is a failed test case."""
    failed = sum(result.rate < pass_rate for result in results)
    suites = ElementTree.Element("testsuites")
    seconds = f"{sum(result.seconds for result in results):.3f}"
    counts = {"tests": str(len(results)), "failures": str(failed), "errors": "0", "skipped": "0", "time": seconds}
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "robopitch scenarios", **counts})
    for result in results:
        names = {"classname": f"scenarios.{result.league}", "name": result.name, "file": result.file}
        case = ElementTree.SubElement(suite, "testcase", {**names, "time": f"{result.seconds:.3f}"})
        if result.rate < pass_rate:
            message = f"{result.passed} of {result.seeds} runs passed; {pass_rate:.0%} are wanted"
            failure = ElementTree.SubElement(case, "failure", message=message, type="AssertionError")
            lines = [f"seed {one.seed}: {one.reason}" for one in result.failures[:MOST]]
            failure.text = _UNWRITABLE.sub("�", "\n".join(lines))
    ElementTree.indent(suites)
    with writing(path) as part:
        part.write_bytes(ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True))
