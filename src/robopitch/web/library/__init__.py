"""Recordings shown on the page: sources of frames, and the store of uploaded files."""
