"""Worlds and batches of worlds: the Python interface to the physics."""

from robopitch.world.batch import Batch
from robopitch.world.making import make, make_batch
from robopitch.world.views import BallView, RobotView
from robopitch.world.world import World

__all__ = ["BallView", "Batch", "RobotView", "World", "make", "make_batch"]
