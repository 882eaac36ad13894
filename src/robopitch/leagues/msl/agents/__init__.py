"""Robots that decide by themselves: their programs, and how a server wakes them."""
