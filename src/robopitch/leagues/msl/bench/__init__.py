"""Benchmarks of the Middle Size League."""
