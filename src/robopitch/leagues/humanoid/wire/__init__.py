"""Wire protocols of the Humanoid League."""
