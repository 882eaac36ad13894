"""Benchmarks of the Humanoid League: module and subject of each, by name."""

__all__ = ["BENCHMARKS"]

BENCHMARKS = {
    "humanoid": (
        f"{__package__}.humanoid",
        "physics of 1 to 14 robots; servo buses: cycles per second, unanswered reads, wire time",
    )
}
