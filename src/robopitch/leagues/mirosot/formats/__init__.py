"""File formats of MiroSot teams."""
