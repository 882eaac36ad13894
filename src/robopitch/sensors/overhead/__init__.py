"""Overhead cameras: mounting, coverage, lens, occlusion, and the compiled kernel that makes their reports."""
