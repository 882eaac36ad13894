"""Expressions over signals: parsing, units, functions."""
