"""The same examples in every run: a test that fails once in a hundred runs helps nobody."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
