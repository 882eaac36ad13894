"""FIRA MiroSot and IEEE Very Small Size Soccer."""
