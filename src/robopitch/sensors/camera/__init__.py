"""Cameras: images of the analytic scene by ray casting, with any lens, and the labels of their pixels."""
