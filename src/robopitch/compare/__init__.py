"""Comparison of the engines: the same scenes in all of them, with limits for the difference."""

from robopitch.compare.engines import Comparison, Verdict, compare
from robopitch.compare.scene import EngineScene
from robopitch.compare.scenes import scenes_for
from robopitch.compare.trace import Trace, record

__all__ = ["Comparison", "EngineScene", "Trace", "Verdict", "compare", "record", "scenes_for"]
