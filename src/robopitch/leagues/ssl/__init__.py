"""RoboCup Small Size League."""
