"""Describes the machine and the versions of a measurement."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import robopitch

__all__ = ["describe_machine", "describe_versions"]


def describe_machine() -> str:
    """Processor, cores and system, in a line."""
    name = platform.processor() or platform.machine()
    cpus = Path("/proc/cpuinfo")
    if cpus.is_file():
        models = [line.partition(":")[2].strip() for line in cpus.read_text().splitlines() if "model name" in line]
        name = models[0] if models else name
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"


def describe_versions() -> dict[str, str]:
    """Versions of everything that the speed depends on."""
    found = {"robopitch": robopitch.__version__, "python": platform.python_version()}
    for package in ("numpy", "numba", "mujoco"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found
