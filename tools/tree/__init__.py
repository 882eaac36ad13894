"""What the package consists of, and what of it has no caller."""
