"""The two engines side by side: the same scenes in both, and how far they may differ."""

from robopitch.compare.engines import Comparison, Verdict, compare
from robopitch.compare.scene import Scene
from robopitch.compare.scenes import scenes_for
from robopitch.compare.trace import Trace, record

__all__ = ["Comparison", "Scene", "Trace", "Verdict", "compare", "record", "scenes_for"]
