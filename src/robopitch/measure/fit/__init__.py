"""Fits parameters of ball, drive and delays to what cameras saw."""
