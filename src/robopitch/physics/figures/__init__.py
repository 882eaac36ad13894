"""Robots with joints as MuJoCo models."""
