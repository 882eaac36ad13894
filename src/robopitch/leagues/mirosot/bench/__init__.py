"""Benchmarks of MiroSot and VSS."""
