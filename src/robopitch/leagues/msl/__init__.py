"""RoboCup Middle Size League."""
