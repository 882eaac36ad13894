"""Benchmarks of MiroSot and VSS: module and subject of each, by name."""

__all__ = ["BENCHMARKS"]

BENCHMARKS = {"events": (f"{__package__}.events", "the modules of a team on the network, vision to radio")}
