"""The low-level bus of a robot."""
