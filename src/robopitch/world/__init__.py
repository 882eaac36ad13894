"""Worlds: physics with names, and batches of them."""

from robopitch.world.batch import Batch
from robopitch.world.making import make, make_batch
from robopitch.world.views import BallView, RobotView
from robopitch.world.world import World

__all__ = ["BallView", "Batch", "RobotView", "World", "make", "make_batch"]
