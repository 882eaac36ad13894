"""Benchmarks of the Middle Size League: module and subject of each, by name."""

__all__ = ["BENCHMARKS"]

BENCHMARKS = {"msl": (f"{__package__}.agents", "robots that decide by themselves, each in a process of its own")}
