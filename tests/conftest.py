"""The same examples in every run, and what tests have to tell at the end of it."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

# A test that fails once in a hundred runs helps nobody.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session", autouse=True)
def _key_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Servers and those who ask them, in this process and its children, share a key that is not the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROBOPITCH_KEY_FILE", os.fspath(tmp_path_factory.mktemp("key") / "key"))
        yield


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Show what tests recorded as "tell": test workers have no terminal of their own."""
    told = [
        text
        for report in terminalreporter.getreports("passed")
        if report.when == "call"
        for name, text in report.user_properties
        if name == "tell"
    ]
    if told:
        terminalreporter.section("told by the tests")
    for text in sorted(told):
        terminalreporter.write_line(text)
