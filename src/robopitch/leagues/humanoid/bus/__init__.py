"""The servo bus of a humanoid robot."""
