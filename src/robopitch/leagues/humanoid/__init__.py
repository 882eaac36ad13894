"""The Humanoid League, KidSize."""
