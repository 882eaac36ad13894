"""Benchmarks of the Humanoid League."""
