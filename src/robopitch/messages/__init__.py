"""The words that the rooms exchange: commands, events, poses."""

from robopitch.messages.commands import BodyVelocity, Command, FieldVelocity, Kick, PowerKick, WheelSpeeds
from robopitch.messages.events import BallOut, Body, Collision, Event, Goal, Kicked, Touch
from robopitch.messages.pose import Pose, Twist
from robopitch.messages.team import Team

__all__ = [
    "BallOut",
    "Body",
    "BodyVelocity",
    "Collision",
    "Command",
    "Event",
    "FieldVelocity",
    "Goal",
    "Kick",
    "Kicked",
    "Pose",
    "PowerKick",
    "Team",
    "Touch",
    "Twist",
    "WheelSpeeds",
]
